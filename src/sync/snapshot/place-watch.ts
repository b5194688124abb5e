/** Notices in answers that a version or a documentation has another slug on the platform than in the lock. */
import type { DocumentationId, PageId, PageKey, VersionId } from '../../model/ids.ts';
import type { SeePage } from '../../api/resources/pages.ts';
import type { Page } from '../../model/resources.ts';
import type { Lock } from '../lock/lock.ts';
import type { SyncApi, SyncDeps } from '../session.ts';
import { documentationKey } from '../../model/ids.ts';
import { placeInPath, NO_DOUBTS } from './slugs.ts';
import type { Doubts } from './slugs.ts';
import type { Snapshot } from './snapshot.ts';

interface Renamed<What, Id> {
  readonly what: What;
  readonly id: Id;
  readonly from: string;
  readonly to: string;
}

/** A version or documentation whose slug is no longer the lock's. */
export type RenamedPlace =
  | Renamed<'version', VersionId>
  | Renamed<'documentation', DocumentationId>;

/** Thrown when a slug from the lock turns out to be wrong. Whoever is planning with it starts again. */
class PlaceRenamed extends Error {
  readonly place: RenamedPlace;

  constructor(place: RenamedPlace) {
    super(`${place.from} is ${place.to}`);
    this.place = place;
  }
}

/** The slugs that a run assumes. */
export interface Expected {
  readonly snapshot: Pick<Snapshot, 'all' | 'pages' | 'versions' | 'documentations' | 'assumed'>;
  readonly lock: Pick<Lock, 'documentations' | 'pages'>;
}

/** Before a run knows what to expect, no answer can contradict it. */
const NOTHING: Expected = {
  snapshot: {
    all: null,
    pages: new Map(),
    versions: new Map(),
    documentations: new Map(),
    assumed: NO_DOUBTS,
  },
  lock: { documentations: new Map(), pages: new Map() },
};

/** Compares the paths of answered pages with the assumed slugs. */
export class PlaceWatch {
  #expected = NOTHING;
  #names: ReadonlyMap<DocumentationId, string> = new Map();
  #slugs: ReadonlyMap<VersionId, string> = new Map();
  /** Documentations of pages that this run created. */
  readonly #made = new Map<PageId, DocumentationId>();
  /** Documentations that an answer has confirmed or contradicted. */
  readonly #seen = new Set<DocumentationId>();
  readonly #renamed = new Map<VersionId | DocumentationId, RenamedPlace>();
  /** Of the lock's pages. */
  #keys: ReadonlyMap<PageId, PageKey> | undefined;

  expect(expected: Expected): void {
    this.#expected = expected;
    const { versions, documentations } = expected.snapshot;
    this.#names = new Map([...documentations].map(([name, id]) => [id, name]));
    this.#slugs = new Map([...versions].map(([slug, id]) => [id, slug]));
  }

  get renamed(): readonly RenamedPlace[] {
    return [...this.#renamed.values()];
  }

  /** Whether any slug is known from the lock alone. */
  get assumes(): boolean {
    const { versions, documentations } = this.#expected.snapshot.assumed;
    return versions.size + documentations.size > 0;
  }

  /** Whether this documentation's place is known from the lock alone, and no answer has confirmed or contradicted it yet. */
  isUnseen(documentation: DocumentationId): boolean {
    return this.#assumes(documentation) && !this.#seen.has(documentation);
  }

  /** The rename of this documentation or its version, if there was one. */
  renamedOf(version: VersionId, documentation: DocumentationId): RenamedPlace | undefined {
    return this.#renamed.get(documentation) ?? this.#renamed.get(version);
  }

  /** Checks a page. Returns a rename that was not known yet, if the page shows one. */
  see(page: Page, made: DocumentationId | undefined): RenamedPlace | undefined {
    if (made !== undefined) this.#made.set(page.id, made);
    const documentation = made ?? this.#documentationOf(page.id);
    if (documentation === undefined || !this.#assumes(documentation)) return undefined;
    this.#seen.add(documentation);
    const place = placeInPath(page);
    const name = this.#names.get(documentation);
    const version = this.#versionOf(documentation);
    if (place === undefined || name === undefined || version === undefined) return undefined;
    const slug = this.#slugs.get(version);
    if (slug !== undefined && slug !== place.version)
      return this.#note({ what: 'version', id: version, from: slug, to: place.version });
    const to = `${place.version}/${place.documentation}`;
    if (name === to) return undefined;
    return this.#note({ what: 'documentation', id: documentation, from: name, to });
  }

  #note(place: RenamedPlace): RenamedPlace | undefined {
    const { assumed } = this.#expected.snapshot;
    const isAssumed =
      place.what === 'version'
        ? assumed.versions.has(place.id)
        : assumed.documentations.has(place.id);
    if (!isAssumed || this.#renamed.has(place.id)) return undefined;
    this.#renamed.set(place.id, place);
    return place;
  }

  #assumes(documentation: DocumentationId): boolean {
    const { versions, documentations } = this.#expected.snapshot.assumed;
    const version = this.#versionOf(documentation);
    return documentations.has(documentation) || (version !== undefined && versions.has(version));
  }

  #versionOf(documentation: DocumentationId): VersionId | undefined {
    const { all, versions } = this.#expected.snapshot;
    const summary = all?.documentations.get(documentation);
    if (summary !== undefined) return summary.versionId;
    const name = this.#names.get(documentation);
    return name === undefined ? undefined : versions.get(name.split('/')[0] ?? '');
  }

  #documentationOf(id: PageId): DocumentationId | undefined {
    const { snapshot, lock } = this.#expected;
    const known = this.#made.get(id) ?? snapshot.pages?.get(id)?.documentationId;
    if (known !== undefined || snapshot.pages !== null) return known;
    this.#keys ??= new Map(Array.from(lock.pages.values(), (line) => [line.id, line.key]));
    const key = this.#keys.get(id);
    return key && lock.documentations.get(documentationKey(key));
  }
}

/** What a run has learnt about places so far. */
export interface KnownPlaces {
  readonly watch: PlaceWatch;
  readonly doubts: Doubts;
}

/** The same API, but `see` gets each page that is answered. */
export function watchedApi(api: SyncApi, see: SeePage): SyncApi {
  const { project, versions } = api;
  const pages = api.pages.watchedBy(see);
  return {
    pages,
    project,
    versions,
    get requests() {
      return api.requests;
    },
  };
}

/** Runs with the slugs of the lock. If an answer contradicts one, runs again without it, until none does. */
export async function untilNothingIsRenamed<T>(
  deps: SyncDeps,
  run: (deps: SyncDeps, known: KnownPlaces) => Promise<T>,
): Promise<T> {
  const versions = new Set<VersionId>();
  const documentations = new Set<DocumentationId>();
  for (;;) {
    const watch = new PlaceWatch();
    const api = watchedApi(deps.api, (page, made) => {
      const renamed = watch.see(page, made);
      if (renamed !== undefined) throw new PlaceRenamed(renamed);
    });
    try {
      return await run({ ...deps, api }, { watch, doubts: { versions, documentations } });
    } catch (error) {
      if (!(error instanceof PlaceRenamed)) throw error;
      const { place } = error;
      if (place.what === 'version') versions.add(place.id);
      else documentations.add(place.id);
    }
  }
}
