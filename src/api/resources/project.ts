import type { Slug, VersionId } from '../../model/ids.ts';
import { formatInstant } from '../../model/time.ts';
import type {
  AllResources,
  AuditPage,
  AuditScope,
  SearchResult,
  User,
} from '../../model/resources.ts';
import type { Streamed } from '../call.ts';
import type { Client } from '../client.ts';

/** Which part of the project to list. */
export interface AllRequest {
  /** Only published versions, and only pages in them that have published content. */
  readonly published?: boolean | undefined;
  /** Left out: every version that the key may see. */
  readonly version?: VersionId | 'latest' | undefined;
}

/** Which part of the project to export, and in which format. */
export interface ExportRequest {
  /** Left out: the native format. Its name is not sent: it was `darkdown` and is now `markdoc`. */
  readonly format?: 'markdown' | undefined;
  /** Left out: all versions. A platform that does not know this parameter also exports all of them. */
  readonly version?: Slug | undefined;
}

/** What to search for, and where. */
export interface SearchRequest {
  readonly query: string;
  /** `latest`: the default published version. Left out: the whole project. */
  readonly version?: Slug | 'latest' | undefined;
  /** From 0. */
  readonly page?: number | undefined;
  readonly hits?: number | undefined;
}

/** Which page of the audit log to read. */
export interface AuditRequest {
  /** Left out: the platform's default, `content`. */
  readonly scopes?: readonly AuditScope[] | undefined;
  /** Only entries up to this moment, in milliseconds since 1970. */
  readonly untilMs?: number | undefined;
  /** The number of entries in the answer, at most 100. */
  readonly hits?: number | undefined;
  readonly cursor?: string | undefined;
}

/** docs/service.md, "Operations". */
export class ProjectResources {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Lists all resources. 30 an hour, so once per run. */
  async all({ published, version }: AllRequest = {}, signal?: AbortSignal): Promise<AllResources> {
    const query = { published, versionId: version };
    const all = await this.#client.read('listAll', { query, signal });
    if (published === undefined && version === undefined)
      await this.#client.owner.see(all.versions);
    return all;
  }

  /** The users who may work on the project. */
  users(signal?: AbortSignal): Promise<User[]> {
    return this.#client.read('listUsers', { signal });
  }

  /** The project as a ZIP, passed on as it arrives; the iteration rejects if it is cut off. 10 an hour. */
  export({ format, version }: ExportRequest = {}, signal?: AbortSignal): Promise<Streamed> {
    const query = { format, version_slug: version };
    return this.#client.stream('exportProject', { query, signal });
  }

  /** One page of results, best first (docs/service.md, "Search"). */
  search({ version, ...rest }: SearchRequest, signal?: AbortSignal): Promise<SearchResult> {
    return this.#client.read('search', { query: { ...rest, version_slug: version }, signal });
  }

  /** One page of the audit log, newest entry first (docs/service.md, "Audit log"). 600 an hour. */
  audit(
    { scopes, untilMs, hits, cursor }: AuditRequest = {},
    signal?: AbortSignal,
  ): Promise<AuditPage> {
    const max_date = untilMs === undefined ? undefined : formatInstant(untilMs);
    return this.#client.read('listAudit', { query: { scopes, max_date, hits, cursor }, signal });
  }
}
