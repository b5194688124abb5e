/** What `GET /version/{id}/documentation` reports and `GET /all` does not. */
import type { Api } from '../../api/api.ts';
import { Failure } from '../../model/failure.ts';
import type { DocumentationId, VersionId } from '../../model/ids.ts';
import type { Documentation } from '../../model/resources.ts';

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
