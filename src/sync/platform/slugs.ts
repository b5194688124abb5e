/**
 * Slugs of versions and documentations: as answered in this run, or from the lock. Sends no
 * requests.
 */
import { slugProblem } from '../../content/slug.ts';
import type { DocumentationId, DocumentationPlace, Slug, VersionId } from '../../model/ids.ts';
import type { AllResources, Documentation, Page, Version } from '../../model/resources.ts';
import type { LockHead } from '../record/lock.ts';

/**
 * A version or documentation with another slug than in the lock. Documentations are named
 * `version/documentation`.
 */
export interface RenamedPlace {
  readonly what: 'version' | 'documentation';
  readonly from: string;
  readonly to: string;
}

/** The slugs that are known so far. */
export class Slugs {
  #all: AllResources;
  readonly #versions = new Map<VersionId, Slug>();
  readonly #documentations = new Map<DocumentationId, Slug>();
  readonly #assumedDocumentations = new Set<DocumentationId>();
  readonly #renamed = new Map<VersionId | DocumentationId, RenamedPlace>();

  constructor(all: AllResources, lock: LockHead) {
    this.#all = all;
    this.add(all);
    this.#assume(lock);
  }

  /** Adds another answer of `GET /all`. */
  add(all: AllResources): void {
    if (all !== this.#all) this.#all = merge(this.#all, all);
    for (const [id, { slug }] of all.versions) this.#tellVersion(id, slug);
    for (const [id, { slug }] of all.documentations) this.#tellDocumentation(id, slug);
  }

  /** Adds an answer of `GET /version`. */
  tellVersions(listed: readonly Pick<Version, 'id' | 'slug'>[]): void {
    for (const { id, slug } of listed) if (this.#all.versions.has(id)) this.#tellVersion(id, slug);
  }

  /** Adds an answer of `GET /version/{id}/documentation`, which may have more than `GET /all`. */
  tellDocumentations(
    versionId: VersionId,
    listed: readonly Pick<Documentation, 'id' | 'title' | 'slug'>[],
  ): void {
    const documentations = new Map(this.#all.documentations);
    for (const { id, title, slug } of listed) {
      documentations.set(id, { ...documentations.get(id), title, versionId, slug });
      this.#tellDocumentation(id, slug);
    }
    this.#all = { ...this.#all, documentations };
  }

  /** Adds one slug, if it is given and valid. */
  #tellDocumentation(id: DocumentationId, slug: Slug | undefined): void {
    if (slug === undefined || slugProblem(slug) !== null) return;
    this.#documentations.set(id, slug);
    this.#assumedDocumentations.delete(id);
  }

  documentationSlug(id: DocumentationId): Slug | undefined {
    return this.#documentations.get(id);
  }

  isTold(id: DocumentationId): boolean {
    return this.#documentations.has(id) && !this.#assumedDocumentations.has(id);
  }

  /** All documentations of a version, whether their slugs are known or not. */
  inside(version: VersionId): readonly DocumentationId[] {
    return [...this.#all.documentations].flatMap(([id, { versionId }]) =>
      versionId === version ? id : [],
    );
  }

  /** The answer of `GET /all`, completed by slugs from other sources. */
  get all(): AllResources {
    const { versions, documentations } = this.#all;
    return {
      ...this.#all,
      versions: withSlugs(versions, this.#versions),
      documentations: withSlugs(documentations, this.#documentations),
    };
  }

  /** Ids by slug. */
  get versions(): ReadonlyMap<string, VersionId> {
    return new Map([...this.#versions].map(([id, slug]) => [slug, id]));
  }

  /** Ids by `version/documentation`. */
  get documentations(): ReadonlyMap<string, DocumentationId> {
    const found = new Map<string, DocumentationId>();
    for (const [id, { versionId }] of this.#all.documentations) {
      const version = this.#versions.get(versionId);
      const slug = this.#documentations.get(id);
      if (version !== undefined && slug !== undefined) found.set(`${version}/${slug}`, id);
    }
    return found;
  }

  /** Versions and documentations that have the lock's name here, and another on the platform. */
  get renamed(): ReadonlyMap<VersionId | DocumentationId, RenamedPlace> {
    return this.#renamed;
  }

  /**
   * Lets versions and documentations of the lock keep the folder's names (`version/documentation`),
   * unless another one has the name.
   */
  keepNames(names: Iterable<string>, lock: LockHead): void {
    for (const name of names) {
      const [version = ''] = name.split('/');
      const id = lock.versions.get(version);
      const told = id && this.#versions.get(id);
      if (!id || told === undefined || told === version || this.versions.has(version)) continue;
      this.#renamed.set(id, { what: 'version', from: version, to: told });
      this.#versions.set(id, version as Slug);
    }
    for (const name of names) {
      const [version = '', slug = ''] = name.split('/');
      const id = lock.documentations.get(name);
      const inside = id && this.#all.documentations.get(id)?.versionId;
      const told = id && this.#documentations.get(id);
      const isHere = inside !== undefined && this.#versions.get(inside) === version;
      if (!id || told === undefined || told === slug || !isHere) continue;
      if (this.documentations.has(name)) continue;
      this.#renamed.set(id, { what: 'documentation', from: name, to: `${version}/${told}` });
      this.#documentations.set(id, slug as Slug);
      this.#assumedDocumentations.add(id);
    }
  }

  #tellVersion(id: VersionId, slug: Slug | undefined): void {
    if (slug === undefined || slugProblem(slug) !== null) return;
    this.#versions.set(id, slug);
  }

  /**
   * Takes slugs from the lock. If the lock has two names for one id, it was written during a
   * rename: it is unknown which name is valid, so neither is taken.
   */
  #assume(lock: LockHead): void {
    for (const [slug, id] of onlyNames(lock.versions)) {
      if (this.#versions.has(id) || !this.#all.versions.has(id)) continue;
      this.#versions.set(id, slug as Slug);
    }
    for (const [name, id] of onlyNames(lock.documentations)) {
      const summary = this.#all.documentations.get(id);
      if (this.#documentations.has(id) || !summary) continue;
      const [version = '', slug = ''] = name.split('/');
      const was = lock.versions.get(version);
      if (slug === '' || (was !== undefined && was !== summary.versionId)) continue;
      this.#documentations.set(id, slug as Slug);
      this.#assumedDocumentations.add(id);
    }
  }
}

/** The name under which `names` has the id. */
export function nameOfId<Id>(
  id: Id | undefined,
  names: ReadonlyMap<string, Id>,
): string | undefined {
  for (const [name, other] of names) if (other === id) return name;
  return undefined;
}

/** The names of things that have only one. */
function onlyNames<Id>(names: ReadonlyMap<string, Id>): readonly (readonly [string, Id])[] {
  const count = new Map<Id, number>();
  for (const id of names.values()) count.set(id, (count.get(id) ?? 0) + 1);
  return [...names].filter(([, id]) => count.get(id) === 1);
}

/** Returns the same map if it has all known slugs already. */
function withSlugs<Id, T extends { readonly slug: Slug | undefined }>(
  things: ReadonlyMap<Id, T>,
  slugs: ReadonlyMap<Id, Slug>,
): ReadonlyMap<Id, T> {
  if ([...things].every(([id, { slug }]) => slug === slugs.get(id))) return things;
  return new Map([...things].map(([id, thing]) => [id, { ...thing, slug: slugs.get(id) }]));
}

const merge = (a: AllResources, b: AllResources): AllResources => ({
  pages: new Map([...a.pages, ...b.pages]),
  documentations: new Map([...a.documentations, ...b.documentations]),
  references: new Map([...a.references, ...b.references]),
  versions: new Map([...a.versions, ...b.versions]),
});

/** The place in `Page.path`: `version/documentation/page`. Undefined if it has another form. */
export function placeInPath({
  path,
  slug,
}: Pick<Page, 'path' | 'slug'>): DocumentationPlace | undefined {
  const [version, documentation, page, more] = path.replace(/^\//, '').split('/');
  if (version === undefined || documentation === undefined) return undefined;
  if (page !== slug || more !== undefined) return undefined;
  if (slugProblem(version) !== null || slugProblem(documentation) !== null) return undefined;
  return { version: version as Slug, documentation: documentation as Slug };
}
