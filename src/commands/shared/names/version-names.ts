import { listOf } from '../../../model/text/sentences.ts';
import type { Api } from '../../../api/api.ts';
import { Failure } from '../../../model/failure.ts';
import type { Context } from '../../../context.ts';
import type { VersionId } from '../../../model/ids.ts';
import { wayToCreate } from '../../../model/address.ts';
import type { AllResources, Version } from '../../../model/resources.ts';
import { didYouMean, nearest } from '../../../model/text/nearest.ts';
import { tellsSlugs } from './documentation-names.ts';

/** Versions in the order for readers: by `ordr`, and by id if that is equal. */
export const versionsInOrder = (versions: readonly Version[]): Version[] =>
  versions.toSorted((a, b) => a.ordr - b.ordr || a.id - b.id);

/**
 * The version with this slug, else this name, else this id. Rejects with `not-found` and lists the
 * existing ones, or with `usage` if several have that name. Does not know `latest`.
 */
export function chooseVersion(versions: readonly Version[], name: string): Version {
  const bySlug = versions.find(({ slug }) => slug === name);
  if (bySlug) return bySlug;
  const named = versions.filter((version) => version.name.toLowerCase() === name.toLowerCase());
  const [first, second] = named;
  if (second) {
    throw new Failure(
      'usage',
      `"${name}" is the name of ${named.length} versions: ${versionNames(named)}.`,
      {
        hint: 'Name it by its slug or id',
      },
    );
  }
  const found = first ?? versions.find(({ id }) => String(id) === name);
  if (found) return found;
  const near = nearest(
    name,
    versions.map(({ slug }) => slug),
  );
  throw new Failure(
    'not-found',
    `There is no version "${name}"; there ${listedWithVerb(versions)}.`,
    {
      hint: didYouMean(near, 'docs version list shows all'),
    },
  );
}

/**
 * The version that `name` names. `latest` is the default version, unless a version has that slug:
 * the one that the platform names, or else, with a message, the first published one. `snapshot`:
 * `GET /all` of this run, if there is one. One request; at most three for `latest`.
 */
export async function resolveVersion(
  context: Context,
  name: string,
  snapshot?: () => Promise<AllResources>,
): Promise<Version> {
  const api = await context.api();
  const { signal } = context.host;
  const versions = await api.versions.list(signal);
  if (name !== 'latest' || versions.some(({ slug }) => slug === name)) {
    return chooseVersion(versions, name);
  }
  const published = versionsInOrder(versions).filter((version) => version.published);
  if (published.length === 1 && published[0] !== undefined) return published[0];
  const all = await (snapshot?.() ?? api.project.all({}, signal));
  const named = await defaultVersion(api, all, signal);
  const [only, other] = versions.filter(({ id }) => named.has(id));
  if (only && !other) return only;
  const [first] = published;
  if (first === undefined) {
    throw new Failure('not-found', 'No version is published, so there is no `latest`.', {
      hint:
        versions.length === 0
          ? `There are none that this key may see: ${wayToCreate('version', (await context.config()).baseUrl.value)}`
          : `Name one: ${versionNames(versions)}`,
    });
  }
  context.ui.say(
    (style) =>
      `latest is ${style.text(first.slug)}: the first published version in the order of the project.`,
  );
  return first;
}

/** The platform's default version. Unknown in today's revision, which is told by missing slugs. */
async function defaultVersion(
  api: Api,
  all: AllResources,
  signal: AbortSignal,
): Promise<ReadonlyMap<VersionId, unknown>> {
  if (!tellsSlugs(all)) return all.versions;
  const { versions } = await api.project.all({ version: 'latest' }, signal);
  return versions;
}

/** Messages name at most this many. */
const SHOWN = 12;

/** The first versions in the order for readers, and how many more there are. */
const versionNames = (versions: readonly Version[]): string =>
  listOf(
    versionsInOrder(versions).map(({ slug, published }) =>
      published ? `${slug} (published)` : slug,
    ),
    SHOWN,
  );

const listedWithVerb = (versions: readonly Version[]): string => {
  if (versions.length === 0) return 'are none that this key may see';
  return `${versions.length === 1 ? 'is' : 'are'} ${versionNames(versions)}`;
};
