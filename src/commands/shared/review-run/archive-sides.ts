/** The two sides of a review: an export, and the current files. */
import { resolve } from 'node:path';
import type { Context } from '../../../context.ts';
import { readArchive } from '../../../content/archive/read-texts.ts';
import { repositoryFiles } from '../../../content/export/repository-files.ts';
import type { FilePath, PageKey } from '../../../model/ids.ts';
import { placeOf } from '../../../model/ids.ts';
import { folderOfTexts, readTexts } from '../../../content/folder/folder-of-texts.ts';
import { namedFile } from '../named-files/named-file.ts';
import { folderSide, selectPages, pairsOf } from './folder-sides.ts';
import type { FolderPage } from './folder-pages.ts';
import type { ReviewSides } from './sides.ts';

/** Rejects with `content` if the file is not a sound ZIP of documentation. Sends no requests. */
export async function archiveSides(
  context: Context,
  names: readonly string[],
  file: string,
): Promise<ReviewSides> {
  const { host } = context;
  const project = await context.project();
  await namedFile(context, file);
  const texts = await readArchive(
    resolve(host.cwd, file),
    '--against takes the ZIP of docs export, a git revision, platform or published',
  );
  const archive = await folderOfTexts(
    { path: '.' as FilePath, version: null, documentation: null, include: [], exclude: [] },
    await converted(texts),
  );
  const read = await Promise.all(project.contents.map((folder) => readTexts(project, folder)));
  const [old, next] = await Promise.all([folderSide([archive]), folderSide(read)]);
  const isMeant = await selectPages(names, [old, next], {
    root: project.root,
    workingFolder: host.cwd,
  });
  const here = documentationsIn(next.pages.values());
  return {
    old: file,
    new: 'the files',
    pairs: pairsOf(old, next, CLUES, (page) => isMeant(page) && isHere(page, here)),
    warnings: [],
  };
}

/** Converts the texts to the repository layout, in which folders are compared. */
async function converted(texts: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const { files } = await repositoryFiles({ texts, assets: new Map() });
  return new Map([...files].map(([path, content]) => [path, String(content)]));
}

const inDocumentation =
  (of: (page: FolderPage) => string) =>
  (page: FolderPage): string =>
    `${placeOf(page.key).documentation}/${of(page)}`;

const slugOf = ({ key }: FolderPage): string => placeOf(key).slug;

/** No clue uses the version, because an export has the names of versions but not all their slugs. */
const CLUES = [inDocumentation(slugOf), slugOf, inDocumentation(({ title }) => title)];

const documentationsIn = (pages: Iterable<FolderPage>): ReadonlySet<string> =>
  new Set(Array.from(pages, ({ key }) => placeOf(key).documentation));

/** An export has the whole project: pages of documentations that are not here were not removed. */
const isHere = ({ key }: { readonly key: PageKey }, here: ReadonlySet<string>): boolean =>
  here.has(placeOf(key).documentation);
