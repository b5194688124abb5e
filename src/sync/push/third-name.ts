/** The name that a page has for a moment while others that took each other's slugs change places. It says whose it is: a run may end before the next step. */
import type { PageId, PageKey, Slug } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import type { LocalPage, LocalProject, UnplacedFile } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { documentationKey } from '../snapshot/documentation-key.ts';
import type { Lock } from '../lock/lock.ts';
import { lineAfterMove } from '../lock/pulled-line.ts';

const START = 'docs-cli-moving-';

export const thirdSlug = (id: PageId): Slug => `${START}${id}` as Slug;

/** Folder and lock, as the run that was killed would have left them. */
interface Sides {
  readonly lock: Lock;
  readonly local: LocalProject;
}

/**
 * Finds the pages that a run which was killed left under their third name. The lock gets a line for such a page, as that run would have
 * written it. A file that has its old name still, beside the third one, counts once: by the old name. A file that nothing is known of is
 * unplaced: no page is ever made with such a slug. `isOneFile`: whether two files are one by two names.
 */
export function withThirdNames(
  { lock, local }: Sides,
  isOneFile: (a: LocalPage, b: LocalPage) => boolean,
): Sides {
  const strays = [...local.pages.values()].filter(
    ({ key }) => key.includes(START) && !lock.pages.has(key),
  );
  if (strays.length === 0) return { lock, local };
  const lines = new Map(lock.pages);
  const pages = new Map(local.pages);
  const unplaced: UnplacedFile[] = [...local.unplaced];
  for (const page of strays) {
    const { slug } = placeOf(page.key);
    const line = lineOf(page.key, slug, lock);
    const twin = line && pages.get(line.key);
    if (line && !twin) {
      lines.delete(line.key);
      lines.set(page.key, lineAfterMove(line, page.key));
      continue;
    }
    pages.delete(page.key);
    if (!twin || !isOneFile(twin, page)) unplaced.push({ file: page.file, reason: LEFT });
  }
  return { lock: { ...lock, pages: lines }, local: { ...local, pages, unplaced } };
}

const LEFT = 'has a name that only a pull gives for a moment: give it one of its own';

function lineOf(key: PageKey, slug: Slug, { pages }: Lock): BasePage | undefined {
  for (const line of pages.values()) {
    const isIts = thirdSlug(line.id) === slug;
    if (isIts && documentationKey(line.key) === documentationKey(key)) return line;
  }
  return undefined;
}
