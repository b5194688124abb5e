/** Keeps track of how old the last look at a page is when a write to it is sent. */
import type { Departure } from '../../api/calls/http.ts';
import type { Clock, Moment } from '../../model/clock.ts';
import { momentOf } from '../../model/clock.ts';
import { Failure } from '../../model/failure.ts';
import type { Page } from '../../model/resources.ts';
import { isFresh } from '../look.ts';

/** How many looks in a row are tried. If the platform takes too long for each, the page cannot be written safely. */
const MOST_LOOKS = 3;

const never = (): boolean => false;

/** The look at a page that the plan was based on. */
export interface Looked {
  /** When it began. Null: the page does not exist yet, so there is nothing to look at. */
  readonly at: Moment | null;
  /** Whether the look does not count. */
  readonly isDue: () => boolean;
}

/** What is needed to look at a page. */
export interface LookDeps {
  readonly clock: Clock;
  /** Resolves to undefined if the page is gone. */
  readonly read: () => Promise<Page | undefined>;
  readonly isAsSeen: (page: Page) => boolean;
  /** Throws if this run must not write any more. */
  readonly requireHeld?: (() => void) | undefined;
}

/**
 * The last look at one page. What it showed is trusted for 5 s, from the start of the look until the write is
 * sent, after everything that the write waits for.
 */
export class LastLook implements Departure {
  readonly #deps: LookDeps;
  #at: Moment | null;
  #isDue: () => boolean;
  #looks = 0;
  #left: Moment | undefined;
  #found: { readonly page: Page | undefined } | undefined;
  #trouble: { readonly error: unknown } | undefined;

  /** `isDue`: whether the look does not count, however recent it is. */
  constructor({ at, isDue }: Looked, deps: LookDeps) {
    this.#at = at;
    this.#isDue = isDue;
    this.#deps = deps;
  }

  readonly mayLeave = (): boolean => {
    if (!this.#isHeld() || !this.#isFresh()) return false;
    this.#left = momentOf(this.#deps.clock);
    this.#looks = 0;
    return true;
  };

  /** A run that was suspended may no longer hold its folder. */
  #isHeld(): boolean {
    try {
      this.#deps.requireHeld?.();
      return true;
    } catch (error) {
      this.#trouble = { error };
      return false;
    }
  }

  #isFresh(): boolean {
    if (this.#at === null) return true;
    return !this.#isDue() && isFresh(this.#at, this.#deps.clock);
  }

  readonly renew = async (): Promise<boolean> => {
    if (this.#trouble) return false;
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
        'The platform took too long to return the page: it could have changed unseen.',
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

  /** The write was answered: what the answer shows was true when the write was sent, or later. */
  answered(): void {
    this.#at = this.#left ?? this.#at;
    this.#isDue = never;
  }

  /** When the last write was sent. */
  get left(): Moment | undefined {
    return this.#left;
  }

  /** Why a write was held back: the page that was found instead, or undefined if it is gone. Throws if the page could not be looked at, or if this run must not write any more. */
  whatElse(): Page | undefined {
    if (this.#trouble) throw this.#trouble.error;
    return this.#found?.page;
  }
}
