import { ageOf } from '../../model/clock.ts';
import type { Clock, Moment } from '../../model/clock.ts';
import type { PageId } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';

/** A page that was last looked at longer ago than this is read again before anything is written of it: somebody may have edited it since. */
const FRESH_MS = 5000;

/** Whether what a look told that began at `at` still counts. */
export const isFresh = (at: Moment, clock: Clock): boolean => ageOf(at, clock) <= FRESH_MS;

/** Memory is not for all of a project's texts. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** A page that was read. */
export interface Look {
  readonly page: Page;
  /** When it began. */
  readonly at: Moment;
}

/** Pages that were read, for who wants them a moment later: as many as there is room for. */
export class RecentPages {
  readonly #looks = new Map<PageId, Look>();
  #room = MOST_CHARACTERS;

  keep(look: Look): void {
    const size = sizeOf(look.page);
    if (size > this.#room || this.#looks.has(look.page.id)) return;
    this.#room -= size;
    this.#looks.set(look.page.id, look);
  }

  /** The look at a page, which is let go. Returns undefined when it is not kept, or is too old to rely on. */
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
