/** What the platform has, from one `GET /all` if that is enough. */
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
import { nameOfId, Slugs } from './slugs.ts';
import type { Assumed, Doubts } from './slugs.ts';
import type { Lock } from '../lock/lock.ts';

/** What the platform has, as far as it is known without reading single pages. */
export interface Snapshot {
  /** When it was requested. */
  readonly takenAt: Moment;
  /** Null if `GET /all` was not available; until a page is read, it is judged by its lock line. */
  readonly pages: ReadonlyMap<PageId, PageSummary> | null;
  /** Why `GET /all` was not available. Null if it was. */
  readonly usedUp: Failure | null;
  /** The whole answer; null as above. */
  readonly all: AllResources | null;
  readonly versions: ReadonlyMap<string, VersionId>;
  /** By `version/documentation`. */
  readonly documentations: ReadonlyMap<string, DocumentationId>;
  readonly placement: (key: PageKey) => Placement;
  /** Versions and documentations whose slugs come from the lock alone. An answer may contradict them. */
  readonly assumed: Assumed;
  /** Documentations whose slugs were asked for without result. */
  readonly silent: ReadonlySet<DocumentationId>;
  /** Whether slugs were asked for. The lock must record them, so that the next run need not ask. */
  readonly hasAsked: boolean;
}

/** Whether the platform was asked and has none of the lock's pages. False if the lock has no pages. */
export function showsNone({ pages }: Lock, snapshot: Pick<Snapshot, 'pages'>): boolean {
  if (snapshot.pages === null || pages.size === 0) return false;
  for (const { id } of pages.values()) if (snapshot.pages.has(id)) return false;
  return true;
}

/** What a snapshot is made from. */
export interface SnapshotRequest {
  /** The pending answer of `GET /all`. */
  readonly asked: Promise<AllResources>;
  readonly lock: Lock;
  /** Keys of the pages in the folder. */
  readonly needed: readonly PageKey[];
  /** The folder's documentations, as `version/documentation`, including those without pages. */
  readonly outline?: readonly string[];
  /** Names on the command line to look for as well. Empty: everything on the platform, if the folder has nothing. Left out: nothing. */
  readonly sought?: readonly string[];
  /** Slugs that must not come from the lock. */
  readonly doubts?: Doubts;
  readonly signal: AbortSignal;
  /** When `GET /all` was requested. */
  readonly now: Moment;
}

/**
 * Makes a snapshot from the answer. Versions that the folder needs and the answer lacks are looked for once.
 * Slugs that the answer leaves out come from the lock, or `SlugFinder` finds them out. If the rate limit of
 * `GET /all` is used up, resolves with `pages: null` if the lock has every page of the folder, and otherwise
 * rejects with `rate-limited`.
 */
export async function takeSnapshot(api: SlugSource, request: SnapshotRequest): Promise<Snapshot> {
  const { asked, lock, signal, now, needed, outline = [], sought, doubts } = request;
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
  await finder.findVersions(versionsOf(needed));
  await finder.findPlaces(needed, outline);
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
  // Consecutive pages are mostly of the same documentation.
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
    const renamed = nameOfId(lock.versions.get(place.version), versions);
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
    const renamed = still ? nameOfId(id, documentations) : undefined;
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

/** Titles of the version's documentations whose slugs are unknown. */
function silentIn(id: VersionId, all: AllResources | undefined): readonly string[] {
  if (all === undefined) return [];
  return [...all.documentations.values()].flatMap(({ versionId, slug, title }) =>
    versionId === id && slug === undefined ? title : [],
  );
}

/** As `version/documentation`; null if the platform was not asked. */
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
