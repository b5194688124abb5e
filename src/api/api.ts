/** The client of the platform's API: one object per noun, over one connection pool, one key and one set of rate limits. */
import type { OperationName } from '../model/operations.ts';
import { Client } from './client.ts';
import { maskOf } from './errors/mask.ts';
import type { ClientOptions } from './options.ts';
import type { RawAnswer } from './raw.ts';
import { RawClient } from './raw.ts';
import type { RawRequest } from './requests/raw-request.ts';
import { Access } from './resources/access.ts';
import { Audit } from './resources/audit.ts';
import { Pages } from './resources/pages.ts';
import { ProjectResources } from './resources/project.ts';
import { References } from './resources/references.ts';
import { Changelogs } from './resources/changelogs.ts';
import { ContentSearch } from './resources/search.ts';
import { Versions } from './resources/versions.ts';
import { Sender } from './sender.ts';
import { parseBaseUrl } from './transport/origin.ts';

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
  readonly audit: Audit;
  readonly access: Access;
  readonly search: ContentSearch;
  readonly changelogs: Changelogs;
  readonly #sender: Sender;
  readonly #raw: RawClient;

  /** As `createApi`. */
  constructor(options: ClientOptions) {
    const address = parseBaseUrl(options.baseUrl);
    const wording = { origin: address.origin, mask: maskOf(options.key) };
    this.#sender = new Sender(options, address, wording.mask);
    this.#raw = new RawClient(this.#sender, wording, options.key);
    const client = new Client(this.#sender, wording);
    this.pages = new Pages(client);
    this.versions = new Versions(client);
    this.references = new References(client);
    this.project = new ProjectResources(client);
    this.audit = new Audit(client);
    this.access = new Access(client);
    this.search = new ContentSearch(client);
    this.changelogs = new Changelogs(client);
  }

  get requests(): RequestCount {
    const { counts } = this.#sender;
    let total = 0;
    for (const count of counts.values()) total += count;
    return { total, byOperation: Object.fromEntries(counts) };
  }

  /** How many milliseconds rate limits would delay `requests` more calls of an operation, judging by the headers received so far. */
  waitMs(operation: OperationName, requests: number): number {
    return this.#sender.waitMs(operation, requests);
  }

  /** Sends any request with key and rate limits. Rejects like any other call when no answer arrives. Returns every answer except a redirect. */
  raw(request: RawRequest, signal?: AbortSignal): Promise<RawAnswer> {
    return this.#raw.send(request, signal);
  }

  /** Sends the request, then again with each `cursor` that an answer contains, until there is none or one repeats. */
  async *rawPages(request: RawRequest, signal?: AbortSignal): AsyncGenerator<RawAnswer> {
    yield* this.#raw.pages(request, signal);
  }

  /** Closes the connections. Pending calls reject; pending writes resolve to what is known of them. */
  close(): Promise<void> {
    return this.#sender.close();
  }
}

/** Creates a client without opening a connection. Throws `Failure('config')` if the key must not be sent to the base URL. */
export const createApi = (options: ClientOptions): Api => new Api(options);
