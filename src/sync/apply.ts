import { setMaxListeners } from 'node:events';
import type { Adopt, Change, Pull } from '../model/change.ts';
import { Failure } from '../model/failure.ts';
import type { FailureCode } from '../model/failure.ts';
import type { Digest, DocumentationId, PageKey } from '../model/ids.ts';
import type { LocalPage } from '../model/local.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';
import { loadCanonical } from './canonical.ts';
import { found } from './documentations.ts';
import { commitMessage } from './git.ts';
import { Journal } from './journal.ts';
import type { Advance } from './journal.ts';
import { journalPath, makeStateFolder, openJournalFile } from './journal-file.ts';
import type { Lock } from './lock.ts';
import { documentationKey } from './lock.ts';
import { writeLock } from './lock-file.ts';
import { forEachAtOnce } from './pool.ts';
import { Meter } from './progress.ts';
import type { NotApplied, Outcome, Prepared, RunState, SyncDeps } from './session.ts';
import { lineAfterPull, lineOf } from './steps.ts';
import type { Work } from './steps.ts';
import { keepObject, objectPath } from './objects.ts';
import { headDigest, storedOf } from './observe.ts';
import { lookAgain } from './look-again.ts';
import { TextPack } from './text-pack.ts';
import {
  changesOf,
  isTakenOver,
  isUnsettled,
  unsettledFailure,
  whyLeftOut,
  worksOf,
} from './works.ts';
import { writePage } from './write-page.ts';
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
  if (unsettled.length > 0) throw unsettledFailure(unsettled);

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
  readonly #applied: { readonly change: Change }[] = [];
  readonly #failed: NotApplied[] = [];
  readonly #skipped: NotApplied[] = [];
  readonly #works: readonly Work[];
  readonly #pulls: readonly Pull[];
  #stopped: Failure | null = null;

  constructor(prepared: Prepared, deps: SyncDeps) {
    this.#prepared = prepared;
    this.#state = prepared.state;
    this.#deps = deps;
    this.#lines = new Map(prepared.state.lock.pages);
    this.#works = worksOf(prepared);
    this.#pulls = prepared.plan.changes.filter((change) => isTakenOver(change, prepared.state));
    for (const change of prepared.plan.changes) {
      const reason = whyLeftOut(change);
      if (reason) this.#skip(change, reason.reason, reason.hint);
    }
  }

  get outcome(): Outcome {
    return {
      applied: this.#applied,
      failed: this.#failed,
      skipped: this.#skipped,
      stopped: this.#stopped,
    };
  }

  /** Whether anything is to be written, to the platform or to the lock. */
  get isNeeded(): boolean {
    const { plan, state } = this.#prepared;
    return (
      state.recovered ||
      this.#works.length > 0 ||
      this.#pulls.length > 0 ||
      plan.changes.some(
        (change) =>
          change.kind === 'adopt' || (change.kind === 'unchanged' && change.notes.length > 0),
      )
    );
  }

  async carryOut(): Promise<void> {
    const { project } = this.#deps;
    await makeStateFolder(project);
    this.#learn();
    // The lock has all that the journal of an earlier run knows before that journal is let go.
    await writeLock(project, this.#lock());
    if (this.#works.length + this.#pulls.length === 0) return;
    const file = await (this.#deps.openJournal ?? openJournalFile)(journalPath(project));
    await file.clear();
    const journal = new Journal(file);
    const pack = new TextPack(project);
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
    this.#lines.delete(this.#originOf(change.key));
    this.#lines.set(change.key, lineOf(page, remote));
    this.#applied.push({ change });
    this.#report(change, 'applied');
  }

  async #writePages(journal: Journal, pack: TextPack): Promise<void> {
    const writeDeps = await this.#writeDeps(journal, pack);
    const meter = new Meter(
      'apply',
      this.#works.length + this.#pulls.length,
      this.#deps.clock,
      this.#deps.report,
    );
    try {
      await forEachAtOnce(this.#works, WIDTH, async (work) => {
        this.#deps.signal.throwIfAborted();
        await this.#writeOne(work, writeDeps);
        meter.step();
      });
      await forEachAtOnce(this.#pulls, WIDTH, async (change) => {
        this.#deps.signal.throwIfAborted();
        await this.#pullOne(change);
        meter.step();
      });
    } catch (error) {
      this.#stopped = this.#asStop(error);
      this.#skipTheRest();
    }
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
      advanced: ({ line, was }: Advance) => {
        this.#lines.delete(was);
        this.#lines.set(line.key, line);
      },
      settled: ({ key }, result, id) => report({ type: 'settled', key, id, result }),
    };
  }

  async #writeOne(work: Work, deps: WriteDeps): Promise<void> {
    const { local } = work;
    const changes = changesOf(work);
    const done = new Set<Change>();
    try {
      const target = await this.#target(work);
      if (target === undefined) return;
      const texts = this.#state.texts.read(local);
      await writePage(work, target, texts, deps, (change) => {
        done.add(change);
        this.#applied.push({ change });
        this.#report(change, 'applied');
      });
    } catch (error) {
      if (!(error instanceof Failure) || STOPPING.has(error.code)) throw error;
      for (const change of changes) if (!done.has(change)) this.#fail(change, error);
    }
  }

  async #pullOne(change: Pull): Promise<void> {
    const { local, remote, texts } = this.#state;
    const page = local.pages.get(change.key);
    const planned = remote.get(this.#originOf(change.key));
    if (!page || !planned) return;
    try {
      const answer = await found(
        this.#deps.api.pages.read(change.id, undefined, this.#deps.signal),
      );
      if (!answer || headDigest(storedOf(answer)) !== headDigest(planned.stored)) {
        this.#skip(change, 'It was changed on the platform since the plan was made.', AGAIN);
        return;
      }
      texts.read(page);
      const { pullPage } = await import('./pull-page.ts');
      const { project } = this.#deps;
      const pulled = await pullPage(answer, page, change.fields, project, texts.pages);
      const before = this.#lines.get(change.key);
      this.#lines.set(
        change.key,
        lineAfterPull(change, pulled, { stored: storedOf(answer) }, planned, before),
      );
      this.#applied.push({ change });
      this.#report(change, 'applied');
    } catch (error) {
      if (!(error instanceof Failure) || STOPPING.has(error.code)) throw error;
      this.#fail(change, error);
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
    if (remote && this.#deps.clock.elapsed() - snapshot.takenAt > FRESH_MS) {
      const beside = { base: this.#state.base.get(origin), local: work.local };
      const now = await lookAgain(remote.id, beside, this.#state.texts, this.#deps);
      if (now === undefined || !isAsPlanned(remote, now)) {
        const what = now === undefined ? 'removed' : 'changed';
        for (const change of changesOf(work)) {
          this.#skip(change, `It was ${what} on the platform since the plan was made.`, AGAIN);
        }
        return undefined;
      }
    }
    return { version, documentation, remote, base };
  }

  #originOf(key: PageKey): PageKey {
    return this.#state.renamed.get(key) ?? key;
  }

  #lock(): Lock {
    const { snapshot, lock } = this.#state;
    const seen = new Set<string>();
    for (const key of this.#lines.keys()) seen.add(documentationKey(key));
    const documentations = new Map<string, DocumentationId>();
    for (const name of seen) {
      const id = snapshot.documentations.get(name) ?? lock.documentations.get(name);
      if (id !== undefined) documentations.set(name, id);
    }
    const versions = new Map(lock.versions);
    versions.clear();
    for (const name of documentations.keys()) {
      const slug = name.slice(0, name.indexOf('/'));
      const id = snapshot.versions.get(slug) ?? lock.versions.get(slug);
      if (id !== undefined) versions.set(slug, id);
    }
    return { versions, documentations, pages: this.#lines };
  }

  #asStop(error: unknown): Failure {
    if (error instanceof Failure) return error;
    if (this.#deps.signal.aborted) return new Failure('interrupted', 'Interrupted.');
    throw error;
  }

  #skipTheRest(): void {
    const handled = new Set<Change>();
    for (const { change } of [...this.#applied, ...this.#failed, ...this.#skipped]) {
      handled.add(change);
    }
    for (const work of this.#works) {
      for (const change of changesOf(work)) {
        if (!handled.has(change))
          this.#skip(change, 'The run was stopped before it was done.', AGAIN);
      }
    }
  }

  #skip(change: Change, reason: string, hint: string | undefined): void {
    this.#skipped.push({ change, reason, hint });
    this.#report(change, 'skipped', reason);
  }

  #fail(change: Change, { message, hint, code }: Failure): void {
    this.#failed.push({ change, reason: message, hint });
    this.#report(change, 'failed', message, code);
  }

  #report(
    change: Change,
    result: 'applied' | 'skipped' | 'failed',
    reason?: string,
    code?: FailureCode,
  ): void {
    this.#deps.report({ type: 'handled', change, result, reason, code });
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

const AGAIN = 'Run the same command again.';

/** Nothing that matters moved since the page was looked at. */
const isAsPlanned = (planned: RemotePage, now: RemotePage): boolean =>
  planned.title === now.title &&
  planned.slug === now.slug &&
  planned.stored.draft === now.stored.draft &&
  planned.stored.published === now.stored.published;
