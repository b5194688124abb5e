/** The documentations of a version with their slugs, which not every platform tells in `GET /all`. A title is never taken for a slug. */
import { slugProblem } from '../../content/slug.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { DocumentationId, PageId, Slug } from '../../model/ids.ts';
import type { AllResources, Page, Version } from '../../model/resources.ts';
import { withDocumentationSlugs } from '../../names/documentation-slugs.ts';

/** A documentation of which it is known, or not, what it is called in addresses. */
export interface PlacedDocumentation {
  readonly id: DocumentationId;
  readonly title: string;
  /** Null: the platform did not tell it. */
  readonly slug: Slug | null;
}

/** Pages that are read for it: one for each documentation. */
const MOST_READ = 20;

/**
 * The documentations of `version`. Slugs that `all` lacks are asked for in one request; where the platform has no such list, each is read off the
 * path of a page of its documentation: one request each, for the first twenty.
 */
export async function placedDocumentations(
  context: Context,
  project: AllResources,
  version: Version,
): Promise<PlacedDocumentation[]> {
  const all = await withDocumentationSlugs(context, project, [version.id]);
  const inside = [...all.documentations].filter(([, { versionId }]) => versionId === version.id);
  const samples = new Map<DocumentationId, PageId>();
  for (const [page, { documentationId }] of all.pages) {
    if (!samples.has(documentationId)) samples.set(documentationId, page);
  }
  let left = MOST_READ;
  const placed: PlacedDocumentation[] = [];
  for (const [id, { title, slug }] of inside) {
    const sample = samples.get(id);
    const isAsked = slug === undefined && sample !== undefined && left > 0;
    if (isAsked) left -= 1;
    const told = slug ?? (isAsked ? await slugFrom(context, sample) : null);
    placed.push({ id, title, slug: told });
  }
  return placed;
}

async function slugFrom(context: Context, page: PageId): Promise<Slug | null> {
  const api = await context.api();
  try {
    return documentationIn(await api.pages.read(page, { signal: context.host.signal }));
  } catch (error) {
    // The page may have gone, or be one that the key may not read: then nothing is known.
    if (error instanceof Failure && error.status !== undefined && error.code !== 'auth-required') {
      return null;
    }
    throw error;
  }
}

/** The second of the three slugs in a page's path. Null if it does not end with the page's own. */
function documentationIn({ path, slug }: Page): Slug | null {
  const [version = '', documentation = '', page, ...rest] = path.replace(/^\//, '').split('/');
  const isPlace = version !== '' && page === slug && rest.length === 0;
  return isPlace && slugProblem(documentation) === null ? (documentation as Slug) : null;
}
