/** Pages whose creation was not answered, and that have another slug by the time they are looked for. */
import type { Api } from '../../api/api.ts';
import type { Clock } from '../../model/clock.ts';
import { digestOf } from '../../content/digest.ts';
import type { PageId } from '../../model/ids.ts';
import type { Page, PageSummary } from '../../model/resources.ts';
import { lookAt } from '../look.ts';
import type { CreateIntent } from '../journal/journal.ts';
import { headOf, sameTitle } from '../recognition/observe.ts';

interface Deps {
  readonly api: Pick<Api, 'pages'>;
  readonly signal: AbortSignal;
  readonly samePage: (a: string, b: string) => boolean;
}

/** The page with the title and the text that were sent, among `pages`, which nobody claims. Reads pages with that title, and no others. */
export async function findMade(
  { documentation, title }: CreateIntent,
  content: string | null,
  pages: Iterable<readonly [PageId, PageSummary]>,
  deps: Deps,
): Promise<Page | undefined> {
  if (content === null) return undefined;
  for (const [id, summary] of pages) {
    if (summary.documentationId !== documentation || !sameTitle(summary.title, title)) continue;
    const page = await lookAt(id, deps);
    const head = page && headOf(page);
    if (typeof head !== 'string') continue;
    if (digestOf(head) === digestOf(content) || deps.samePage(head, content)) return page;
  }
  return undefined;
}

/** What a run knows of pages that were not there when it began. */
export class NewPages {
  readonly #known: ReadonlyMap<PageId, unknown> | null;
  readonly #ask: () => Promise<ReadonlyMap<PageId, PageSummary>>;
  readonly #taken = new Set<PageId>();
  #asked:
    | { readonly at: number; readonly pages: Promise<ReadonlyMap<PageId, PageSummary>> }
    | undefined;

  /** `known`: pages that were there; null: that is not known, and nothing is found. `ask`: all that are there now. */
  constructor(
    known: ReadonlyMap<PageId, unknown> | null,
    ask: () => Promise<ReadonlyMap<PageId, PageSummary>>,
  ) {
    this.#known = known;
    this.#ask = ask;
  }

  /** As they were at `since` or later, but for those that turn out to be another's. One request for all that ask meanwhile. `now`: as `since`. */
  async of(since: number, now: number): Promise<Iterable<readonly [PageId, PageSummary]>> {
    if (this.#known === null) return [];
    if (this.#asked === undefined || this.#asked.at < since) {
      this.#asked = { at: now, pages: this.#ask() };
    }
    return this.#unknownIn(await this.#asked.pages);
  }

  *#unknownIn(pages: ReadonlyMap<PageId, PageSummary>): Generator<readonly [PageId, PageSummary]> {
    for (const page of pages) {
      const [id] = page;
      if (!this.#known?.has(id) && !this.#taken.has(id)) yield page;
    }
  }

  take(id: PageId): void {
    this.#taken.add(id);
  }
}

interface SinceDeps extends Deps {
  readonly newPages: NewPages;
  readonly clock: Pick<Clock, 'now'>;
  readonly requestTimeoutMs: number;
}

/**
 * The page that an unanswered write made which left at `sentAt`, if it has another slug than it was made with: to make it again would make a second
 * one. Call it once the request timeout has passed.
 */
export async function findMadeSince(
  sentAt: number,
  intent: CreateIntent,
  content: string | null,
  deps: SinceDeps,
): Promise<Page | undefined> {
  const { newPages, clock, requestTimeoutMs } = deps;
  const pages = await newPages.of(sentAt + requestTimeoutMs, clock.now());
  const made = await findMade(intent, content, pages, deps);
  if (made) newPages.take(made.id);
  return made;
}
