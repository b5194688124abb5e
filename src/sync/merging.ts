/** Merges that are in a file and not on the platform yet. Pure. */
import { digestOf } from '../content/digest.ts';
import type { Digest } from '../model/ids.ts';
import type { LocalPage } from '../model/local.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';
import { sameTitle, theirDigest } from './observe.ts';
import type { Explained } from './line.ts';

export type State = Pick<LocalPage, 'title' | 'head'>;

/** What a merge or a pull changes of a file, as one digest. */
export const mergeState = ({ title, head }: State): Digest => digestOf(`${title}\n${head}`);

/**
 * The line of a page whose file became `merged`, by taking in what was `seen` of it, out of what it was `before`. It stays as it was:
 * the platform does not have what the file has. Without a base nothing was in common but what the file holds now.
 */
export function lineWhileMerging(
  merged: State & Pick<LocalPage, 'key'>,
  before: readonly State[],
  seen: RemotePage,
  base: BasePage | undefined,
): BasePage {
  const { key, head } = merged;
  const { id, slug, title, updated } = seen;
  const nothing = { title: '', header: null, sent: head, sentPublished: null };
  const line = base ?? { id, slug, updated, ...nothing, draft: null, published: null };
  const theirs = theirDigest(seen);
  if (theirs === null) return { ...line, key };
  const now = mergeState(merged);
  const undone = new Set(before.map(mergeState).filter((state) => state !== now));
  return { ...line, key, merging: { title, theirs, undone: [...undone] } };
}

/** What of the page the file took in by a merge; undefined: nothing, or the merge was taken back since. */
export function explainedByMerge(
  { merging, title, sent }: BasePage,
  local: LocalPage,
  seen: RemotePage,
): Explained | undefined {
  if (!merging || theirDigest(seen) !== merging.theirs) return undefined;
  const isAsBase = local.head === sent && local.title === title;
  if (isAsBase || merging.undone.includes(mergeState(local))) return undefined;
  return { body: true, title: sameTitle(seen.title, merging.title) };
}
