/** Files into which texts of the platform were taken over, and that are again as they were before that, as after `git checkout`. Pure. */
import { digestOf } from '../content/digest.ts';
import type { LocalPage } from '../model/local.ts';
import type { BasePage } from '../model/sides.ts';
import { mergeState } from './merging.ts';
import type { State } from './merging.ts';

/** More than anybody takes over without sending anything. */
const MOST = 8;

/** What the line of a page is to remember once its file became `pulled`; `had`: what it was before. */
export function replacedBy(
  pulled: State,
  had: BasePage | undefined,
): Pick<BasePage, 'replaced'> | undefined {
  if (!had) return undefined;
  const now = mergeState(pulled);
  const states = new Set([
    ...(had.replaced ?? []),
    mergeState({ title: had.title, head: had.sent }),
  ]);
  states.delete(now);
  return states.size === 0 ? undefined : { replaced: [...states].slice(-MOST) };
}

/** Whether the file was edited only in so far as it lacks again what was taken over. */
export const isTakenBack = ({ replaced }: BasePage, local: LocalPage): boolean =>
  replaced?.includes(mergeState(local)) === true;

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
