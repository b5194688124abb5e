/**
 * Whether a page is as a push of HEAD's history left it, by the lines that the lock had. Then the
 * file, which went back with git, is the newer wish. Pure.
 */
import { sameInstant } from '../../model/instant.ts';
import type { BasePage } from '../../model/sides.ts';
import type { FormerLine, LineState, PastLines } from '../git/former-lines.ts';
import { stateOf } from '../git/former-lines.ts';
import { lineOf } from '../lock/line.ts';
import { fileState, isReverted } from '../lock/previous-states.ts';
import { headDigest, isAsSeen } from '../lock/stored-page.ts';
import type { Unexplained } from './explain.ts';

/** The push, pull or merge that left a page as it is. */
export interface LeftBy {
  /** `undone`: a pull or a merge, which the file lacks now. */
  readonly kind: 'ours' | 'undone';
  readonly base: BasePage;
  readonly commit: string;
}

/** `changed`: the lock went back, and the page changed since the push that it went back over. */
export type FormerState = LeftBy | { readonly kind: 'changed' };

/** A page with its line in the lock. */
export type LinedPage = Unexplained & { readonly line: BasePage };

/** Undefined if former lines tell nothing of the page. */
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

/** Whether the page is as the line has it, also by its date: who restores a text gives it a new one. */
const isExactly = (line: BasePage, { seen, dates }: LinedPage): boolean =>
  isAsSeen(seenOf(line), seen) && dates.some((date) => sameInstant(date, line.updated));

const seenOf = ({ title, slug, draft, published }: BasePage) => ({
  title,
  slug,
  stored: { draft, published },
});

/** Whether nothing but a publication of its text came after the line. */
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
  const ours = { key: now.key, header: now.header, sent: line.sent };
  const isHere = line.published === page.seen.stored.published;
  const base = lineOf(page.seen, {
    ...ours,
    sentPublished: isHere ? line.sentPublished : line.sent,
    was: line.was,
  });
  const taken = between(stateOf(line), stateOf(now), past).some(
    (former) =>
      isReverted(former.line, file) ||
      former.line.was?.includes(fileState({ title, head: sent })) === true,
  );
  return { kind: taken ? 'undone' : 'ours', base, commit };
}

/** Whether the lock had the line after `now`, and has `now` again. */
const wentBackOver = ({ line, at }: FormerLine, now: LineState, past: PastLines): boolean =>
  at < (past.lines.get(now)?.at ?? -1) && reaches(stateOf(line), now, past).isThere;

/** The line, and those that it replaced since the lock had `now`; the line alone if it never did. */
function between(from: LineState, now: LineState, past: PastLines): readonly FormerLine[] {
  const { passed, isThere } = reaches(from, now, past);
  return (isThere ? [...passed] : [from]).flatMap((state) => past.lines.get(state) ?? []);
}

/** Follows lines to what they replaced, up to `to`. */
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
