import type { PageId, PageKey } from '../../model/ids.ts';
import type { PageSummary } from '../../model/resources.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import { unmoved } from './observe.ts';
import type { SeenSide } from '../plan/plan.ts';

/**
 * What the platform has, by the key under which base or a look-up knows the page. Pages that did not change
 * are derived from base on each request: this is so for nearly all pages in nearly all runs, and storing them
 * would cost memory.
 */
export class RemotePages implements SeenSide {
  readonly #base: ReadonlyMap<PageKey, BasePage>;
  readonly #summaries: ReadonlyMap<PageId, PageSummary> | null;
  readonly #seen = new Map<PageKey, RemotePage | undefined>();

  /** `summaries`: the snapshot's pages. Null if there is no snapshot; then all pages count as unchanged. */
  constructor(
    base: ReadonlyMap<PageKey, BasePage>,
    summaries: ReadonlyMap<PageId, PageSummary> | null,
  ) {
    this.#base = base;
    this.#summaries = summaries;
  }

  get(key: PageKey): RemotePage | undefined {
    if (this.#seen.has(key)) return this.#seen.get(key);
    const line = this.#base.get(key);
    if (line === undefined) return undefined;
    const summary = this.#summaries?.get(line.id);
    return this.#summaries !== null && summary === undefined ? undefined : unmoved(line, summary);
  }

  isAsBase(key: PageKey): boolean {
    const line = this.#base.get(key);
    if (line === undefined || this.#seen.has(key)) return false;
    return this.#summaries?.has(line.id) ?? true;
  }

  /** Records what was seen of a page that base cannot describe. */
  set(key: PageKey, page: RemotePage | undefined): void {
    this.#seen.set(key, page);
  }

  *seen(): Generator<readonly [PageKey, RemotePage]> {
    for (const [key, page] of this.#seen) if (page !== undefined) yield [key, page];
  }
}
