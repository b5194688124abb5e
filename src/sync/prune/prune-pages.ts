/** Deletes the pages of a run, after everything else. */
import type { Change, Delete } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import type { PageKey } from '../../model/ids.ts';
import { AGAIN } from '../journal/ledger.ts';
import { forEachAtOnce } from '../pool.ts';
import { placeById } from '../push/places.ts';
import type { PlaceById } from '../push/places.ts';
import type { RunState } from '../session.ts';
import { FilesAgain } from './files-again.ts';
import { prunePage } from './prune-page.ts';
import type { PruneDeps } from './prune-page.ts';
import { Subpages } from './subpages.ts';
import { settleUnseen } from './unseen-pages.ts';

/** How many pages are deleted at once. */
const DELETES_AT_ONCE = 32;

const UNSUPPORTED = 'This platform cannot delete pages through the API.';

/** Deletes pages from the platform, those below others first. */
export class PrunePages {
  readonly #state: RunState;
  readonly #deps: PruneDeps;
  readonly #files: FilesAgain;
  /**
   * Deletions that are tried again after others: those that were refused, perhaps because of a subpage, since
   * the platform does not tell which page is below which; and, without a failure, those of pages that wait for
   * the deletion of a page below them.
   */
  readonly #left = new Map<Delete, Failure | undefined>();
  /** A change that this run failed to write. A page to be deleted may be the only one with its text. */
  readonly #undone: Change | undefined;
  /** Pages that the look before their deletion did not find. */
  readonly #unseen: Delete[] = [];
  readonly #subpages: Subpages;
  #isUnsupported = false;

  /** Create it after everything else was written. */
  constructor(changes: readonly Delete[], state: RunState, deps: PruneDeps) {
    this.#state = state;
    this.#deps = deps;
    this.#subpages = new Subpages(changes, state.lock.pages);
    const { applied, failed, skipped } = deps.books.ledger;
    const moved = applied.flatMap((change) => (change.kind === 'pull' ? (change.to ?? []) : []));
    this.#files = new FilesAgain(state, deps, new Set(moved));
    const undone = [...failed, ...skipped.filter(({ change }) => isOfNewFile(change))];
    this.#undone = undone[0]?.change;
  }

  /** Deletes the pages. `each` processes a list of pages. The first page goes alone, to find out whether the platform deletes pages at all. */
  async all(
    each: (changes: readonly Delete[], width: number, write: Write) => Promise<void>,
  ): Promise<void> {
    const write: Write = (change) => this.#delete(change);
    const [first = [], ...rest] = this.#subpages.inOrder();
    await each(first.slice(0, 1), 1, write);
    for (const level of [first.slice(1), ...rest]) await each(level, DELETES_AT_ONCE, write);
    await this.#again();
    if (this.#unseen.length > 0) {
      await settleUnseen(this.#unseen, this.#deps);
      await this.#again();
    }
    this.#giveUp();
  }

  async #delete(change: Delete): Promise<void> {
    const { books, places } = this.#deps;
    const { ledger } = books;
    if (this.#isUnsupported) {
      ledger.skip(change, UNSUPPORTED, EDITOR);
      return;
    }
    if (this.#undone !== undefined) {
      ledger.skip(change, `${this.#undone.key} was not written, and may be the same page.`, FIRST);
      return;
    }
    await places.write(this.#placeOf(change), [change], ledger, () => this.#carryOut(change));
  }

  async #carryOut(change: Delete): Promise<void> {
    const { ledger } = this.#deps.books;
    const seen = this.#state.sides.remote.get(change.key);
    if (seen === undefined) throw new Error('a page is deleted that nobody saw');
    this.#left.delete(change);
    if (this.#leftBelow(change) !== undefined) {
      this.#left.set(change, undefined);
      return;
    }
    const expectNoFile = (): Promise<void> => this.#files.expectNone();
    const planned = { seen, place: this.#placeOf(change), expectNoFile };
    const deleted = await prunePage(change, planned, this.#deps);
    switch (deleted.kind) {
      case 'done':
        ledger.apply(change);
        return;
      case 'moved':
        ledger.skip(change, 'It was changed on the platform since the plan was made.', AGAIN);
        return;
      case 'unseen':
        this.#unseen.push(change);
        return;
      case 'refused':
        this.#left.set(change, deleted.failure);
        return;
      case 'unsupported':
        this.#isUnsupported = true;
        ledger.skip(change, UNSUPPORTED, EDITOR);
        return;
      default:
        deleted satisfies never;
    }
  }

  #placeOf({ key }: Delete): PlaceById {
    return placeById(this.#state.snapshot.placement(key));
  }

  /** A page that was below this one and is not deleted yet. */
  #leftBelow({ key }: Delete): PageKey | undefined {
    const { ledger } = this.#deps.books;
    return this.#subpages.below(key).find((child) => !ledger.isApplied(child))?.key;
  }

  /** Tries what is left again as long as at least one of the pages gets deleted. */
  async #again(): Promise<void> {
    const { ledger } = this.#deps.books;
    for (let before = Infinity; this.#left.size < before && this.#left.size > 0;) {
      before = this.#left.size;
      await forEachAtOnce([...this.#left.keys()], DELETES_AT_ONCE, (change) =>
        ledger.attempt([change], () => this.#carryOut(change)),
      );
    }
  }

  #giveUp(): void {
    const { ledger } = this.#deps.books;
    for (const [change, failure] of this.#left) {
      if (failure) {
        const { code, message, status } = failure;
        ledger.fail(change, new Failure(code, message, { hint: REFUSED, status }));
      } else {
        ledger.skip(change, `${this.#leftBelow(change)} is below it, and was not deleted.`, AGAIN);
      }
    }
  }
}

/** Whether the change is of a file whose page was to be created, or whose place another page has. */
const isOfNewFile = (change: Change): boolean =>
  change.kind === 'create' || (change.kind === 'conflict' && change.group === 'no-base');

const FIRST = 'Resolve that first, then run the same command again';

/** Processes one page. */
type Write = (change: Delete) => Promise<void>;

const EDITOR = 'Delete it in the editor';

const REFUSED = 'Delete subpages before their parent; pages in a locked version cannot be deleted';
