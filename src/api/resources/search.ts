import type { Slug } from '../../model/ids.ts';
import type { SearchResult } from '../../model/resources.ts';
import { decodeSearch } from '../decode.ts';
import type { Http } from '../calls/http.ts';

/** What to search for, and where. */
export interface SearchRequest {
  readonly query: string;
  /** `latest`: the default published version. Left out: the whole project. */
  readonly version?: Slug | 'latest' | undefined;
  /** From 0. */
  readonly page?: number | undefined;
  readonly hits?: number | undefined;
}

/** Notes, "Search content". */
export class ContentSearch {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** One page of results, best first. */
  find(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult> {
    const { query, version, page, hits } = request;
    return this.#http.read(
      {
        operation: 'search',
        query: { query, version_slug: version, page, hits },
        decode: decodeSearch,
      },
      signal,
    );
  }
}
