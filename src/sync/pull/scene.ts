/** What a run that writes page files works with. */
import type { Pull } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { RemotePage } from '../../model/sides.ts';
import type { Books, ReadBack } from '../journal/books.ts';
import { AGAIN } from '../journal/ledger.ts';
import { lookAt } from '../look.ts';
import type { Dates } from '../recognition/dates.ts';
import { headDigest, headOf, isAsSeen, storedOf, theirDigest } from '../recognition/observe.ts';
import type { RunState, SyncDeps } from '../session.ts';

/** What files are written with. */
export interface PullScene {
  readonly state: RunState;
  readonly deps: SyncDeps;
  readonly books: Books;
  /** Told of pages that were edited since they were made. */
  readonly dates: Dates;
  /** Pages whose files are going to be sent in this run. */
  readonly sent: ReadonlySet<PageKey>;
  /** Told of a page that is not as it was planned with. */
  readonly moved: (key: PageKey) => void;
}

/** The key under which lock, base and platform have the page. */
export const formerKeyOf = (key: PageKey, { state }: Pick<PullScene, 'state'>): PageKey =>
  state.sides.cases.of(key).was;

/** What the next merge starts from. */
export function baseIn(page: Page): ReadBack | undefined {
  const digest = headDigest(storedOf(page));
  const text = headOf(page);
  return digest !== null && text !== null ? { digest, text } : undefined;
}

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
export async function lookBeforePull(
  change: Pull,
  scene: PullScene,
): Promise<LookedAt | undefined> {
  const { state, deps, books } = scene;
  const row = state.rows.get(change.key);
  const [local, planned] = [row?.page.local, row?.remote];
  if (!local || !planned) return undefined;
  const page = state.recent.take(change.id, deps.clock)?.page ?? (await lookAt(change.id, deps));
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
