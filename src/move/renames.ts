/**
 * The files and folders that a move renames. A page and the folder of the pages below it are
 * renamed together.
 */
import { lstatSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { join, posix } from 'node:path';
import { foldPath, isSafeName } from '../content/file-names.ts';
import { pathsNamed } from '../content/folder/page-names.ts';
import type { PathBase } from '../content/folder/page-names.ts';
import { isHiddenPath, isItself } from '../system/files/path.ts';
import { Failure } from '../model/failure.ts';
import type { FilePath } from '../model/ids.ts';

/** A file or a folder that gets another name. */
export interface Rename {
  readonly kind: 'file' | 'folder';
  readonly from: FilePath;
  readonly to: FilePath;
}

/** What a name on the command line may mean, apart from paths. */
export interface NamedPages {
  /** Whether the file is a page of this folder. */
  isPage(file: FilePath): boolean;
  /** The file of a key. */
  fileOf(name: string): FilePath | undefined;
}

/**
 * The renames for `from` and `to`. Throws `usage` if they are ambiguous, `from` does not exist, or
 * `to` is taken.
 */
export function renamesOf(
  [from, to]: readonly [string, string],
  pages: NamedPages,
  base: PathBase,
): readonly Rename[] {
  const disk = (path: string): Stats | undefined =>
    lstatSync(join(base.root, path), { throwIfNoEntry: false });
  const source = sourceOf(from, pages, base, disk);
  const [target] = pathsNamed(to, { ...base, workingFolder: source.base });
  if (target === undefined) throw new Failure('usage', `"${to}" is outside the project.`);
  const { path, unit } = source;
  const isFolderThere =
    disk(target)?.isDirectory() === true && foldPath(target) !== foldPath(unit.stem);
  const isInto = /[/\\]$/.test(to) || isFolderThere;
  const stem = isInto
    ? posix.join(target, posix.basename(unit.stem))
    : newStem(target, to, path, unit);
  if (stem.startsWith(`${unit.stem}/`)) {
    throw new Failure('usage', `"${path}" cannot be moved into itself.`);
  }
  requireNames(stem, disk);
  for (const each of [unit.stem, stem]) {
    if (isItself(base.root, each)) continue;
    throw new Failure('usage', `"${each}" is a symbolic link, or behind one.`, {
      hint: 'Name the folder that the link leads to',
    });
  }
  return unit.parts.map(({ kind, ending }) => {
    const rename = { kind, from: unit.stem + ending, to: stem + ending } as Rename;
    requireFree(rename, disk);
    return rename;
  });
}

type Disk = (path: string) => Stats | undefined;

/** Files and folders that move together: their names differ only in their endings. */
interface Unit {
  readonly stem: string;
  readonly parts: readonly { readonly kind: Rename['kind']; readonly ending: string }[];
}

interface Source {
  readonly path: string;
  /** The folder that its name is relative to. */
  readonly base: string;
  readonly unit: Unit;
}

function sourceOf(name: string, pages: NamedPages, base: PathBase, disk: Disk): Source {
  for (const folder of [base.workingFolder, base.root]) {
    const [path] = pathsNamed(name, { ...base, workingFolder: folder });
    const stats = path === undefined ? undefined : disk(path);
    if (path === undefined || stats === undefined) continue;
    if (stats.isSymbolicLink()) {
      const hint = 'Move what it leads to, and make the link again';
      throw new Failure('usage', `"${path}" is a symbolic link.`, { hint });
    }
    return { path, base: folder, unit: unitOf(path, stats, pages, disk) };
  }
  const file = pages.fileOf(name);
  if (file === undefined) {
    throw new Failure('usage', `There is no page, file or folder "${name}" here.`, {
      hint: 'docs status lists the pages of this folder',
    });
  }
  return { path: file, base: base.workingFolder, unit: pageUnit(file, disk) };
}

function unitOf(path: string, stats: Stats, pages: NamedPages, disk: Disk): Unit {
  if (stats.isDirectory()) {
    const page = `${path}.md` as FilePath;
    if (pages.isPage(page)) return pageUnit(page, disk);
    return { stem: path, parts: [{ kind: 'folder', ending: '' }] };
  }
  if (pages.isPage(path as FilePath)) return pageUnit(path as FilePath, disk);
  return { stem: path, parts: [{ kind: 'file', ending: '' }] };
}

function pageUnit(file: FilePath, disk: Disk): Unit {
  const stem = file.slice(0, -'.md'.length);
  const page = { kind: 'file', ending: '.md' } as const;
  const below = { kind: 'folder', ending: '' } as const;
  return { stem, parts: disk(stem)?.isDirectory() === true ? [page, below] : [page] };
}

/** The new name without ending, if `target` is not an existing folder to move into. */
function newStem(target: string, typed: string, path: string, { parts }: Unit): string {
  const isPage = parts.some(({ ending }) => ending === '.md');
  const saysPage = target.endsWith('.md');
  if (isPage && saysPage) return target.slice(0, -'.md'.length);
  if (isPage && path.endsWith('.md')) {
    throw new Failure('usage', `"${typed}" is not a folder, and page files end in .md.`, {
      hint: `Write ${typed}.md for a new name, or ${typed}/ to move it into that folder`,
    });
  }
  if (saysPage && !path.endsWith('.md'))
    throw new Failure('usage', `"${path}" is not a page, but "${typed}" would be one.`);
  return target;
}

/** Throws if a new part of the path cannot be a name on every system, or would never be read. */
function requireNames(path: string, disk: Disk): void {
  const parts = path.split('/');
  for (const [index, name] of parts.entries()) {
    if (disk(parts.slice(0, index + 1).join('/')) !== undefined) continue;
    if (!isSafeName(name) || isHiddenPath(name)) {
      throw new Failure('usage', `"${name}" cannot be the name of content on every system.`);
    }
  }
}

function requireFree({ from, to }: Rename, disk: Disk): void {
  if (from === to) throw new Failure('usage', `"${from}" is already there.`);
  const [before, after] = [disk(from), disk(to)];
  // It may be the same file, on a system that does not distinguish the two names.
  const isItself = before?.ino === after?.ino && before?.dev === after?.dev;
  if (after !== undefined && !(isItself && foldPath(from) === foldPath(to))) {
    throw new Failure('usage', `"${to}" exists already.`, { hint: 'Choose another name' });
  }
}
