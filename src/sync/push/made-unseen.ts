/** Finds pages whose creation got no answer, and which already have another slug when they are looked for. */
import type { Api } from '../../api/api.ts';
import type { Clock } from '../../model/clock.ts';
import type { PageId } from '../../model/ids.ts';
import type { Page, PageSummary } from '../../model/resources.ts';
import { lookAt } from '../look.ts';
import type { CreateIntent } from '../log/entry.ts';
import { headOf, sameTitle } from '../lock/stored-page.ts';

interface Deps {
  readonly api: Pick<Api, 'pages'>;
  readonly signal: AbortSignal;
  readonly samePage: (a: string, b: string) => boolean;
}

/** The page among `pages` that has the title and the text that were sent. `pages` must be unclaimed ones. Reads only pages with that title. */
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
    if (typeof head === 'string' && deps.samePage(head, content)) return page;
  }
  return undefined;
}

/** Finds pages that did not exist when the run began. */
export class NewPages {
  readonly #known: ReadonlyMap<PageId, unknown> | null;
  readonly #ask: () => Promise<ReadonlyMap<PageId, PageSummary>>;
  readonly #taken = new Set<PageId>();
  #asked:
    | { readonly at: number; readonly pages: Promise<ReadonlyMap<PageId, PageSummary>> }
    | undefined;

  /** `known`: pages that existed when the run began; null if that is unknown, and then nothing is found. `ask`: requests all pages that exist now. */
  constructor(
    known: ReadonlyMap<PageId, unknown> | null,
    ask: () => Promise<ReadonlyMap<PageId, PageSummary>>,
  ) {
    this.#known = known;
    this.#ask = ask;
  }

  /**
   * New pages as they were at `since` or later, without those that were taken. Concurrent calls share one
   * request. `now`: the present time on the same clock.
   */
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

  /** Whether the page existed when the run began, or was created in it. */
  isKnown(id: PageId): boolean {
    return this.#known?.has(id) === true || this.#taken.has(id);
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
 * Finds the page that was created by an unanswered write sent at `sentAt`, if it has another slug now:
 * creating it again would make a second one. Call it after the request timeout has passed.
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
