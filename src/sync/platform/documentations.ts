/**
 * Requests what `GET /all` does not say: the slugs that the lock lacks, those that the run needs or
 * all, and which documentations readers see.
 */
import type { Api } from '../../api/api.ts';
import type { DocumentationId, Slug, VersionId } from '../../model/ids.ts';
import type { Version, Documentation } from '../../model/resources.ts';
import type { Slugs } from './slugs.ts';
import { Failure } from '../../model/failure.ts';

/** Statuses that a platform answers if it does not have an operation. */
const LACKING: ReadonlySet<number | undefined> = new Set([404, 405, 501]);

/** The documentations of versions. Those of a version are requested at most once per run. */
export class ListedDocumentations {
  readonly #api: Pick<Api, 'versions'>;
  readonly #signal: AbortSignal;
  readonly #lists = new Map<VersionId, Promise<readonly Documentation[]>>();
  readonly #published = new Map<DocumentationId, boolean>();

  constructor(api: Pick<Api, 'versions'>, signal: AbortSignal) {
    this.#api = api;
    this.#signal = signal;
  }

  /**
   * Whether readers see these documentations in their versions, as far as it was reported so far.
   */
  get published(): ReadonlyMap<DocumentationId, boolean> {
    return this.#published;
  }

  /** The documentations of the version; empty if the platform does not report them. */
  of(version: VersionId): Promise<readonly Documentation[]> {
    const list = this.#lists.get(version) ?? this.#ask(version);
    this.#lists.set(version, list);
    return list;
  }

  async #ask(version: VersionId): Promise<readonly Documentation[]> {
    try {
      const listed = await this.#api.versions.documentations(version, this.#signal);
      for (const { id, published } of listed) this.#published.set(id, published);
      return listed;
    } catch (error) {
      if (error instanceof Failure && isLacking(error)) return [];
      throw error;
    }
  }
}

/** Whether the platform has no such operation for this key. */
const isLacking = ({ code, status }: Failure): boolean =>
  LACKING.has(status) || code === 'forbidden';

/** The parts of the API that may be used. */
export type SlugSource = Pick<Api, 'project' | 'versions'>;

/** Asks the platform for slugs that are not known yet. */
export class SlugFinder {
  readonly #api: SlugSource;
  readonly #slugs: Slugs;
  readonly #documentations: ListedDocumentations;
  readonly #signal: AbortSignal;
  #listed: Promise<readonly Version[]> | undefined;
  /** Versions whose documentations were requested. */
  readonly #asked = new Set<VersionId>();

  constructor(
    api: SlugSource,
    slugs: Slugs,
    documentations: ListedDocumentations,
    signal: AbortSignal,
  ) {
    this.#api = api;
    this.#slugs = slugs;
    this.#documentations = documentations;
    this.#signal = signal;
  }

  /** Requests the slugs of these versions, as far as they exist. */
  async findVersions(needed: ReadonlySet<Slug>): Promise<void> {
    const missing = [...needed].filter((slug) => !this.#slugs.versions.has(slug));
    if (missing.length === 0) return;
    for (const { id, slug } of await this.#listVersions()) {
      if (this.#slugs.all.versions.has(id) || !missing.includes(slug)) continue;
      this.#slugs.add(await this.#api.project.all({ version: id }, this.#signal));
      this.#slugs.tellVersions(await this.#listVersions());
    }
  }

  /** Requests all slugs: one request, and one for each version. */
  async findAll(): Promise<void> {
    const { versions } = this.#slugs.all;
    if ([...versions.values()].some(({ slug }) => slug === undefined)) await this.#listVersions();
    await this.#findInside(versions.keys());
  }

  /** Requests the slugs of these documentations (`version/documentation`), as far as they exist. */
  async findPlaces(names: Iterable<string>): Promise<void> {
    const { versions, documentations } = this.#slugs;
    const missing = [...names].filter((name) => !documentations.has(name));
    await this.#findInside(missing.map((name) => versions.get(name.slice(0, name.indexOf('/')))));
  }

  /** Requests the slugs of all documentations in these versions. */
  async #findInside(versions: Iterable<VersionId | undefined>): Promise<void> {
    const due = [...new Set(versions)].filter(
      (id) => id !== undefined && !this.#asked.has(id) && this.#isSilent(id),
    ) as VersionId[];
    for (const id of due) this.#asked.add(id);
    for (const id of due) this.#slugs.tellDocumentations(id, await this.#documentations.of(id));
  }

  /** Whether slugs were requested that the lock can now record. */
  get hasAsked(): boolean {
    return this.#listed !== undefined || this.#asked.size > 0;
  }

  /** Documentations whose slugs were requested without result. */
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

  async #listVersions(): Promise<readonly Version[]> {
    this.#listed ??= this.#api.versions.list(this.#signal);
    const listed = await this.#listed;
    this.#slugs.tellVersions(listed);
    return listed;
  }
}
