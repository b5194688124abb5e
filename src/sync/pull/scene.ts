/** What a run needs to write page files. */
import type { Pull } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { RemotePage } from '../../model/sides.ts';
import type { Books } from '../log/books.ts';
import { AGAIN } from '../log/ledger.ts';
import type { KeptText } from '../log/log-texts.ts';
import { lookAt } from '../look.ts';
import { isUnchanged, storedOf, theirDigest } from '../lock/stored-page.ts';
import type { SyncDeps } from '../deps.ts';
import type { Task } from '../plan/work-list.ts';
import type { Run } from '../run.ts';

export interface PullScene {
  readonly run: Run;
  readonly deps: SyncDeps;
  readonly books: Books;
  /** Pages whose files this run will send. */
  readonly sent: ReadonlySet<PageKey>;
  /** Called for a page that differs from what the plan was based on. */
  readonly moved: (key: PageKey) => void;
}

/** A page of the plan that did not change since. */
export interface LookedAt {
  readonly local: LocalPage;
  readonly planned: RemotePage;
  readonly page: Page;
}

/**
 * Checks whether the page is still as planned. Uses the plan's own look if it is recent enough. Returns
 * undefined and tells the ledger if the page changed.
 */
export async function lookBeforePull(
  { row: { local, remote: planned }, change }: Task<Pull>,
  scene: PullScene,
): Promise<LookedAt | undefined> {
  const { run, deps, books } = scene;
  if (!local || !planned) return undefined;
  const page = run.platform.recent.take(change.id, deps.clock) ?? (await lookAt(change.id, deps));
  if (!page || !isUnchanged(planned, page)) scene.moved(change.key);
  if (page && isStill(planned, page)) return { local, planned, page };
  books.ledger.skip(change, MOVED, AGAIN);
  return undefined;
}

const isStill = (planned: RemotePage, page: Page): boolean =>
  page.slug === planned.slug &&
  theirDigest({ ...planned, stored: storedOf(page) }) === theirDigest(planned);

const MOVED = 'It was changed on the platform since the plan was made.';

/** The newest text of a file that is about to be replaced, for the log to keep. */
export function headToKeep(page: LocalPage, { folder: { texts } }: Run): KeptText | undefined {
  const text = headText(texts.read(page));
  return text === null ? undefined : { digest: page.head, text };
}
