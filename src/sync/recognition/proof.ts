/** Whether a page's date can tell that the page is as it was when it was looked at. Pure. */
import type { Instant } from '../../model/ids.ts';
import { parseInstant, sameInstant } from '../../model/instant.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage, Unproven } from '../../model/sides.ts';

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
