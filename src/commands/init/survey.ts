/** What a folder holds before it is set up, by the names of its files: folders of pages, projects that are set up already, and OpenAPI definitions. */
import { lstatSync, readSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listFiles } from '../../content/folder/list-files.ts';
import { isReserved, PROJECT_FILE } from '../../content/layouts/reserved.ts';
import { withFile } from '../../system/files/read-file.ts';
import { SITE_TOOLS } from '../../importers/tools.ts';

/** A folder that may be a content folder. */
export interface PageFolder {
  /** Relative to the project, with `/`; `.` is the project itself. */
  readonly path: string;
  readonly pages: number;
  /** Folders at its top that its paths make versions. Empty: the folder is one documentation, and the settings have to say which. */
  readonly versions: readonly string[];
  /** Whether settings files, or the names of its versions, say that paths name versions. False: only its depth does. */
  readonly isSure: boolean;
  /** The tool that its pages were written for. */
  readonly tool: string | null;
}

export interface Survey {
  /** The folders to choose from. */
  readonly folders: readonly PageFolder[];
  /** Config files in folders below: those are set up already. */
  readonly configs: readonly string[];
  /** The folder at a path, whether it is one of `folders` or not. */
  at(path: string): PageFolder;
}

/** Made by builds, or by others. */
const IGNORED: ReadonlySet<string> = new Set(['dist', 'build', 'vendor', 'target']);

/** Where pages usually are, in a project or in its packages. */
const USUAL = new Set(['docs', 'doc', 'documentation', 'content']);

/** What a repository has at its top, whether it holds pages or not. */
const PAPER =
  /^(?:readme|changelog|changes|history|contributing|code_of_conduct|security|support|governance|authors|license|licence|notice|summary|agents|claude)\.mdx?$/i;

const CONFIG = /^docs-cli\.config\.(?:ya?ml|json)$/;

/**
 * Looks at the names of the files below `root`, and into none of them. Settings files of the
 * platform's layouts show which folders hold pages; without any, the site of another tool and
 * folders with a usual name do; else the folder itself, or those at its top.
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

/** Each once, without those inside another one. */
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

/** What the names of its files, relative to it, say about a folder. */
function folderAt(path: string, files: readonly string[], tool: string | null): PageFolder {
  const pages = files.filter(isPageFile);
  const isMarked = markedFolders(files).includes('.');
  const deep = pages.filter((file) => file.split('/').length >= 3);
  if (!isMarked && (tool !== null || deep.length * 2 <= pages.length)) {
    const readmes = files.filter((file) => /^readme\.md$/i.test(file));
    // A page like others, if there are others.
    const all = pages.length === 0 ? 0 : pages.length + readmes.length;
    return { path, pages: all, versions: [], isSure: true, tool };
  }
  const versions = [...new Set(deep.map(topOf))].toSorted();
  const isSure = isMarked || versions.every(looksLikeVersion);
  return { path, pages: deep.length, versions, isSure, tool };
}

const topOf = (file: string): string => file.slice(0, file.indexOf('/'));

/** Named as versions mostly are: `v1.0`, `2`, `latest`. */
const looksLikeVersion = (folder: string): boolean =>
  /^(?:v?\d+(?:[.-]\d+)*(?:\.x)?|latest|next|current|main|stable|edge|dev|preview|beta|unstable)$/i.test(
    folder,
  );

/** Whether the files are a folder of pages as they are: with pages beside those about the repository, or with versions at the top. */
const hasOwnPages = (files: readonly string[]): boolean =>
  files.some((file) => !file.includes('/') && isPageFile(file) && !PAPER.test(file)) ||
  topFolders(files).some(looksLikeVersion);

const topFolders = (files: readonly string[]): readonly string[] =>
  files
    .filter((file) => file.includes('/'))
    .map(topOf)
    .filter((name) => !isReserved(name));

/** Folders of usual names, such as `packages/client/docs`. */
const usualFolders = (files: readonly string[]): readonly string[] =>
  files.filter(isPageFile).flatMap((file) => {
    const parts = file.split('/').slice(0, -1);
    const at = parts.findIndex((part) => USUAL.has(part) || isReserved(part));
    return USUAL.has(parts[at] ?? '') ? [parts.slice(0, at + 1).join('/')] : [];
  });

/** Settings of a version or a documentation, in any layout. */
const SETTINGS: ReadonlySet<string> = new Set(['_settings.yaml', 'settings.yaml', 'settings.json']);
const NAV = '_nav.yaml';

/** The folders that files of this tree mark as content folders; `.` is the tree itself. */
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

/** Packages, and what is there to be tested with, are named or look like definitions. */
const NO_DEFINITION =
  /(?:^|\/)(?:(?:package|package-lock|npm-shrinkwrap)\.json$|(?:tests?|__tests__|specs?|fixtures?|examples?|samples?|mocks?)\/)/i;

/** Enough for comments and a licence above the first key. */
const HEAD_BYTES = 16 * 1024;

/** The files that say at their top that they are OpenAPI definitions. Reads the beginning of each YAML and JSON file. */
export const findDefinitions = (root: string): readonly string[] =>
  listFiles(root, IGNORED).files.filter(
    (file) =>
      /\.(?:ya?ml|json)$/i.test(file) &&
      !NO_DEFINITION.test(file) &&
      isDefinition(headOf(join(root, file))),
  );

/** By its first lines alone: `docs ref check` says whether it can be used. Pure. */
export const isDefinition = (head: string): boolean =>
  (/^\uFEFF?\s*\{/.test(head) ? IN_JSON : IN_YAML).test(head);

const IN_JSON = /"(?:openapi"\s*:\s*"3\.\d|swagger"\s*:\s*"2\.0")/;
const IN_YAML =
  /^\uFEFF?["']?(?:openapi["']?[ \t]*:[ \t]*["']?3\.\d|swagger["']?[ \t]*:[ \t]*["']?2\.0)/m;

/** Empty if it cannot be read: such a file is not offered. */
function headOf(path: string): string {
  const head = Buffer.alloc(HEAD_BYTES);
  try {
    const length = withFile(path, null, (file) => readSync(file, head, 0, HEAD_BYTES, 0));
    return head.toString('utf8', 0, length);
  } catch {
    return '';
  }
}
