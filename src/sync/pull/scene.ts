/** What a run that writes page files works with. */
import type { Page } from '../../model/resources.ts';
import type { PageId, PageKey } from '../../model/ids.ts';
import type { Books, ReadBack } from '../journal/books.ts';
import type { Dates } from '../recognition/dates.ts';
import { headDigest, headOf, storedOf } from '../recognition/observe.ts';
import type { RunState, SyncDeps } from '../session.ts';
import { found } from '../snapshot/documentations.ts';

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

/** Returns undefined when the page is gone. */
export const readPage = (
  id: PageId,
  { deps }: Pick<PullScene, 'deps'>,
): Promise<Page | undefined> => found(deps.api.pages.read(id, { signal: deps.signal }));

/** What the next merge starts from. */
export function baseIn(page: Page): ReadBack | undefined {
  const digest = headDigest(storedOf(page));
  const text = headOf(page);
  return digest !== null && text !== null ? { digest, text } : undefined;
}
