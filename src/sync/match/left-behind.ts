/** Pages whose files were renamed without the folder of the pages that they hide. */
import { placeOf } from '../../model/ids.ts';
import type { PageKey } from '../../model/ids.ts';
import type { UnplacedFile } from '../../model/local.ts';
import type { Folder } from '../folder/found-folder.ts';
import { localPagesBelow } from '../write/staying.ts';

/**
 * The selected ones of such pages, and of those that are still in the folder: none is sent. If the
 * new name was, the lock would no longer tell what hides the others, and the next push would
 * publish them.
 */
export function leftBehind(
  { local, renamed }: Folder,
  selected: (key: PageKey) => boolean,
): readonly UnplacedFile[] {
  return [...renamed].flatMap(([key, was]) => {
    const page = local.pages.get(key);
    if (page?.restriction === undefined) return [];
    const below = localPagesBelow(was, local).filter(
      ({ restriction }) => restriction === undefined,
    );
    if (below.length === 0) return [];
    const name = placeOf(was).slug;
    const reason = `belongs to ${was}, which is ${page.file} now, and pages that it hides are still in a folder "${name}": rename that folder, too`;
    return [page, ...below].flatMap((each) =>
      selected(each.key) ? [{ key: each.key, file: each.file, reason }] : [],
    );
  });
}
