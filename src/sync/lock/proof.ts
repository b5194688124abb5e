/** What a page's date proves: the reason why a line of the lock is `unproven`. Pure. */
import type { Instant } from '../../model/ids.ts';
import { parseInstant, sameInstant } from '../../model/instant.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage, Unproven } from '../../model/sides.ts';

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
