/** What the platform has, from one `GET /all` if that tells enough. */
import type { Moment } from '../../model/clock.ts';
import { Failure } from '../../model/failure.ts';
import type { DocumentationId, PageId, PageKey, Slug, VersionId } from '../../model/ids.ts';
import { placeOf, documentationKey, documentationsOf, isDirectlyIn } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { AllResources, PageSummary } from '../../model/resources.ts';
import type { Placement } from '../../model/sides.ts';
import { absent, notFoundOut, renamedTo } from './absent.ts';
import { SlugFinder } from './documentations.ts';
import type { SlugSource } from './documentations.ts';
import { Slugs } from './slugs.ts';
import type { Assumed, Doubts } from './slugs.ts';
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
  /** Whose slugs only the lock tells: an answer may show that they have others. */
  readonly assumed: Assumed;
  /** Documentations that were looked for, and whose slugs nothing told. */
  readonly silent: ReadonlySet<DocumentationId>;
  /** Whether slugs were asked for: the lock is to know them, so that the next run need not. */
  readonly hasAsked: boolean;
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
  /** Documentations that the folder has, as `version/documentation`, also those without pages. */
  readonly outline?: readonly string[];
  /** What is looked for beside that, by names of the command line; empty: all that the platform has, if the folder has nothing. Left out: nothing. */
  readonly sought?: readonly string[];
  /** What is not taken from the lock. */
  readonly doubts?: Doubts;
  readonly signal: AbortSignal;
  /** When it was asked. */
  readonly now: Moment;
  /** Left out: the folder has slugs. */
  readonly byName?: ByName;
}

/** How pages in folders that are called by names are placed. */
export interface ByName {
  /** Names of versions that are needed, by the slug that was made of them. */
  readonly names: ReadonlyMap<Slug, readonly string[]>;
  /** Takes what the platform has, and gives the keys of the pages in the folder. */
  place(there: There): readonly PageKey[];
}

/**
 * Makes a snapshot of the answer. Versions that the folder needs and the answer lacks are looked for, once; slugs that a revision of the
 * platform leaves out are the lock's, or are found out (`SlugFinder`). If the limit of `GET /all` is used up and the lock has every page of the
 * folder, resolves with `pages: null`; else rejects with `rate-limited`.
 */
export async function takeSnapshot(api: SlugSource, request: SnapshotRequest): Promise<Snapshot> {
  const { asked, lock, signal, now, byName, outline = [], sought, doubts } = request;
  let { needed } = request;
  let told: AllResources;
  try {
    told = await asked;
  } catch (error) {
    const covered = needed.every((key) => lock.pages.has(key));
    if (!(error instanceof Failure) || error.code !== 'rate-limited' || !covered) throw error;
    return fromLock(lock, now, error);
  }
  const slugs = new Slugs(told, lock, doubts);
  const finder = new SlugFinder(api, slugs, signal);
  await finder.findVersions(versionsOf(needed), byName?.names);
  let isNews = true;
  while (isNews) {
    if (byName) needed = byName.place(slugs);
    // Names of folders may mean what was just found out.
    isNews = (await finder.findPlaces(needed, outline)) && byName !== undefined;
  }
  if (sought !== undefined && sought.length > 0) await finder.findNamed(sought);
  else if (sought !== undefined && needed.length === 0 && outline.length === 0) {
    await finder.findAllVersions();
    await finder.findInside(slugs.all.versions.keys());
  }
  const { all, versions, documentations, assumed } = slugs;
  const { silent, hasAsked } = finder;
  const placement = placements({ versions, documentations, all, lock });
  const known = { versions, documentations, assumed, silent, hasAsked, placement };
  return { takenAt: now, pages: all.pages, usedUp: null, all, ...known };
}

function versionsOf(keys: readonly PageKey[]): ReadonlySet<Slug> {
  const found = new Set<Slug>();
  for (const name of documentationsOf(keys)) found.add(name.slice(0, name.indexOf('/')) as Slug);
  return found;
}

function fromLock(lock: Lock, now: Moment, usedUp: Failure): Snapshot {
  const { versions, documentations } = lock;
  const placement = placements({ versions, documentations, all: undefined, lock });
  const assumed = {
    versions: new Set(versions.values()),
    documentations: new Set(documentations.values()),
  };
  const known = { versions, documentations, assumed, placement };
  return {
    takenAt: now,
    pages: null,
    usedUp,
    all: null,
    ...known,
    silent: new Set(),
    hasAsked: false,
  };
}

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
        : renamedTo(`version "${place.version}"`, renamed),
    );
  }
  const documentation = documentations.get(name);
  if (documentation === undefined) {
    const id = lock.documentations.get(name);
    const still = id !== undefined && all?.documentations.has(id) === true;
    const renamed = still ? nameOf(id, documentations) : undefined;
    if (renamed !== undefined) return hidden(renamedTo(`documentation "${name}"`, renamed));
    const silent = silentIn(version, all);
    return hidden(
      silent.length > 0
        ? notFoundOut(name, silent)
        : absent('documentation', name, documentationsIn(version, place.version, all)),
    );
  }
  return { kind: 'visible', version, documentation };
}

const nameOf = <Id>(id: Id | undefined, names: ReadonlyMap<string, Id>): string | undefined =>
  id === undefined ? undefined : [...names].find(([, other]) => other === id)?.[0];

/** Titles of documentations whose slugs nothing told. */
function silentIn(id: VersionId, all: AllResources | undefined): readonly string[] {
  if (all === undefined) return [];
  return [...all.documentations.values()].flatMap(({ versionId, slug, title }) =>
    versionId === id && slug === undefined ? title : [],
  );
}

/** By `version/documentation`; null if the platform was not asked. */
function documentationsIn(
  id: VersionId,
  version: string,
  all: AllResources | undefined,
): readonly string[] | null {
  if (all === undefined) return null;
  return [...all.documentations.values()]
    .flatMap(({ versionId, slug }) => (versionId === id && slug !== undefined ? slug : []))
    .map((slug) => `${version}/${slug}`)
    .toSorted(byCodeUnit);
}

const hidden = (reason: string): Placement => ({ kind: 'hidden', reason });
