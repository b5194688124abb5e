import { lstatSync } from 'node:fs';

/** Whether anything exists at this path. A link counts even if it is broken. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
