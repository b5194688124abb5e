import type { Adopt, Change, Pull } from '../model/change.ts';
import { Failure } from '../model/failure.ts';
import { fileFailure } from '../model/file-trouble.ts';
import type { Digest, PageKey } from '../model/ids.ts';
import type { LocalPage } from '../model/local.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';
import { goneOnBothSides } from './forget.ts';
import { Journal } from './journal.ts';
import type { Advance, Intent } from './journal.ts';
import { journalPath, makeStateFolder, openJournalFile } from './journal-file.ts';
import type { Ledger } from './ledger.ts';
import { lineOf } from './line.ts';
import type { Lock } from './lock.ts';
import { lockAfter } from './lock-after.ts';
import { noteStillDates } from './dates.ts';
import type { Dates } from './dates.ts';
import { writeLock } from './lock-file.ts';
import { forEachAtOnce } from './pool.ts';
import { Meter } from './progress.ts';
import { PageSender } from './send-pages.ts';
import type { Outcome, Prepared, RunState, SyncDeps } from './session.ts';
import { replacedBefore } from './taken-back.ts';
import { TextPack } from './text-pack.ts';
import { changesOf, provenLines } from './works.ts';
import type { Job } from './works.ts';

/** Pages that are written at once: some wait for the journal while others wait for the platform. The limits' lanes may let fewer go. */
const WIDTH = 128;

/** What is to be carried out, and the ledger that is kept of it. */
export interface Assignment {
  readonly prepared: Prepared;
  readonly job: Job;
  readonly ledger: Ledger;
}

/** Carries out a job, and takes into the lock what needs no request. Resolves with what stopped it early; null: nothing. */
export async function carryOut(
  assignment: Assignment,
  deps: SyncDeps,
): Promise<Outcome['stopped']> {
  return new Application(assignment, deps).carryOut();
}

class Application {
  readonly #prepared: Prepared;
  readonly #state: RunState;
  readonly #deps: SyncDeps;
  readonly #lines: Map<PageKey, BasePage>;
  readonly #ledger: Ledger;
  readonly #job: Job;
  readonly #dates: Dates;
  #stopped: Failure | null = null;

  constructor({ prepared, job, ledger }: Assignment, deps: SyncDeps) {
    this.#prepared = prepared;
    this.#state = prepared.state;
    this.#deps = deps;
    this.#ledger = ledger;
    this.#job = job;
    this.#dates = { standStill: prepared.state.still };
    this.#lines = new Map(prepared.state.lock.pages);
  }

  async carryOut(): Promise<Failure | null> {
    const { project } = this.#deps;
    await makeStateFolder(project);
    this.#learn(await goneOnBothSides(this.#state, this.#deps));
    // The lock has all that the journal of an earlier run knows before that journal is let go.
    await writeLock(project, this.#lock());
    const file = await (this.#deps.openJournal ?? openJournalFile)(journalPath(project));
    const pack = new TextPack(project);
    const journal = new Journal(file, () => pack.write());
    try {
      await journal.start(this.#leftOpen());
      if (this.#job.size > 0) await this.#write(journal, pack);
    } finally {
      await this.#close(journal, pack);
    }
    return this.#stopped;
  }

  /**
   * Each step is tried, whatever failed before. Outcomes are in the lock or in the journal; what became of writes that are in neither is
   * looked for by the next run.
   */
  async #close(journal: Journal, pack: TextPack): Promise<void> {
    const { project } = this.#deps;
    const errors: unknown[] = [];
    const attempt = (step: () => Promise<void>): Promise<boolean> =>
      step().then(
        () => true,
        (error: unknown) => {
          errors.push(error);
          return false;
        },
      );
    if (this.#job.size > 0) {
      await attempt(() => journal.flush());
      const isKept = await attempt(() => writeLock(project, this.#lock()));
      // The lock has all that could not be noted.
      if (isKept) errors.pop();
      if (this.#dates.standStill) await attempt(() => noteStillDates(project));
      if (isKept) await attempt(() => journal.finish());
    }
    await attempt(() => journal.close());
    await attempt(() => pack.close(() => digestsIn(this.#lines.values(), journal.open)));
    for (const error of errors) this.#stopped ??= this.#asStop(error);
  }

  /** Writes of earlier runs that the lock, as it is written now, does not answer for. */
  #leftOpen(): readonly Intent[] {
    const { left, lock } = this.#state;
    return left.filter(({ key }) => this.#lines.get(key) === lock.pages.get(key));
  }

  /** Takes into the lock what needs no write: what both sides agree on, what a look proved, notes that were shown; lets go what is gone. */
  #learn(gone: readonly PageKey[]): void {
    const { local, remote, own } = this.#state;
    for (const line of provenLines(this.#state)) this.#lines.set(line.key, line);
    for (const key of gone) this.#lines.delete(key);
    for (const [key, line] of own) this.#lines.set(key, line);
    for (const change of this.#prepared.plan.changes) {
      const page = change.key === null ? undefined : local.pages.get(change.key);
      if (change.kind === 'adopt' && page) {
        this.#adopt(change, page, remote.get(this.#originOf(change.key)));
      } else if (change.kind === 'unchanged' && change.notes.length > 0 && page) {
        const line = this.#lines.get(change.key);
        if (line) this.#lines.set(change.key, { ...line, header: page.headerDigest });
      }
    }
  }

  #adopt(change: Adopt, page: LocalPage, remote: RemotePage | undefined): void {
    if (!remote) return;
    const origin = this.#originOf(change.key);
    const line = {
      ...lineOf(page, remote),
      ...replacedBefore(this.#lines.get(origin), page, false),
    };
    this.#advance(line, origin);
    this.#ledger.apply(change);
  }

  #advance(line: BasePage, was: PageKey): void {
    this.#lines.delete(was);
    this.#lines.set(line.key, line);
  }

  async #write(journal: Journal, pack: TextPack): Promise<void> {
    const { clock, report, signal } = this.#deps;
    const meter = new Meter('apply', this.#job.size, clock, report);
    const advanced = ({ line, was }: Advance): void => this.#advance(line, was);
    const [ledger, lines, dates] = [this.#ledger, this.#lines, this.#dates];
    const books = { ledger, journal, pack, lines, dates, advanced };
    const each: Each = (items, width, changesOf, carryOut) =>
      forEachAtOnce(items, width, async (item) => {
        signal.throwIfAborted();
        await this.#ledger.attempt(changesOf(item), () => carryOut(item));
        meter.step();
      });
    try {
      const sender = await PageSender.open(this.#state, this.#deps, books);
      await this.#writeFiles(sender, books, each);
      await each(this.#job.works, WIDTH, changesOf, (work) => sender.send(work));
    } catch (error) {
      this.#stopped = this.#asStop(error);
      const open = new Set<PageKey>();
      for (const { key } of journal.open) open.add(key);
      this.#ledger.stop(this.#tried(), open);
    }
  }

  /** Files first: a merge is sent once it is written, and what is pulled costs nothing to do again. */
  async #writeFiles(
    sender: PageSender,
    { ledger, journal, pack }: { ledger: Ledger; journal: Journal; pack: TextPack },
    each: Each,
  ): Promise<void> {
    const { merges, pulls, arrivals } = this.#job;
    if (merges.length + pulls.length + arrivals.length === 0) return;
    const { TakeOver } = await import('./take-over.ts');
    const advance = (line: BasePage, was: PageKey): void => {
      journal.note({ line, was });
      this.#advance(line, was);
    };
    const sent = new Set(this.#job.works.map(({ local }) => local.key));
    const flush = (): Promise<void> => journal.flush();
    const to = { ledger, pack, advance, flush, sent };
    const takeOver = new TakeOver(this.#state, this.#deps, to, pulls);
    const isRename = (change: Pull): boolean => takeOver.isRename(change);
    const itself = (change: Change): Change[] => [change];
    await each(merges, 1, itself, async (change) => {
      const merged = await takeOver.merge(change);
      await journal.flush();
      if (merged && this.#state.options.send) await sender.sendMerged(merged);
    });
    await each(pulls, WIDTH, itself, (change) => takeOver.pull(change));
    await takeOver.rename(pulls.filter(isRename));
    await takeOver.arrive(arrivals);
  }

  *#tried(): Generator<Change> {
    const { merges, pulls, arrivals } = this.#job;
    yield* merges;
    yield* pulls;
    yield* arrivals;
    for (const work of this.#job.works) yield* changesOf(work);
  }

  #originOf(key: PageKey): PageKey {
    return this.#state.renamed.get(key) ?? key;
  }

  #lock(): Lock {
    return lockAfter(this.#lines, this.#state.snapshot, this.#state.lock);
  }

  #asStop(error: unknown): Failure {
    const { signal } = this.#deps;
    const isInterrupted = error instanceof Failure ? error.code === 'interrupted' : signal.aborted;
    if (isInterrupted) return new Failure('interrupted', 'Interrupted.');
    if (error instanceof Failure) return error;
    const { stateFolder } = this.#deps.project;
    const failure = fileFailure(
      error,
      'failed',
      `The run cannot be noted in ${stateFolder}`,
      NOTED,
    );
    if (failure) return failure;
    throw error;
  }
}

const NOTED =
  'Make room or give access, then run the same command again; it looks first at what the platform has.';

/** Goes through items, so many at once, and keeps the ledger and the meter of it. */
type Each = <T>(
  items: readonly T[],
  width: number,
  changesOf: (item: T) => readonly Change[],
  carryOut: (item: T) => Promise<void>,
) => Promise<void>;

/** What merges may start from, and what writes that nobody knows about sent. */
function digestsIn(lines: Iterable<BasePage>, open: Iterable<Intent>): ReadonlySet<Digest> {
  const found = new Set<Digest>();
  for (const intent of open) if (intent.op !== 'publish' && intent.sent) found.add(intent.sent);
  for (const { sent, sentPublished, draft, published } of lines) {
    for (const digest of [sent, sentPublished, draft, published]) if (digest) found.add(digest);
  }
  return found;
}
