/** Allows one run at a time in a folder. ADR 56. */
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join, relative } from 'node:path';
import { digestOf } from '../../content/digest.ts';
import { ownProblem, readOwnText, requireOwn } from '../../system/files/own.ts';
import { isLeftOver, isRunning, PROCESS } from '../../system/files/temporary.ts';
import {
  bytesOfText,
  replaceWhole,
  temporaryFolderOf,
  writeNew,
} from '../../system/files/write.ts';
import type { Clock } from '../../model/time.ts';
import { Failure } from '../../model/failure.ts';
import { hasFields, tryJson } from '../../model/fields.ts';
import { fileFailure, isMissing } from '../../model/file-trouble.ts';
import type { Project } from '../../model/project.ts';
import { movableLines } from '../record/moved-lines.ts';
import { makeStateFolder, stateFailure, statePath } from '../record/log-file.ts';
import type { MovableLines } from '../../move/move-files.ts';
import { requireFinishedMove } from '../../move/move-mark.ts';
import type { SyncDeps } from '../deps.ts';

/**
 * The process that holds the folder. Process ids can only be compared on one host, since its last
 * start, and in one namespace of process ids.
 */
interface Holder {
  readonly host: string;
  /** Null, like `namespace`, if the system does not report it. */
  readonly boot: string | null;
  readonly namespace: string | null;
  readonly pid: number;
  /** Distinguishes processes that had the same id at different times. */
  readonly process: string;
  /** `Clock.now` when the run took the folder. */
  readonly since: number;
}

type Holding = Pick<SyncDeps, 'project' | 'clock' | 'signal' | 'report'>;

const POLL_MS = 500;
/** How long a run at a terminal waits. The user can then stop the other run or wait again. */
const TERMINAL_WAIT_MS = 60_000;

/**
 * Runs `work` while no other run holds this folder. If one does, reports `busy`, waits up to
 * `maxWaitMs` (null: a minute), then rejects with `busy`. A run whose process is known to be gone
 * does not hold the folder. A run on another host does, because its process cannot be checked.
 * Rejects with `content` if a move was killed. Call it once around `prepare`, the question and
 * `apply`.
 */
export async function exclusively<T>(
  deps: Holding,
  maxWaitMs: number | null,
  work: () => Promise<T>,
): Promise<T> {
  const { project, clock } = deps;
  await makeStateFolder(project);
  const path = statePath(project, 'run');
  const own = JSON.stringify({ ...thisProcess(), since: clock.now(), run: randomUUID() });
  await hold(path, own, deps, maxWaitMs ?? TERMINAL_WAIT_MS);
  try {
    requireFinishedMove(project);
    await sweep(project, clock, path);
    return await work();
  } finally {
    await release(path, own, project);
  }
}

/** Runs `work` with the lines of these locks, while no other run on any of them is under way. */
export const withLines = (
  locks: readonly Project[],
  maxWaitMs: number | null,
  deps: Omit<Holding, 'project'>,
  work: (lines: readonly MovableLines[]) => Promise<void>,
): Promise<void> =>
  locks.reduceRight<typeof work>(
    (next, project) => (lines) =>
      exclusively({ ...deps, project }, maxWaitMs, async () =>
        next([...lines, await movableLines(project)]),
      ),
    work,
  )([]);

async function hold(path: string, own: string, deps: Holding, maxWaitMs: number): Promise<void> {
  const { clock, project, signal, report } = deps;
  const deadline = clock.elapsed() + maxWaitMs;
  for (let isTold = false; ; isTold = true) {
    signal.throwIfAborted();
    const other = await take(path, path, own, project);
    if (other === null) return;
    const holder = holderIn(other);
    if (!isTold) report({ type: 'busy', host: holder?.host, pid: holder?.pid });
    if (clock.elapsed() >= deadline)
      throw heldBy(holder, relative(project.root, path), clock.now());
    await clock.sleep(POLL_MS, signal);
  }
}

/** Writes `own` to `path`. Resolves to null or, if another run holds the file, to its content. */
async function take(
  path: string,
  run: string,
  own: string,
  project: Project,
): Promise<string | null> {
  const file = relative(project.root, path);
  for (;;) {
    requireOwn(project.root, path);
    if (await written(writeNew(project, file, bytesOfText(own), UNSYNCED), project)) return null;
    const there = textOf(path, project);
    if (there === undefined) continue;
    if (!isOver(holderIn(there))) return there;
    // Of all runs that find this file, only the one that claims it may replace it.
    const claim = `${run}.${digestOf(there)}`;
    const other = await take(claim, run, own, project);
    if (other !== null) return other;
    try {
      if (textOf(path, project) !== there) continue;
      await written(replaceWhole(project, file, bytesOfText(own), UNSYNCED), project);
      return null;
    } finally {
      await release(claim, own, project);
    }
  }
}

const UNSYNCED = { synced: false };

/**
 * Removes the file if this run wrote it: somebody may have removed that one, and another run may
 * have written its own.
 */
async function release(path: string, own: string, project: Project): Promise<void> {
  if (textOf(path, project) === own) await rm(path, { force: true }).catch(() => undefined);
}

async function written(writing: Promise<boolean>, { stateFolder }: Project): Promise<boolean> {
  try {
    return await writing;
  } catch (error) {
    throw error instanceof Failure ? stateFailure(stateFolder, error.cause) : error;
  }
}

/** Returns undefined if the file is gone. Throws `failed` if it cannot be read. */
function textOf(path: string, { root }: Project): string | undefined {
  try {
    return readOwnText(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    const what = `"${relative(root, path)}" cannot be read`;
    throw fileFailure(error, 'failed', what, IF_ALONE) ?? error;
  }
}

const IF_ALONE = 'If no other run is working in this folder, remove it';

/** A `Date` cannot be much later. A run never writes such a time. */
const END = 8e15;

/** The process that a file names. Returns undefined if no run wrote the file. */
function holderIn(text: string): Holder | undefined {
  const value = tryJson(text);
  if (!hasFields(value)) return undefined;
  const { host, boot, namespace, pid, process: token, since } = value;
  const isHolder =
    [host, token].every((one) => typeof one === 'string') &&
    [boot, namespace].every((one) => one === null || typeof one === 'string') &&
    [pid, since].every((one) => Number.isSafeInteger(one) && Number(one) > 0 && Number(one) < END);
  return isHolder ? (value as unknown as Holder) : undefined;
}

function thisProcess(): Omit<Holder, 'since'> {
  return {
    host: hostname(),
    boot: orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: orNull(() => readlinkSync('/proc/self/ns/pid')),
    pid: process.pid,
    process: PROCESS,
  };
}

function orNull(ask: () => string): string | null {
  try {
    return ask();
  } catch {
    return null;
  }
}

/** Whether the holder's process is known to be gone. */
function isOver(holder: Holder | undefined): boolean {
  const { host, boot, namespace, pid, process: token } = thisProcess();
  if (holder?.host !== host || holder.boot !== boot || holder.namespace !== namespace) return false;
  // In a container, the next run often has the same process id as the killed one.
  return holder.pid === pid ? holder.process !== token : !isRunning(holder.pid);
}

function heldBy(holder: Holder | undefined, file: string, now: number): Failure {
  if (!holder) {
    const message = `"${file}" says that another run works in this folder, but not which one.`;
    return new Failure('busy', message, { hint: IF_ALONE });
  }
  const { host, pid, since } = holder;
  const day = dateAndTime(now).slice(0, 11);
  const when = dateAndTime(since).replace(day, '');
  const message = `This folder is held by ${host}, process ${pid}, since ${when}.`;
  return new Failure('busy', message, {
    hint: `Wait for it to end. Remove "${file}" if that process is dead`,
  });
}

/** Date and time in the user's time zone, to the minute. */
const dateAndTime = (ms: number): string =>
  new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ');

/**
 * Removes what killed runs left in the state folder. Call it while this run holds the folder by the
 * file `run`: claims are then out of date. Files that cannot be removed stay.
 */
async function sweep({ root, stateFolder }: Project, clock: Clock, run: string): Promise<void> {
  const state = join(root, stateFolder);
  const claim = `${basename(run)}.`;
  for (const folder of [state, temporaryFolderOf(root, stateFolder)]) {
    if (ownProblem(root, folder, 'folder') !== null) continue;
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const stats = await lstat(path).catch(() => undefined);
      if (!stats?.isFile()) continue;
      const isOver = name.startsWith(claim) || isLeftOver(name, clock.now() - stats.mtimeMs);
      if (isOver) await rm(path, { force: true }).catch(() => undefined);
    }
  }
}
