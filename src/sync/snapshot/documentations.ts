/** Finds out slugs that `GET /all` leaves out and the lock does not know: no more of them than the run needs, and each once. */
import type { Api } from '../../api/api.ts';
import { safeName } from '../../content/folder/file-names.ts';
import { Failure } from '../../model/failure.ts';
import { groupBy } from '../../model/group-by.ts';
import type { DocumentationId, PageId, PageKey, Slug, VersionId } from '../../model/ids.ts';
import { placeOf, documentationKey } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import { orMissing } from '../look.ts';
import { placeInPath } from './slugs.ts';
import type { Slugs } from './slugs.ts';

/** Pages of a documentation that are looked at, at most, to find out what it is called. */
const PROBES = 3;

/** Versions whose documentations are listed in one run: the platform allows 60 an hour, whatever the version. */
const LISTS = 40;

/** How a platform answers what it does not have. */
const LACKING: ReadonlySet<number | undefined> = new Set([404, 405, 501]);

/** What may be asked. */
export type SlugSource = Pick<Api, 'pages' | 'project' | 'versions'>;

/** Asks the platform for slugs that nothing told yet. */
export class SlugFinder {
  readonly #api: SlugSource;
  readonly #slugs: Slugs;
  readonly #signal: AbortSignal;
  #listed: Promise<readonly Version[]> | undefined;
  /** Versions whose documentations were asked for. */
  readonly #asked = new Set<VersionId>();
  #mayList = true;

  constructor(api: SlugSource, slugs: Slugs, signal: AbortSignal) {
    this.#api = api;
    this.#slugs = slugs;
    this.#signal = signal;
  }

  /**
   * Sees to it that the slugs of these versions are known, if there are such versions. `names`: by the slug that was made of it, the names of a
   * folder that is called by a name.
   */
  async findVersions(
    needed: ReadonlySet<Slug>,
    names: ReadonlyMap<Slug, readonly string[]> = new Map(),
  ): Promise<void> {
    const missing = [...needed].filter((slug) => this.#versionCalled(slug, names) === undefined);
    if (missing.length === 0) return;
    const wanted = new Set(missing.flatMap((slug) => namesOf(slug, names)));
    for (const { id, slug, name } of await this.#listVersions()) {
      if (this.#slugs.all.versions.has(id)) continue;
      if (!missing.includes(slug) && !wanted.has(safeName(name))) continue;
      this.#slugs.add(await this.#api.project.all({ version: id }, this.#signal));
      this.#slugs.tellVersions(await this.#listVersions());
    }
  }

  /** Sees to it that the slugs of all versions are known. */
  async findAllVersions(): Promise<void> {
    const { versions } = this.#slugs.all;
    if ([...versions.values()].some(({ slug }) => slug === undefined)) await this.#listVersions();
  }

  /** Sees to it that these documentations are known, if there are such: those of the pages by their slugs, and others by `version/documentation`. Resolves to whether anything was asked. */
  async findPlaces(pages: readonly PageKey[], others: Iterable<string>): Promise<boolean> {
    const asked = this.#asked.size;
    const byName = groupBy(pages, documentationKey);
    const missing = (): string[] => {
      const known = this.#slugs.documentations;
      return [...new Set([...byName.keys(), ...others])].filter((name) => !known.has(name));
    };
    const first = missing();
    if (first.length === 0) return false;
    const { versions } = this.#slugs;
    await this.findInside(first.map((name) => versions.get(name.slice(0, name.indexOf('/')))));
    for (const name of missing()) await this.#probe(byName.get(name) ?? []);
    return this.#asked.size > asked;
  }

  /** Sees to it that the slugs of all documentations of these versions are known. */
  async findInside(versions: Iterable<VersionId | undefined>): Promise<void> {
    const due = [...new Set(versions)].filter(
      (id) => id !== undefined && !this.#asked.has(id) && this.#isSilent(id),
    ) as VersionId[];
    for (const id of due) this.#asked.add(id);
    // Pages tell as well, one of each documentation, and there may be ten times as many requests.
    if (due.length > LISTS) for (const id of due) await this.#readPlaces(id);
    for (const id of due)
      if (this.#isSilent(id) && !(await this.#list(id))) await this.#readPlaces(id);
  }

  /** What the names of a command line mean of the platform: versions by slug or name, what is in them, pages by their ids. */
  async findNamed(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const [first = '', second = ''] = name.split('/');
      const page = /^\d+$/.test(name)
        ? this.#slugs.all.pages.get(Number(name) as PageId)
        : undefined;
      if (page !== undefined) {
        const inside = this.#slugs.all.documentations.get(page.documentationId);
        if (inside === undefined) continue;
        await this.#findVersion(inside.versionId);
        if (this.#slugs.documentationSlug(page.documentationId) === undefined)
          await this.findInside([inside.versionId]);
        continue;
      }
      let version = this.#versionMeant(first);
      if (version === undefined) {
        await this.findAllVersions();
        version = this.#versionMeant(first);
      }
      if (version === undefined) continue;
      await this.#findVersion(version);
      if (!this.#isKnownInside(version, second)) await this.findInside([version]);
    }
  }

  /** Whether slugs were asked for that the lock may know from now on. */
  get hasAsked(): boolean {
    return this.#listed !== undefined || this.#asked.size > 0;
  }

  /** Documentations whose slugs were asked for and not found out. */
  get silent(): ReadonlySet<DocumentationId> {
    return new Set(
      [...this.#asked].flatMap((version) =>
        this.#slugs.inside(version).filter((id) => this.#slugs.documentationSlug(id) === undefined),
      ),
    );
  }

  #isSilent(version: VersionId): boolean {
    return this.#slugs.inside(version).some((id) => !this.#slugs.isTold(id));
  }

  /** Whether a documentation of the version is known by `name`; without a name, whether all of them are known. */
  #isKnownInside(version: VersionId, name: string): boolean {
    const inside = this.#slugs.inside(version);
    if (name === '') return inside.every((id) => this.#slugs.documentationSlug(id) !== undefined);
    const { documentations } = this.#slugs.all;
    return inside.some((id) => {
      const slug = this.#slugs.documentationSlug(id);
      if (slug === undefined) return false;
      return slug === name || documentations.get(id)?.title.toLowerCase() === name.toLowerCase();
    });
  }

  #versionMeant(name: string): VersionId | undefined {
    const bySlug = this.#slugs.versions.get(name);
    if (bySlug !== undefined) return bySlug;
    const [called, other] = [...this.#slugs.all.versions].filter(
      ([, version]) => version.name.toLowerCase() === name.toLowerCase(),
    );
    return other === undefined ? called?.[0] : undefined;
  }

  async #findVersion(id: VersionId): Promise<void> {
    if (this.#slugs.versionSlug(id) === undefined) await this.#listVersions();
  }

  #versionCalled(slug: Slug, names: ReadonlyMap<Slug, readonly string[]>): VersionId | undefined {
    const bySlug = this.#slugs.versions.get(slug);
    if (bySlug !== undefined) return bySlug;
    const called = new Set(namesOf(slug, names));
    const found = [...this.#slugs.all.versions].find(
      ([id, { name }]) => called.has(safeName(name)) && this.#slugs.versionSlug(id) !== undefined,
    );
    return found?.[0];
  }

  async #listVersions(): Promise<readonly Version[]> {
    this.#listed ??= this.#api.versions.list(this.#signal);
    const listed = await this.#listed;
    this.#slugs.tellVersions(listed);
    return listed;
  }

  /** Whether the platform listed the documentations of the version. */
  async #list(id: VersionId): Promise<boolean> {
    if (!this.#mayList) return false;
    try {
      this.#slugs.tellDocumentations(id, await this.#api.versions.documentations(id, this.#signal));
      return true;
    } catch (error) {
      if (!(error instanceof Failure) || !isLacking(error)) throw error;
      this.#mayList = error.code === 'rate-limited' ? this.#mayList : false;
      return false;
    }
  }

  /** Asks one page of each documentation of the version where it is, or another page if that one is gone. */
  async #readPlaces(version: VersionId): Promise<void> {
    const { pages } = this.#slugs.all;
    const open = new Set(this.#slugs.inside(version).filter((id) => !this.#slugs.isTold(id)));
    const candidates = new Map<DocumentationId, PageId[]>();
    for (const [id, { documentationId }] of pages) {
      if (!open.has(documentationId)) continue;
      const some = candidates.get(documentationId) ?? [];
      if (some.length < PROBES) some.push(id);
      candidates.set(documentationId, some);
    }
    for (const [documentation, some] of candidates) {
      for (const id of some) {
        const page = await orMissing(this.#api.pages.read(id, { signal: this.#signal }));
        if (page === undefined) continue;
        const place = placeInPath(page);
        if (place !== undefined) this.#slugs.tellDocumentation(documentation, place.documentation);
        break;
      }
    }
  }

  /** Asks for pages of the folder by their slugs: one that is there tells which documentation is meant. */
  async #probe(keys: readonly PageKey[]): Promise<void> {
    for (const key of keys.slice(0, PROBES)) {
      const { version, documentation, slug } = placeOf(key);
      const id = this.#slugs.versions.get(version);
      // If all slugs of the version are told, there is no such documentation.
      if (id === undefined || !this.#isSilent(id)) return;
      const page = await orMissing(
        this.#api.pages.find(
          { version: { id }, documentation: { slug: documentation }, slug },
          { signal: this.#signal },
        ),
      );
      const summary = page && this.#slugs.all.pages.get(page.id);
      if (summary === undefined) continue;
      this.#slugs.tellDocumentation(summary.documentationId, documentation);
      return;
    }
  }
}

const isLacking = ({ code, status }: Failure): boolean =>
  LACKING.has(status) || code === 'forbidden' || code === 'rate-limited';

/** What a version may be called that has this folder in an export. */
const namesOf = (slug: Slug, names: ReadonlyMap<Slug, readonly string[]>): readonly string[] =>
  (names.get(slug) ?? []).flatMap((name) => namesOfFolder(name));

function namesOfFolder(folder: string): readonly string[] {
  const name = folder.normalize('NFC');
  return [name, name.replace(/ \(\d{1,6}\)$/, '')];
}
