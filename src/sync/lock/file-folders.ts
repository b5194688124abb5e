/** Records in which folder below its documentation a page's file is. When the files are gone, this tells which page was below which. Pure. */
import type { PageKey, Slug } from '../../model/ids.ts';
import { placeOf, withSlug } from '../../model/ids.ts';
import { documentationOf } from '../../model/local.ts';
import type { LocalDocumentation, LocalPage, LocalProject } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';

type Documentations = readonly Pick<LocalDocumentation, 'version' | 'slug' | 'folder'>[];

/** Returns undefined if the file is directly in the folder of its documentation, or outside of it. */
export function folderBelow(
  { key, file }: Pick<LocalPage, 'key' | 'file'>,
  documentations: Documentations,
): string | undefined {
  const home = documentationOf(documentations, placeOf(key));
  if (home?.folder === undefined) return undefined;
  const start = home.folder === '.' ? '' : `${home.folder}/`;
  const end = file.lastIndexOf('/');
  return file.startsWith(start) && end > start.length ? file.slice(start.length, end) : undefined;
}

/** The keys of the pages above a page, outermost first, as far as the folder of its file tells. */
export const keysAbove = ({ key, folder }: Pick<BasePage, 'key' | 'folder'>): readonly PageKey[] =>
  folder === undefined ? [] : folder.split('/').map((slug) => withSlug(key, slug as Slug));

/** The lines with the folders where their files are today. Lines of pages without a file do not change. */
export function withFolders(
  lines: ReadonlyMap<PageKey, BasePage>,
  { pages, documentations }: Pick<LocalProject, 'pages' | 'documentations'>,
): ReadonlyMap<PageKey, BasePage> {
  const better = new Map<PageKey, BasePage>();
  for (const [key, line] of lines) {
    const page = pages.get(key);
    if (page === undefined) continue;
    const folder = folderBelow(page, documentations);
    if (folder !== line.folder) better.set(key, inFolder(line, folder));
  }
  return better.size === 0 ? lines : new Map([...lines, ...better]);
}

function inFolder(line: BasePage, folder: string | undefined): BasePage {
  const { folder: _, ...rest } = line;
  return folder === undefined ? rest : { ...rest, folder };
}
