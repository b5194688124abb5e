import { join, relative, resolve } from 'node:path';
import { globbed } from '../content/globs.ts';
import { arrangeFolder } from '../content/layouts/arrange.ts';
import { detectLayout, roleOf } from '../content/layouts/detect.ts';
import type { FileRole } from '../content/layouts/detect.ts';
import { mappingOf } from '../content/layouts/layout.ts';
import type { Arrangement, Layout, Misplaced } from '../content/layouts/layout.ts';
import { listFiles } from '../content/list-files.ts';
import type { Listing } from '../content/list-files.ts';
import { placeIn } from '../files/limit.ts';
import type { SettingsValue } from '../content/settings-file.ts';
import { Failure } from '../model/failure.ts';
import { pageKey } from '../model/ids.ts';
import type { FilePath } from '../model/ids.ts';
import type { ContentFolder, Project } from '../model/project.ts';
import { readPage, readSettings } from './scan-files.ts';
import type { FileReader, KnownPage } from './scan-files.ts';
import type { Candidate } from './scan-places.ts';

/** A content folder, read and arranged. Paths are relative to the project. */
export interface ScannedFolder {
  readonly arrangement: Arrangement;
  readonly candidates: readonly Candidate[];
  readonly misplaced: readonly Misplaced[];
}

/** `path` below `folder`, both relative to the project. */
export const fileIn = (folder: FilePath, path: string): FilePath =>
  (folder === '.' || folder === '' ? path : [folder, path].join('/')) as FilePath;

function contentRoot(project: Project, { path }: ContentFolder): string {
  const root = resolve(project.root, path);
  if (!relative(project.root, root).startsWith('..')) return root;
  throw new Failure('config', `The content folder \`${path}\` is outside the project.`, {
    hint: `Content lies below ${project.root}, beside the configuration file.`,
  });
}

/** The other content folders inside this one: a file belongs to the innermost. */
function foldersInside(project: Project, root: string): Set<string> {
  const others = project.contents.map((other) => relative(root, contentRoot(project, other)));
  return new Set(others.filter((path) => path !== '' && !path.startsWith('..')));
}

/** The files of a content folder. Throws `Failure('config')` where it is missing. */
export function listFolder(project: Project, folder: ContentFolder): Listing {
  const root = contentRoot(project, folder);
  try {
    const place = placeIn(project.root, folder.path);
    if ('problem' in place) throw linkedOut(folder.path, place.problem);
    return listFiles(place.real, foldersInside(project, root));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('config', `The content folder \`${folder.path}\` cannot be read.`, {
      hint: 'Correct `content` in the configuration, or make the folder.',
      cause: error,
    });
  }
}

const linkedOut = (path: FilePath, problem: string): Failure =>
  new Failure('config', `The content folder "${path}" ${problem}, and is not read.`, {
    hint: 'Content lies inside the folder of the configuration file',
  });

interface Sorted {
  readonly pages: string[];
  readonly settings: string[];
  readonly references: string[];
  readonly misplaced: Misplaced[];
}

/** The files by what they are in this layout. `taken`: the pages that the configuration's globs take. */
function sortFiles(
  files: readonly string[],
  taken: ReadonlySet<string> | null,
  role: (path: string) => FileRole,
): Sorted {
  const sorted: Sorted = { pages: [], settings: [], references: [], misplaced: [] };
  for (const path of files) {
    const found = role(path);
    if (found.role === 'settings') sorted.settings.push(path);
    else if (found.role === 'reference') sorted.references.push(path);
    else if (taken && !taken.has(path)) continue;
    else if (found.role === 'page') sorted.pages.push(path);
    else if (found.role === 'misplaced') sorted.misplaced.push({ path, reason: found.reason });
  }
  return sorted;
}

/** Reads one content folder. Throws `Failure('content')` where its settings are malformed. */
export async function scanFolder(
  project: Project,
  folder: ContentFolder,
  { files, refused }: Listing,
  reader: FileReader,
): Promise<ScannedFolder> {
  const mapping = mappingOf(folder);
  const layout: Layout = detectLayout(files, mapping !== null);
  const taken = await globbed(join(project.root, folder.path), folder);
  const sorted = sortFiles(files, taken, (path) => roleOf(path, layout, mapping !== null));
  const { misplaced } = sorted;
  misplaced.push(...refused.filter(({ path }) => !taken || taken.has(path)));

  const read = new Map<string, Pick<Candidate, 'file' | 'known'>>();
  const pages = new Map<string, KnownPage['facts']>();
  for (const path of sorted.pages) {
    if (reader.turns.isDue()) await reader.turns.take();
    const file = fileIn(folder.path, path);
    const page = readPage(reader, file);
    if (!page) continue;
    if ('problem' in page) misplaced.push({ path, reason: page.problem });
    else {
      read.set(path, { file, known: page });
      pages.set(path, page.facts);
    }
  }
  const settings = new Map<string, SettingsValue>();
  for (const path of sorted.settings) {
    const value = await readSettings(reader, fileIn(folder.path, path));
    if (value !== undefined) settings.set(path, value);
  }
  const { references } = sorted;
  const arrangement = arrangeFolder(
    { path: folder.path, mapping, pages, settings, references },
    layout,
  );
  const candidates = arrangement.pages.flatMap((page): Candidate[] => {
    const found = read.get(page.path);
    return found ? [{ key: pageKey(page), page, file: found.file, known: found.known }] : [];
  });
  return { arrangement, candidates, misplaced: [...misplaced, ...arrangement.misplaced] };
}
