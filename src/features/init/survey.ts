/** What a folder holds before it is set up: where pages may be, and in which layout. */
import { posix } from 'node:path';
import { detectLayout } from '../../content/layouts/detect.ts';
import { PROJECT_FILE, isReserved } from '../../content/layouts/reserved.ts';
import { listFiles } from '../../content/folder/list-files.ts';
import type { LayoutKind } from '../../model/local.ts';

/** A folder that may be a content folder. */
export interface FolderCandidate {
  /** Relative to the project, with `/`; `.` is the project itself. */
  readonly path: string;
  /** `plain`: the folder is one documentation, and the settings have to say which. */
  readonly layout: LayoutKind;
  readonly pages: number;
  /** Folders at its top that its paths make versions. Empty for a plain one. */
  readonly versions: readonly string[];
}

/** Made by builds, or by others. */
const IGNORED = new Set(['dist', 'build', 'vendor', 'target']);

/** Where pages usually are. */
const USUAL = ['docs', 'doc', 'documentation', 'content'];

/** The folders of `root` that hold Markdown, the most likely one first. Empty where there is none. */
export function surveyFolders(root: string): FolderCandidate[] {
  const files = listFiles(root, IGNORED).files.filter((file) => /\.(?:md|ya?ml)$/i.test(file));
  const tops = files.map((file) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '.'));
  // Where the platform syncs a repository, this file is at the top of the content.
  const bases = files.flatMap((file) =>
    posix.basename(file) === PROJECT_FILE ? [posix.dirname(file)] : [],
  );
  const folders = tops.filter((path) => !isReserved(path));
  const candidates = [...new Set([...bases, ...folders, '.'])]
    .map((path) => candidateAt(path, path === '.' ? files : below(files, path)))
    .filter(({ pages }) => pages > 0);
  // Versions at the top: the project itself is the content folder.
  const [base] = bases;
  const whole = candidates.find(({ path, versions }) =>
    base === undefined ? path === '.' && versions.some(isVersion) : path === base,
  );
  return candidates.toSorted(
    (a, b) => Number(b === whole) - Number(a === whole) || rank(a) - rank(b) || b.pages - a.pages,
  );
}

/** Named as versions mostly are: `v1.0`, `2`. */
const isVersion = (folder: string): boolean => /^v?\d+(?:\.\d+)*$/i.test(folder);

const below = (files: readonly string[], folder: string): string[] =>
  files
    .filter((file) => file.startsWith(`${folder}/`))
    .map((file) => file.slice(folder.length + 1));

/** In a folder that the platform keeps for itself, at the top or in a version. */
const isInReserved = (file: string): boolean =>
  file.split('/').slice(0, -1).slice(0, 2).some(isReserved);

/** Of one folder, what its own files say. */
export function candidateAt(path: string, files: readonly string[]): FolderCandidate {
  const pages = files.filter(
    (file) =>
      file.toLowerCase().endsWith('.md') && !/^readme\.md$/i.test(file) && !isInReserved(file),
  );
  const { kind, settingsName } = detectLayout(files, false);
  const marked =
    files.includes(PROJECT_FILE) ||
    files.some((file) => file.split('/').at(-1) === (settingsName ?? '_nav.yaml'));
  const deep = pages.filter((file) => file.split('/').length >= 3);
  const isTree = marked || (pages.length > 0 && deep.length * 2 > pages.length);
  if (!isTree) return { path, layout: 'plain', pages: pages.length, versions: [] };
  const versions = new Set(deep.map((file) => file.slice(0, file.indexOf('/'))));
  return { path, layout: kind, pages: deep.length, versions: [...versions].toSorted() };
}

/** A usual name first, then any other folder, then the project itself. */
function rank({ path }: FolderCandidate): number {
  const usual = USUAL.indexOf(path);
  if (usual >= 0) return usual;
  return path === '.' ? USUAL.length + 1 : USUAL.length;
}
