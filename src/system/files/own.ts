/**
 * The tool's own files. Lock and state: there is no need for links there, so none is followed.
 * Temporary ones: their names tell which process made them, and so which a killed one left.
 */
import { closeSync, constants, existsSync, lstatSync, openSync, readFileSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Failure } from '../../model/failure.ts';
import { createHash, randomUUID } from 'node:crypto';
import { hostname, uptime } from 'node:os';

/** Fails for a link, and does not wait for a pipe's writer. Some systems lack these flags. */
export const READ_OWN =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Appends to the file, which can also be read, or creates it. Does not follow a link. */
export const APPEND_OWN =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Why `path`, below `root`, cannot be used as a file (or folder). Null if it is one, or nothing is there. */
export function ownProblem(
  root: string,
  path: string,
  kind: 'file' | 'folder' = 'file',
): { readonly name: string; readonly problem: string } | null {
  const parts = relative(root, path).split(sep);
  for (const [index] of parts.entries()) {
    const name = parts.slice(0, index + 1).join('/');
    const stats = look(`${root}/${name}`);
    if (stats === undefined) return null;
    if (stats === 'closed') return { name, problem: 'cannot be accessed' };
    if (stats.isSymbolicLink()) return { name, problem: 'is a symbolic link' };
    const isLast = index === parts.length - 1;
    if (!isLast || kind === 'folder') {
      if (!stats.isDirectory()) return { name, problem: 'is not a folder' };
    } else if (!stats.isFile()) return { name, problem: 'is not a file' };
  }
  return null;
}

/** The absolute path of the tool's folder. Null if a link is in the way: store nothing then. */
export function ownFolder(root: string, path: string): string | null {
  const folder = join(root, path);
  return ownProblem(root, folder, 'folder') === null ? folder : null;
}

function look(path: string): Stats | 'closed' | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return 'closed';
  }
}

/** The text of such a file. Throws the system's error, also for a link. */
export function readOwnText(path: string): string {
  const file = openSync(path, READ_OWN);
  try {
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Throws `config` if `path`, below `root`, is a link or behind one, or is not of this `kind`. */
export function requireOwn(root: string, path: string, kind: 'file' | 'folder' = 'file'): void {
  const found = ownProblem(root, path, kind);
  if (found === null) return;
  throw new Failure('config', `"${found.name}" ${found.problem}, but docs keeps its state there.`, {
    hint: 'Find out where it came from, remove it and run the same command again',
  });
}

/** The text of a file of the tool's own, by its name in `root`; null if there is none. Throws as `requireOwn`. */
export function ownTextIn(root: string, name: string): string | null {
  const path = join(root, name);
  if (!existsSync(path)) return null;
  requireOwn(root, path);
  return readOwnText(path);
}

/** Identifies this process. Its process id may later, or in another container, be another's. */
export const PROCESS = randomUUID();

const hostMark = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

const NAME = /^\.docs-cli-(\d{1,10})-([0-9a-f]{8})-([0-9a-f]{8})-\d{1,10}\.tmp$/;

let made = 0;

/** A new name that tells which process made it. Hidden, because the file may be in a folder of pages. */
export function temporaryName(): string {
  made += 1;
  return `.docs-cli-${process.pid}-${hostMark()}-${PROCESS.slice(0, 8)}-${made}.tmp`;
}

/** Processes on other machines cannot be checked, but nobody takes this long to write one file. */
const FOREIGN_MS = 60 * 60 * 1000;

/** Whether a process that has ended made this `temporaryName`. `ageMs`: since the last write. */
export function isLeftOver(name: string, ageMs: number): boolean {
  const [found, pid = '', host, own] = NAME.exec(name) ?? [];
  if (found === undefined) return false;
  if (host !== hostMark()) return ageMs > FOREIGN_MS;
  if (Number(pid) === process.pid) return own !== PROCESS.slice(0, 8);
  // If the file was last written before the machine started, another process has reused the dead one's id.
  return !isRunning(Number(pid)) || ageMs > Math.max(uptime() * 1000, FOREIGN_MS);
}

/** Whether a process with that id is running on this machine. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
