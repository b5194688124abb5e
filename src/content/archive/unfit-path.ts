/** Which paths of an archive may become files. Pure. */
import { isPortableName } from '../file-names.ts';
import { LONGEST_NAME } from './sizes.ts';

/** The problem with a path; undefined if every system can store it and none treats it specially. */
export function unfitPath(path: string): string | undefined {
  if (Buffer.byteLength(path) > LONGEST_NAME) return 'the name is too long';
  if (/^(?:\/|[A-Za-z]:)/.test(path)) return 'the path is absolute';
  for (const part of path.split('/')) {
    if (part === '..' || part === '.' || part === '') return 'the path leads out of the folder';
    // `.git` has hooks, shells run other dot files when they start, and a dash begins an option.
    if (part.startsWith('.')) return 'the name begins with a dot';
    if (part.startsWith('-')) return 'the name begins with a dash';
    if (/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(part))
      return 'the name has control characters';
    if (!isPortableName(part)) return 'it is not a valid file name on Windows';
    if (Buffer.byteLength(part) > 255) return 'the name is too long';
  }
  return undefined;
}
