import { Failure } from '../model/failure.ts';
import type { PageId } from '../model/ids.ts';
import type { AllResources, PageSummary } from '../model/resources.ts';

const SHOWN = 10;

/** The page with this title. Returns undefined if there is none. Throws `usage` with the candidates if there are several. */
export function oneTitled(
  all: AllResources,
  title: string,
  inside: (page: PageSummary) => boolean,
): PageId | undefined {
  const same: [PageId, PageSummary][] = [...all.pages].filter(
    ([, page]) => page.title.toLowerCase() === title.toLowerCase() && inside(page),
  );
  if (same.length <= 1) return same[0]?.[0];
  const candidates = same.slice(0, SHOWN).map(([id, page]) => `${id} in ${placeText(all, page)}`);
  const more = same.length > SHOWN ? ` and ${same.length - SHOWN} more` : '';
  throw new Failure(
    'usage',
    `"${title}" is the title of ${same.length} pages: ${candidates.join(', ')}${more}.`,
    { hint: 'Name it by its id or key, or narrow the search with --in version/documentation' },
  );
}

/** The version and documentation of a page in the snapshot, such as `v1.0/docs`: by slugs if they are known, else by names. */
function placeText(all: AllResources, { documentationId }: PageSummary): string {
  const documentation = all.documentations.get(documentationId);
  const version = documentation && all.versions.get(documentation.versionId);
  return `${version?.slug ?? version?.name ?? '?'}/${documentation?.slug ?? documentation?.title ?? '?'}`;
}
