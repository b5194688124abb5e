/** Allows one run at a time in a folder. */
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { relative } from 'node:path';
import { READ_OWN, readOwnText, requireOwn } from '../files/own.ts';
import { isRunning, PROCESS } from '../files/temporary.ts';
import { bytesOfText, writeNew } from '../files/write.ts';
import type { Clock } from '../model/clock.ts';
import { Failure } from '../model/failure.ts';
import { fileFailure, isMissing } from '../model/file-trouble.ts';
import type { Project } from '../model/project.ts';
import { makeStateFolder, stateFailure, statePath } from './journal/journal-file.ts';
import { sweep } from './sweep.ts';
import type { SyncDeps } from './session.ts';

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Distinguishes processes that had the same id at different times. Earlier releases do not write it. */
  readonly process?: string;
}

const POLL_MS = 500;
/** A holder on another machine shows that it is alive by touching the file. After this long without a touch, it counts as dead. */
const STALE_MS = 60_000;
/** How often a run touches its file. */
export const TOUCH_MS = 10_000;

/**
 * Runs `work` while no other run holds this folder. If another one does, reports `busy`, waits up to
 * `maxWaitMs`, then rejects with `busy`. A killed run no longer holds the folder. Call it once around
 * `prepare`, the question and `apply`, and let them use what `work` is given: with it, they reject with
 * `busy` before the next write if another run has taken the folder over.
 */
export async function exclusively<Deps extends SyncDeps, T>(
  deps: Deps,
  maxWaitMs: number,
  work: (held: Deps) => Promise<T>,
): Promise<T> {
  const { project, clock } = deps;
  await makeStateFolder(project);
  const path = statePath(project, 'run');
  const holder: Holder = { pid: process.pid, host: hostname(), process: PROCESS };
  const own = JSON.stringify({ ...holder, run: randomUUID() });
  await hold(path, own, deps, maxWaitMs);
  await sweep(project, clock);
  const requireHeld = (): void => requireHeldBy(path, own, project);
  const over = new AbortController();
  const touching = keepTouching(path, own, clock, over.signal);
  try {
    return await work({ ...deps, project: { ...project, requireHeld } });
  } finally {
    over.abort();
    await touching;
    if (await isHeldBy(path, own)) await unlink(path).catch(() => undefined);
  }
}

/**
 * Whether the file is still the one that this run wrote. Another run takes the folder over if this one was suspended for longer
 * than `STALE_MS`, and its file must stay.
 */
const isHeldBy = async (path: string, own: string): Promise<boolean> =>
  (await readFile(path, { encoding: 'utf8', flag: READ_OWN }).catch(() => '')) === own;

/**
 * Throws `busy` unless the file is still the one that this run wrote. Reads the file, because network file systems look again at
 * a file only if it is opened.
 */
function requireHeldBy(path: string, own: string, { root }: Project): void {
  const text = textOfRun(path, root);
  if (text === own) return;
  const file = relative(root, path);
  const message =
    text === undefined
      ? `Another run took this folder over while this one was suspended, or somebody removed "${file}".`
      : 'Another run took this folder over while this one was suspended.';
  throw new Failure('busy', message, {
    hint: 'This run has stopped writing. Run the same command again; it first checks what the platform has',
  });
}

async function hold(path: string, own: string, deps: SyncDeps, maxWaitMs: number): Promise<void> {
  const { clock, project, signal, report } = deps;
  const deadline = clock.elapsed() + maxWaitMs;
  let told = false;
  for (;;) {
    signal.throwIfAborted();
    requireOwn(project.root, path);
    if (await take(path, own, project)) return;
    const holder = readHolder(path, project);
    if (holder === undefined) continue;
    if (await isDead(path, holder, clock)) {
      await clear(path, holder.text);
      continue;
    }
    const { pid } = holder;
    if (!told) report({ type: 'busy', pid });
    told = true;
    if (clock.elapsed() >= deadline) {
      throw new Failure('busy', `Another run (process ${pid}) is working in this folder.`, {
        hint: 'Wait for it to end, or stop it, then run the same command again',
      });
    }
    await clock.sleep(POLL_MS, signal);
  }
}

/** Creates the file with its content. Returns false if it exists already. */
async function take(path: string, own: string, project: Project): Promise<boolean> {
  const file = relative(project.root, path);
  try {
    return await writeNew(project, file, bytesOfText(own), { synced: false });
  } catch (error) {
    throw error instanceof Failure ? stateFailure(project.stateFolder, error.cause) : error;
  }
}

/** Returns undefined if the file is gone. Throws `failed` if it cannot be read. */
function textOfRun(path: string, root: string): string | undefined {
  try {
    return readOwnText(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw (
      fileFailure(error, 'failed', `"${relative(root, path)}" cannot be read`, UNREADABLE) ?? error
    );
  }
}

/** Returns undefined if the file is gone. */
function readHolder(
  path: string,
  { root }: Project,
): (Holder & { readonly text: string }) | undefined {
  const text = textOfRun(path, root);
  if (text === undefined) return undefined;
  try {
    return { ...(JSON.parse(text) as Holder), text };
  } catch {
    return { pid: 0, host: '', text };
  }
}

const UNREADABLE = 'If no other run is working in this folder, remove it';

async function isDead(path: string, holder: Holder, clock: Clock): Promise<boolean> {
  const { pid, host } = holder;
  const isHere = host === hostname();
  // In a container, the next run often has the same process id as the one that was killed.
  if (isHere && pid === process.pid) return holder.process !== PROCESS;
  if (isHere && !isRunning(pid)) return true;
  const touched = await stat(path).catch(() => undefined);
  if (touched === undefined) return false;
  const age = clock.now() - touched.mtimeMs;
  // If the file was last touched before the machine started, another process has reused the dead one's id.
  return age > (isHere ? Math.max(uptime() * 1000, STALE_MS) : STALE_MS);
}

/** Removes a dead holder's file. If another run has taken the folder in the meantime, puts its file back. */
async function clear(path: string, text: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) !== text) await link(aside, path).catch(() => undefined);
  await unlink(aside);
}

async function keepTouching(
  path: string,
  own: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (;;) {
      await clock.sleep(TOUCH_MS, signal);
      const now = new Date(clock.now());
      if (!(await isHeldBy(path, own))) return;
      await utimes(path, now, now).catch(() => undefined);
    }
  } catch {
    // The run is over.
  }
}
