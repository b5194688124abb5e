/** Documentations by the names that people type, and their slugs, which may need another list. */
import { didYouMean, nearest } from '../../../model/text/nearest.ts';
import { Failure } from '../../../model/failure.ts';
import type { DocumentationId, VersionId } from '../../../model/ids.ts';
import type {
  AllResources,
  Documentation,
  DocumentationSummary,
} from '../../../model/resources.ts';
import type { Context } from '../../../context.ts';

export interface NamedDocumentation extends DocumentationSummary {
  readonly id: DocumentationId;
}

/** Finds one by slug, else title, else id. Rejects with `not-found`, listing the existing ones. */
export function chooseDocumentation(
  all: Pick<AllResources, 'documentations'>,
  version: VersionId,
  name: string,
): NamedDocumentation {
  const inVersion: NamedDocumentation[] = [];
  for (const [id, summary] of all.documentations) {
    if (summary.versionId === version) inVersion.push(Object.assign({ id }, summary));
  }
  const bySlug = inVersion.find(({ slug }) => slug === name);
  if (bySlug) return bySlug;
  const titled = inVersion.filter(({ title }) => title.toLowerCase() === name.toLowerCase());
  const [first, second] = titled;
  if (second) {
    const ids = titled.map(({ id, slug }) => slug ?? `id ${id}`).join(', ');
    throw new Failure(
      'usage',
      `"${name}" is the title of ${titled.length} documentations: ${ids}.`,
      {
        hint: 'Name it by its slug or id',
      },
    );
  }
  const found = first ?? inVersion.find(({ id }) => String(id) === name);
  if (found) return found;
  const names = inVersion.map(({ slug, title }) => slug ?? title);
  const near = nearest(name, names);
  const there =
    names.length === 0
      ? 'There are none in this version'
      : `there ${names.length === 1 ? 'is' : 'are'} ${names.slice(0, 12).join(', ')}`;
  throw new Failure('not-found', `There is no documentation "${name}"; ${there}.`, {
    hint: didYouMean(near, 'docs page list shows what is in a version'),
  });
}

/** The platform allows 60 of these lists an hour. Of more versions than this, they are not requested. */
export const MAX_VERSIONS = 12;

/** Whether `GET /all` has slugs: only in the older revision, which also obeys its parameters. */
export const tellsSlugs = ({ versions, documentations }: AllResources): boolean =>
  [...versions.values(), ...documentations.values()].some(({ slug }) => slug !== undefined);

/** The documentations of these versions, a request each. Undefined without such a list there. */
export async function listDocumentations(
  context: Context,
  versions: readonly VersionId[],
): Promise<ReadonlyMap<DocumentationId, Documentation> | undefined> {
  const api = await context.api();
  const found = new Map<DocumentationId, Documentation>();
  try {
    for (const version of versions) {
      const listed = await api.versions.documentations(version, context.host.signal);
      for (const each of listed) found.set(each.id, each);
    }
  } catch (error) {
    if (error instanceof Failure && error.code === 'unsupported') return undefined;
    throw error;
  }
  return found;
}

/** The same resources, with the slugs from `listed`. */
export function withSlugs(
  all: AllResources,
  listed: ReadonlyMap<DocumentationId, Documentation>,
): AllResources {
  const documentations = [...all.documentations].map(
    ([id, each]) => [id, { ...each, slug: each.slug ?? listed.get(id)?.slug }] as const,
  );
  return { ...all, documentations: new Map(documentations) };
}

/** `all` with the slugs of the documentations in `versions`, as far as the platform tells them. */
export async function withDocumentationSlugs(
  context: Context,
  all: AllResources,
  versions: readonly VersionId[],
): Promise<AllResources> {
  const silent = new Set(
    [...all.documentations.values()].flatMap(({ slug, versionId }) =>
      slug === undefined ? [versionId] : [],
    ),
  );
  const wanted = versions.filter((id) => silent.has(id));
  if (wanted.length === 0 || wanted.length > MAX_VERSIONS) return all;
  const listed = await listDocumentations(context, wanted);
  return listed === undefined ? all : withSlugs(all, listed);
}
