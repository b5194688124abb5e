/**
 * Finds out, from the lines that the lock had in HEAD's history, whether a push left the page as it
 * is. If so, the file, which was restored by git, is the newer intention. Pure.
 */
import { sameInstant } from '../../model/time.ts';
import type { BasePage } from '../../model/sides.ts';
import type { FormerLine, LineState, PastLines } from '../git/former-lines.ts';
import { stateOf } from '../git/former-lines.ts';
import { lineOf, seenOf, fileState, isReverted } from '../record/line.ts';
import { headDigest, isAsSeen } from '../record/stored-page.ts';
import type { Unexplained } from './explain.ts';

/** The push, pull or merge that left a page as it is. */
export interface LeftBy {
  /** `undone`: it was a pull or a merge, whose text the file now lacks. */
  readonly kind: 'ours' | 'undone';
  readonly base: BasePage;
  readonly commit: string;
}

/**
 * `changed`: the lock was set back to a line from before a push, and the page changed since that
 * push.
 */
export type FormerState = LeftBy | { readonly kind: 'changed' };

/** A page with its line in the lock. */
export type LinedPage = Unexplained & { readonly line: BasePage };

/** Returns undefined if former lines do not explain the page. */
export function formerStateOf(page: LinedPage, past: PastLines): FormerState | undefined {
  const now = stateOf(page.line);
  const others = [...past.lines].filter(([state]) => state !== now);
  const newest = others
    .toSorted(([, one], [, other]) => one.at - other.at)
    .map(([, former]) => former);
  const exact = newest.find(({ line }) => isExactly(line, page));
  if (exact) return leftBy(exact, page, past);
  const [last] = newest;
  if (!last || !wentBackOver(last, now, past)) return undefined;
  return isPublishedSince(last.line, page) ? leftBy(last, page, past) : { kind: 'changed' };
}

/**
 * Whether the page is as in the line, including its date: restoring a text gives the page a new
 * date.
 */
const isExactly = (line: BasePage, { seen, dates }: LinedPage): boolean =>
  isAsSeen(seenOf(line), seen) && dates.some((date) => sameInstant(date, line.updated));

/** Whether the only change since the line is that its text was published. */
function isPublishedSince(line: BasePage, { seen }: LinedPage): boolean {
  const head = headDigest(line);
  const { stored } = seen;
  return (
    isAsSeen({ ...seenOf(line), stored }, seen) &&
    line.published !== head &&
    stored.published === head &&
    [head, null].includes(stored.draft)
  );
}

function leftBy({ line, commit }: FormerLine, page: LinedPage, past: PastLines): LeftBy {
  const { line: now, page: file } = page;
  const { title, sent } = now;
  // The file is of the line that the lock has now, and so is the draft that docs wrote into it.
  const { foreignDraft, theirDraft, copied } = now.foreignDraft === undefined ? line : now;
  const draft = { foreignDraft, theirDraft, copied };
  const ours = { key: now.key, header: now.header, sent: line.sent, ...draft };
  const isHere = line.published === page.seen.stored.published;
  const base = lineOf(page.seen, {
    ...ours,
    sentPublished: isHere ? line.sentPublished : line.sent,
    formerStates: line.formerStates,
  });
  const taken = between(stateOf(line), stateOf(now), past).some(
    (former) =>
      isReverted(former.line, file) ||
      former.line.formerStates?.includes(fileState({ title, head: sent })) === true,
  );
  return { kind: taken ? 'undone' : 'ours', base, commit };
}

/** Whether the lock had the line after `now`, and then `now` again. */
const wentBackOver = ({ line, at }: FormerLine, now: LineState, past: PastLines): boolean =>
  at < (past.lines.get(now)?.at ?? -1) && reaches(stateOf(line), now, past).isThere;

/**
 * The line, and those that it replaced since the lock had `now`. Only the line if the lock never
 * had `now`.
 */
function between(from: LineState, now: LineState, past: PastLines): readonly FormerLine[] {
  const { passed, isThere } = reaches(from, now, past);
  return (isThere ? [...passed] : [from]).flatMap((state) => past.lines.get(state) ?? []);
}

/** Follows lines back to those that they replaced, up to `to`. */
function reaches(
  from: LineState,
  to: LineState,
  { lines }: PastLines,
): { readonly passed: ReadonlySet<LineState>; readonly isThere: boolean } {
  const passed = new Set([from]);
  let isThere = false;
  for (const state of passed) {
    for (const before of lines.get(state)?.before ?? []) {
      if (before === to) isThere = true;
      else passed.add(before);
    }
  }
  return { passed, isThere };
}
