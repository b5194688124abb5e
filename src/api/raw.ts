import type { QueryValue } from './http.ts';

/** Any request, as `docs api` sends it. */
export interface RawRequest {
  readonly method: string;
  /** After the base URL: `/page/17`, with or without a query. */
  readonly path: string;
  /** Appended to the path's own query. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: Uint8Array | undefined;
  /** `application/json` where there is a body and this is left out. */
  readonly contentType?: string | undefined;
}

/** Whatever was answered: a refusal is an answer too. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}
