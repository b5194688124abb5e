/**
 * Whether pages' dates tell that they changed. What moves them is not documented: until one was seen to move, and once one was seen to stand
 * still, no page is written that was not read just before, for nobody can tell where somebody edited. Pure.
 */
import type { Instant, PageId, PageKey } from '../../model/ids.ts';
import { parseInstant, sameInstant } from '../../model/instant.ts';
import type { Page, PageSummary } from '../../model/resources.ts';
import type { BasePage, Unproven } from '../../model/sides.ts';
import type { KnownDates } from '../lock/lock.ts';

/** What is known while pages are written. */
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

  /** Takes in what a write did to a page's date. `isStill`: it left the date as it was, and should have moved it. */
  learn(before: Instant | undefined, after: Instant, isStill: boolean): void {
    if (isStill) this.#known = 'still';
    else if (before !== undefined && isLater(after, before)) this.#known ??= 'move';
  }
}

/** What is known once the snapshot is there: a page whose date is later than its line's was moved by somebody. */
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

/** Dates have whole seconds: an edit in the same one leaves the date as it is. Both are the platform's, so its clock may be wrong. */
const SECOND_MS = 1000;

/** What a page that had the date `updated` when the platform answered at `answeredAt` leaves to be proved, as git says of racy files. */
export function proofOf(
  updated: Instant,
  answeredAt: Page['answeredAt'],
): Extract<Unproven, 'fresh'> | undefined {
  const at = parseInstant(updated);
  if (at === undefined || answeredAt === undefined) return 'fresh';
  return answeredAt - at > SECOND_MS ? undefined : 'fresh';
}

/** The same for a page of the lock that was looked at again: a date that a write did not move is not moved by looking. */
export const proofAgain = (
  line: Pick<BasePage, 'updated' | 'unproven'> | undefined,
  updated: Instant,
  answeredAt: Page['answeredAt'],
): Unproven | undefined =>
  line?.unproven === 'still' && sameInstant(line.updated, updated)
    ? 'still'
    : proofOf(updated, answeredAt);

/** The same after a write, before which the date was `before`. */
export function proofAfter(
  before: Instant | undefined,
  { updated, answeredAt }: Pick<Page, 'updated' | 'answeredAt'>,
): Unproven | undefined {
  const proof = proofOf(updated, answeredAt);
  if (proof !== undefined || before === undefined) return proof;
  return sameInstant(before, updated) ? 'still' : undefined;
}
