/** The files of a folder: of any, and of a content folder as the project configures it. */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { dirname, relative, join, resolve } from 'node:path';
import { isHidden, isHiddenPath, isInside, wayInto, placeIn } from '../../system/files/path.ts';
import { BUILT_SITE, readMade } from '../../system/files/own-output.ts';
import { isLeftOver } from '../../system/files/temporary.ts';
import { fileCode, fileFailure, isMissing } from '../../model/file-trouble.ts';
import type { Misplaced } from '../layouts/layout.ts';
import type { ContentFolder, Project } from '../../model/project.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import { count } from '../../model/text/sentences.ts';

/**
 * The files in the folder of `file`, which is relative to `root`, and in those around it, up to
 * `root`. Throws `Failure('content')` if one of them cannot be read.
 */
export function filesAround(root: string, file: FilePath): FilePath[] {
  const folders = file.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'));
  return folders.toReversed().flatMap((folder) => {
    try {
      return readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map(({ name }) => fileIn(folder as FilePath, name));
    } catch (error) {
      if (isMissing(error)) return [];
      throw fileFailure(error, 'content', `The folder "${folder || '.'}" cannot be read`) ?? error;
    }
  });
}

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

/** The pages that the folder's globs select; `null`: all, without loading the slow glob library. */
async function globbed(
  folder: string,
  { include, exclude }: Pick<ContentFolder, 'include' | 'exclude'>,
): Promise<ReadonlySet<string> | null> {
  const patterns = include.length > 0 ? include : ['**/*.md'];
  const takesAll = patterns.includes('**/*.md') || patterns.includes('**');
  if (takesAll && exclude.length === 0) return null;
  const { globbySync } = await import('globby');
  return new Set(
    globbySync(patterns, {
      cwd: folder,
      ignore: ['**/node_modules/**', ...exclude],
      expandDirectories: false,
      followSymbolicLinks: false,
      onlyFiles: false,
    }),
  );
}

/** `path` below `folder`, both relative to the project. */
export const fileIn = (folder: FilePath, path: string): FilePath =>
  (folder === '.' || folder === '' ? path : [folder, path].join('/')) as FilePath;

function contentRoot(project: Project, { path }: ContentFolder): string {
  const root = resolve(project.root, path);
  if (isInside(root, project.root)) return root;
  throw new Failure('config', `The content folder "${path}" is outside the project.`, {
    hint: `Content must be below ${project.root}, where the configuration file is`,
  });
}

/** The other content folders inside this one: a file belongs to the innermost. */
function foldersInside(project: Project, root: string): Set<string> {
  const others = project.contents.map((other) => wayInto(root, contentRoot(project, other)) ?? '');
  return new Set(others.filter((way) => way !== ''));
}

/** The files of a content folder. Throws `Failure('config')` if the folder is missing. */
export function listFolder(project: Project, folder: ContentFolder): Listing {
  const root = contentRoot(project, folder);
  try {
    const place = placeIn(project.root, folder.path);
    if ('problem' in place) throw linkedOut(folder.path, place.problem);
    return listFiles(place.real, foldersInside(project, root));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('config', `The content folder "${folder.path}" cannot be read.`, {
      hint: 'Correct `content` in the configuration, or create the folder',
      cause: error,
    });
  }
}

const linkedOut = (path: FilePath, problem: string): Failure =>
  new Failure('config', `The content folder "${path}" ${problem}, so it is not read.`, {
    hint: 'Content must be inside the folder of the configuration file',
  });

const LIKE_PAGES = /\.(?:mdx|markdown|mdown|mkd|MD|Md|mD)$/;

/** The page that a file looks like, which is not read because its name does not end in `.md`. */
export const pageMeant = (path: string): string | undefined =>
  LIKE_PAGES.test(path) ? path.replace(LIKE_PAGES, '.md') : undefined;

/** Files that look like pages and are not read. */
export const unreadIn = ({ folder, files, takes }: TakenFiles): FilePath[] =>
  files
    .filter((path) => {
      const page = pageMeant(path);
      return page !== undefined && takes(page);
    })
    .map((path) => fileIn(folder.path, path));

interface TakenFiles extends Pick<Listing, 'files'> {
  readonly folder: ContentFolder;
  /** Whether the configuration's globs select the page. */
  readonly takes: (path: string) => boolean;
}

/** One warning for all such files; empty if there are none. */
export function unreadWarnings(unread: readonly FilePath[]): readonly string[] {
  if (unread.length === 0) return [];
  const are = `${count(unread.length, 'file')} ${unread.length === 1 ? 'is' : 'are'}`;
  return [`${are} not read, because the names of pages end in .md: ${unread.join(', ')}.`];
}

/** Whether the configuration's globs select a page. */
export async function takenFrom(
  project: Project,
  folder: ContentFolder,
): Promise<(path: string) => boolean> {
  const taken = await globbed(join(project.root, folder.path), folder);
  return (path) => taken === null || taken.has(path);
}
