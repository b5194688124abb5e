/** Notices versions and documentations that have another slug on the platform than in the folder. */
import type { SeePage } from '../../api/resources/pages.ts';
import type { DocumentationId, VersionId } from '../../model/ids.ts';
import type { SyncApi } from '../deps.ts';
import { nameOfId, placeInPath } from './slugs.ts';
import type { RenamedPlace } from './slugs.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Versions and documentations that the platform calls by other names than this run, which uses the
 * folder's. Writes go to ids, so they are not affected.
 */
export class RenamedPlaces {
  readonly #found = new Map<VersionId | DocumentationId, RenamedPlace>();
  readonly #snapshot: Snapshot;

  /** `see` compares paths in answers with the names that the snapshot took from the lock. */
  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
    for (const [id, place] of snapshot.renamed) this.#found.set(id, place);
  }

  /** One warning for each. */
  get warnings(): readonly string[] {
    return Array.from(
      this.#found.values(),
      ({ what, from, to }) =>
        `The platform now calls the ${what} ${from} "${to}". Its pages are written all the same; links that say ${from} lead nowhere until the folder is renamed.`,
    );
  }

  /** @param made the documentation of a page that this answer confirms as created */
  readonly see: SeePage = (page, made) => {
    const { assumed, versions, documentations, all } = this.#snapshot;
    if (assumed.versions.size + assumed.documentations.size === 0) return;
    const id = made ?? all.pages.get(page.id)?.documentationId;
    const version = id && all.documentations.get(id)?.versionId;
    const [name, slug] = [nameOfId(id, documentations), nameOfId(version, versions)];
    const path = placeInPath(page);
    if (!id || !version || !path || name === undefined || slug === undefined) return;
    if (assumed.versions.has(version) && slug !== path.version)
      this.#found.set(version, { what: 'version', from: slug, to: path.version });
    const to = `${slug}/${path.documentation}`;
    if (assumed.documentations.has(id) && name !== to)
      this.#found.set(id, { what: 'documentation', from: name, to });
  };
}

/** The same API, but every page that is answered is also passed to `see`. */
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
