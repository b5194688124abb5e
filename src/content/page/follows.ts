/** What a page follows: `follows:` in its header. Pure. */
import { posix } from 'node:path';
import { areTooMany, globProblem, leavesFolder } from '../../model/text/globs.ts';
import { headerValue } from './page-file.ts';
import type { PageFile } from './page-file.ts';

export interface Follows {
  /** Paths and globs, relative to the project. */
  readonly names: readonly string[];
  /** What cannot be followed, and why, as the continuation of a sentence. */
  readonly unusable: readonly { readonly name: string; readonly why: string }[];
}

export function followsOf(page: PageFile): Follows {
  const written = headerValue(page, 'follows')?.split(/[,\n]/) ?? [];
  const names = new Set(
    written
      .map((each) => each.trim())
      .flatMap((each) => (each === '' ? [] : posix.normalize(each))),
  );
  const isTooMuch = areTooMany([...names]);
  const unusable = [...names].flatMap((name) => {
    const problem = globProblem(name);
    if (leavesFolder(name)) return [{ name, why: 'is outside the project' }];
    if (problem !== undefined) return [{ name, why: `cannot be followed: it takes ${problem}` }];
    return isTooMuch && isGlob(name)
      ? [{ name, why: 'cannot be followed: there are too many globs' }]
      : [];
  });
  for (const { name } of unusable) names.delete(name);
  return { names: [...names], unusable };
}

export const isGlob = (path: string): boolean => /[*?[\]{}!()]/.test(path);

/** The path or folder that contains everything that this path or glob names. */
export function baseOf(name: string): string {
  const parts = name.replace(/\/$/, '').split('/');
  const glob = parts.findIndex(isGlob);
  return (glob === -1 ? parts : parts.slice(0, glob)).join('/') || '.';
}
