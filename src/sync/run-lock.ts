/** One run at a time in a folder. */
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { relative } from 'node:path';
import { READ_OWN, requireOwn } from '../files/own.ts';
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
  /** Which of the processes that ever had this id; left out by earlier releases. */
  readonly process?: string;
}

const POLL_MS = 500;
/** A holder on another machine tells that it lives by touching the file; after this long without, it is taken for dead. */
const STALE_MS = 60_000;
/** How often a run says that it lives. */
export const TOUCH_MS = 10_000;

/**
 * Runs `work` while no other run of this folder does; waits for one that is under way (event `busy`), for as long as
 * `maxWaitMs`, then rejects with `busy`. A run that was killed does not hold the folder. Wrap `prepare`, the question and `apply` in one
 * call of this.
 */
export async function exclusively<T>(
  deps: SyncDeps,
  maxWaitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const { project, clock } = deps;
  await makeStateFolder(project);
  const path = statePath(project, 'run');
  await hold(path, deps, maxWaitMs);
  await sweep(project, clock);
  const over = new AbortController();
  const touching = keepTouching(path, clock, over.signal);
  try {
    return await work();
  } finally {
    over.abort();
    await touching;
    await unlink(path).catch(() => undefined);
  }
}

async function hold(path: string, deps: SyncDeps, maxWaitMs: number): Promise<void> {
  const { clock, project, signal, report } = deps;
  const deadline = clock.elapsed() + maxWaitMs;
  let told = false;
  for (;;) {
    signal.throwIfAborted();
    requireOwn(project.root, path);
    if (await take(path, project)) return;
    const holder = await readHolder(path, project);
    if (holder === undefined) continue;
    if (await isDead(path, holder, clock)) {
      await clear(path, holder.text);
      continue;
    }
    const { pid } = holder;
    if (!told) report({ type: 'busy', pid });
    told = true;
    if (clock.elapsed() >= deadline) {
      throw new Failure('busy', `Another run (process ${pid}) is at work in this folder.`, {
        hint: 'Wait for it to end, or stop it, then run the same command again',
      });
    }
    await clock.sleep(POLL_MS, signal);
  }
}

/** Makes the file, with its content, or finds it there. */
async function take(path: string, project: Project): Promise<boolean> {
  const holder: Holder = { pid: process.pid, host: hostname(), process: PROCESS };
  const content = bytesOfText(JSON.stringify(holder));
  try {
    return await writeNew(project, relative(project.root, path), content, { synced: false });
  } catch (error) {
    throw error instanceof Failure ? stateFailure(project.stateFolder, error.cause) : error;
  }
}

/** Undefined: it is gone. */
async function readHolder(
  path: string,
  { root }: Project,
): Promise<(Holder & { readonly text: string }) | undefined> {
  let text: string;
  try {
    text = await readFile(path, { encoding: 'utf8', flag: READ_OWN });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw (
      fileFailure(error, 'failed', `"${relative(root, path)}" cannot be read`, UNREADABLE) ?? error
    );
  }
  try {
    return { ...(JSON.parse(text) as Holder), text };
  } catch {
    return { pid: 0, host: '', text };
  }
}

const UNREADABLE = 'Where no other run is at work in this folder, remove it';

async function isDead(path: string, holder: Holder, clock: Clock): Promise<boolean> {
  const { pid, host } = holder;
  const isHere = host === hostname();
  // In a container the next run often has the id of the one that was killed.
  if (isHere && pid === process.pid) return holder.process !== PROCESS;
  if (isHere && !isRunning(pid)) return true;
  const touched = await stat(path).catch(() => undefined);
  if (touched === undefined) return false;
  const age = clock.now() - touched.mtimeMs;
  // A process that began after the machine did has a dead one's id.
  return age > (isHere ? Math.max(uptime() * 1000, STALE_MS) : STALE_MS);
}

/** Removes a dead holder's file. Whoever took it in the meantime gets it back. */
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

async function keepTouching(path: string, clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await clock.sleep(TOUCH_MS, signal);
      const now = new Date(clock.now());
      await utimes(path, now, now).catch(() => undefined);
    }
  } catch {
    // The run is over.
  }
}
