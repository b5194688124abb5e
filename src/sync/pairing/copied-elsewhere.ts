/**
 * Finds pages of a copied version whose slugs somebody changed in the copy: the lock has the texts of the
 * originals, and the copied pages still have them.
 */
import { groupBy } from '../../model/group-by.ts';
import type { PageId, PageKey } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage } from '../../model/sides.ts';
import { lookAtEach } from '../pool.ts';
import { CopiedPages, isCopyOf } from './copied-pages.ts';
import { storedOf } from '../lock/stored-page.ts';
import type { SyncDeps } from '../session.ts';
import { READS_PER_FIND } from './by-slug.ts';
import { neighboursIn } from './neighbours.ts';
import type { Neighbours } from './neighbours.ts';
import type { ClueScene, Unpaired } from './unpaired.ts';

/** A file, and the lines of pages with the same slugs in other versions. */
interface Copied {
  readonly key: PageKey;
  readonly originals: readonly BasePage[];
}

/**
 * Pairs a file that was not found by its slug and has an original in another version with the one page that
 * has the original's texts. If several have them, the original's title decides. Reads unclaimed pages, unless
 * there are too many.
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
    const candidates = candidatesFor(files, around).map((id) => ({ id }));
    const pages: Page[] = [];
    await lookAtEach(candidates, deps, (page) => {
      if (page) pages.push(page);
    });
    await takeCopies(files, pages, left);
  }
}

/** All unclaimed pages, or, if they are too many, those with a title of an original. */
function candidatesFor(files: readonly Copied[], { pages }: Neighbours): readonly PageId[] {
  const most = files.length * READS_PER_FIND;
  if (pages.size <= most) return [...pages.keys()];
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
