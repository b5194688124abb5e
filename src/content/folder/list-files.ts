import { readdirSync, realpathSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { dirname, relative } from 'node:path';
import { isHidden, isHiddenPath, isInside } from '../../system/files/path.ts';
import { BUILT_SITE, readMade } from '../../system/files/own-output.ts';
import { isLeftOver } from '../../system/files/temporary.ts';
import { fileCode, isMissing } from '../../model/file-trouble.ts';
import type { Misplaced } from '../layouts/layout.ts';

/** The files below a folder, and the entries that were left out. */
export interface Listing {
  /** Paths of files, relative to the folder, with `/`; sorted within each folder. */
  readonly files: readonly string[];
  /** Entries that are neither followed nor read, with the reason. */
  readonly refused: readonly Misplaced[];
  /** The refused entries that are folders without access: their contents are unknown. */
  readonly closed?: readonly string[];
  /** Temporary files of a process that has ended. */
  readonly leftOver?: readonly string[];
  /** Folders that begin with a dot and were skipped, except git's. */
  readonly hidden?: readonly string[];
}

/** Folders that are never content. */
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '.git']);

const OUTSIDE = 'is a symbolic link out of the content folder';
const TO_HIDDEN = 'is a symbolic link to a hidden file or folder';
const TO_FOLDER = 'is a symbolic link to a folder, which is not followed';
const DANGLING = 'is a broken symbolic link';

/** Why a symbolic link is not read; `null` if it leads to a file inside `root`. */
function linkProblem(path: string, root: string): string | null {
  try {
    const target = realpathSync.native(path);
    if (!isInside(target, root)) return OUTSIDE;
    if (isHiddenPath(relative(dirname(path), target))) return TO_HIDDEN;
    return statSync(target).isFile() ? null : TO_FOLDER;
  } catch {
    return DANGLING;
  }
}

const isBuiltSite = (entries: readonly Dirent[], folder: string): boolean =>
  entries.some(({ name }) => name === BUILT_SITE.list) &&
  readMade(folder, BUILT_SITE.list, BUILT_SITE.madeBy) !== null;

/**
 * All files below `folder`, except hidden files, `node_modules`, built sites and paths in `except`.
 * Follows a link only to a file inside `folder`. Throws `readdir`'s error only for `folder` itself.
 */
export function listFiles(folder: string, except: ReadonlySet<string> = new Set()): Listing {
  const root = realpathSync.native(folder);
  const files: string[] = [];
  const leftOver: string[] = [];
  const hidden: string[] = [];
  const closed: string[] = [];
  const refused: Misplaced[] = [];
  const pending = [''];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const folders: string[] = [];
    const entries = read(path);
    if (path !== '' && isBuiltSite(entries, `${root}/${path}`)) continue;
    for (const entry of entries) {
      const below = path === '' ? entry.name : [path, entry.name].join('/');
      if (isHidden(entry.name)) {
        if (entry.isFile() && isLeftOver(entry.name, 0)) leftOver.push(below);
        if (entry.isDirectory() && !PASSED_OVER.has(entry.name)) hidden.push(below);
        continue;
      }
      if (entry.isFile()) files.push(below);
      else if (entry.isDirectory() && !except.has(below)) folders.push(below);
      else if (entry.isSymbolicLink()) takeLink(below);
    }
    pending.push(...folders.toReversed());
  }
  return {
    files,
    refused,
    ...(closed.length === 0 ? {} : { closed }),
    ...(leftOver.length === 0 ? {} : { leftOver }),
    ...(hidden.length === 0 ? {} : { hidden }),
  };

  function read(path: string): Dirent[] {
    try {
      return readdirSync(`${root}/${path}`, { withFileTypes: true }).toSorted((a, b) =>
        a.name < b.name ? -1 : 1,
      );
    } catch (error) {
      if (path === '') throw error;
      if (!isMissing(error)) closed.push(path);
      refused.push({ path, reason: `is a folder that cannot be read (${fileCode(error)})` });
      return [];
    }
  }

  function takeLink(path: string): void {
    const reason = linkProblem(`${root}/${path}`, root);
    if (reason === null) files.push(path);
    else refused.push({ path, reason });
  }
}
