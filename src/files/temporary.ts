/** Names of files that are there for a moment, and what becomes of those that a killed process left. */
import { createHash, randomUUID } from 'node:crypto';
import { hostname, uptime } from 'node:os';

/** Of this process: another one may have its id later, or at the same time in another container. */
export const PROCESS = randomUUID();

const hostMark = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

const NAME = /^\.docs-cli-(\d{1,10})-([0-9a-f]{8})-([0-9a-f]{8})-\d{1,10}\.tmp$/;

let made = 0;

/** A new name, which tells whose it is; hidden, for the case that it lies among pages. */
export function temporaryName(): string {
  made += 1;
  return `.docs-cli-${process.pid}-${hostMark()}-${PROCESS.slice(0, 8)}-${made}.tmp`;
}

/** Whoever runs on another machine is not asked; nobody writes one file for this long. */
const FOREIGN_MS = 60 * 60 * 1000;

/** Whether `name` is one of `temporaryName`, of a process that is over. `ageMs`: since the file was last written. */
export function isLeftOver(name: string, ageMs: number): boolean {
  const [found, pid = '', host, own] = NAME.exec(name) ?? [];
  if (found === undefined) return false;
  if (host !== hostMark()) return ageMs > FOREIGN_MS;
  if (Number(pid) === process.pid) return own !== PROCESS.slice(0, 8);
  // A process that began after the machine did has a dead one's id.
  return !isRunning(Number(pid)) || ageMs > Math.max(uptime() * 1000, FOREIGN_MS);
}

/** Whether a process of this machine has that id now. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
