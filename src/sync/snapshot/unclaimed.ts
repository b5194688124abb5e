/** Pages of the platform that no file and no lock line claims. Pure. */
import type { DocumentationId, PageId } from '../../model/ids.ts';
import type { LocalProject } from '../../model/local.ts';
import type { PageSummary } from '../../model/resources.ts';
import { documentationsOf } from '../../model/ids.ts';
import type { Snapshot } from './snapshot.ts';

/** Pages that are not in `claimed`. */
export function unclaimedPages(
  claimed: Iterable<{ readonly id: PageId }>,
  { pages }: Pick<Snapshot, 'pages'>,
): Map<PageId, PageSummary> {
  const unclaimed = new Map<PageId, PageSummary>();
  const ids = new Set<PageId>();
  for (const { id } of claimed) ids.add(id);
  for (const [id, page] of pages) if (!ids.has(id)) unclaimed.set(id, page);
  return unclaimed;
}

/** How many pages are in documentations whose slugs could not be found out. Nobody can say where they belong. */
export function countOutOfSight({ pages, silent }: Pick<Snapshot, 'pages' | 'silent'>): number {
  if (silent.size === 0) return 0;
  let count = 0;
  for (const { documentationId } of pages.values()) if (silent.has(documentationId)) count += 1;
  return count;
}

/** Those of these pages that are in the folder's documentations. */
export function pagesInFolder(
  unclaimed: ReadonlyMap<PageId, PageSummary>,
  local: LocalProject,
  { documentations }: Pick<Snapshot, 'documentations'>,
): ReadonlySet<PageId> {
  const found = new Set<PageId>();
  if (unclaimed.size === 0) return found;
  const ours = new Set<DocumentationId | undefined>();
  for (const name of documentationsOf(local.pages.keys())) ours.add(documentations.get(name));
  for (const { version, slug } of local.documentations)
    ours.add(documentations.get(`${version}/${slug}`));
  for (const [id, { documentationId }] of unclaimed) if (ours.has(documentationId)) found.add(id);
  return found;
}
