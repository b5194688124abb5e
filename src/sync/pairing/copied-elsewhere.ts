/** Pages of a copied version whose slugs somebody changed in the copy: files of the copied folder know them by the texts that the lock has of the originals. */
import { groupBy } from '../../model/group-by.ts';
import type { PageId, PageKey } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage } from '../../model/sides.ts';
import { lookAt } from '../look.ts';
import { forEachAtOnce } from '../pool.ts';
import { CopiedPages, isCopyOf } from '../recognition/copied-pages.ts';
import { storedOf } from '../recognition/observe.ts';
import type { SyncDeps } from '../session.ts';
import { neighboursIn, RATES } from './by-slug.ts';
import type { Neighbours } from './by-slug.ts';
import type { ClueScene, Unpaired } from './unpaired.ts';

const WIDTH = 32;

/** More pages than these are not read for one file: look-ups by slug are worth as many. */
const READS_A_FILE = RATES.read / RATES.find;

/** A file and the lines of the page with its slugs in other versions. */
interface Copied {
  readonly key: PageKey;
  readonly originals: readonly BasePage[];
}

/**
 * A file whose page is not found by its slug, and that has an original in another version, is the page with the texts that the lock has of the
 * original, if there is one such page; among several the title of the original decides. Reads pages that nobody claims, if there are not too many.
 */
export async function copiedElsewhere(
  left: Unpaired,
  scene: ClueScene,
  deps: SyncDeps,
): Promise<void> {
  const copies = new CopiedPages(scene.lock.pages);
  for (const around of neighboursIn(left, scene)) {
    const files = [...around.files.keys()]
      .map((key): Copied => ({ key, originals: copies.in(key) }))
      .filter(({ originals }) => originals.length > 0);
    const ids = candidatesFor(files, around);
    const pages: Page[] = [];
    await forEachAtOnce(ids, WIDTH, async (id) => {
      const page = await lookAt(id, deps);
      if (page) pages.push(page);
    });
    await takeCopies(files, pages, left);
  }
}

/** All of them, or those of the originals' titles. */
function candidatesFor(files: readonly Copied[], { pages }: Neighbours): readonly PageId[] {
  const most = files.length * READS_A_FILE;
  if (pages.size <= most) return files.length === 0 ? [] : [...pages.keys()];
  const titles = new Set(files.flatMap(({ originals }) => originals.map(({ title }) => title)));
  const titled = [...pages].filter(([, { title }]) => titles.has(title)).map(([id]) => id);
  return titled.slice(0, most);
}

async function takeCopies(
  files: readonly Copied[],
  pages: readonly Page[],
  left: Unpaired,
): Promise<void> {
  const pairs = files.flatMap(({ key, originals }) =>
    pages.flatMap((page) => {
      const original = originals.find((line) => isCopyOf(line, storedOf(page)));
      return original ? [{ key, page, isTitled: original.title === page.title }] : [];
    }),
  );
  for (const wanted of [pairs, pairs.filter(({ isTitled }) => isTitled)]) {
    const byKey = groupBy(wanted, ({ key }) => key);
    const byPage = groupBy(wanted, ({ page }) => page.id);
    for (const { key, page } of wanted) {
      const isOne = byKey.get(key)?.length === 1 && byPage.get(page.id)?.length === 1;
      if (isOne && left.files.has(key)) await left.take(key, page);
    }
  }
}
