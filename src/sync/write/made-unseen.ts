/** Finds pages whose creation was not answered and whose slug has changed since. */
import type { Api } from '../../api/api.ts';
import type { Clock } from '../../model/clock.ts';
import type { PageId } from '../../model/ids.ts';
import type { Page, PageSummary } from '../../model/resources.ts';
import { headOf, sameTitle } from '../record/stored-page.ts';
import type { CreateIntent } from '../record/entry.ts';
import { lookAt } from '../platform/look.ts';

type Summaries = ReadonlyMap<PageId, PageSummary>;

/** Records which pages existed when the run began, or were created in it. */
export class NewPages {
  readonly #known: ReadonlyMap<PageId, unknown>;
  readonly #ask: () => Promise<Summaries>;
  readonly #taken = new Set<PageId>();
  #asked: { readonly at: number; readonly pages: Promise<Summaries> } | undefined;

  /** `known`: pages that existed when the run began. `ask`: requests all pages that exist now. */
  constructor(known: ReadonlyMap<PageId, unknown>, ask: () => Promise<Summaries>) {
    this.#known = known;
    this.#ask = ask;
  }

  /**
   * All pages as of `since` or later. Calls share one request. `now`: the time on the same clock.
   */
  all(since: number, now: number): Promise<Summaries> {
    if (this.#asked === undefined || this.#asked.at < since)
      this.#asked = { at: now, pages: this.#ask() };
    return this.#asked.pages;
  }

  /** Whether the page existed when the run began, or was created in it. */
  isKnown(id: PageId): boolean {
    return this.#known.has(id) || this.#taken.has(id);
  }

  take(id: PageId): void {
    this.#taken.add(id);
  }
}

interface Deps {
  readonly api: Pick<Api, 'pages'>;
  readonly signal: AbortSignal;
  readonly samePage: (a: string, b: string) => boolean;
  readonly newPages: NewPages;
  readonly clock: Pick<Clock, 'now'>;
  readonly requestTimeoutMs: number;
}

/**
 * Finds the page of an unanswered create if it has another slug now: sending the create again would
 * make a second page. Reads only new pages with its title. Call it after the request timeout.
 */
export async function findMade(
  { at, documentation, title }: CreateIntent,
  content: string | null,
  deps: Deps,
): Promise<Page | undefined> {
  const { newPages, clock, requestTimeoutMs, samePage } = deps;
  if (content === null) return undefined;
  for (const [id, page] of await newPages.all(at + requestTimeoutMs, clock.now())) {
    if (newPages.isKnown(id) || page.documentationId !== documentation) continue;
    const found = sameTitle(page.title, title) ? await lookAt(id, deps) : undefined;
    const head = found && headOf(found);
    if (!found || typeof head !== 'string' || !samePage(head, content)) continue;
    newPages.take(id);
    return found;
  }
  return undefined;
}
