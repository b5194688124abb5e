/** What the platform has, from one `GET /all` if that is enough. */
import { listOf } from '../../model/text/sentences.ts';
import { documentationKey, documentationsOf, isDirectlyIn, placeOf } from '../../model/ids.ts';
import type { DocumentationId, PageId, PageKey, Slug, VersionId } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { AllResources, PageSummary } from '../../model/resources.ts';
import type { Placement } from '../../model/sides.ts';
import { SlugFinder, ListedDocumentations } from './documentations.ts';
import type { SlugSource } from './documentations.ts';
import { Slugs } from './slugs.ts';
import type { Lock } from '../record/lock.ts';
import type { LocalProject } from '../../model/local.ts';
import { wayToCreate } from '../../model/address.ts';
import { nearest } from '../../model/text/nearest.ts';

/** What the platform has, as far as it is known without reading single pages. */
export interface Snapshot {
  readonly pages: ReadonlyMap<PageId, PageSummary>;
  /** The whole answer. */
  readonly all: AllResources;
  readonly versions: ReadonlyMap<string, VersionId>;
  /** By `version/documentation`. */
  readonly documentations: ReadonlyMap<string, DocumentationId>;
  readonly placement: (key: PageKey) => Placement;
  /** Versions and documentations that the platform calls by other names than folder and lock. */
  readonly renamed: Slugs['renamed'];
  /** The documentations of versions, requested on demand, by this snapshot and later. */
  readonly listed: ListedDocumentations;
  /** Documentations whose slugs were requested without result. */
  readonly silent: ReadonlySet<DocumentationId>;
  /**
   * Whether slugs were requested. The lock must record them, so that the next run need not request
   * them.
   */
  readonly hasAsked: boolean;
}

/** Whether the platform was asked and has none of the lock's pages. False if the lock has no pages. */
export function showsNone({ pages }: Lock, snapshot: Pick<Snapshot, 'pages'>): boolean {
  if (pages.size === 0) return false;
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
  readonly outline: readonly string[];
  /** The documentations that the configuration names, also as `version/documentation`. */
  readonly configured: ReadonlySet<string>;
  /** The address of the platform. */
  readonly baseUrl: string;
  /**
   * Whether pages outside the folder's documentations are needed, so that all slugs must be known.
   */
  readonly isElsewhereToo: boolean;
  readonly signal: AbortSignal;
}

/**
 * Makes a snapshot from the answer. Versions that the folder needs and the answer lacks are
 * requested once. Slugs that the answer leaves out are taken from the lock, or `SlugFinder`
 * requests them. Rejects with `rate-limited` if the limit of `GET /all` is used up for longer than
 * the maximum wait.
 */
export async function takeSnapshot(api: SlugSource, request: SnapshotRequest): Promise<Snapshot> {
  const { asked, lock, signal, needed, outline, isElsewhereToo } = request;
  const slugs = new Slugs(await asked, lock);
  const places = new Set([...documentationsOf(needed), ...outline]);
  slugs.keepNames(places, lock);
  const listed = new ListedDocumentations(api, signal);
  const finder = new SlugFinder(api, slugs, listed, signal);
  await finder.findVersions(versionsOf(needed));
  await finder.findPlaces(places);
  if (isElsewhereToo) await finder.findAll();
  // The platform may have answered with other names than the folder's.
  slugs.keepNames(places, lock);
  const { all, versions, documentations, renamed } = slugs;
  const { silent, hasAsked } = finder;
  const { configured, baseUrl } = request;
  const placement = placements({ versions, documentations, all, configured, baseUrl });
  const known = { versions, documentations, renamed, listed, silent, hasAsked };
  return { pages: all.pages, all, placement, ...known };
}

function versionsOf(keys: readonly PageKey[]): ReadonlySet<Slug> {
  const found = new Set<Slug>();
  for (const name of documentationsOf(keys)) found.add(name.slice(0, name.indexOf('/')) as Slug);
  return found;
}

interface Known {
  readonly versions: ReadonlyMap<string, VersionId>;
  readonly documentations: ReadonlyMap<string, DocumentationId>;
  readonly all: AllResources;
  readonly configured: ReadonlySet<string>;
  readonly baseUrl: string;
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

function place(key: PageKey, known: Known): Placement {
  const { versions, documentations, all } = known;
  const name = documentationKey(key);
  const wayOut = (what: 'version' | 'documentation'): string =>
    known.configured.has(name)
      ? `Correct \`${what}\` in the configuration, or ${wayToCreate(what, known.baseUrl)}.`
      : `Rename the folder, ${wayToCreate(what, known.baseUrl)}, or say where the folder goes: docs init --in version/documentation.`;
  const place = placeOf(key);
  const version = versions.get(place.version);
  if (version === undefined) {
    const there = [...versions.keys()].toSorted(byCodeUnit);
    return hidden(absent('version', place.version, there, wayOut('version')));
  }
  const documentation = documentations.get(name);
  if (documentation === undefined) {
    const silent = silentIn(version, all);
    return hidden(
      silent.length > 0
        ? notFoundOut(name, silent)
        : absent(
            'documentation',
            name,
            documentationsIn(version, place.version, all),
            wayOut('documentation'),
          ),
    );
  }
  return { kind: 'visible', version, documentation };
}

/** Titles of the version's documentations whose slugs are unknown. */
function silentIn(id: VersionId, all: AllResources): readonly string[] {
  return [...all.documentations.values()].flatMap(({ versionId, slug, title }) =>
    versionId === id && slug === undefined ? title : [],
  );
}

/** As `version/documentation`. */
function documentationsIn(id: VersionId, version: string, all: AllResources): readonly string[] {
  return [...all.documentations.values()]
    .flatMap(({ versionId, slug }) => (versionId === id && slug !== undefined ? slug : []))
    .map((slug) => `${version}/${slug}`)
    .toSorted(byCodeUnit);
}

const hidden = (reason: string): Placement => ({ kind: 'hidden', reason });

/** Pages that are not in `claimed`. */
export function unclaimedPages(
  claimed: Iterable<{ readonly id: PageId }>,
  { pages }: Pick<Snapshot, 'pages'>,
): Map<PageId, PageSummary> {
  const unclaimed = new Map<PageId, PageSummary>();
  const ids = new Set<PageId>();
  for (const { id } of claimed) ids.add(id);
  for (const [id, page] of pages) if (!ids.has(id)) unclaimed.set(id, page);
  return unclaimed;
}

/** How many pages are in documentations of unknown slug, so that their keys are unknown. */
export function countOutOfSight({ pages, silent }: Pick<Snapshot, 'pages' | 'silent'>): number {
  if (silent.size === 0) return 0;
  let count = 0;
  for (const { documentationId } of pages.values()) if (silent.has(documentationId)) count += 1;
  return count;
}

/** Those of these pages that are in the folder's documentations. */
export function pagesInFolder(
  unclaimed: ReadonlyMap<PageId, PageSummary>,
  local: LocalProject,
  { documentations }: Pick<Snapshot, 'documentations'>,
): ReadonlySet<PageId> {
  const found = new Set<PageId>();
  if (unclaimed.size === 0) return found;
  const ours = new Set<DocumentationId | undefined>();
  for (const name of documentationsOf(local.pages.keys())) ours.add(documentations.get(name));
  for (const { version, slug } of local.documentations)
    ours.add(documentations.get(`${version}/${slug}`));
  for (const [id, { documentationId }] of unclaimed) if (ours.has(documentationId)) found.add(id);
  return found;
}

/** The most names that a message lists. */
const SHOWN = 12;

/**
 * The message that a version or documentation does not exist.
 *
 * @param what `version` or `documentation`
 * @param there the existing ones
 * @param wayOut a sentence with what to do
 */
function absent(
  what: 'version' | 'documentation',
  name: string,
  there: readonly string[],
  wayOut: string,
): string {
  const near = there.length > 1 ? nearest(name, there) : undefined;
  const meant = near === undefined ? '' : ` Did you mean "${near}"?`;
  return `There is no ${what} "${name}" on the platform; there ${listed(there)}.${meant} ${wayOut}`;
}

/**
 * The message that a documentation's slug is unknown.
 *
 * @param name the documentation, as `version/documentation`
 * @param silent titles of the version's documentations whose slugs are unknown; not empty
 */
function notFoundOut(name: string, silent: readonly string[]): string {
  const [one] = silent;
  const which =
    silent.length === 1 ? `the slug of "${one}"` : `the slugs of ${quotedNames(silent)}`;
  return `It is not known whether the platform has the documentation "${name}": it does not report ${which}. Create a page there in the editor, then run the same command again: a page shows where it is.`;
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'are none';
  return `${names.length === 1 ? 'is' : 'are'} ${quotedNames(names)}`;
}

const quotedNames = (names: readonly string[]): string =>
  listOf(
    names.map((name) => `"${name}"`),
    SHOWN,
  );
