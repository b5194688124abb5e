/** How old the last look at a page is when a write to it leaves. */
import type { Departure } from '../../api/calls/http.ts';
import type { Clock, Moment } from '../../model/clock.ts';
import { momentOf } from '../../model/clock.ts';
import { Failure } from '../../model/failure.ts';
import type { Page } from '../../model/resources.ts';
import { isFresh } from '../look.ts';

/** Looks in a row: to a platform that takes longer than that to show a page, the page cannot be written safely. */
const MOST_LOOKS = 3;

const never = (): boolean => false;

/** A look at a page, as it was planned with. */
export interface Looked {
  /** When it began; null: the page is yet to be made, and there is nothing to look at. */
  readonly at: Moment | null;
  /** Whether what it told is not to be relied on. */
  readonly isDue: () => boolean;
}

/** What a page is looked at with. */
export interface LookDeps {
  readonly clock: Clock;
  /** Undefined: it is gone. */
  readonly read: () => Promise<Page | undefined>;
  readonly isAsSeen: (page: Page) => boolean;
}

/**
 * The last look at one page. What was seen is taken for true for 5 s, counted when the write leaves, behind all that it waits for, from when
 * the look began.
 */
export class LastLook implements Departure {
  readonly #deps: LookDeps;
  #at: Moment | null;
  #isDue: () => boolean;
  #looks = 0;
  #left: Moment | undefined;
  #found: { readonly page: Page | undefined } | undefined;
  #trouble: { readonly error: unknown } | undefined;

  /** `isDue`: whether it does not count, however young it is. */
  constructor({ at, isDue }: Looked, deps: LookDeps) {
    this.#at = at;
    this.#isDue = isDue;
    this.#deps = deps;
  }

  readonly mayLeave = (): boolean => {
    if (!this.#isFresh()) return false;
    this.#left = momentOf(this.#deps.clock);
    this.#looks = 0;
    return true;
  };

  #isFresh(): boolean {
    if (this.#at === null) return true;
    return !this.#isDue() && isFresh(this.#at, this.#deps.clock);
  }

  readonly renew = async (): Promise<boolean> => {
    try {
      return await this.#look();
    } catch (error) {
      this.#trouble = { error };
      return false;
    }
  };

  async #look(): Promise<boolean> {
    const at = momentOf(this.#deps.clock);
    if (this.#looks >= MOST_LOOKS) {
      throw new Failure(
        'conflict',
        'The platform takes too long to show it: it could change unseen.',
        {
          hint: 'Run the same command again',
        },
      );
    }
    this.#looks += 1;
    const page = await this.#deps.read();
    this.#found = { page };
    if (page === undefined || !this.#deps.isAsSeen(page)) return false;
    this.#at = at;
    this.#isDue = never;
    return true;
  }

  /** The write was answered: what the answer says was seen when the write left, or later. */
  answered(): void {
    this.#at = this.#left ?? this.#at;
    this.#isDue = never;
  }

  /** When the write left that left last. */
  get left(): Moment | undefined {
    return this.#left;
  }

  /** Why a write was held back: what was found instead (undefined: nothing any more). Throws what kept the page from being looked at. */
  whatElse(): Page | undefined {
    if (this.#trouble) throw this.#trouble.error;
    return this.#found?.page;
  }
}
