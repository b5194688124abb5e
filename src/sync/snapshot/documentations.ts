/** Which documentation is meant by a slug. One revision of the platform does not tell in `GET /all` (notes, "Requests"). */
import type { Api } from '../../api/api.ts';
import { groupBy } from '../../model/group-by.ts';
import type { DocumentationId, PageKey, VersionId } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import type { AllResources } from '../../model/resources.ts';
import { documentationKey } from './documentation-key.ts';
import { orMissing } from '../look.ts';
import type { Lock } from '../lock/lock.ts';

interface Request {
  readonly all: AllResources;
  readonly versions: ReadonlyMap<string, VersionId>;
  readonly lock: Lock;
  readonly needed: readonly PageKey[];
  readonly signal: AbortSignal;
}

/** Pages of a documentation that are looked up, at most, to find out its id. */
const PROBES = 3;

/**
 * Ids by `version/documentation`, of all whose slugs `GET /all` tells. Where it tells none, those that the folder needs are
 * known from the lock, or from a page of theirs that the platform finds by its slugs; what is not found is left out.
 */
export async function findDocumentations(
  api: Api,
  request: Request,
): Promise<ReadonlyMap<string, DocumentationId>> {
  const { all, versions, lock } = request;
  const versionSlugs = new Map([...versions].map(([slug, id]) => [id, slug]));
  const found = new Map<string, DocumentationId>();
  let silent = false;
  for (const [id, { slug, versionId }] of all.documentations) {
    const version = versionSlugs.get(versionId);
    if (slug === undefined) silent = true;
    else if (version !== undefined) found.set(`${version}/${slug}`, id);
  }
  if (!silent) return found;

  for (const [name, keys] of groupBy(request.needed, documentationKey)) {
    if (found.has(name)) continue;
    const remembered = lock.documentations.get(name);
    const id =
      remembered !== undefined && all.documentations.has(remembered)
        ? remembered
        : await probe(api, keys, request);
    if (id !== undefined) found.set(name, id);
  }
  return found;
}

async function probe(
  api: Api,
  keys: readonly PageKey[],
  { all, versions, signal }: Request,
): Promise<DocumentationId | undefined> {
  for (const key of keys.slice(0, PROBES)) {
    const { version, documentation, slug } = placeOf(key);
    const id = versions.get(version);
    if (id === undefined) return undefined;
    const page = await orMissing(
      api.pages.find({ version: { id }, documentation: { slug: documentation }, slug }, { signal }),
    );
    const summary = page && all.pages.get(page.id);
    if (summary) return summary.documentationId;
  }
  return undefined;
}
