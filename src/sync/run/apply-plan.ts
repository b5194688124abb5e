import type { Change } from '../../model/change.ts';
import { Failure, INTERRUPTED } from '../../model/failure.ts';
import { fileFailure } from '../../model/file-trouble.ts';
import type { PageKey } from '../../model/ids.ts';
import { OPERATIONS, type OperationName } from '../../model/operations.ts';
import { Books } from '../record/books.ts';
import type { Ledger } from '../ledger.ts';
import type { SyncDeps } from '../deps.ts';
import { goneOnBothSides, hasNewHead, lockAfter, recordLines } from './record-lines.ts';
import { changesIn, changesOf, sizeOf } from '../plan/work-list.ts';
import type { Task } from '../plan/work-list.ts';
import { forEachAtOnce, Meter } from '../pool.ts';
import type { PullScene } from '../pull/pull-page.ts';
import { withEachLock } from '../record/moved-lines.ts';
import { withLines } from './run-lock.ts';
import { PushPages } from '../write/push-pages.ts';
import type { Prepared } from './prepare.ts';

/** Pages in work at once: some wait for the log, others for the platform and its rate limits. */
const PAGES_AT_ONCE = 128;

/** How many files are created at once. */
const FILES_AT_ONCE = 32;

/** What to carry out, and the ledger that records it. */
export interface ApplyInput {
  readonly prepared: Prepared;
  readonly ledger: Ledger;
}

export interface RunEnd {
  /**
   * The failure that ended the run early (`endsRun`). What was carried out before it stays
   * recorded.
   */
  readonly stopped: Failure | null;
}

/**
 * Carries out the plan's work, and updates the lock lines that need no request. Rejects if lock or log
 * cannot be written at the start; nothing was sent then. Otherwise resolves with what stopped the
 * run early, or null.
 */
export async function applyPlan({ prepared, ledger }: ApplyInput, deps: SyncDeps): Promise<RunEnd> {
  const { run, work } = prepared;
  const { lock } = run;
  const { project, openLog } = deps;
  const books = new Books({
    project,
    openLog,
    ledger,
    lock,
    isLockBehind: lock.isAhead || hasNewHead(run),
    lockWith: (lines) => lockAfter(lines, run),
  });
  const adopted = recordLines(prepared, await goneOnBothSides(prepared, deps), books);
  let stopped: Failure | null = null;
  try {
    await books.open(prepared.left);
  } catch (error) {
    await books.close();
    throw asStop(error, deps);
  }
  for (const change of adopted) ledger.apply(change);
  try {
    if (sizeOf(work) > 0) await writePages({ prepared, books }, deps);
  } catch (error) {
    stopped = asStop(error, deps);
    books.stop(changesIn(work), stopped);
    const isUntouched = ledger.applied.length === adopted.length && !hasWritten(deps.api);
    if (stopped.code === 'interrupted' && isUntouched) {
      stopped = new Failure('interrupted', `${INTERRUPTED} Nothing was changed.`);
    }
  } finally {
    for (const error of await books.close()) stopped ??= asStop(error, deps);
  }
  return { stopped };
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
  const { prepared, books } = writing;
  const { pages, deletes } = prepared.work;
  const { clock, report, signal } = deps;
  const meter = new Meter('apply', sizeOf(prepared.work), clock, report);
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
  const pusher = await PushPages.open(prepared.run, prepared.options, { ...deps, books });
  // Files first: a merge must be in its file before it is sent, and a pull can be repeated at no
  // cost.
  await writeFiles(writing, pusher, runAll, deps);
  await runAll(pages, PAGES_AT_ONCE, changesOf, (work) => pusher.push(work));
  if (deletes.length === 0) return;
  const { prunePages } = await import('../write/prune-pages.ts');
  // One after the other: the platform allows three deletions a second.
  await prunePages(deletes, { ...deps, books }, (tasks, write) =>
    runAll(tasks, 1, changeOf, write),
  );
}

const changeOf = ({ change }: Task<Change>): Change[] => [change];

async function writeFiles(
  { prepared, books }: Writing,
  pusher: PushPages,
  runAll: RunAll,
  deps: SyncDeps,
): Promise<void> {
  const { merges, pulls, newFiles, pages } = prepared.work;
  if (merges.length + pulls.length + newFiles.length === 0) return;
  const { PullPages } = await import('../pull/pull-pages.ts');
  const sent = new Set(pages.map(({ row }) => row.key));
  const distrusted = (key: PageKey): void => pusher.distrust(key);
  const [, ...others] = withEachLock(deps.project);
  const withOtherLines: PullScene['withOtherLines'] = (work) => withLines(others, 0, deps, work);
  const scene = { run: prepared.run, deps, books, sent, distrusted, withOtherLines };
  const pulling = new PullPages(scene, pulls, prepared.newFiles);
  await runAll(merges, 1, changeOf, async (task) => {
    const tried = prepared.merges.get(task.row.key);
    const merged = tried && (await pulling.merge(task, tried));
    await books.flush();
    if (merged && prepared.options.send) await pusher.pushMerged(merged);
  });
  await runAll(pulls, PAGES_AT_ONCE, changeOf, (task) => pulling.pull(task));
  await pulling.rename();
  await pulling.makeFiles(newFiles, (changes, write) =>
    runAll(changes, FILES_AT_ONCE, (change) => [change], write),
  );
}

/** What ended the run, as a failure. Rethrows anything that is a bug. */
function asStop(error: unknown, { signal, project: { stateFolder } }: SyncDeps): Failure {
  const isInterrupted = error instanceof Failure ? error.code === 'interrupted' : signal.aborted;
  if (isInterrupted) return new Failure('interrupted', INTERRUPTED);
  if (error instanceof Failure) return error;
  const what = `The run cannot be recorded in ${stateFolder}`;
  const failure = fileFailure(error, 'failed', what, NOTED);
  if (failure) return failure;
  throw error;
}

/** Whether any write was sent in this run. */
const hasWritten = ({ requests }: SyncDeps['api']): boolean =>
  Object.keys(requests.byOperation).some(
    (name) => OPERATIONS[name as OperationName].method !== 'GET',
  );

const NOTED =
  'Free some space or give access, then run the same command again; it first checks what the platform has';
