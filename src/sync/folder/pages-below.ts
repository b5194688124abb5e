/** Which files of a folder are below a page: nothing on the platform tells it. Pure. */
import type { FilePath, PageKey } from '../../model/ids.ts';
import { documentationKey, isDirectlyIn, placeOf } from '../../model/ids.ts';
import type { LocalPage, LocalProject } from '../../model/local.ts';
import { folderBelow, slugsAbove } from '../lock/file-folders.ts';

/** Files of the pages below the page with this key: in the folder beside its file, or in one of its slug where it has no file. */
export function filesBelow(
  key: PageKey,
  { pages, documentations }: Pick<LocalProject, 'pages' | 'documentations'>,
): readonly FilePath[] {
  const { slug } = placeOf(key);
  const file = pages.get(key)?.file;
  const isBelow = (page: LocalPage): boolean => {
    if (!isDirectlyIn(page.key, documentationKey(key))) return false;
    if (file !== undefined) return page.file.startsWith(`${file.replace(/\.[^./]+$/, '')}/`);
    return slugsAbove(folderBelow(page, documentations) ?? '').includes(slug);
  };
  return [...pages.values()].filter(isBelow).map((page) => page.file);
}
