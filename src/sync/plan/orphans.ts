/** Decides about a page whose file is gone. Pure; imports only `model`. */
import type { Change, Field } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';

/** Why pages whose files are gone must stay on the platform. The state of the page on the platform may be a further reason. */
export type Staying = ReadonlyMap<PageKey, string>;

/**
 * Leaves the page alone unless pages without a file are to be deleted. Even then, deletes it only if the
 * platform has it as base does: what somebody has written into it since may exist nowhere else.
 */
export function decideOrphan(
  base: BasePage,
  remote: RemotePage,
  { prune, stays }: { readonly prune: boolean; readonly stays: Staying },
): Change {
  const at = { key: base.key, id: base.id };
  const kept = stays.get(base.key);
  if (kept !== undefined) return { kind: 'orphan', ...at, kept };
  if (!prune) return { kind: 'orphan', ...at };
  const fields = changedSince(base, remote);
  if (fields.length > 0) {
    return { kind: 'conflict', ...at, file: null, fields, group: 'deleted-but-edited' };
  }
  return { kind: 'delete', ...at, title: base.title, isShown: remote.stored.published !== null };
}

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
