/** What a push would find in content folders. Reads them as a push does, and writes nothing. */
import { join, posix } from 'node:path';
import { innermostOf } from '../../content/layouts/layout.ts';
import type { Host } from '../../host.ts';
import { Failure } from '../../model/failure.ts';
import { groupBy } from '../../model/group-by.ts';
import { type FilePath, type Slug, placeOf } from '../../model/ids.ts';
import type { PageInFile, UnplacedFile } from '../../model/local.ts';
import { type ContentFolder, lockFileOf } from '../../model/project.ts';
import { listOf } from '../../model/text/sentences.ts';
import { scanFolder } from '../../sync/reader.ts';
import { isThere } from '../../system/files/path.ts';
import type { ContentChoice, ContentFound, ContentPlace } from './document.ts';

/** A folder whose pages go to one documentation. */
export interface FoundFolder {
  readonly folder: string;
  /** Null if none of its files has a place. */
  readonly place: ContentPlace | null;
  readonly pages: number;
  /** Sentences, without a period, about files that a push leaves out. */
  readonly problems: readonly string[];
}

export interface Understanding {
  readonly content: readonly ContentFound[];
  /** At least one for each content folder, in their order. */
  readonly folders: readonly FoundFolder[];
}

/** Files of a folder. */
interface Files {
  readonly pages: readonly PageInFile[];
  readonly unplaced: readonly UnplacedFile[];
}

/** Rejects with `usage` if a folder is an export. */
export async function understand(
  host: Host,
  content: readonly ContentChoice[],
): Promise<Understanding> {
  const contents = content.filter(({ path }) => isThere(join(host.cwd, path))).map(asFolder);
  const { pages, unplaced } = await scanned(host, contents);
  const rowOf = ({ file }: { readonly file: FilePath }): string =>
    contents[innermostOf(file, contents)]?.path ?? '';
  const [ofPages, ofUnplaced] = [groupBy(pages, rowOf), groupBy(unplaced, rowOf)];
  const rows = content.map((choice) => ({
    choice,
    pages: ofPages.get(choice.path) ?? [],
    unplaced: ofUnplaced.get(choice.path) ?? [],
  }));
  return {
    content: rows.map(({ choice, ...files }) => ({
      ...choice,
      pages: files.pages.length,
      unplaced: files.unplaced.length,
      example: exampleOf(choice, files),
    })),
    folders: rows.flatMap(({ choice, ...files }) => foldersIn(choice, files)),
  };
}

const asFolder = ({ path, place }: ContentChoice): ContentFolder => ({
  path: path as FilePath,
  version: (place?.version ?? null) as Slug | null,
  documentation: (place?.documentation ?? null) as Slug | null,
  include: ['**/*.md'],
  exclude: [],
});

async function scanned(host: Host, contents: readonly ContentFolder[]): Promise<Files> {
  const project = {
    root: host.cwd,
    contents,
    references: [],
    lockFile: lockFileOf(null),
    stateFolder: '.docs-cli' as FilePath,
  };
  try {
    const { signal } = host;
    const { pages, unplaced } = await scanFolder(project, { remember: false, signal });
    const refused = [...pages.values()].flatMap(({ key, file, refusal: reason }) =>
      reason === undefined ? [] : { key, file, reason },
    );
    const sent = [...pages.values()].filter(({ refusal }) => refusal === undefined);
    return { pages: sent, unplaced: [...unplaced, ...refused] };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'usage') throw error;
    // Its settings cannot be read. `docs check` reports why.
    return { pages: [], unplaced: [] };
  }
}

/**
 * One page with its place. In one documentation the deepest, because people may think that a folder
 * in it is another documentation.
 */
function exampleOf({ place }: ContentChoice, { pages }: Files): ContentFound['example'] {
  const depth = ({ file }: PageInFile): number => file.split('/').length;
  const [page] = place === null ? pages : pages.toSorted((a, b) => depth(b) - depth(a));
  if (page === undefined) return null;
  const { version, documentation, slug } = placeOf(page.key);
  return { file: page.file, version, documentation, page: slug };
}

/** The folder itself or, if paths name places, its folders of documentations. */
function foldersIn({ path, place }: ContentChoice, files: Files): readonly FoundFolder[] {
  const folderOf = ({ file }: { readonly file: string }): string => {
    const parts = posix.relative(path, file).split('/');
    return place !== null || parts.length < 3 ? path : posix.join(path, ...parts.slice(0, 2));
  };
  const pages = groupBy(files.pages, folderOf);
  const unplaced = groupBy(files.unplaced, folderOf);
  const folders = new Set([...pages.keys(), ...unplaced.keys()]);
  return [...(folders.size === 0 ? [path] : folders)].map((folder) => {
    const [page] = pages.get(folder) ?? [];
    return {
      folder,
      place: place ?? (page === undefined ? null : placeOf(page.key)),
      pages: pages.get(folder)?.length ?? 0,
      problems: problemsOf(unplaced.get(folder) ?? []),
    };
  });
}

/** More are counted. */
const SHOWN = 3;

function problemsOf(files: readonly UnplacedFile[]): readonly string[] {
  // Files that claim the same page are one problem.
  const claims = groupBy(files, ({ key, file }) => key ?? file);
  const all = [...claims.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    if (others.length === 0) return [`${first.file} ${first.reason}`];
    const names = [first, ...others].map(({ file }) => file);
    return [`${listOf(names, SHOWN)} have the same address, ${first.key}`];
  });
  const left = all.length - SHOWN;
  return left > 0 ? [...all.slice(0, SHOWN), `${left} more: docs check lists them`] : all;
}
