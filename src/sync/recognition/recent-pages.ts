import type { Clock } from '../../model/clock.ts';
import type { PageId } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import { isFresh } from '../look.ts';
import type { Look } from '../look.ts';

/** A project may have more text than fits into memory. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** Pages that were just read and will be needed again shortly. Keeps as many as there is room for. */
export class RecentPages {
  readonly #looks = new Map<PageId, Look>();
  #room = MOST_CHARACTERS;

  keep(look: Look): void {
    const size = sizeOf(look.page);
    if (size > this.#room || this.#looks.has(look.page.id)) return;
    this.#room -= size;
    this.#looks.set(look.page.id, look);
  }

  /** Removes the look at a page and returns it. Returns undefined if there is none, or it is too old. */
  take(id: PageId, clock: Clock): Look | undefined {
    const look = this.#looks.get(id);
    if (!look) return undefined;
    this.#looks.delete(id);
    this.#room += sizeOf(look.page);
    return isFresh(look.at, clock) ? look : undefined;
  }
}

const sizeOf = ({ contentDraft, contentPublished }: Page): number =>
  (contentDraft?.length ?? 0) + (contentPublished?.length ?? 0);
