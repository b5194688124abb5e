import type { DocumentationId, PageId } from '../../model/ids.ts';
import type { LocalProject } from '../../model/local.ts';
import { documentationsOf } from './documentation-key.ts';
import type { Snapshot } from './snapshot.ts';

/** Pages of the platform, in the documentations that the folder has, that nothing here claims. */
export function countRemoteOnly(
  local: LocalProject,
  claimed: Iterable<{ readonly id: PageId }>,
  { pages, documentations }: Snapshot,
): number {
  if (pages === null) return 0;
  const ours = new Set<DocumentationId | undefined>();
  for (const name of documentationsOf(local.pages.keys())) ours.add(documentations.get(name));
  for (const { version, slug } of local.documentations)
    ours.add(documentations.get(`${version}/${slug}`));
  const ids = new Set<PageId>();
  for (const { id } of claimed) ids.add(id);
  let count = 0;
  for (const [id, { documentationId }] of pages) {
    if (ours.has(documentationId) && !ids.has(id)) count += 1;
  }
  return count;
}
