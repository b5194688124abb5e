/** Reads single pages, which may be gone, and decides how old a look may be. Keeps recent pages. */
import type { Api } from '../../api/api.ts';
import { ageOf } from '../../model/time.ts';
import type { Clock, Moment } from '../../model/time.ts';
import { Failure } from '../../model/failure.ts';
import type { DocumentationId, PageId, Slug, VersionId } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import { forEachAtOnce, READS_AT_ONCE } from '../pool.ts';
import type { Meter } from '../pool.ts';

/** What is needed to read a page. */
export interface PageSource {
  readonly api: Pick<Api, 'pages'>;
  readonly signal: AbortSignal;
}

/** An older look is repeated before a write: somebody may have edited the page since. */
const FRESH_MS = 5000;

/** Whether a look at a page whose request was sent at `at` is still recent enough to write. */
const isFresh = (at: Moment, clock: Clock): boolean => ageOf(at, clock) <= FRESH_MS;

/** Reads a page. Returns undefined if it no longer exists. */
export const lookAt = (id: PageId, { api, signal }: PageSource): Promise<Page | undefined> =>
  orMissing(api.pages.read(id, { signal }));

/** How often a page is read in a row if the answers arrive too late to count as recent. */
const MAX_LOOKS = 2;

/** What was last seen of a page that is about to be written. */
export interface LastLook {
  readonly id: PageId;
  /** When the look was sent. Null: the page was not read in this run. */
  readonly at: Moment | null;
  /** Whether nothing that matters has changed since. */
  readonly isAsSeen: (page: Page) => boolean;
}

/** The page has changed since we last looked. Null: it is gone. */
export interface StaleLook {
  readonly kind: 'stale';
  readonly page: Page | null;
}

/**
 * Reads a page that is about to be written again, unless the last look is at most 5 s old. Resolves
 * to the newest look if the page is as it was. Rejects with `conflict` if the answer takes too long:
 * the page could change unseen. Call it when the write has its slot.
 */
export async function lookAgain(
  look: LastLook,
  deps: PageSource & { readonly clock: Clock },
): Promise<{ readonly kind: 'as-seen'; readonly look: LastLook } | StaleLook> {
  if (look.at !== null && isFresh(look.at, deps.clock)) return { kind: 'as-seen', look };
  for (let count = 1; count <= MAX_LOOKS; count += 1) {
    const page = await lookAt(look.id, deps);
    if (page === undefined || !look.isAsSeen(page)) return { kind: 'stale', page: page ?? null };
    const at = page.sentAt;
    if (isFresh(at, deps.clock)) return { kind: 'as-seen', look: { ...look, at } };
  }
  throw new Failure('conflict', 'The platform took too long to return the page.', {
    hint: 'Run the same command again',
  });
}

/**
 * Checks a deletion that the platform confirmed. Returns undefined if the page is gone, and a
 * failure if it is still there. Rejects if the platform cannot be read.
 */
export async function stillThere(id: PageId, deps: PageSource): Promise<Failure | undefined> {
  if ((await lookAt(id, deps)) === undefined) return undefined;
  return new Failure(
    'platform-refused',
    'The platform answered that it deleted the page, but it still has it.',
    { hint: 'Delete subpages before their parent; otherwise delete the page in the editor' },
  );
}

/** Identifies a page by its slug. */
interface Address {
  readonly version: VersionId;
  readonly documentation: DocumentationId;
  readonly slug: Slug;
}

/**
 * Finds a page by its slug. Returns undefined if there is none. Its rate limit is a tenth of that
 * of reading by id.
 */
export const lookUp = (
  { version, documentation, slug }: Address,
  { api, signal }: PageSource,
): Promise<Page | undefined> =>
  orMissing(
    api.pages.find(
      { version: { id: version }, documentation: { id: documentation }, slug },
      { signal },
    ),
  );

/** Waits for the answer. Returns undefined if it is `not-found`. */
async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** The limit for texts of kept pages, because a project may have more text than fits into memory. */
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

  /**
   * A kept page, however old it is: for showing what was compared, not for deciding about a write.
   */
  peek(id: PageId): Page | undefined {
    return this.#pages.get(id);
  }

  /**
   * Returns the page for a decision about a write: the kept copy, which is then dropped, or a new
   * reading if that is too old. Undefined if it no longer exists.
   */
  async look(id: PageId, deps: PageSource & { readonly clock: Clock }): Promise<Page | undefined> {
    const kept = this.#pages.get(id);
    if (kept) {
      this.#pages.delete(id);
      this.#room += sizeOf(kept);
    }
    return kept && isFresh(kept.sentAt, deps.clock) ? kept : lookAt(id, deps);
  }
}

const sizeOf = ({ contentDraft, contentPublished }: Page): number =>
  (contentDraft?.length ?? 0) + (contentPublished?.length ?? 0);

/**
 * Reads the page of each item, several at once, and passes it to `see`; undefined if the page no
 * longer exists.
 */
export const lookAtEach = <T extends { readonly id: PageId }>(
  items: Iterable<T>,
  deps: PageSource & { readonly meter?: Meter },
  see: (page: Page | undefined, item: T) => void,
): Promise<void> =>
  forEachAtOnce(
    items,
    READS_AT_ONCE,
    async (item) => {
      see(await lookAt(item.id, deps), item);
    },
    deps.meter,
  );
