import { setMaxListeners } from 'node:events';
import type { Adopt, Change, Pull } from '../model/change.ts';
import { Failure } from '../model/failure.ts';
import type { FailureCode } from '../model/failure.ts';
import type { Digest, PageKey } from '../model/ids.ts';
import type { LocalPage } from '../model/local.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';
import { loadCanonical } from './canonical.ts';
import { commitMessage } from './git.ts';
import { Journal } from './journal.ts';
import type { Advance } from './journal.ts';
import { journalPath, makeStateFolder, openJournalFile } from './journal-file.ts';
import type { Lock } from './lock.ts';
import { AGAIN, Ledger } from './ledger.ts';
import { lockAfter } from './lock-after.ts';
import { writeLock } from './lock-file.ts';
import { forEachAtOnce } from './pool.ts';
import { Meter } from './progress.ts';
import type { Outcome, Prepared, RunState, SyncDeps } from './session.ts';
import { lineOf } from './steps.ts';
import type { Work } from './steps.ts';
import { keepObject, objectPath } from './objects.ts';
import { sameTitle } from './observe.ts';
import type { MergedWork } from './write-merge.ts';
import { lookAgain } from './look-again.ts';
import { TextPack } from './text-pack.ts';
import {
  changesOf,
  fileChangesOf,
  isUnsettled,
  unsettledFailure,
  whyLeftOut,
  worksOf,
} from './works.ts';
import { writePage } from './write-page.ts';
import type { FileChanges } from './works.ts';
import type { WriteDeps } from './write-page.ts';

/** Pages that are written at once: some wait for the journal while others wait for the platform. The limits' lanes may let fewer go. */
const WIDTH = 128;

/** After this long a page is read again before it is written: someone may have edited it since. */
const FRESH_MS = 5000;

/** What ends the run: the next page would fail for the same reason. */
const STOPPING: ReadonlySet<FailureCode> = new Set([
  'auth-required',
  'forbidden',
  'rate-limited',
  'unreachable',
  'interrupted',
]);

/**
 * Carries out a plan. Rejects before anything is written with `guard` where the plan has refusals and `conflict` where it has
 * conflicts that no policy settles; after that it resolves, and `Outcome` says what was done, also where it was stopped early.
 */
export async function apply(prepared: Prepared, deps: SyncDeps): Promise<Outcome> {
  const { plan, state, refusals } = prepared;
  const [refusal] = refusals;
  if (refusal && !state.options.force) {
    throw new Failure('guard', refusal.message, { hint: refusal.hint });
  }
  const unsettled = plan.changes.filter((change) => isUnsettled(change, state));
  if (unsettled.length > 0) throw unsettledFailure(unsettled, state.options);

  // Each request under way listens; Node takes more than ten for a leak.
  setMaxListeners(0, deps.signal);
  const run = new Application(prepared, deps);
  if (!run.isNeeded) return run.outcome;
  await run.carryOut();
  return run.outcome;
}

class Application {
  readonly #prepared: Prepared;
  readonly #state: RunState;
  readonly #deps: SyncDeps;
  readonly #lines: Map<PageKey, BasePage>;
  readonly #ledger: Ledger;
  readonly #works: readonly Work[];
  readonly #files: FileChanges;
  #stopped: Failure | null = null;

  constructor(prepared: Prepared, deps: SyncDeps) {
    this.#prepared = prepared;
    this.#state = prepared.state;
    this.#deps = deps;
    this.#ledger = new Ledger(deps.report);
    this.#lines = new Map(prepared.state.lock.pages);
    this.#works = worksOf(prepared);
    this.#files = fileChangesOf(prepared);
    for (const change of prepared.plan.changes) {
      const reason = whyLeftOut(change);
      if (reason) this.#ledger.skip(change, reason.reason, reason.hint);
    }
  }

  get outcome(): Outcome {
    const { applied, failed, skipped } = this.#ledger;
    return { applied, failed, skipped, stopped: this.#stopped };
  }

  /** Whether anything is to be written, to the platform, to page files or to the lock. */
  get isNeeded(): boolean {
    const { plan, state } = this.#prepared;
    return (
      state.recovered ||
      this.#count > 0 ||
      plan.changes.some(
        (change) =>
          change.kind === 'adopt' || (change.kind === 'unchanged' && change.notes.length > 0),
      )
    );
  }

  get #count(): number {
    const { merges, pulls, arrivals } = this.#files;
    return this.#works.length + merges.length + pulls.length + arrivals.length;
  }

  async carryOut(): Promise<void> {
    const { project } = this.#deps;
    await makeStateFolder(project);
    this.#learn();
    // The lock has all that the journal of an earlier run knows before that journal is let go.
    await writeLock(project, this.#lock());
    const file = await (this.#deps.openJournal ?? openJournalFile)(journalPath(project));
    await file.clear();
    if (this.#count === 0) {
      await file.close();
      return;
    }
    const pack = new TextPack(project);
    const journal = new Journal(file, () => pack.write());
    try {
      await this.#writePages(journal, pack);
    } finally {
      await journal.flush();
      await writeLock(project, this.#lock());
      await journal.finish();
      await pack.close(() => digestsIn(this.#lines.values()));
    }
  }

  /** Takes into the lock what needs no request: what both sides agree on, and notes that were shown. */
  #learn(): void {
    const { local, remote } = this.#state;
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
    this.#advance(lineOf(page, remote), this.#originOf(change.key));
    this.#ledger.apply(change);
  }

  #advance(line: BasePage, was: PageKey): void {
    this.#lines.delete(was);
    this.#lines.set(line.key, line);
  }

  async #writePages(journal: Journal, pack: TextPack): Promise<void> {
    const writeDeps = await this.#writeDeps(journal, pack);
    const { clock, report, signal } = this.#deps;
    const meter = new Meter('apply', this.#count, clock, report);
    const each = async <T>(items: readonly T[], width: number, work: (item: T) => Promise<void>) =>
      forEachAtOnce(items, width, async (item) => {
        signal.throwIfAborted();
        await work(item);
        meter.step();
      });
    try {
      await this.#writeFiles(journal, pack, writeDeps, each);
      await each(this.#works, WIDTH, (work) => this.#writeOne(work, writeDeps));
    } catch (error) {
      this.#stopped = this.#asStop(error);
      this.#skipTheRest();
    }
  }

  /** Files first: a merge is sent once it is written, and what is pulled costs nothing to do again. */
  async #writeFiles(
    journal: Journal,
    pack: TextPack,
    writeDeps: WriteDeps,
    each: <T>(
      items: readonly T[],
      width: number,
      work: (item: T) => Promise<void>,
    ) => Promise<void>,
  ): Promise<void> {
    const { merges, pulls, arrivals } = this.#files;
    if (merges.length + pulls.length + arrivals.length === 0) return;
    const { TakeOver } = await import('./take-over.ts');
    const advance = (line: BasePage, was: PageKey): void => {
      journal.note({ line, was });
      this.#advance(line, was);
    };
    const isSent = (key: PageKey): boolean => this.#works.some(({ local }) => local.key === key);
    const to = { ledger: this.#ledger, pack, advance, isSent };
    const takeOver = new TakeOver(this.#state, this.#deps, to, pulls);
    const isRename = (change: Pull): boolean => takeOver.isRename(change);
    await each(merges, 1, (change) =>
      this.#guarded([change], async () => {
        const merged = await takeOver.merge(change);
        await journal.flush();
        if (merged && this.#state.options.send) await this.#sendMerged(merged, writeDeps);
      }),
    );
    await each(
      pulls.filter((change) => !isRename(change)),
      WIDTH,
      (change) => this.#guarded([change], () => takeOver.pull(change)),
    );
    await takeOver.rename(pulls.filter(isRename));
    await takeOver.arrive(arrivals);
  }

  async #sendMerged({ work, remote, line }: MergedWork, writeDeps: WriteDeps): Promise<void> {
    const placement = this.#state.snapshot.placement(work.local.key);
    if (placement.kind === 'hidden') throw new Failure('not-found', placement.reason);
    const { version, documentation } = placement;
    const now = await this.#lookAgain(work.local, remote, line);
    if (now === undefined || !isAsPlanned(remote, now)) {
      const reason = 'It was changed on the platform since it was merged; the file is merged.';
      throw new Failure('conflict', reason, { hint: AGAIN });
    }
    const texts = this.#state.texts.read(work.local);
    const target = { version, documentation, remote, base: line };
    await writePage(work, target, texts, writeDeps, (done) => this.#ledger.apply(done));
  }

  async #writeDeps(journal: Journal, pack: TextPack): Promise<WriteDeps> {
    const { api, clock, signal, requestTimeoutMs, project, report } = this.#deps;
    const { message } = this.#state.options;
    return {
      api,
      clock,
      signal,
      requestTimeoutMs,
      journal,
      pack,
      keepLost: async (text) => objectPath(project, await keepObject(project, text)),
      samePage: (await loadCanonical()).samePage,
      message: message ?? (await commitMessage(project.root)),
      advanced: ({ line, was }: Advance) => this.#advance(line, was),
      settled: ({ key }, result, id) => report({ type: 'settled', key, id, result }),
    };
  }

  #writeOne(work: Work, deps: WriteDeps): Promise<void> {
    return this.#guarded(changesOf(work), async () => {
      const target = await this.#target(work);
      if (target === undefined) return;
      const texts = this.#state.texts.read(work.local);
      await writePage(work, target, texts, deps, (change) => this.#ledger.apply(change));
    });
  }

  /** One page's failure spares the others; what is not done of `changes` has failed. */
  async #guarded(changes: readonly Change[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Failure) || STOPPING.has(error.code)) throw error;
      for (const change of changes) if (!this.#ledger.has(change)) this.#ledger.fail(change, error);
    }
  }

  /** Where the page goes; undefined where it changed since the plan was made, and is left alone. */
  async #target(work: Work): Promise<Parameters<typeof writePage>[1] | undefined> {
    const { key } = work.local;
    const { snapshot } = this.#state;
    const placement = snapshot.placement(key);
    if (placement.kind === 'hidden') throw new Failure('not-found', placement.reason);
    const origin = this.#originOf(key);
    const remote = work.create ? undefined : this.#state.remote.get(origin);
    const base = this.#state.lock.pages.get(origin);
    const { version, documentation } = placement;
    if (remote) {
      const now = await this.#lookAgain(work.local, remote, this.#state.base.get(origin));
      if (now === undefined || !isAsPlanned(remote, now)) {
        const what = now === undefined ? 'removed' : 'changed';
        for (const change of changesOf(work)) {
          const reason = `It was ${what} on the platform since the plan was made.`;
          this.#ledger.skip(change, reason, AGAIN);
        }
        return undefined;
      }
    }
    return { version, documentation, remote, base };
  }

  /** The page as it is now, where it was not looked at just now. Undefined: it is gone. */
  async #lookAgain(
    local: LocalPage,
    planned: RemotePage,
    base: BasePage | undefined,
  ): Promise<RemotePage | undefined> {
    const { snapshot, texts } = this.#state;
    if (this.#deps.clock.elapsed() - snapshot.takenAt <= FRESH_MS) return planned;
    return lookAgain(planned.id, { base, local }, texts, this.#deps);
  }

  #originOf(key: PageKey): PageKey {
    return this.#state.renamed.get(key) ?? key;
  }

  #lock(): Lock {
    return lockAfter(this.#lines, this.#state.snapshot, this.#state.lock);
  }

  #asStop(error: unknown): Failure {
    if (error instanceof Failure) return error;
    if (this.#deps.signal.aborted) return new Failure('interrupted', 'Interrupted.');
    throw error;
  }

  #skipTheRest(): void {
    const { merges, pulls, arrivals } = this.#files;
    for (const change of [...merges, ...pulls, ...arrivals, ...this.#works.flatMap(changesOf)]) {
      if (this.#ledger.has(change)) continue;
      this.#ledger.skip(change, 'The run was stopped before it was done.', AGAIN);
    }
  }
}

/** What merges may start from. */
function digestsIn(lines: Iterable<BasePage>): ReadonlySet<Digest> {
  const found = new Set<Digest>();
  for (const { sent, sentPublished, draft, published } of lines) {
    for (const digest of [sent, sentPublished, draft, published]) if (digest) found.add(digest);
  }
  return found;
}

/** Nothing that matters moved since the page was looked at. */
const isAsPlanned = (planned: RemotePage, now: RemotePage): boolean =>
  planned.slug === now.slug &&
  sameTitle(planned.title, now.title) &&
  planned.stored.draft === now.stored.draft &&
  planned.stored.published === now.stored.published;
