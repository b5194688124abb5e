/** The files of a content folder, as the project configures it. */
import { join, resolve } from 'node:path';
import { isInside, wayInto } from '../../system/files/path.ts';
import { placeIn } from '../../system/files/limit.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import type { ContentFolder, Project } from '../../model/project.ts';
import { globbed } from './globs.ts';
import { listFiles } from './list-files.ts';
import type { Listing } from './list-files.ts';
import { count } from '../../model/text/count.ts';

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

/** Files that look like pages but are not read, because their names do not end in `.md`. */
export const unreadIn = ({ folder, files, takes }: TakenFiles): FilePath[] =>
  files
    .filter((path) => LIKE_PAGES.test(path) && takes(path.replace(/[^./]+$/, 'md')))
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
