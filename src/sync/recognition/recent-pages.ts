import type { Clock, Moment } from '../../model/clock.ts';
import type { PageId } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import { isFresh } from './fresh.ts';

/** Memory is not for all of a project's texts. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

interface Look {
  readonly page: Page;
  readonly at: Moment;
}

/** Pages as they were read for the plan, for files that are written a moment later: as many as there is room for. */
export class RecentPages {
  readonly #looks = new Map<PageId, Look>();
  #room = MOST_CHARACTERS;

  /** `at`: when the look began. */
  keep(page: Page, at: Moment): void {
    const size = (page.contentDraft?.length ?? 0) + (page.contentPublished?.length ?? 0);
    if (size > this.#room) return;
    this.#room -= size;
    this.#looks.set(page.id, { page, at });
  }

  /** The page, which is let go. Returns undefined when it is not kept, or the look is too old to rely on. */
  take(id: PageId, clock: Clock): Page | undefined {
    const look = this.#looks.get(id);
    this.#looks.delete(id);
    return look && isFresh(look.at, clock) ? look.page : undefined;
  }
}
