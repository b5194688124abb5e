/** The client of the platform's API: one object per noun, over one connection pool, one key and one set of rate limits. */
import type { OperationName } from '../model/operations.ts';
import { Client } from './client.ts';
import type { ApiOptions } from './options.ts';
import type { RawAnswer, RawRequest } from './raw.ts';
import { Access } from './resources/access.ts';
import { Audit } from './resources/audit.ts';
import { Pages } from './resources/pages.ts';
import { ProjectResources } from './resources/project.ts';
import { References } from './resources/references.ts';
import { Search } from './resources/search.ts';
import { Versions } from './resources/versions.ts';

/** Requests that went out, retries included. */
export interface RequestCount {
  readonly total: number;
  /** By operation name, or `METHOD /path` where the contract has none. */
  readonly byOperation: Readonly<Record<string, number>>;
}

export class Api {
  readonly pages: Pages;
  readonly versions: Versions;
  readonly references: References;
  readonly project: ProjectResources;
  readonly audit: Audit;
  readonly access: Access;
  readonly search: Search;
  readonly #client: Client;

  constructor(client: Client, options: ApiOptions) {
    this.#client = client;
    this.pages = new Pages(client);
    this.versions = new Versions(client);
    this.references = new References(client);
    this.project = new ProjectResources(client);
    this.audit = new Audit(client, options.clock);
    this.access = new Access(client);
    this.search = new Search(client);
  }

  get requests(): RequestCount {
    const { counts } = this.#client;
    let total = 0;
    for (const count of counts.values()) total += count;
    return { total, byOperation: Object.fromEntries(counts) };
  }

  /** Milliseconds that rate limits make `requests` more calls of an operation wait, as far as the headers seen so far tell. */
  waitMs(operation: OperationName, requests: number): number {
    return this.#client.waitMs(operation, requests);
  }

  /** Sends any request with key and rate limits. Rejects as calls do where there is no answer; every answer but a redirect is returned. */
  raw(request: RawRequest, signal?: AbortSignal): Promise<RawAnswer> {
    return this.#client.raw(request, signal);
  }

  /** `raw`, then again with each `cursor` that an answer names, until there is none or it repeats. */
  async *rawPages(request: RawRequest, signal?: AbortSignal): AsyncGenerator<RawAnswer> {
    yield* this.#client.rawPages(request, signal);
  }

  /** Closes the connections. Calls that are under way reject. */
  close(): Promise<void> {
    return this.#client.close();
  }
}

/** Opens no connection yet. Throws `Failure('config')` where the base URL may not be sent a key. */
export function createApi(options: ApiOptions): Api {
  return new Api(new Client(options), options);
}
