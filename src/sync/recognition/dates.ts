/**
 * Whether dates of pages prove that they did not change. What changes a date is not documented. So until one
 * was seen to change, and again after one was seen not to, every page is read just before it is written:
 * nobody knows what was edited. Pure.
 */
import type { Instant, PageId, PageKey } from '../../model/ids.ts';
import { parseInstant, sameInstant } from '../../model/instant.ts';
import type { Page, PageSummary } from '../../model/resources.ts';
import type { BasePage, Unproven } from '../../model/sides.ts';
import type { KnownDates } from '../lock/lock.ts';

/** What a run knows about dates while it writes pages. */
export class Dates {
  #known: KnownDates;

  constructor(known: KnownDates) {
    this.#known = known;
  }

  get known(): KnownDates {
    return this.#known;
  }

  /** Whether a page may have changed although its date did not. */
  get proveNothing(): boolean {
    return this.#known !== 'move';
  }

  /** Records what a write did to a page's date. `isStill`: the write did not change the date, but should have. */
  learn(before: Instant | undefined, after: Instant, isStill: boolean): void {
    if (isStill) this.#known = 'still';
    else if (before !== undefined && isLater(after, before)) this.#known ??= 'move';
  }
}

/** What the snapshot shows about dates: if a page's date is later than in its line, somebody's edit has changed it. */
export function datesSeen(
  known: KnownDates,
  lines: ReadonlyMap<PageKey, BasePage>,
  summaries: ReadonlyMap<PageId, PageSummary> | null,
): KnownDates {
  if (known !== undefined || summaries === null) return known;
  for (const { id, updated } of lines.values()) {
    const summary = summaries.get(id);
    if (summary && summary.updated !== updated && isLater(summary.updated, updated)) return 'move';
  }
  return undefined;
}

function isLater(date: Instant, than: Instant): boolean {
  const [at, before] = [parseInstant(date), parseInstant(than)];
  return at !== undefined && before !== undefined && at > before;
}

/**
 * Dates have whole seconds, so a second edit within the same second does not change them. Both times compared
 * are the platform's, so its clock may be wrong.
 */
const SECOND_MS = 1000;

/** Whether the date `updated` proves anything, if the platform answered at `answeredAt`. `fresh` corresponds to what git calls racy files. */
export function proofOf(
  updated: Instant,
  answeredAt: Page['answeredAt'],
): Extract<Unproven, 'fresh'> | undefined {
  const at = parseInstant(updated);
  if (at === undefined || answeredAt === undefined) return 'fresh';
  return answeredAt - at > SECOND_MS ? undefined : 'fresh';
}

/** The same for a page of the lock that was read again. If a write did not change the date, reading it again proves nothing either. */
export const proofAgain = (
  line: Pick<BasePage, 'updated' | 'unproven'> | undefined,
  updated: Instant,
  answeredAt: Page['answeredAt'],
): Unproven | undefined =>
  line?.unproven === 'still' && sameInstant(line.updated, updated)
    ? 'still'
    : proofOf(updated, answeredAt);

/** The same after a write. `before` is the date before it. */
export function proofAfter(
  before: Instant | undefined,
  { updated, answeredAt }: Pick<Page, 'updated' | 'answeredAt'>,
): Unproven | undefined {
  // Nothing but this answer shows that the page was created.
  const proof = before === undefined ? 'fresh' : proofOf(updated, answeredAt);
  if (proof !== undefined || before === undefined) return proof;
  return sameInstant(before, updated) ? 'still' : undefined;
}
