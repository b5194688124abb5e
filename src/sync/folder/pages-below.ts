/** Which files of a folder are below a page: nothing on the platform tells it. Pure. */
import type { FilePath, PageKey } from '../../model/ids.ts';
import { documentationKey, isDirectlyIn, placeOf } from '../../model/ids.ts';
import type { LocalPage, LocalProject } from '../../model/local.ts';

/** Files of the pages below the page with this key: in the folder beside its file, or in one of its slug where it has no file. */
export function filesBelow(
  key: PageKey,
  { pages, documentations }: LocalProject,
): readonly FilePath[] {
  const { version, documentation, slug } = placeOf(key);
  const file = pages.get(key)?.file;
  const home = documentations.find((one) => one.version === version && one.slug === documentation);
  const isBelow = (page: LocalPage): boolean => {
    if (!isDirectlyIn(page.key, documentationKey(key))) return false;
    if (file !== undefined) return page.file.startsWith(`${file.replace(/\.[^./]+$/, '')}/`);
    return home?.folder !== undefined && foldersIn(home.folder, page.file).includes(slug);
  };
  return [...pages.values()].filter(isBelow).map((page) => page.file);
}

/** Names of the folders between `home` and a file in it. */
function foldersIn(home: FilePath, file: FilePath): readonly string[] {
  const start = home === '.' ? '' : `${home}/`;
  return file.startsWith(start) ? file.slice(start.length).split('/').slice(0, -1) : [];
}
