/** What the store knows of who sees what, as the one rule takes it. The rule itself is in `content/page/visibility`. */
import { storedRestrictions } from '../../content/page/page-restriction.ts';
import { isShown, type VisibilityInput, type Reader } from '../../content/page/visibility.ts';
import type { Sql } from './database/sql.ts';
import type { SearchedPlaces } from './search/section-index.ts';
import { REFERENCES } from './statements/references.ts';
import { DOCUMENTATIONS, type VersionRow } from './statements/structure.ts';

/** The fields of a header that have no column of their own. */
export const headerFields = (header: string): Readonly<Record<string, string>> =>
  header === '{}' ? {} : (JSON.parse(header) as Record<string, string>);

/** The columns of a page that decide. Texts stand for whether there is one. */
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
  const { hidden, audience } = storedRestrictions(headerFields(header));
  return {
    listed: listed === 1,
    hidden,
    audience,
    hasPublished: published !== null,
    hasDraft: draft !== null,
  };
}

/** Which documentations and references of these versions a reader sees. */
export async function shownPlaces(
  sql: Sql,
  versions: readonly VersionRow[],
  reader: Reader,
): Promise<SearchedPlaces> {
  const shown = versions.filter(({ published }) => isShown({ published: published === 1 }, reader));
  const ids = new Set(shown.map(({ id }) => id));
  const documentations = (await sql.all(DOCUMENTATIONS.all)).filter(
    ({ versionId, published }) =>
      ids.has(versionId) && isShown({ published: published === 1 }, reader),
  );
  const references = (await sql.all(REFERENCES.summaries)).filter(
    ({ versionId, hasPublished }) =>
      ids.has(versionId) && isShown({ published: hasPublished === 1 }, reader),
  );
  return {
    documentations: documentations.map(({ id }) => id),
    references: references.map(({ id }) => id),
  };
}
