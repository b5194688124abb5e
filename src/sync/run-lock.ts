/** One run at a time in a folder. */
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import type { Clock } from '../model/clock.ts';
import { Failure } from '../model/failure.ts';
import { makeStateFolder, statePath } from './journal-file.ts';
import type { SyncDeps } from './session.ts';

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Which of the processes that ever had this id; left out by earlier releases. */
  readonly process?: string;
}

const PROCESS = randomUUID();

const POLL_MS = 500;
/** A holder on another machine tells that it lives by touching the file; after this long without, it is taken for dead. */
const STALE_MS = 60_000;
const TOUCH_MS = 10_000;

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
  const { clock, signal, report } = deps;
  const deadline = clock.elapsed() + maxWaitMs;
  let told = false;
  for (;;) {
    if (await take(path)) return;
    const holder = await readHolder(path);
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
        hint: 'Wait for it to end, or stop it, then run the same command again.',
      });
    }
    await clock.sleep(POLL_MS, signal);
  }
}

/** Makes the file, with its content, or finds it there. */
async function take(path: string): Promise<boolean> {
  const holder: Holder = { pid: process.pid, host: hostname(), process: PROCESS };
  const text = JSON.stringify(holder);
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, text);
  try {
    await link(own, path);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'EEXIST') return false;
    if (NO_LINKS.has(code)) return await takeAlone(path, text);
    throw error;
  } finally {
    await unlink(own);
  }
}

/** What file systems without hard links say: FAT, exFAT, some shared folders. */
const NO_LINKS = new Set([
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
]);

/** The same where there are no links: for a moment the file is there and empty. */
async function takeAlone(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function readHolder(path: string): Promise<(Holder & { readonly text: string }) | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return { ...(JSON.parse(text) as Holder), text };
  } catch {
    return { pid: 0, host: '', text };
  }
}

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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
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
