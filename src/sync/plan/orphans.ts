/** Decides about a page whose file is gone. Pure; imports only `model`. */
import type { Change, Field } from '../../model/change.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';

/**
 * Why a page whose file is gone must stay on the platform. Null if nothing here speaks against its deletion;
 * what the platform has of the page still may.
 */
export type WhyKept = (line: BasePage) => string | Left | null;

/** The page stays because of other pages, and the run reports that it left something undone. */
export interface Left {
  readonly kept: string;
  readonly isLeft: true;
}

/**
 * Leaves the page alone unless pages without a file are to be deleted (`whyKept` is not null). Even then,
 * deletes it only if the platform has it as base does: what somebody has written into it since may exist
 * nowhere else.
 */
export function decideOrphan(base: BasePage, remote: RemotePage, whyKept: WhyKept | null): Change {
  const at = { key: base.key, id: base.id };
  if (whyKept === null) return { kind: 'orphan', ...at };
  const kept = whyKept(base);
  if (kept !== null) return { kind: 'orphan', ...at, ...(isText(kept) ? { kept } : kept) };
  const fields = changedSince(base, remote);
  if (fields.length > 0) {
    return { kind: 'conflict', ...at, file: null, fields, group: 'deleted-but-edited' };
  }
  return { kind: 'delete', ...at, title: base.title, isShown: remote.stored.published !== null };
}

const isText = (kept: string | Left): kept is string => typeof kept === 'string';

/** The fields in which the page differs from base. */
export function changedSince(
  base: BasePage,
  { title, slug, stored }: Pick<RemotePage, 'title' | 'slug' | 'stored'>,
): readonly Field[] {
  const isSameBody = stored.draft === base.draft && stored.published === base.published;
  return [
    ...(title === base.title ? [] : (['title'] as const)),
    ...(slug === base.slug ? [] : (['slug'] as const)),
    ...(isSameBody ? [] : (['body'] as const)),
  ];
}
