/** Files into which texts of the platform were taken over, and that are again as they were before that, as after `git checkout`. Pure. */
import { digestOf } from '../../content/digest.ts';
import type { Digest } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { stateDigest } from './pending-merge.ts';
import type { State } from './pending-merge.ts';

/** More than anybody takes over without sending anything. */
const MOST = 8;

type Replaced = Pick<BasePage, 'replaced'>;

/** What the line of a page is to remember once its file became `now`, after it was `before`. */
export const statesAfter = (
  now: State,
  before: readonly State[],
  had: BasePage | undefined,
): Replaced => remembered([...(had?.replaced ?? []), ...before.map(stateDigest)], stateDigest(now));

/** What it remembers once `local` and the platform agree. Where a text is sent that somebody wrote since, the older ones are edits like any other. */
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

/** Whether the file was edited only in so far as it lacks again what was taken over. */
export const isReverted = ({ replaced }: BasePage, local: LocalPage): boolean =>
  replaced?.includes(stateDigest(local)) === true;

const NOTHING = digestOf('what was taken back');

/**
 * Base of such a page: like neither side, so that what differs is a conflict. To send the file would replace an edit that nobody here
 * decided about; to take the edit over once more would undo what somebody may have done on purpose.
 */
export const baseOfTakenBack = (line: BasePage): BasePage => ({
  ...line,
  title: '',
  sent: NOTHING,
  sentPublished: null,
  draft: NOTHING,
  published: null,
  // Told as a merge that was taken back is.
  merging: { title: '', theirs: line.draft ?? line.published ?? NOTHING, undone: [] },
});
