/** Names of temporary files, and how to recognise those that a killed process left. */
import { createHash, randomUUID } from 'node:crypto';
import { hostname, uptime } from 'node:os';

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
