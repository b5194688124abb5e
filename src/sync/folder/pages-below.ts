/** Tells which files are below a page. The platform does not know it. Pure. */
import type { FilePath, PageKey } from '../../model/ids.ts';
import { documentationKey, isDirectlyIn, placeOf } from '../../model/ids.ts';
import { documentationOf } from '../../model/local.ts';
import type { LocalPage, LocalProject } from '../../model/local.ts';

/** Files of the pages below the page with this key: those in the folder beside its file, or, if it has no file, in a folder named like its slug. */
export function filesBelow(
  key: PageKey,
  { pages, documentations }: Pick<LocalProject, 'pages' | 'documentations'>,
): readonly FilePath[] {
  const file = pages.get(key)?.file;
  const home = documentationOf(documentations, placeOf(key))?.folder;
  const isBelow = (page: LocalPage): boolean => {
    if (!isDirectlyIn(page.key, documentationKey(key))) return false;
    if (file !== undefined) return page.file.startsWith(`${file.replace(/\.[^./]+$/, '')}/`);
    const start = home === '.' ? '' : `${home}/`;
    if (home === undefined || !page.file.startsWith(start)) return false;
    return page.file.slice(start.length).split('/').slice(0, -1).includes(placeOf(key).slug);
  };
  return [...pages.values()].filter(isBelow).map((page) => page.file);
}
