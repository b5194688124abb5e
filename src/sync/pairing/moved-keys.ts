/**
 * Pairs pages of the lock whose key changed on the platform with new files under that key: after renamed
 * documentations, moved pages and changed slugs.
 */
import type { PageId } from '../../model/ids.ts';
import { placeOf, withSlug } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import { forEachAtOnce, lookAtEach, READS_AT_ONCE } from '../pool.ts';
import { moved } from '../lock/stored-page.ts';
import type { SyncDeps } from '../session.ts';
import { lookUp } from '../look.ts';
import { RATES } from './by-slug.ts';
import { chooseMeans } from './lookups.ts';
import { lostNeighboursIn } from './neighbours.ts';
import type { Neighbours } from './neighbours.ts';
import type { ClueScene, Unpaired } from './unpaired.ts';

/**
 * A key identifies a page, so a new file under the key of an existing page is that page's file, whatever its
 * text. Sends requests only for pages that changed since the lock saw them.
 */
export async function movedKeys(left: Unpaired, scene: ClueScene, deps: SyncDeps): Promise<void> {
  const { snapshot, recent } = scene;
  if (left.lines.size === 0) return;
  for (const around of lostNeighboursIn(left, scene)) {
    const asked = new Map<PageId, BasePage>();
    for (const [id, line] of around.pages) {
      const summary = snapshot.pages.get(id);
      if (summary && moved(line, summary)) asked.set(id, line);
      else pair(around, line, line.slug, left);
    }
    await ask({ ...around, pages: asked }, left, recent, deps);
  }
}

function pair(
  { files }: Neighbours<BasePage>,
  line: BasePage,
  slug: BasePage['slug'],
  left: Unpaired,
): void {
  const [some] = files.keys();
  const key = some && withSlug(some, slug);
  if (key !== undefined && left.files.has(key)) left.pair(key, line.key);
}

/** Reads the pages or looks up the files' slugs, whichever is cheaper. */
async function ask(
  around: Neighbours<BasePage>,
  left: Unpaired,
  recent: ClueScene['recent'],
  deps: SyncDeps,
): Promise<void> {
  const { version, documentation, files, pages } = around;
  const wanted = [...files.keys()].filter((key) => left.files.has(key));
  if (wanted.length === 0 || pages.size === 0) return;
  const search = { wanted: wanted.length, candidates: pages.size };
  if (chooseMeans([search], RATES)[0] === 'read') {
    return lookAtEach(pages.values(), deps, (page, line) => {
      if (!page) return;
      recent.keep(page);
      pair(around, line, page.slug, left);
    });
  }
  await forEachAtOnce(wanted, READS_AT_ONCE, async (key) => {
    const page = await lookUp({ version, documentation, slug: placeOf(key).slug }, deps);
    const line = page && pages.get(page.id);
    if (!line) return;
    recent.keep(page);
    left.pair(key, line.key);
  });
}
