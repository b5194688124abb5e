/**
 * Pairs pages of the lock whose key changed on the platform with new files under that key: after renamed
 * documentations, moved pages and changed slugs.
 */
import { momentOf } from '../../model/clock.ts';
import { groupBy } from '../../model/group-by.ts';
import type { DocumentationId, PageId, PageKey, VersionId } from '../../model/ids.ts';
import { placeOf, withSlug } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import { forEachAtOnce, READS_AT_ONCE } from '../pool.ts';
import { moved } from '../lock/stored-page.ts';
import type { SyncDeps } from '../session.ts';
import { lookAt, lookUp } from '../look.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { RATES } from './by-slug.ts';
import type { ClueScene, Unpaired } from './unpaired.ts';
import { chooseMeans } from './lookups.ts';

/** A documentation with new files here and with pages that the lock knows but that have no file. */
interface LeftInDocumentation {
  readonly version: VersionId;
  readonly documentation: DocumentationId;
  readonly files: ReadonlySet<PageKey>;
  readonly pages: readonly BasePage[];
}

/**
 * A key identifies a page, so a new file under the key of an existing page is that page's file, whatever its
 * text. Sends requests only for pages that changed since the lock saw them.
 */
export async function movedKeys(
  left: Unpaired,
  { snapshot, recent }: Pick<ClueScene, 'snapshot' | 'recent'>,
  deps: SyncDeps,
): Promise<void> {
  const { pages: summaries } = snapshot;
  if (summaries === null || left.lines.size === 0) return;
  for (const group of byDocumentation(left, summaries, snapshot)) {
    const asked: BasePage[] = [];
    for (const line of group.pages) {
      const summary = summaries.get(line.id);
      if (summary && moved(line, summary)) asked.push(line);
      else pair(group, line, line.slug, left);
    }
    await ask({ ...group, pages: asked }, left, recent, deps);
  }
}

function byDocumentation(
  left: Unpaired,
  summaries: NonNullable<Snapshot['pages']>,
  snapshot: Snapshot,
): readonly LeftInDocumentation[] {
  const pages = groupBy(left.lines.values(), ({ id }) => summaries.get(id)?.documentationId);
  const files = groupBy(left.files.keys(), (key) => {
    const placement = snapshot.placement(key);
    return placement.kind === 'visible' ? placement.documentation : undefined;
  });
  return [...files].flatMap(([documentation, keys]) => {
    const [some] = keys;
    const placement = some && snapshot.placement(some);
    const here = pages.get(documentation);
    if (documentation === undefined || placement?.kind !== 'visible' || !here) return [];
    return [{ version: placement.version, documentation, files: new Set(keys), pages: here }];
  });
}

function pair(
  { files }: LeftInDocumentation,
  line: BasePage,
  slug: BasePage['slug'],
  left: Unpaired,
): void {
  const [some] = files;
  const key = some && withSlug(some, slug);
  if (key !== undefined && left.files.has(key)) left.pair(key, line.key);
}

/** Reads the pages or looks up the files' slugs, whichever is cheaper. */
async function ask(
  group: LeftInDocumentation,
  left: Unpaired,
  recent: ClueScene['recent'],
  deps: SyncDeps,
): Promise<void> {
  const { version, documentation, pages } = group;
  const wanted = [...group.files].filter((key) => left.files.has(key));
  if (wanted.length === 0 || pages.length === 0) return;
  const search = { wanted: wanted.length, candidates: pages.length };
  if (chooseMeans([search], RATES)[0] === 'read') {
    await forEachAtOnce(pages, READS_AT_ONCE, async (line) => {
      const at = momentOf(deps.clock);
      const page = await lookAt(line.id, deps);
      if (!page) return;
      recent.keep({ page, at });
      pair(group, line, page.slug, left);
    });
    return;
  }
  const lines = new Map<PageId, BasePage>(pages.map((line) => [line.id, line]));
  await forEachAtOnce(wanted, READS_AT_ONCE, async (key) => {
    const at = momentOf(deps.clock);
    const page = await lookUp({ version, documentation, slug: placeOf(key).slug }, deps);
    const line = page && lines.get(page.id);
    if (!line) return;
    recent.keep({ page, at });
    left.pair(key, line.key);
  });
}
