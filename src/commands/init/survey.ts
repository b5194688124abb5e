/** What a folder holds before it is set up: where pages may be, and in which layout. */
import { lstatSync } from 'node:fs';
import { join, posix } from 'node:path';
import { detectLayout } from '../../content/layouts/detect.ts';
import { isReserved, PROJECT_FILE } from '../../content/layouts/reserved.ts';
import { listFiles } from '../../content/folder/list-files.ts';
import type { LayoutKind } from '../../model/local.ts';
import { SITE_TOOLS } from '../../importers/tools.ts';

/** A folder that may be a content folder. */
export interface FolderCandidate {
  /** Relative to the project, with `/`; `.` is the project itself. */
  readonly path: string;
  /** `plain`: the folder is one documentation, and the settings have to say which. */
  readonly layout: LayoutKind | 'export';
  readonly pages: number;
  /** Folders at its top that its paths make versions. Empty for a plain one. */
  readonly versions: readonly string[];
  /** Whether settings files or the names of its versions say that paths name versions. False: only its depth does. */
  readonly isSure: boolean;
  /** The tool that its pages were written for. */
  readonly tool: string | null;
}

export interface Survey {
  /** The folders that hold Markdown, the most likely one first. */
  readonly candidates: readonly FolderCandidate[];
  /** Config files in folders below: what is in there is set up already. */
  readonly configs: readonly string[];
}

/** Made by builds, or by others. */
export const IGNORED: ReadonlySet<string> = new Set(['dist', 'build', 'vendor', 'target']);

/** Where pages usually are. */
const USUAL = ['docs', 'doc', 'documentation', 'content'];

/** What a repository has at its top, whether it holds pages or not. */
const PAPER =
  /^(?:readme|changelog|changes|history|contributing|code_of_conduct|security|support|governance|authors|license|licence|notice|summary|agents|claude)\.mdx?$/i;

const CONFIG = /^docs-cli\.config\.(?:ya?ml|json)$/;

/** Looks at the names of the files below `root`, and into none of them. */
export function survey(root: string): Survey {
  const { files: all, hidden = [] } = listFiles(root, IGNORED);
  const configs = all.filter((file) => file.includes('/') && CONFIG.test(posix.basename(file)));
  const others = configs.map((file) => `${posix.dirname(file)}/`);
  const files = all.filter((file) => !others.some((folder) => file.startsWith(folder)));
  const marks = SITE_TOOLS.flatMap((tool) => tool.hidden ?? []).filter(
    (name) => lstatSync(join(root, name), { throwIfNoEntry: false })?.isFile() === true,
  );
  const listing = { files: [...files, ...marks], hidden };
  const tools = SITE_TOOLS.flatMap(({ label, ...tool }) =>
    tool.finds(listing).map(({ pages }) => ({ name: label, folder: pages })),
  );
  return { candidates: candidates(files, tools), configs };
}

/** A folder of pages that another tool makes a site of. */
interface OtherTool {
  readonly name: string;
  readonly folder: string;
}

function candidates(
  files: readonly string[],
  tools: readonly OtherTool[],
): readonly FolderCandidate[] {
  const bases = treeBases(files);
  const tops = files.flatMap((file) => (file.includes('/') ? [file.split('/')[0] ?? ''] : []));
  const folders = tops.filter((path) => !isReserved(path));
  const packages = bases.length === 0 ? packageFolders(files) : [];
  const marked = tools.map(({ folder }) => folder);
  const found = [...new Set([...bases, ...marked, ...packages, ...folders, '.'])]
    .map((path) => candidateAt(path, below(files, path), toolOf(path, tools)))
    .filter(({ pages }) => pages > 0);
  const [base] = bases;
  const whole = found.find(({ path, versions, tool }) =>
    base === undefined
      ? tool === null && path === '.' && versions.some(looksLikeVersion)
      : path === base,
  );
  const pages = files.filter(isPageFile);
  const isPlace = files.some(
    (file) => !file.includes('/') && isPageFile(file) && !PAPER.test(file),
  );
  return found
    .filter(({ path }) =>
      whole === undefined
        ? path !== '.' || !tops.some((top) => pages.every((file) => isInside(file, top)))
        : // What is inside the content folder is a part of it.
          path === whole.path || !isInside(path, whole.path),
    )
    .toSorted(
      (a, b) =>
        Number(b === whole) - Number(a === whole) ||
        rank(a, isPlace) - rank(b, isPlace) ||
        b.pages - a.pages,
    );
}

/** The tool whose folder it is, or is in, or that has its folder in it. */
const toolOf = (path: string, tools: readonly OtherTool[]): string | null =>
  tools.find(({ folder }) => path === folder || isInside(path, folder) || isInside(folder, path))
    ?.name ?? null;

const isInside = (path: string, folder: string): boolean =>
  folder === '.' ? path !== '.' : path.startsWith(`${folder}/`);

const below = (files: readonly string[], folder: string): readonly string[] =>
  folder === '.'
    ? files
    : files
        .filter((file) => file.startsWith(`${folder}/`))
        .map((file) => file.slice(folder.length + 1));

/** In a folder that the platform keeps for itself, at the top or in a version. */
const isInReserved = (file: string): boolean =>
  file.split('/').slice(0, -1).slice(0, 2).some(isReserved);

const isPageFile = (file: string): boolean =>
  /\.mdx?$/i.test(file) && !/^readme\.md$/i.test(file) && !isInReserved(file);

const isReadme = (file: string): boolean => /^readme\.md$/i.test(file);

/** Of one folder, what the names of its own files say. */
export function candidateAt(
  path: string,
  files: readonly string[],
  tool: string | null = null,
): FolderCandidate {
  const pages = files.filter(isPageFile);
  const isMarked = treeBases(files).includes('.');
  const deep = pages.filter((file) => file.split('/').length >= 3);
  const isTree = isMarked || (tool === null && deep.length * 2 > pages.length);
  if (!isTree) {
    // A page like others where there are some.
    const all = pages.length === 0 ? 0 : pages.length + files.filter(isReadme).length;
    return { path, layout: 'plain', pages: all, versions: [], isSure: true, tool };
  }
  const versions = [...new Set(deep.map((file) => file.slice(0, file.indexOf('/'))))].toSorted();
  const isSure = isMarked || versions.every(looksLikeVersion);
  const found = detectLayout(files, false);
  const layout = found === 'export' ? found : found.kind;
  return { path, layout, pages: deep.length, versions, isSure, tool };
}

/** A usual name first, then folders of packages, then any other folder, then the project itself, but for pages of its own. */
function rank({ path }: FolderCandidate, hasPages: boolean): number {
  const usual = USUAL.indexOf(path);
  if (usual >= 0) return usual;
  if (isOfPackage(path)) return USUAL.length;
  return path === '.' && !hasPages ? USUAL.length + 3 : USUAL.length + (path === '.' ? 1 : 2);
}

/** Whether the folder has a usual name in a folder of its own, as the packages of a repository have them. */
export const isOfPackage = (path: string): boolean =>
  path.includes('/') && USUAL.includes(posix.basename(path));

/** Folders of usual names below others, such as `packages/client/docs`. */
function packageFolders(files: readonly string[]): readonly string[] {
  const found = files.filter(isPageFile).flatMap((file) => {
    const parts = file.split('/').slice(0, -1);
    const at = parts.findIndex((part) => USUAL.includes(part) || isReserved(part));
    const name = parts[at] ?? '';
    return at > 0 && !isReserved(name) ? [parts.slice(0, at + 1).join('/')] : [];
  });
  return [...new Set(found)].toSorted();
}

/** Settings of a version or a documentation, in any layout. */
const SETTINGS: ReadonlySet<string> = new Set(['_settings.yaml', 'settings.yaml', 'settings.json']);
const NAV = '_nav.yaml';

/** Named as versions mostly are: `v1.0`, `2`, `latest`. */
const looksLikeVersion = (folder: string): boolean =>
  /^(?:v?\d+(?:[.-]\d+)*(?:\.x)?|latest|next|current|main|stable|edge|dev|preview|beta|unstable)$/i.test(
    folder,
  );

/**
 * The folders that files of this tree mark as content folders, `.` for the tree itself; the best marked one first. Empty if no file marks one:
 * then versions are known by their names at best.
 */
function treeBases(files: readonly string[]): readonly string[] {
  const projects = files.flatMap((file) =>
    posix.basename(file) === PROJECT_FILE ? [posix.dirname(file)] : [],
  );
  if (projects.length > 0) return [...new Set(projects)];
  const votes = new Map<string, number>();
  for (const base of basesOfSettings(files)) votes.set(base, (votes.get(base) ?? 0) + 1);
  return [...votes].toSorted(([, a], [, b]) => b - a).map(([base]) => base);
}

function basesOfSettings(files: readonly string[]): readonly string[] {
  const pages = files.filter((file) => file.endsWith('.md')).map((file) => posix.dirname(file));
  const withPages = new Set(pages);
  const withPagesBelow = new Set(pages.flatMap(foldersAbove));
  const navigated = new Set<string>();
  const withSettings = new Set<string>();
  for (const file of files) {
    const folder = posix.dirname(file);
    const name = posix.basename(file);
    if (!withPagesBelow.has(folder) || folder.split('/').some(isReserved)) continue;
    if (name === NAV) navigated.add(folder);
    if (SETTINGS.has(name)) withSettings.add(folder);
  }
  const marked = [...new Set([...navigated, ...withSettings])].filter((folder) => folder !== '.');
  const above = new Set(marked.map((folder) => posix.dirname(folder)));
  return marked.flatMap((folder) => {
    const parent = posix.dirname(folder);
    const mayBeVersion =
      !navigated.has(folder) && !withSettings.has(parent) && !withPages.has(folder);
    if (above.has(folder) || mayBeVersion) return [parent];
    return parent === '.' ? [] : [posix.dirname(parent)];
  });
}

/** The folder and those that it is in, without the tree itself. */
function foldersAbove(folder: string): readonly string[] {
  const parts = folder === '.' ? [] : folder.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
