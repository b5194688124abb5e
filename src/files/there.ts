import { lstatSync } from 'node:fs';

/** Whether anything has this path. A link counts, even if it leads nowhere. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
