/** Deletes the pages of a run, after everything else. */
import type { Change, Delete } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import { AGAIN } from '../journal/ledger.ts';
import { forEachAtOnce } from '../pool.ts';
import { placeById } from '../push/places.ts';
import type { PlaceById } from '../push/places.ts';
import type { RunState, SyncDeps } from '../session.ts';
import { FilesAgain } from './files-again.ts';
import { prunePage } from './prune-page.ts';
import type { PruneDeps } from './prune-page.ts';
import { Subpages } from './subpages.ts';
import { settleUnseen } from './unseen-pages.ts';

/** How many pages are deleted at once. */
const DELETES_AT_ONCE = 32;

const UNSUPPORTED = 'This platform cannot delete pages through the API.';

export class PrunePages {
  readonly #state: RunState;
  readonly #deps: PruneDeps & Pick<SyncDeps, 'project'>;
  readonly #files: FilesAgain;
  /**
   * Deletions that were refused, perhaps because of a subpage. The platform does not tell which page is below
   * which, so they are tried again after other deletions.
   */
  readonly #refused = new Map<Delete, Failure>();
  /** A change that this run failed to write. A page to be deleted may be the only one with its text. */
  readonly #undone: Change | undefined;
  /** Pages that the look before their deletion did not find. */
  readonly #unseen: Delete[] = [];
  /** Pages that wait for the deletion of a page below them. */
  readonly #waiting = new Set<Delete>();
  #subpages = new Subpages([], new Map());
  #isUnsupported = false;

  /** Create it after everything else was written. */
  constructor(state: RunState, deps: PruneDeps & Pick<SyncDeps, 'project'>) {
    this.#state = state;
    this.#deps = deps;
    const { applied, failed, skipped } = deps.books.ledger;
    const moved = applied.flatMap((change) => (change.kind === 'pull' ? (change.to ?? []) : []));
    this.#files = new FilesAgain(state, deps, new Set(moved));
    const undone = [...failed, ...skipped.filter(({ change }) => isOfNewFile(change))];
    this.#undone = undone[0]?.change;
  }

  /** Deletes the pages. `each` processes a list of pages. The first page goes alone, to find out whether the platform deletes pages at all. */
  async all(
    changes: readonly Delete[],
    each: (changes: readonly Delete[], width: number, write: Write) => Promise<void>,
  ): Promise<void> {
    const write: Write = (change) => this.#delete(change);
    this.#subpages = new Subpages(changes, this.#state.lock.pages);
    const [first = [], ...rest] = this.#subpages.inOrder(changes);
    await each(first.slice(0, 1), 1, write);
    for (const level of [first.slice(1), ...rest]) await each(level, DELETES_AT_ONCE, write);
    await this.#again();
    if (this.#unseen.length > 0) {
      const gone = await settleUnseen(this.#unseen, this.#deps);
      for (const key of gone) this.#subpages.went(key);
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
    this.#refused.delete(change);
    this.#waiting.delete(change);
    if (this.#subpages.leftBelow(change.key) !== undefined) {
      this.#waiting.add(change);
      return;
    }
    const expectNoFile = (): Promise<void> => this.#files.expectNone();
    const planned = { seen, place: this.#placeOf(change), expectNoFile };
    const deleted = await prunePage(change, planned, this.#deps);
    switch (deleted.kind) {
      case 'done':
        this.#subpages.went(change.key);
        ledger.apply(change);
        return;
      case 'moved':
        ledger.skip(change, 'It was changed on the platform since the plan was made.', AGAIN);
        return;
      case 'unseen':
        this.#unseen.push(change);
        return;
      case 'refused':
        this.#refused.set(change, deleted.failure);
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

  /** Tries refused and waiting pages again as long as at least one of them gets deleted. */
  async #again(): Promise<void> {
    const { ledger } = this.#deps.books;
    const left = (): readonly Delete[] => [...this.#refused.keys(), ...this.#waiting];
    for (let before = Infinity; left().length < before && left().length > 0;) {
      before = left().length;
      await forEachAtOnce(left(), DELETES_AT_ONCE, (change) =>
        ledger.attempt([change], () => this.#carryOut(change)),
      );
    }
  }

  #giveUp(): void {
    const { ledger } = this.#deps.books;
    for (const [change, { code, message, status }] of this.#refused) {
      ledger.fail(change, new Failure(code, message, { hint: REFUSED, status }));
    }
    for (const change of this.#waiting) {
      const child = this.#subpages.leftBelow(change.key);
      ledger.skip(change, `${child} is below it, and was not deleted.`, AGAIN);
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
