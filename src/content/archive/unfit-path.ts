/** Which paths of an archive may become files. Pure. */
import { unfitName } from '../file-names.ts';
import { LONGEST_NAME } from './sizes.ts';

/** The problem with a path; undefined if every system can store it and none treats it specially. */
export function unfitPath(path: string): string | undefined {
  if (Buffer.byteLength(path) > LONGEST_NAME) return 'the name is too long';
  if (/^(?:\/|[A-Za-z]:)/.test(path)) return 'the path is absolute';
  for (const part of path.split('/')) {
    if (part === '..' || part === '.' || part === '') return 'the path leads out of the folder';
    const problem = unfitName(part);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
