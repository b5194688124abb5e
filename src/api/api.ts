/** The client of the platform's API: one object per noun, over one pool, key and set of limits. */
import { hasFields, tryJson } from '../model/fields.ts';
import type { OperationName } from '../model/operations.ts';
import type { RawAnswer, RawRequest } from './call.ts';
import { Client } from './client.ts';
import type { ClientOptions } from './client-options.ts';
import { Access } from './resources/access.ts';
import { Changelogs } from './resources/changelogs.ts';
import { Pages } from './resources/pages.ts';
import { ProjectResources } from './resources/project.ts';
import { References } from './resources/references.ts';
import { Versions } from './resources/versions.ts';

/** The number of requests that were sent, retries included. */
export interface RequestCount {
  readonly total: number;
  /** By operation name, or by `METHOD /path` if the contract has no such operation. */
  readonly byOperation: Readonly<Record<string, number>>;
}

/** The platform, as seen with one key. */
export class Api {
  readonly pages: Pages;
  readonly versions: Versions;
  readonly references: References;
  readonly project: ProjectResources;
  readonly access: Access;
  readonly changelogs: Changelogs;
  readonly #client: Client;

  /** As `createApi`. */
  constructor(options: ClientOptions) {
    const client = new Client(options);
    this.#client = client;
    this.pages = new Pages(client);
    this.versions = new Versions(client);
    this.references = new References(client);
    this.project = new ProjectResources(client);
    this.access = new Access(client);
    this.changelogs = new Changelogs(client);
  }

  get requests(): RequestCount {
    const { counts } = this.#client;
    let total = 0;
    for (const count of counts.values()) total += count;
    return { total, byOperation: Object.fromEntries(counts) };
  }

  /** How long the limits known so far would delay `requests` more calls of an operation. */
  waitMs(operation: OperationName, requests: number): number {
    return this.#client.waitMs(operation, requests);
  }

  /** Sends any request. Returns every answer except a redirect. Rejects if none arrives. */
  raw(request: RawRequest, signal?: AbortSignal): Promise<RawAnswer> {
    return this.#client.raw(request, signal);
  }

  /** Sends the request, then again with each new `cursor` of an answer, until there is none. */
  async *rawPages(request: RawRequest, signal?: AbortSignal): AsyncGenerator<RawAnswer> {
    const seen = new Set<string>();
    for (let cursor = ''; ;) {
      const query = cursor === '' ? request.query : { ...request.query, cursor };
      const answer = await this.raw({ ...request, query }, signal);
      yield answer;
      cursor = cursorOf(answer);
      if (cursor === '' || seen.has(cursor)) return;
      seen.add(cursor);
    }
  }

  /** Closes the connections. Pending reads reject; pending writes resolve to what is known of them. */
  close(): Promise<void> {
    return this.#client.close();
  }
}

/** The `cursor` in an answer, or empty if there is none. */
function cursorOf({ status, bytes }: RawAnswer): string {
  const json = status < 300 ? tryJson(Buffer.from(bytes).toString('utf8')) : undefined;
  const cursor = hasFields(json) ? json['cursor'] : undefined;
  return typeof cursor === 'string' ? cursor : '';
}

/** Opens no connection. Throws `Failure('config')` if the key must not be sent to the base URL. */
export const createApi = (options: ClientOptions): Api => new Api(options);
