/** Names of references on the command line: slug, title or id, with or without the version. */
import { anyOf, ended } from '../../model/text/sentences.ts';
import type { Context } from '../../context.ts';
import { didYouMean, nearest } from '../../model/text/nearest.ts';
import { Failure } from '../../model/failure.ts';
import type { ReferenceId, VersionId } from '../../model/ids.ts';
import type { AllResources } from '../../model/resources.ts';
import { resolveVersion } from '../shared/names/version-names.ts';
import type { Api } from '../../api/api.ts';
import type { Bytes } from '../../api/call.ts';
import { readDefinition } from '../../definitions/read-definition.ts';
import type { Comparable } from '../../definitions/long-numbers.ts';

/** A reference as `GET /all` shows it, with its version. */
export interface FoundReference {
  readonly id: ReferenceId;
  readonly title: string;
  /** `null` if the platform does not return it: newer revisions leave it out. */
  readonly slug: string | null;
  readonly version: FoundVersion;
}

export interface FoundVersion {
  readonly id: VersionId;
  /** The slug, else the name. */
  readonly name: string;
  /** Undefined: the platform does not tell. */
  readonly published: boolean | undefined;
}

/** All references and versions that the key may see, read once. */
export class ReferenceIndex {
  readonly references: readonly FoundReference[];
  readonly #context: Context;
  readonly #all: AllResources;
  readonly #named = new Map<string, Promise<FoundVersion>>();

  constructor(context: Context, all: AllResources) {
    this.#context = context;
    this.#all = all;
    this.references = [...all.references].map(([id, { title, slug, versionId }]) => ({
      id,
      title,
      slug: slug ?? null,
      version: this.#versionOf(versionId),
    }));
  }

  static async read(context: Context): Promise<ReferenceIndex> {
    const api = await context.api();
    return new ReferenceIndex(context, await api.project.all({}, context.host.signal));
  }

  /** A version, by slug or id without a request; for a name, `latest` or an unknown version, with the requests of `resolveVersion`, once. */
  version(name: string): Promise<FoundVersion> {
    const known = this.#named.get(name) ?? this.#find(name);
    this.#named.set(name, known);
    return known;
  }

  async #find(name: string): Promise<FoundVersion> {
    for (const [id, { slug }] of this.#all.versions) {
      if (slug === name || String(id) === name) return this.#versionOf(id);
    }
    const { id, slug, published } = await resolveVersion(this.#context, name, () =>
      Promise.resolve(this.#all),
    );
    return { id, name: slug, published };
  }

  /** The references of a version, or all. */
  async inVersion(name: string | undefined): Promise<readonly FoundReference[]> {
    if (name === undefined) return this.references;
    const { id } = await this.version(name);
    return this.references.filter(({ version }) => version.id === id);
  }

  /** The reference that `name` names. Rejects with `not-found` if there is none, and with `usage` if there are several. */
  async find(name: string, inside: string | undefined): Promise<FoundReference> {
    const all = await this.inVersion(inside);
    const found = candidates(all, name);
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    if (found.length > 1) {
      throw new Failure('usage', `"${name}" is ambiguous: it may be ${listed(found)}.`, {
        hint: 'Name it with its version, or by its id',
      });
    }
    const names = all.flatMap(({ slug, title }) => (slug === null ? [title] : [slug, title]));
    const near = nearest(name, names);
    const where = inside === undefined ? '' : ` in ${inside}`;
    throw new Failure('not-found', `There is no reference "${name}"${where}.`, {
      hint: didYouMean(near && `"${near}"`, 'docs ref list shows all'),
    });
  }

  /** The reference of a version with exactly this title: the one that an upload would update. */
  titled(title: string, version: FoundVersion): FoundReference | undefined {
    return this.references.find((each) => each.version.id === version.id && each.title === title);
  }

  #versionOf(id: VersionId): FoundVersion {
    const version = this.#all.versions.get(id);
    const name = version?.slug ?? version?.name ?? String(id);
    return { id, name, published: version?.published };
  }
}

/** Tries slug, then version with slug or title, then title, title in any letter case, and id. Returns the matches of the first test that has any. */
function candidates(all: readonly FoundReference[], name: string): FoundReference[] {
  const same = (text: string): boolean => text.toLowerCase() === name.toLowerCase();
  const tests: ((reference: FoundReference) => boolean)[] = [
    ({ slug }) => slug === name,
    ({ version, slug, title }) =>
      name === `${version.name}/${slug ?? title}` || name === `${version.name}/${title}`,
    ({ title }) => title === name,
    ({ title }) => same(title),
    ({ id }) => String(id) === name,
  ];
  for (const matches of tests) {
    const found = all.filter(matches);
    if (found.length > 0) return found;
  }
  return [];
}

const MAX_LISTED = 8;

const listed = (found: readonly FoundReference[]): string =>
  anyOf(
    found.map(({ id, slug, title, version }) => `${version.name}/${slug ?? title} (${id})`),
    MAX_LISTED,
  );

interface ServedRequest {
  readonly draft: boolean;
  readonly format?: 'auto' | 'yaml' | 'json';
}

/** The definition as it is served. Resolves to `undefined` if the platform has no such definition. */
export async function servedDefinition(
  api: Api,
  id: ReferenceId,
  request: ServedRequest,
  signal: AbortSignal,
): Promise<Bytes | undefined> {
  const { draft, format } = request;
  // Default values are left out, so that the platform applies its own.
  const asked = { draft: draft ? true : undefined, format: format === 'auto' ? undefined : format };
  try {
    return await api.references.definition(id, asked, signal);
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** The content of the definition. Rejects with `platform-garbled` if it is not a definition. */
export async function servedContent(
  api: Api,
  id: ReferenceId,
  draft: boolean,
  signal: AbortSignal,
): Promise<Comparable | undefined> {
  const served = await servedDefinition(api, id, { draft }, signal);
  if (served === undefined) return undefined;
  const reading = await readDefinition(served.bytes, `reference ${id}`);
  if (reading.ok) return reading.definition;
  const { message, place } = reading.problem;
  throw new Failure(
    'platform-garbled',
    `Reference ${id} as the platform serves it, line ${place.line}: ${ended(message)}`,
    {
      hint: `docs ref get ${id} shows it`,
    },
  );
}
