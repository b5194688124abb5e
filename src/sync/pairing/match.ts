/** Finds the pages of files that the lock does not know: each for itself, before any of them is created. */
import type { Api } from '../../api/api.ts';
import { groupBy } from '../../model/group-by.ts';
import type { DocumentationId, PageId, PageKey, VersionId } from '../../model/ids.ts';
import { placeOf, withSlug } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import { OPERATIONS } from '../../model/operations.ts';
import type { Page, PageSummary } from '../../model/resources.ts';
import { found } from '../snapshot/documentations.ts';
import { chooseMeans } from './lookups.ts';
import { forEachAtOnce } from '../pool.ts';

/** One documentation's part of the search. */
export interface Quest {
  readonly version: VersionId;
  readonly documentation: DocumentationId;
  readonly wanted: ReadonlyMap<PageKey, LocalPage>;
  /** Pages of the documentation that may be among them. */
  readonly candidates: ReadonlyMap<PageId, Pick<PageSummary, 'title'>>;
}

export interface MatchDeps {
  readonly api: Pick<Api, 'pages'>;
  readonly signal: AbortSignal;
  /** Told of every page that turns out to be one that is wanted; keep no contents. */
  readonly take: (key: PageKey, page: Page) => void;
  /** Told of a page that has the slug of a wanted one and is none of the candidates: to create the wanted one would make a duplicate. */
  readonly taken: (key: PageKey, page: Page) => void;
  /** Told how many requests a round may make, then of each that is over. */
  readonly progress: { expect(count: number): void; step(): void };
}

/** Of requests that tell a slug. */
export const RATES = {
  read: OPERATIONS.readPage.limit.requests,
  find: OPERATIONS.findPage.limit.requests,
};
/** Reads that are worth one look-up by slug: they are limited apart. */
const READS_PER_FIND = RATES.read / RATES.find;
const WIDTH = 32;

/**
 * Looks among the candidates that bear the title of a wanted page, then by the cheaper of reading the rest and asking for slugs. A
 * documentation without candidates costs no request. What is not found is not on the platform.
 */
export async function match(quests: readonly Quest[], deps: MatchDeps): Promise<void> {
  const hunts = quests
    .filter(({ wanted, candidates }) => wanted.size > 0 && candidates.size > 0)
    .map((quest) => new Hunt(quest, deps));
  await run(
    hunts.flatMap((hunt) => hunt.sameTitles()),
    deps,
  );
  const open = hunts.filter((hunt) => hunt.search.wanted > 0 && hunt.search.candidates > 0);
  const means = chooseMeans(
    open.map((hunt) => hunt.search),
    RATES,
  );
  await run(
    open.flatMap((hunt, index) => (means[index] === 'read' ? hunt.reads() : hunt.finds())),
    deps,
  );
  await run(
    hunts.flatMap((hunt) => hunt.suspicions()),
    deps,
  );
}

async function run(jobs: readonly Job[], { progress }: MatchDeps): Promise<void> {
  progress.expect(jobs.length);
  await forEachAtOnce(jobs, WIDTH, async (job) => {
    await job();
    progress.step();
  });
}

type Job = () => Promise<void>;

class Hunt {
  readonly #quest: Quest;
  readonly #deps: MatchDeps;
  readonly #wanted: Map<PageKey, LocalPage>;
  readonly #unread: Set<PageId>;
  /** Wanted pages of which a page with a suffixed slug was seen: the platform makes such where a slug is taken. */
  readonly #suspicious = new Set<PageKey>();

  constructor(quest: Quest, deps: MatchDeps) {
    this.#quest = quest;
    this.#deps = deps;
    this.#wanted = new Map(quest.wanted);
    this.#unread = new Set(quest.candidates.keys());
  }

  get search(): { readonly wanted: number; readonly candidates: number } {
    return { wanted: this.#wanted.size, candidates: this.#unread.size };
  }

  /** Reads of the candidates that share a title with a wanted page, where they are not too many for that. */
  sameTitles(): readonly Job[] {
    const wanted = new Map<string, number>();
    for (const { title } of this.#wanted.values()) wanted.set(title, (wanted.get(title) ?? 0) + 1);
    const bearers = groupBy(this.#quest.candidates, ([, { title }]) => title);
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

  reads(): readonly Job[] {
    return [...this.#unread].map((id) => () => this.#read(id, () => this.#wanted.size > 0));
  }

  finds(): readonly Job[] {
    return [...this.#wanted.keys()].map((key) => () => this.#find(key));
  }

  suspicions(): readonly Job[] {
    return [...this.#suspicious]
      .filter((key) => this.#wanted.has(key))
      .map((key) => () => this.#find(key));
  }

  #any(test: (page: LocalPage) => boolean): boolean {
    for (const page of this.#wanted.values()) if (test(page)) return true;
    return false;
  }

  /** Reads a candidate, while there is anything left to be found by that. */
  async #read(id: PageId, left: () => boolean): Promise<void> {
    if (left()) {
      const page = await found(this.#deps.api.pages.read(id, { signal: this.#deps.signal }));
      this.#unread.delete(id);
      if (page) this.#recognise(page);
    }
  }

  async #find(key: PageKey): Promise<void> {
    const { version, documentation } = this.#quest;
    const { slug } = placeOf(key);
    const page = await found(
      this.#deps.api.pages.find(
        { version: { id: version }, documentation: { id: documentation }, slug },
        { signal: this.#deps.signal },
      ),
    );
    this.#suspicious.delete(key);
    if (page === undefined) return;
    if (this.#quest.candidates.has(page.id)) this.#recognise(page);
    else this.#deps.taken(key, page);
  }

  #recognise(page: Page): void {
    const [some] = this.#wanted.keys();
    if (some === undefined) return;
    const key = withSlug(some, page.slug);
    if (this.#wanted.delete(key)) this.#deps.take(key, page);
    else this.#suspect(page);
  }

  #suspect({ title, slug }: Page): void {
    for (const [key, wanted] of this.#wanted) {
      if (wanted.title === title && slug.startsWith(placeOf(key).slug)) this.#suspicious.add(key);
    }
  }
}
