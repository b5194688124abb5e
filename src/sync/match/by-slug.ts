/**
 * Pairs a file with the page that has its slug in its place, whatever its text. Requests pages by
 * slug.
 */
import { placeOf } from '../../model/ids.ts';
import type { PageKey } from '../../model/ids.ts';
import { OPERATIONS } from '../../model/operations.ts';
import type { BasePage } from '../../model/sides.ts';
import { hasNewDate } from '../record/stored-page.ts';
import { lookUp } from '../platform/look.ts';
import { lookAtEach } from '../platform/look.ts';
import { forEachAtOnce, READS_AT_ONCE } from '../pool.ts';
import type { SyncDeps } from '../deps.ts';
import { neighboursIn } from './unpaired.ts';
import type { Unpaired } from './unpaired.ts';
import type { Run } from '../run.ts';

/** How many pages the rate limits let a run read in the time of one look-up by slug. */
const READS_PER_FIND = OPERATIONS.readPage.limit.requests / OPERATIONS.findPage.limit.requests;

/** Whether reading all of the pages is faster than looking up the slugs of the files. */
export const areFew = (pages: number, files: number): boolean => pages <= files * READS_PER_FIND;

/**
 * Pairs new files with pages of the lock that have the file's key on the platform: the slug of the
 * page or of its documentation changed. Requests only pages that changed since the lock recorded
 * them.
 */
export async function movedKeys(left: Unpaired, run: Run, deps: SyncDeps): Promise<void> {
  const { snapshot, recent } = run.platform;
  const lines = () => Array.from(left.lines.values(), (line) => [line.id, line] as const);
  const pair = (key: PageKey, line: BasePage): void => {
    if (left.files.has(key)) left.pair(key, line.key);
  };
  for (const { version, documentation, files, pages, keyOf } of neighboursIn(left, run, lines)) {
    const changed: BasePage[] = [];
    for (const [id, line] of pages) {
      const summary = snapshot.pages.get(id);
      if (summary && hasNewDate(line, summary)) changed.push(line);
      else pair(keyOf(line.slug), line);
    }
    const wanted = [...files.keys()].filter((key) => left.files.has(key));
    if (wanted.length === 0 || changed.length === 0) continue;
    if (areFew(changed.length, wanted.length)) {
      await lookAtEach(changed, deps, (page, line) => {
        if (!page) return;
        recent.keep(page);
        pair(keyOf(page.slug), line);
      });
      continue;
    }
    await forEachAtOnce(wanted, READS_AT_ONCE, async (key) => {
      const page = await lookUp({ version, documentation, slug: placeOf(key).slug }, deps);
      const line = page && pages.get(page.id);
      if (!line) return;
      recent.keep(page);
      pair(key, line);
    });
  }
}
