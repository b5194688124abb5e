/** Merges that are in a file and not on the platform yet. Pure. */
import { digestOf } from '../../content/digest.ts';
import type { Digest } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import { sameTitle, theirDigest } from '../recognition/observe.ts';
import type { Explained } from '../lock/line.ts';

export type State = Pick<LocalPage, 'title' | 'head'>;

/** What a merge or a pull changes of a file, as one digest. */
export const stateDigest = ({ title, head }: State): Digest => digestOf(`${title}\n${head}`);

/** What of the page the file took in by a merge; undefined: nothing, or the merge was taken back since. */
export function explainedByMerge(
  { merging, title, sent }: BasePage,
  local: LocalPage,
  seen: RemotePage,
): Explained | undefined {
  if (!merging || theirDigest(seen) !== merging.theirs) return undefined;
  const isAsBase = local.head === sent && local.title === title;
  if (isAsBase || merging.undone.includes(stateDigest(local))) return undefined;
  return { body: true, title: sameTitle(seen.title, merging.title) };
}
