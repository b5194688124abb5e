import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the project that a folder is in: the nearest one with a `.git`, or itself. */
export function topOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}
