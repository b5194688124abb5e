/** Finds out slugs that `GET /all` leaves out and the lock does not know: only those that the run needs, and each once. */
import type { Api } from '../../api/api.ts';
import { Failure } from '../../model/failure.ts';
import { groupBy } from '../../model/group-by.ts';
import type { DocumentationId, PageId, PageKey, Slug, VersionId } from '../../model/ids.ts';
import { placeOf, documentationKey } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import { orMissing } from '../look.ts';
import { placeInPath, versionCalled } from './slugs.ts';
import type { Slugs } from './slugs.ts';

/** How many pages of a documentation are read, at most, to find out its slug. */
const PROBES = 3;

/** For how many versions a run lists the documentations. The platform allows 60 such requests an hour, for all versions together. */
const LISTS = 40;

/** Statuses that a platform answers if it does not have an operation. */
const LACKING: ReadonlySet<number | undefined> = new Set([404, 405, 501]);

/** The parts of the API that may be used. */
export type SlugSource = Pick<Api, 'pages' | 'project' | 'versions'>;

/** Asks the platform for slugs that are not known yet. */
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

  /** Finds out the slugs of these versions, as far as they exist. */
  async findVersions(needed: ReadonlySet<Slug>): Promise<void> {
    const missing = [...needed].filter((slug) => !this.#slugs.versions.has(slug));
    if (missing.length === 0) return;
    for (const { id, slug } of await this.#listVersions()) {
      if (this.#slugs.all.versions.has(id) || !missing.includes(slug)) continue;
      this.#slugs.add(await this.#api.project.all({ version: id }, this.#signal));
      this.#slugs.tellVersions(await this.#listVersions());
    }
  }

  /** Finds out the slugs of all versions. */
  async findAllVersions(): Promise<void> {
    const { versions } = this.#slugs.all;
    if ([...versions.values()].some(({ slug }) => slug === undefined)) await this.#listVersions();
  }

  /**
   * Finds out the slugs of these documentations, as far as they exist: those of `pages`, and `others` given
   * as `version/documentation`.
   */
  async findPlaces(pages: readonly PageKey[], others: Iterable<string>): Promise<void> {
    const byName = groupBy(pages, documentationKey);
    const missing = (): string[] => {
      const known = this.#slugs.documentations;
      return [...new Set([...byName.keys(), ...others])].filter((name) => !known.has(name));
    };
    const first = missing();
    if (first.length === 0) return;
    const { versions } = this.#slugs;
    await this.findInside(first.map((name) => versions.get(name.slice(0, name.indexOf('/')))));
    for (const name of missing()) await this.#probe(byName.get(name) ?? []);
  }

  /** Finds out the slugs of all documentations in these versions. */
  async findInside(versions: Iterable<VersionId | undefined>): Promise<void> {
    const due = [...new Set(versions)].filter(
      (id) => id !== undefined && !this.#asked.has(id) && this.#isSilent(id),
    ) as VersionId[];
    for (const id of due) this.#asked.add(id);
    // Reading one page of each documentation tells its slug too, and ten times as many of those requests are allowed.
    if (due.length > LISTS) for (const id of due) await this.#readPlaces(id);
    for (const id of due)
      if (this.#isSilent(id) && !(await this.#list(id))) await this.#readPlaces(id);
  }

  /** Finds out what names on the command line mean: versions by slug or name, their documentations, and pages by id. */
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
      if (versionCalled(first, this.#slugs) === undefined) await this.findAllVersions();
      const version = versionCalled(first, this.#slugs);
      if (version === undefined) continue;
      await this.#findVersion(version);
      if (!this.#isKnownInside(version, second)) await this.findInside([version]);
    }
  }

  /** Whether slugs were asked for that the lock can now record. */
  get hasAsked(): boolean {
    return this.#listed !== undefined || this.#asked.size > 0;
  }

  /** Documentations whose slugs were asked for without result. */
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

  /** Whether a documentation of the version is known by `name`. Without a name, whether all are known. */
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

  async #findVersion(id: VersionId): Promise<void> {
    if (this.#slugs.versionSlug(id) === undefined) await this.#listVersions();
  }

  async #listVersions(): Promise<readonly Version[]> {
    this.#listed ??= this.#api.versions.list(this.#signal);
    const listed = await this.#listed;
    this.#slugs.tellVersions(listed);
    return listed;
  }

  /** Lists the documentations of the version. Returns whether the platform could. */
  async #list(id: VersionId): Promise<boolean> {
    if (!this.#mayList) return false;
    try {
      this.#slugs.tellDocumentations(id, await this.#api.versions.documentations(id, this.#signal));
      return true;
    } catch (error) {
      if (!(error instanceof Failure) || !isLacking(error)) throw error;
      this.#mayList = error.code === 'rate-limited';
      return false;
    }
  }

  /** Reads one page of each documentation in the version, or another if that one is gone: its path has the documentation's slug. */
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

  /** Looks up pages of the folder by slug. If one exists, its documentation is the one meant. */
  async #probe(keys: readonly PageKey[]): Promise<void> {
    for (const key of keys.slice(0, PROBES)) {
      const { version, documentation, slug } = placeOf(key);
      const id = this.#slugs.versions.get(version);
      // If all slugs of the version are known, there is no such documentation.
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
