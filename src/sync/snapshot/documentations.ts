/** Finds out slugs that `GET /all` leaves out and the lock does not know: only those that the run needs, and each once. */
import type { Api } from '../../api/api.ts';
import { Failure } from '../../model/failure.ts';
import type { DocumentationId, PageId, Slug, VersionId } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import { versionCalled } from './slugs.ts';
import type { Slugs } from './slugs.ts';

/** Statuses that a platform answers if it does not have an operation. */
const LACKING: ReadonlySet<number | undefined> = new Set([404, 405, 501]);

/** The parts of the API that may be used. */
export type SlugSource = Pick<Api, 'project' | 'versions'>;

/** Asks the platform for slugs that are not known yet. */
export class SlugFinder {
  readonly #api: SlugSource;
  readonly #slugs: Slugs;
  readonly #signal: AbortSignal;
  #listed: Promise<readonly Version[]> | undefined;
  /** Versions whose documentations were asked for. */
  readonly #asked = new Set<VersionId>();

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

  /** Finds out the slugs of these documentations (`version/documentation`), as far as they exist. */
  async findPlaces(names: Iterable<string>): Promise<void> {
    const { versions, documentations } = this.#slugs;
    const missing = [...names].filter((name) => !documentations.has(name));
    await this.findInside(missing.map((name) => versions.get(name.slice(0, name.indexOf('/')))));
  }

  /** Finds out the slugs of all documentations in these versions. */
  async findInside(versions: Iterable<VersionId | undefined>): Promise<void> {
    const due = [...new Set(versions)].filter(
      (id) => id !== undefined && !this.#asked.has(id) && this.#isSilent(id),
    ) as VersionId[];
    for (const id of due) this.#asked.add(id);
    for (const id of due) await this.#list(id);
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

  /** Lists the documentations of the version. Where the platform cannot, their slugs stay unknown. */
  async #list(id: VersionId): Promise<void> {
    try {
      this.#slugs.tellDocumentations(id, await this.#api.versions.documentations(id, this.#signal));
    } catch (error) {
      if (!(error instanceof Failure) || !isLacking(error)) throw error;
    }
  }
}

const isLacking = ({ code, status }: Failure): boolean =>
  LACKING.has(status) || code === 'forbidden';
