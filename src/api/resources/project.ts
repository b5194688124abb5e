import type { Slug, VersionId } from '../../model/ids.ts';
import type { AllResources, User } from '../../model/resources.ts';
import { decodeAll } from '../decode.ts';
import { decodeUsers } from '../decode.ts';
import type { Http, Streamed } from '../calls/http.ts';

/** Which part of the project to list. */
export interface AllRequest {
  /** Only published versions, and only pages in them that have published content. */
  readonly published?: boolean | undefined;
  /** Left out: every version that the key may see. */
  readonly version?: VersionId | 'latest' | undefined;
}

/** Which part of the project to export, and in which format. */
export interface ExportRequest {
  /** Left out: the platform's native format. Its name is not sent, because it was `darkdown` and is now `markdoc`. */
  readonly format?: 'markdown' | undefined;
  /** Left out: all versions. A platform that does not know this parameter also exports all of them. */
  readonly version?: Slug | undefined;
}

/** Contract, section 4, "Project-level". */
export class ProjectResources {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Lists all resources. 30 an hour, so once per run. */
  all(request: AllRequest = {}, signal?: AbortSignal): Promise<AllResources> {
    const query = { published: request.published, versionId: request.version };
    return this.#http.read({ operation: 'listAll', query, decode: decodeAll }, signal);
  }

  /** The users who may work on the project. */
  users(signal?: AbortSignal): Promise<User[]> {
    return this.#http.read({ operation: 'listUsers', decode: decodeUsers }, signal);
  }

  /** The project as a ZIP, passed on as it arrives; the iteration rejects if it is cut off. 10 an hour. */
  export({ format, version }: ExportRequest = {}, signal?: AbortSignal): Promise<Streamed> {
    const query = { format, version_slug: version };
    return this.#http.stream({ operation: 'exportProject', query }, signal);
  }
}
