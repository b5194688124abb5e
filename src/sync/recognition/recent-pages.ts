import type { Clock } from '../../model/clock.ts';
import type { PageId } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import { isFresh } from '../look.ts';

/** A project may have more text than fits into memory. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Pages that were just read and will be needed again shortly. Keeps as many as there is room for. */
export class RecentPages {
  readonly #pages = new Map<PageId, Page>();
  #room = MAX_CHARACTERS;

  keep(page: Page): void {
    const size = sizeOf(page);
    if (size > this.#room || this.#pages.has(page.id)) return;
    this.#room -= size;
    this.#pages.set(page.id, page);
  }

  /** Removes a page and returns it. Returns undefined if there is none, or it was read too long ago. */
  take(id: PageId, clock: Clock): Page | undefined {
    const page = this.#pages.get(id);
    if (!page) return undefined;
    this.#pages.delete(id);
    this.#room += sizeOf(page);
    return isFresh(page.sentAt, clock) ? page : undefined;
  }
}

const sizeOf = ({ contentDraft, contentPublished }: Page): number =>
  (contentDraft?.length ?? 0) + (contentPublished?.length ?? 0);
