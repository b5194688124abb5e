import type { Change } from '../model/change.ts';
import { Failure } from '../model/failure.ts';
import { fileFailure } from '../model/file-trouble.ts';
import type { PageKey } from '../model/ids.ts';
import { Books } from './log/books.ts';
import type { Ledger } from './log/ledger.ts';
import { goneOnBothSides, recordLines } from './record-lines.ts';
import { hasNewHead, lockAfter } from './lock/lock-after.ts';
import { changesIn, changesOf, sizeOf } from './plan/work-list.ts';
import type { WorkList } from './plan/work-list.ts';
import { forEachAtOnce, Meter } from './pool.ts';
import { PushPages } from './push/push-pages.ts';
import type { Outcome, Prepared, SyncDeps } from './session.ts';
import { watchedApi } from './snapshot/renamed-places.ts';

/** How many pages are written at once: while some wait for the log, others wait for the platform. The rate-limit lanes may allow fewer. */
const PAGES_AT_ONCE = 128;

/** How many files are created at once. */
const FILES_AT_ONCE = 32;

/** What to carry out, and the ledger that records it. */
export interface ApplyInput {
  readonly prepared: Prepared;
  readonly list: WorkList;
  readonly ledger: Ledger;
}

/**
 * Carries out a work list, and updates the lock lines that need no request. Rejects if lock or log cannot
 * be written at the start; nothing was sent then. Otherwise resolves with what stopped the run early, or
 * null.
 */
export async function applyPlan(
  { prepared, list, ledger }: ApplyInput,
  given: SyncDeps,
): Promise<Pick<Outcome, 'stopped' | 'warnings'>> {
  const { state } = prepared;
  const { renamedPlaces } = state;
  const deps = { ...given, api: watchedApi(given.api, renamedPlaces.see) };
  const { project, openLog } = deps;
  const books = new Books({
    project,
    openLog,
    ledger,
    lines: state.lock.pages,
    earlier: state.earlier,
    kept: state.kept,
    isLockBehind: state.recovered || hasNewHead(state),
    lockWith: (lines) => lockAfter(lines, state),
  });
  const adopted = recordLines(prepared, await goneOnBothSides(state, deps), books);
  let stopped: Failure | null = null;
  try {
    await books.open(state.left);
  } catch (error) {
    await books.close();
    throw asStop(error, deps);
  }
  for (const change of adopted) ledger.apply(change);
  try {
    if (sizeOf(list) > 0) await writePages({ prepared, list, books }, deps);
  } catch (error) {
    stopped = asStop(error, deps);
    books.stop(changesIn(list));
  } finally {
    for (const error of await books.close()) stopped ??= asStop(error, deps);
  }
  const warnings = renamedPlaces.warnings.filter((each) => !prepared.warnings.includes(each));
  return { stopped, warnings };
}

interface Writing extends Omit<ApplyInput, 'ledger'> {
  readonly books: Books;
}

/** Processes items, at most `width` at once, and records each in the ledger and on the meter. */
type RunAll = <T>(
  items: readonly T[],
  width: number,
  changesOf: (item: T) => readonly Change[],
  write: (item: T) => Promise<void>,
) => Promise<void>;

async function writePages(writing: Writing, deps: SyncDeps): Promise<void> {
  const { prepared, list, books } = writing;
  const { clock, report, signal } = deps;
  const meter = new Meter('apply', sizeOf(list), clock, report);
  const runAll: RunAll = (items, width, changes, write) =>
    forEachAtOnce(
      items,
      width,
      async (item) => {
        signal.throwIfAborted();
        await books.ledger.attempt(changes(item), () => write(item));
      },
      meter,
    );
  const pusher = await PushPages.open(prepared.state, { ...deps, books });
  // Files first: a merge is sent only after it is written, and repeating a pull costs nothing.
  await writeFiles(writing, pusher, runAll, deps);
  await runAll(list.pages, PAGES_AT_ONCE, changesOf, (work) => pusher.push(work));
  if (list.deletes.length === 0) return;
  const { prunePages } = await import('./prune/prune-pages.ts');
  // One after the other: the platform allows three a second.
  await prunePages(list.deletes, prepared.state, { ...deps, books }, (changes, write) =>
    runAll(changes, 1, (change) => [change], write),
  );
}

async function writeFiles(
  { prepared: { state }, list, books }: Writing,
  pusher: PushPages,
  runAll: RunAll,
  deps: SyncDeps,
): Promise<void> {
  const { merges, pulls, newFiles, pages } = list;
  if (merges.length + pulls.length + newFiles.length === 0) return;
  const { PullPages } = await import('./pull/pull-pages.ts');
  const sent = new Set(pages.map(({ local }) => local.key));
  const moved = (key: PageKey): void => pusher.distrust(key);
  const pulling = new PullPages({ state, deps, books, sent, moved }, pulls);
  const itself = (change: Change): Change[] => [change];
  await runAll(merges, 1, itself, async (change) => {
    const merged = await pulling.merge(change);
    await books.flush();
    if (merged && state.options.send) await pusher.pushMerged(merged);
  });
  await runAll(pulls, PAGES_AT_ONCE, itself, (change) => pulling.pull(change));
  await pulling.rename();
  await pulling.makeFiles(newFiles, (changes, write) =>
    runAll(changes, FILES_AT_ONCE, itself, write),
  );
}

/** What ended the run, as a failure. Rethrows anything that is a bug. */
function asStop(error: unknown, { signal, project: { stateFolder } }: SyncDeps): Failure {
  const isInterrupted = error instanceof Failure ? error.code === 'interrupted' : signal.aborted;
  if (isInterrupted) return new Failure('interrupted', 'Interrupted.');
  if (error instanceof Failure) return error;
  const what = `The run cannot be recorded in ${stateFolder}`;
  const failure = fileFailure(error, 'failed', what, NOTED);
  if (failure) return failure;
  throw error;
}

const NOTED =
  'Free some space or give access, then run the same command again; it first checks what the platform has';
