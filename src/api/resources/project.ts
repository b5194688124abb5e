import type { Slug, VersionId } from '../../model/ids.ts';
import type { AllResources, User } from '../../model/resources.ts';
import { decodeAll } from '../decode/all.ts';
import { decodeUsers } from '../decode/user.ts';
import type { Http, Streamed } from '../calls/http.ts';

/** What of the project. */
export interface AllRequest {
  /** Published versions, and in them the pages that have published content. */
  readonly published?: boolean | undefined;
  /** Left out: every version that the key may see. */
  readonly version?: VersionId | 'latest' | undefined;
}

/** How much of the project, and as what. */
export interface ExportRequest {
  /** Left out: the platform's native one. Its name is not sent: it was `darkdown` and is `markdoc`. */
  readonly format?: 'markdown' | undefined;
  /** Left out: all versions. A platform that does not know this parameter exports all of them, too. */
  readonly version?: Slug | undefined;
}

/** Contract, section 4, "Project-level". */
export class ProjectResources {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** 30 an hour: once a run. */
  all(request: AllRequest = {}, signal?: AbortSignal): Promise<AllResources> {
    const query = { published: request.published, versionId: request.version };
    return this.#http.read({ operation: 'listAll', query, decode: decodeAll }, signal);
  }

  /** Who may work on the project. */
  users(signal?: AbortSignal): Promise<User[]> {
    return this.#http.read({ operation: 'listUsers', decode: decodeUsers }, signal);
  }

  /** The project as a ZIP, handed on as it comes: a cut-off answer rejects the iteration. 10 an hour. */
  export({ format, version }: ExportRequest = {}, signal?: AbortSignal): Promise<Streamed> {
    const query = { format, version_slug: version };
    return this.#http.stream({ operation: 'exportProject', query }, signal);
  }
}
