/**
 * Whether dates of pages prove that they did not change. What changes a date is not documented. So until one
 * was seen to change, and again after one was seen not to, every page is read just before it is written:
 * nobody knows what was edited. Pure.
 */
import type { Instant, PageId, PageKey } from '../../model/ids.ts';
import { parseInstant } from '../../model/instant.ts';
import type { PageSummary } from '../../model/resources.ts';
import type { BasePage } from '../../model/sides.ts';
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
