/** Recognises files that took over a text of the platform and are again as they were before, as after `git checkout`. Pure. */
import { digestOf } from '../../content/digest.ts';
import type { Digest } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { Explained } from './recovered-line.ts';
import { sameTitle, theirDigest } from '../recognition/observe.ts';

/** More than anybody takes over without sending anything. */
const MOST = 8;

type Replaced = Pick<BasePage, 'replaced'>;

/** What the line of a page is to remember once its file became `now`, after it was `before`. */
export const statesAfter = (
  now: State,
  before: readonly State[],
  had: BasePage | undefined,
): Replaced => remembered([...(had?.replaced ?? []), ...before.map(stateDigest)], stateDigest(now));

/** What it remembers once `local` and the platform agree. If a text is sent that somebody wrote since, the older ones are edits like any other. */
export function statesOnceAgreed(
  base: BasePage | undefined,
  local: State,
  isTextSent: boolean,
): Replaced {
  const states = base?.replaced ?? [];
  const now = stateDigest(local);
  if (base?.merging) return remembered([...states, ...base.merging.undone], now);
  return remembered(isTextSent ? [] : states, now);
}

/** The same as the line remembers already. */
export const statesOf = (line: BasePage | undefined): Replaced =>
  line?.replaced === undefined ? {} : { replaced: line.replaced };

function remembered(states: readonly Digest[], now: Digest): Replaced {
  const others = [...new Set(states)].filter((state) => state !== now);
  return others.length === 0 ? {} : { replaced: others.slice(-MOST) };
}

/**
 * Whether the file's only edit is that it lacks again what was taken over. To send it would replace an edit that nobody here decided about; to
 * take that over once more would undo what somebody may have done on purpose.
 */
export const isReverted = ({ replaced }: BasePage, local: LocalPage): boolean =>
  replaced?.includes(stateDigest(local)) === true;

/** What of a file a merge or a pull changes. */
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
