/** What the platform has, from one `GET /all` where that tells enough. */
import type { Api } from '../../api/api.ts';
import { safeName } from '../../content/folder/file-names.ts';
import type { Moment } from '../../model/clock.ts';
import { Failure } from '../../model/failure.ts';
import type { DocumentationId, PageId, PageKey, Slug, VersionId } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { AllResources, PageSummary, Version } from '../../model/resources.ts';
import type { Placement } from '../../model/sides.ts';
import { absent } from './absent.ts';
import { findDocumentations } from './documentations.ts';
import { documentationKey, documentationsOf, isDirectlyIn } from './documentation-key.ts';
import type { Lock } from '../lock/lock.ts';
import type { There } from '../pairing/named-places.ts';

/** What the platform has, as far as it tells without a look at single pages. */
export interface Snapshot {
  /** When it was asked for. */
  readonly takenAt: Moment;
  /** Null: `GET /all` could not be had; pages are judged by the lock until they are read. */
  readonly pages: ReadonlyMap<PageId, PageSummary> | null;
  /** Why it could not be had; null: it was. */
  readonly usedUp: Failure | null;
  /** All of the answer; null as above. */
  readonly all: AllResources | null;
  readonly versions: ReadonlyMap<string, VersionId>;
  /** By `version/documentation`. */
  readonly documentations: ReadonlyMap<string, DocumentationId>;
  readonly placement: (key: PageKey) => Placement;
}

/** Whether the platform was asked, and shows none of the lock's pages. A lock without pages is nobody else's. */
export function showsNone({ pages }: Lock, snapshot: Pick<Snapshot, 'pages'>): boolean {
  if (snapshot.pages === null || pages.size === 0) return false;
  for (const { id } of pages.values()) if (snapshot.pages.has(id)) return false;
  return true;
}

/** What a snapshot is made of. */
export interface SnapshotRequest {
  /** `GET /all`, under way. */
  readonly asked: Promise<AllResources>;
  readonly lock: Lock;
  /** Keys of the pages in the folder. */
  readonly needed: readonly PageKey[];
  readonly signal: AbortSignal;
  /** When it was asked. */
  readonly now: Moment;
  /** Where the folder has names instead of slugs. */
  readonly byName?: ByName;
}

/** How pages in folders that are called by names are placed. */
export interface ByName {
  /** By the slug that was made of them, names of versions that are needed. */
  readonly names: ReadonlyMap<Slug, readonly string[]>;
  /** Takes what the platform has, and gives the keys of the pages in the folder. */
  place(there: There): readonly PageKey[];
}

/**
 * Makes a snapshot of the answer. Versions that the folder needs and the answer lacks are looked for, once; slugs that a revision of the
 * platform leaves out are found otherwise. Where the limit of `GET /all` is used up and the lock has every page of the
 * folder, resolves with `pages: null`; else rejects with `rate-limited`.
 */
export async function takeSnapshot(api: Api, request: SnapshotRequest): Promise<Snapshot> {
  const { asked, lock, signal, now, byName } = request;
  let { needed } = request;
  let all: AllResources;
  try {
    all = await asked;
  } catch (error) {
    const covered = needed.every((key) => lock.pages.has(key));
    if (!(error instanceof Failure) || error.code !== 'rate-limited' || !covered) throw error;
    return fromLock(lock, now, error);
  }
  const slugs = new VersionSlugs(api, signal);
  all = await slugs.complete(all, versionsOf(needed), byName?.names);
  const versions = await slugs.of(all);
  if (byName) needed = byName.place({ all, versions });
  const documentations = await findDocumentations(api, { all, versions, lock, needed, signal });
  const known = { versions, documentations };
  return {
    takenAt: now,
    pages: all.pages,
    usedUp: null,
    all,
    ...known,
    placement: placements({ ...known, all, lock }),
  };
}

/** What a version may be called that has this folder in an export. */
function namesOfFolder(folder: string): readonly string[] {
  const name = folder.normalize('NFC');
  return [name, name.replace(/ \(\d{1,6}\)$/, '')];
}

function versionsOf(keys: readonly PageKey[]): ReadonlySet<Slug> {
  const found = new Set<Slug>();
  for (const name of documentationsOf(keys)) found.add(name.slice(0, name.indexOf('/')) as Slug);
  return found;
}

function fromLock(lock: Lock, now: Moment, usedUp: Failure): Snapshot {
  const { versions, documentations } = lock;
  const placement = placements({ versions, documentations, all: undefined, lock });
  return { takenAt: now, pages: null, usedUp, all: null, versions, documentations, placement };
}

/** Slugs of versions, with `GET /version` where `GET /all` does not tell them: at most one request. */
class VersionSlugs {
  readonly #api: Api;
  readonly #signal: AbortSignal;
  #listed: Promise<readonly Version[]> | undefined;

  constructor(api: Api, signal: AbortSignal) {
    this.#api = api;
    this.#signal = signal;
  }

  async of(all: AllResources): Promise<ReadonlyMap<string, VersionId>> {
    const found = new Map<string, VersionId>();
    for (const [id, { slug }] of all.versions) {
      const known = slug ?? (await this.#list()).find((one) => one.id === id)?.slug;
      if (known !== undefined) found.set(known, id);
    }
    return found;
  }

  /** `all` with the versions that are needed and that it lacks, where the key may see them. */
  async complete(
    all: AllResources,
    needed: ReadonlySet<Slug>,
    names: ByName['names'] = new Map(),
  ): Promise<AllResources> {
    const seen = await this.of(all);
    const called = new Set([...all.versions.values()].map(({ name }) => safeName(name)));
    const namesOf = (slug: Slug): readonly string[] =>
      (names.get(slug) ?? []).flatMap((name) => namesOfFolder(name));
    const missing = [...needed].filter(
      (slug) => !seen.has(slug) && !namesOf(slug).some((name) => called.has(name)),
    );
    if (missing.length === 0) return all;
    const wanted = new Set(missing.flatMap((slug) => namesOf(slug)));
    let whole = all;
    for (const { id, slug, name } of await this.#list()) {
      if (!missing.includes(slug) && !wanted.has(safeName(name))) continue;
      whole = merge(whole, await this.#api.project.all({ version: id }, this.#signal));
    }
    return whole;
  }

  #list(): Promise<readonly Version[]> {
    this.#listed ??= this.#api.versions.list(this.#signal);
    return this.#listed;
  }
}

const merge = (a: AllResources, b: AllResources): AllResources => ({
  pages: new Map([...a.pages, ...b.pages]),
  documentations: new Map([...a.documentations, ...b.documentations]),
  references: new Map([...a.references, ...b.references]),
  versions: new Map([...a.versions, ...b.versions]),
});

interface Known {
  readonly versions: ReadonlyMap<string, VersionId>;
  readonly documentations: ReadonlyMap<string, DocumentationId>;
  readonly all: AllResources | undefined;
  readonly lock: Lock;
}

function placements(known: Known): (key: PageKey) => Placement {
  const cache = new Map<string, Placement>();
  // Pages of one documentation mostly follow each other.
  let last: { readonly name: string; readonly found: Placement } | undefined;
  return (key) => {
    if (last !== undefined && isDirectlyIn(key, last.name)) return last.found;
    const name = documentationKey(key);
    const found = cache.get(name) ?? place(key, known);
    cache.set(name, found);
    last = { name, found };
    return found;
  };
}

function place(key: PageKey, { versions, documentations, all, lock }: Known): Placement {
  const name = documentationKey(key);
  const place = placeOf(key);
  const version = versions.get(place.version);
  if (version === undefined) {
    const renamed = nameOf(lock.versions.get(place.version), versions);
    const there = all === undefined ? null : [...versions.keys()].toSorted(byCodeUnit);
    return hidden(
      renamed === undefined
        ? absent('version', place.version, there)
        : moved(`version "${place.version}"`, renamed),
    );
  }
  const documentation = documentations.get(name);
  if (documentation === undefined) {
    const id = lock.documentations.get(name);
    const still = id !== undefined && all?.documentations.has(id) === true;
    const renamed = still ? nameOf(id, documentations) : undefined;
    return hidden(
      renamed === undefined
        ? absent('documentation', name, documentationsIn(version, place.version, all))
        : moved(`documentation "${name}"`, renamed),
    );
  }
  return { kind: 'visible', version, documentation };
}

const nameOf = <Id>(id: Id | undefined, names: ReadonlyMap<string, Id>): string | undefined =>
  id === undefined ? undefined : [...names].find(([, other]) => other === id)?.[0];

/** By `version/documentation`; null if the platform does not tell all slugs. */
function documentationsIn(
  id: VersionId,
  version: string,
  all: AllResources | undefined,
): readonly string[] | null {
  if (all === undefined) return null;
  const inside = [...all.documentations.values()].filter(({ versionId }) => versionId === id);
  const slugs = inside.flatMap(({ slug }) => slug ?? []);
  if (slugs.length < inside.length) return null;
  return slugs.map((slug) => `${version}/${slug}`).toSorted(byCodeUnit);
}

const moved = (what: string, name: string): string =>
  `Renamed on the platform to "${name}": the ${what}. Rename the folder to match.`;

const hidden = (reason: string): Placement => ({ kind: 'hidden', reason });
