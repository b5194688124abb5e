import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest folder upwards that has a `.git`, or the folder itself if there is none. */
export function topOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}
