/** What is done about a page whose file is gone. Pure; imports only the vocabulary. */
import type { Change, Field } from '../../model/change.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';

/** Why a page whose file is gone stays on the platform; null: nothing but what the platform has of it speaks for that. */
export type WhyKept = (line: BasePage) => string | Left | null;

/** It stays because of other pages, and the run says that it did not do all. */
export interface Left {
  readonly kept: string;
  readonly isLeft: true;
}

/**
 * Nothing is done about it unless pages without a file are deleted (`whyKept` is not null), and then only if the platform has it as base does: what
 * somebody wrote into it since may exist nowhere else.
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

/** What of the page is not as base has it. */
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
