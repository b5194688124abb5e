/** Recognises files that took over a text from the platform and were then set back to what they were before, as by `git checkout`. Pure. */
import { digestOf } from '../../content/digest.ts';
import type { Digest } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { Explained } from './recovered-line.ts';
import { sameTitle, theirDigest } from './stored-page.ts';

/** More than anybody takes over without sending anything. */
const MOST_STATES = 8;

/** The part of a line that remembers former states of the file. */
export type Replaced = Pick<BasePage, 'replaced'>;

/** What the line must remember after its file changed from `before` to `now`. */
export const statesAfter = (
  now: State,
  before: readonly State[],
  had: BasePage | undefined,
): Replaced => remembered([...(had?.replaced ?? []), ...before.map(stateDigest)], stateDigest(now));

/**
 * What the line must remember once `local` and the platform agree. If the run sends a text that was written
 * since, older states are forgotten: going back to one is then an edit like any other.
 */
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

/** What the line remembers already. */
export const statesOf = (line: BasePage | undefined): Replaced =>
  line?.replaced === undefined ? {} : { replaced: line.replaced };

function remembered(states: readonly Digest[], now: Digest): Replaced {
  const others = [...new Set(states)].filter((state) => state !== now);
  return others.length === 0 ? {} : { replaced: others.slice(-MOST_STATES) };
}

/**
 * Whether the file's only edit is that it no longer has what was taken over. Sending it would replace an edit
 * that nobody here decided about. Taking it over again would undo what somebody may have done on purpose.
 */
export const isReverted = ({ replaced }: BasePage, local: LocalPage): boolean =>
  replaced?.includes(stateDigest(local)) === true;

/** The part of a file that a merge or a pull changes. */
export type State = Pick<LocalPage, 'title' | 'head'>;

/** The digest of a state. */
export const stateDigest = ({ title, head }: State): Digest => digestOf(`${title}\n${head}`);

/** What of the page a merge took into the file. Undefined if there was no merge, or it was undone. */
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
