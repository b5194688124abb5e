import type { Pull } from '../../model/change.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { RemotePage } from '../../model/sides.ts';
import { AGAIN } from '../journal/ledger.ts';
import { isAsSeen, storedOf, theirDigest } from '../recognition/observe.ts';
import { readPage } from './scene.ts';
import type { PullScene } from './scene.ts';

/** A page of the plan that did not move since. */
export interface LookedAt {
  readonly local: LocalPage;
  readonly planned: RemotePage;
  readonly page: Page;
}

/**
 * Looks whether the page is still what was planned with; a look of the plan that is young enough does. Returns undefined when it is not, and the
 * ledger says so.
 */
export async function lookAt(change: Pull, scene: PullScene): Promise<LookedAt | undefined> {
  const { state, deps, books } = scene;
  const row = state.rows.get(change.key);
  const [local, planned] = [row?.page.local, row?.remote];
  if (!local || !planned) return undefined;
  const page = state.recent.take(change.id, deps.clock) ?? (await readPage(change.id, scene));
  const now = page && { ...page, stored: storedOf(page) };
  if (!now || !isAsSeen(planned, now)) scene.moved(change.key);
  if (page && isStill(planned, page)) return { local, planned, page };
  books.ledger.skip(change, MOVED, AGAIN);
  return undefined;
}

const isStill = (planned: RemotePage, page: Page): boolean =>
  page.slug === planned.slug &&
  theirDigest({ ...planned, stored: storedOf(page) }) === theirDigest(planned);

const MOVED = 'It was changed on the platform since the plan was made.';
