/** Converts what the store knows about visibility to the form that the rule needs. The rule itself is in `content/page/visibility`. */
import { storedRestrictions } from '../../content/page/page-restriction.ts';
import type { VisibilityInput } from '../../content/page/visibility.ts';

/** The fields of a header that have no column of their own. */
export const headerFields = (header: string): Readonly<Record<string, string>> =>
  header === '{}' ? {} : (JSON.parse(header) as Record<string, string>);

/** The columns of a page that decide whether readers see it. For texts, only whether they exist. */
export interface StandingColumns {
  readonly listed: number;
  readonly header: string;
  readonly draft: string | number | null;
  readonly published: string | number | null;
}

export function visibilityInputOf({
  listed,
  header,
  draft,
  published,
}: StandingColumns): VisibilityInput {
  const { hidden, audience, reasons } = storedRestrictions(headerFields(header));
  // Only pages of an archive can have it: the API takes no header.
  const isNotYet = reasons.some(({ kind }) => kind === 'not-yet');
  return {
    listed: listed === 1,
    hidden,
    audience,
    hasPublished: published !== null && !isNotYet,
    hasDraft: draft !== null || (isNotYet && published !== null),
  };
}
