/** Which pages readers can see. */
import type { Context } from '../../context.ts';
import type { PageId } from '../../model/ids.ts';
import type { AllResources, PageSummary, Version } from '../../model/resources.ts';
import { listDocumentations, tellsSlugs, withSlugs } from '../../names/documentation-slugs.ts';

/**
 * The part of `all` that readers can see, in the published ones of `versions`. The older revision of the platform filters itself. Today's does
 * not: there a page is visible if it is listed, and its documentation and version are published.
 */
export async function visibleTo(
  context: Context,
  all: AllResources,
  versions: readonly Version[],
): Promise<AllResources> {
  if (tellsSlugs(all)) {
    const api = await context.api();
    const filtered = await api.project.all({ published: true }, context.host.signal);
    const isFiltered = [...filtered.versions.values()].every(({ published }) => published);
    if (isFiltered) return filtered;
  }
  const open = versions.filter(({ published }) => published).map(({ id }) => id);
  const listed = await listDocumentations(context, open);
  if (listed === undefined) {
    context.ui.warn(
      'Pages of unpublished documentations may be among these: the platform does not tell which are published.',
    );
  }
  const isOpen = ({ listed: isListed, documentationId }: PageSummary): boolean => {
    const version = all.documentations.get(documentationId)?.versionId;
    if (!isListed || version === undefined || !open.includes(version)) return false;
    return listed === undefined || listed.get(documentationId)?.published === true;
  };
  const pages = new Map<PageId, PageSummary>([...all.pages].filter(([, page]) => isOpen(page)));
  return { ...withSlugs(all, listed ?? new Map()), pages };
}
