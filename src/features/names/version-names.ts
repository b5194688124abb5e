import type { Api } from '../../api/api.ts';
import { Failure } from '../../model/failure.ts';
import type { Version } from '../../model/resources.ts';
import { nearest } from '../../model/nearest.ts';

/** Versions as readers see them: by `ordr`, and by id where that says nothing. */
export const versionsInOrder = (versions: readonly Version[]): Version[] =>
  versions.toSorted((a, b) => a.ordr - b.ordr || a.id - b.id);

/**
 * The version that `name` names: by slug, else by its own name, else by id. Rejects with `not-found`, listing what there is, or
 * with `usage` if several have that name. Knows nothing of `latest`.
 */
export function chooseVersion(versions: readonly Version[], name: string): Version {
  const bySlug = versions.find(({ slug }) => slug === name);
  if (bySlug) return bySlug;
  const named = versions.filter((version) => version.name.toLowerCase() === name.toLowerCase());
  const [first, second] = named;
  if (second) {
    throw new Failure(
      'usage',
      `"${name}" is the name of ${named.length} versions: ${listed(named)}.`,
      {
        hint: 'name it by its slug or id',
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
      hint: near === undefined ? 'docs version list shows all' : `did you mean ${near}?`,
    },
  );
}

/** The version that `name` names; `latest` is the platform's default one, unless a version has that slug. Two requests at most. */
export async function resolveVersion(api: Api, name: string): Promise<Version> {
  const versions = await api.versions.list();
  if (name !== 'latest' || versions.some(({ slug }) => slug === name)) {
    return chooseVersion(versions, name);
  }
  const { versions: latest } = await api.project.all({ version: 'latest' });
  const found = versions.filter(({ id }) => latest.has(id));
  const [only, other] = found;
  if (only && !other) return only;
  throw new Failure('not-found', 'The platform names no version as the default one.', {
    hint: `name one: ${versions.map(({ slug }) => slug).join(', ')}`,
  });
}

/** At most this many are named in a message. */
const SHOWN = 12;

/** The first of them as readers see them, and how many more there are. */
export function listed(versions: readonly Version[]): string {
  const names = versionsInOrder(versions)
    .slice(0, SHOWN)
    .map(({ slug, published }) => (published ? `${slug} (published)` : slug));
  return versions.length > SHOWN
    ? `${names.join(', ')} and ${versions.length - SHOWN} more`
    : names.join(', ');
}

const listedWithVerb = (versions: readonly Version[]): string => {
  if (versions.length === 0) return 'are none that this key may see';
  return `${versions.length === 1 ? 'is' : 'are'} ${listed(versions)}`;
};
