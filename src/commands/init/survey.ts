/** Examines a folder before it is set up, by file names: folders of pages, and projects that are already set up. */
import { lstatSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listFiles } from '../../content/folder/list-folder.ts';
import { isReserved, PROJECT_FILE } from '../../content/file-names.ts';
import { SITE_TOOLS } from '../../importers/tools.ts';

/** A folder that may be a content folder. */
export interface PageFolder {
  /** Relative to the project, with `/`; `.` is the project itself. */
  readonly path: string;
  readonly pages: number;
  /** Names of its top folders with pages. */
  readonly parts: readonly string[];
  /** Whether pages are directly in it. */
  readonly hasOwn: boolean;
  /** Its top folders that are versions. Empty if paths do not name places, so that the settings must. */
  readonly versions: readonly string[];
  /**
   * Whether settings files or names of versions prove that paths contain versions. False if only
   * the depth of files suggests it.
   */
  readonly isSure: boolean;
  /** The tool that its pages were written for. */
  readonly tool: string | null;
}

export interface Survey {
  /** The folders to choose from. */
  readonly folders: readonly PageFolder[];
  /** Config files in folders below, which are already set up. */
  readonly configs: readonly string[];
  /** The folder at a path, even if it is not one of `folders`. */
  at(path: string): PageFolder;
}

/** Folders of build output or of other projects' files. */
export const IGNORED: ReadonlySet<string> = new Set(['dist', 'build', 'vendor', 'target']);

/** Usual names of folders with pages, in a project or in its packages. */
export const USUAL: ReadonlySet<string> = new Set(['docs', 'doc', 'documentation', 'content']);

/** Files about a repository at its top. They do not prove that it contains pages. */
const PAPER =
  /^(?:readme|changelog|changes|history|contributing|code_of_conduct|security|support|governance|authors|license|licence|notice|summary|agents|claude)\.mdx?$/i;

const CONFIG = /^docs-cli\.config\.(?:ya?ml|json)$/;

/**
 * Examines the names of the files below `root`, and reads no file. Settings files of the platform's
 * layouts mark folders of pages. Without any, these are the site of another tool and folders with a
 * usual name; otherwise the folder itself, or those at its top.
 */
export function survey(root: string): Survey {
  const { files: all, hidden = [] } = listFiles(root, IGNORED);
  const configs = all.filter((file) => file.includes('/') && CONFIG.test(posix.basename(file)));
  const others = configs.map((file) => posix.dirname(file));
  const files = all.filter((file) => !others.some((folder) => isInside(file, folder)));
  const marks = SITE_TOOLS.flatMap((tool) => tool.hidden ?? []).filter(
    (name) => lstatSync(join(root, name), { throwIfNoEntry: false })?.isFile() === true,
  );
  const listing = { files: [...files, ...marks], hidden };
  const sites = SITE_TOOLS.flatMap(({ label, ...tool }) =>
    tool.finds(listing).map(({ pages }) => ({ tool: label, folder: pages })),
  );
  const toolOf = (path: string): string | null =>
    sites.find(({ folder }) => path === folder || isInside(path, folder) || isInside(folder, path))
      ?.tool ?? null;
  const at = (path: string): PageFolder => folderAt(path, below(files, path), toolOf(path));
  const found = [
    markedFolders(files),
    [...sites.map(({ folder }) => folder), ...usualFolders(files)],
    hasOwnPages(files) ? ['.'] : topFolders(files),
  ].map((paths) =>
    outermost(paths)
      .map(at)
      .filter(({ pages }) => pages > 0),
  );
  return { folders: found.find((folders) => folders.length > 0) ?? [], configs, at };
}

const isInside = (path: string, folder: string): boolean =>
  folder === '.' ? path !== '.' : path.startsWith(`${folder}/`);

/** The paths, each once, without those inside another one. */
const outermost = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)].filter((path) => !paths.some((other) => isInside(path, other))).toSorted();

const below = (files: readonly string[], folder: string): readonly string[] =>
  folder === '.'
    ? files
    : files.filter((file) => isInside(file, folder)).map((file) => file.slice(folder.length + 1));

const isPageFile = (file: string): boolean =>
  /\.mdx?$/i.test(file) &&
  !/^readme\.md$/i.test(file) &&
  !file.split('/').slice(0, -1).slice(0, 2).some(isReserved);

/** Facts about a folder from the names of its files, relative to it. */
function folderAt(path: string, files: readonly string[], tool: string | null): PageFolder {
  const pages = files.filter(isPageFile);
  const isMarked = markedFolders(files).includes('.');
  const deep = pages.filter((file) => file.split('/').length >= 3);
  const parts = [...new Set(topFolders(pages))].toSorted();
  const hasOwn = pages.some((file) => !file.includes('/'));
  if (!isMarked && (tool !== null || deep.length * 2 <= pages.length)) {
    const readmes = files.filter((file) => /^readme\.md$/i.test(file));
    // Readme files count as pages only if there are other pages.
    const all = pages.length === 0 ? 0 : pages.length + readmes.length;
    return { path, pages: all, parts, hasOwn, versions: [], isSure: true, tool };
  }
  const versions = [...new Set(deep.map(topOf))].toSorted();
  const isSure = isMarked || versions.every(looksLikeVersion);
  return { path, pages: deep.length, parts, hasOwn, versions, isSure, tool };
}

const topOf = (file: string): string => file.slice(0, file.indexOf('/'));

/** Whether a folder has a usual name of versions: `v1.0`, `2`, `latest`. */
export const looksLikeVersion = (folder: string): boolean =>
  /^(?:v?\d+(?:[.-]\d+)*(?:\.x)?|latest|next|current|main|stable|edge|dev|preview|beta|unstable)$/i.test(
    folder,
  );

/** Whether the files are a folder of pages already: with pages other than those about the repository, or with versions at the top. */
const hasOwnPages = (files: readonly string[]): boolean =>
  files.some((file) => !file.includes('/') && isPageFile(file) && !PAPER.test(file)) ||
  topFolders(files).some(looksLikeVersion);

const topFolders = (files: readonly string[]): readonly string[] =>
  files
    .filter((file) => file.includes('/'))
    .map(topOf)
    .filter((name) => !isReserved(name));

/** Folders with usual names, such as `packages/client/docs`. */
const usualFolders = (files: readonly string[]): readonly string[] =>
  files.filter(isPageFile).flatMap((file) => {
    const parts = file.split('/').slice(0, -1);
    const at = parts.findIndex((part) => USUAL.has(part) || isReserved(part));
    return USUAL.has(parts[at] ?? '') ? [parts.slice(0, at + 1).join('/')] : [];
  });

/** Settings files of a version or a documentation, in any layout. */
const SETTINGS: ReadonlySet<string> = new Set(['_settings.yaml', 'settings.yaml', 'settings.json']);
const NAV = '_nav.yaml';

/** The folders that files in this tree mark as content folders; `.` is the top of the tree. */
function markedFolders(files: readonly string[]): readonly string[] {
  const named = (name: string) => files.filter((file) => posix.basename(file) === name);
  const projects = named(PROJECT_FILE).map((file) => posix.dirname(file));
  if (projects.length > 0) return projects;
  const pages = files.filter((file) => file.endsWith('.md'));
  const navigated = new Set(named(NAV).map((file) => posix.dirname(file)));
  const withSettings = files
    .filter((file) => SETTINGS.has(posix.basename(file)))
    .map((file) => posix.dirname(file));
  const marked = [...navigated, ...withSettings].filter(
    (folder) =>
      folder !== '.' &&
      !folder.split('/').some(isReserved) &&
      pages.some((file) => isInside(file, folder)),
  );
  return outermost(marked).flatMap((folder) => {
    const isDocumentation =
      navigated.has(folder) || pages.some((file) => posix.dirname(file) === folder);
    const version = isDocumentation ? posix.dirname(folder) : folder;
    return version === '.' ? [] : [posix.dirname(version)];
  });
}

/** Whether a file is a test or an example, by the names of its folders. */
export const isForTests = (file: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|examples?|samples?|mocks?)\//i.test(file);
