/** Finds the pages of files that the lock does not know, each by its slug, before any is created. */
import { groupBy } from '../../model/group-by.ts';
import { placeOf, withSlug } from '../../model/ids.ts';
import type { PageId, PageKey } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import { OPERATIONS } from '../../model/operations.ts';
import type { Page } from '../../model/resources.ts';
import { lookAt, lookUp } from '../look.ts';
import { forEachAtOnce, Meter, READS_AT_ONCE } from '../pool.ts';
import type { SyncDeps } from '../session.ts';
import { chooseMeans } from './lookups.ts';
import { neighboursIn } from './neighbours.ts';
import type { Neighbours } from './neighbours.ts';
import type { ClueScene, Unpaired } from './unpaired.ts';

/** How many requests of each kind a rate-limit window allows. Either kind tells a page's slug. */
export const RATES = {
  read: OPERATIONS.readPage.limit.requests,
  find: OPERATIONS.findPage.limit.requests,
};
/** How many reads cost as much as one look-up by slug. They have separate limits. */
export const READS_PER_FIND = RATES.read / RATES.find;

/**
 * First reads candidates with the title of a wanted page. Then reads the remaining candidates or looks up
 * slugs, whichever is cheaper. A documentation without candidates costs no request. A page that is not found
 * does not exist on the platform.
 */
export async function bySlug(left: Unpaired, scene: ClueScene, deps: SyncDeps): Promise<void> {
  const { clock, report } = deps;
  const meter = new Meter('match', 0, clock, report);
  const run = async (requests: readonly Request[]): Promise<void> => {
    meter.expect(requests.length);
    await forEachAtOnce(requests, READS_AT_ONCE, (request) => request(), meter);
  };
  const searches = neighboursIn(left, scene).map((one) => new SlugSearch(one, left, deps));
  await run(searches.flatMap((search) => search.sameTitles()));
  const open = searches.filter(({ size }) => size.wanted > 0 && size.candidates > 0);
  const means = chooseMeans(
    open.map(({ size }) => size),
    RATES,
  );
  await run(
    open.flatMap((search, index) => (means[index] === 'read' ? search.reads() : search.finds())),
  );
  await run(searches.flatMap((search) => search.suspicions()));
}

type Request = () => Promise<void>;

/** The search in one documentation. */
class SlugSearch {
  readonly #in: Neighbours;
  readonly #left: Unpaired;
  readonly #deps: Pick<SyncDeps, 'api' | 'signal'>;
  readonly #wanted: Map<PageKey, LocalPage>;
  readonly #unread: Set<PageId>;
  /** Wanted pages whose slug was seen with a suffix. The platform adds one if a slug is taken. */
  readonly #suspicious = new Set<PageKey>();

  constructor(within: Neighbours, left: Unpaired, deps: Pick<SyncDeps, 'api' | 'signal'>) {
    this.#in = within;
    this.#left = left;
    this.#deps = deps;
    this.#wanted = new Map(within.files);
    this.#unread = new Set(within.pages.keys());
  }

  get size(): { readonly wanted: number; readonly candidates: number } {
    return { wanted: this.#wanted.size, candidates: this.#unread.size };
  }

  /** Reads of the candidates that share a title with a wanted page, unless there are too many. */
  sameTitles(): readonly Request[] {
    const wanted = new Map<string, number>();
    for (const { title } of this.#wanted.values()) wanted.set(title, (wanted.get(title) ?? 0) + 1);
    const bearers = groupBy(this.#in.pages, ([, { title }]) => title);
    return [...bearers].flatMap(([title, pages]) => {
      const worth = pages.length <= (wanted.get(title) ?? 0) * READS_PER_FIND;
      const left = (): boolean => this.#any((page) => page.title === title);
      return worth
        ? pages.map(
            ([id]) =>
              () =>
                this.#read(id, left),
          )
        : [];
    });
  }

  reads(): readonly Request[] {
    return [...this.#unread].map((id) => () => this.#read(id, () => this.#wanted.size > 0));
  }

  finds(): readonly Request[] {
    return [...this.#wanted.keys()].map((key) => () => this.#find(key));
  }

  suspicions(): readonly Request[] {
    return [...this.#suspicious]
      .filter((key) => this.#wanted.has(key))
      .map((key) => () => this.#find(key));
  }

  #any(test: (page: LocalPage) => boolean): boolean {
    for (const page of this.#wanted.values()) if (test(page)) return true;
    return false;
  }

  /** Reads a candidate, unless there is nothing left to find. */
  async #read(id: PageId, left: () => boolean): Promise<void> {
    if (left()) {
      const page = await lookAt(id, this.#deps);
      this.#unread.delete(id);
      if (page) await this.#recognise(page);
    }
  }

  async #find(key: PageKey): Promise<void> {
    const { version, documentation } = this.#in;
    const { slug } = placeOf(key);
    const page = await lookUp({ version, documentation, slug }, this.#deps);
    this.#suspicious.delete(key);
    if (page === undefined) return;
    if (this.#in.pages.has(page.id)) await this.#recognise(page);
    // Creating it would make a duplicate.
    else this.#left.refuse(key, takenBy(page));
  }

  async #recognise(page: Page): Promise<void> {
    const [some] = this.#wanted.keys();
    if (some === undefined) return;
    const key = withSlug(some, page.slug);
    if (this.#wanted.delete(key)) await this.#left.take(key, page);
    else this.#suspect(page);
  }

  #suspect({ title, slug }: Page): void {
    for (const [key, wanted] of this.#wanted) {
      if (wanted.title === title && slug.startsWith(placeOf(key).slug)) this.#suspicious.add(key);
    }
  }
}

const takenBy = ({ id }: Page): string =>
  `Its slug is taken on the platform by page ${id}, which the lock file knows by another key.`;

/** Refuses files at a key where the page of another file is now: creating them would make duplicates. */
export function takenSlugs(left: Unpaired, { moved }: ClueScene): void {
  for (const [key, { id, file }] of moved)
    left.refuse(key, `Its slug is taken on the platform by page ${id}, which is that of ${file}.`);
}
