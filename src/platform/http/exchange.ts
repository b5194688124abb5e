/** What goes in and out of the platform, without a socket. */

export interface HttpRequest {
  readonly method: string;
  /** Path and query, as they stand in the request line. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly ipAddress: string;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes are sent as they come. */
  readonly body: string | AsyncIterable<Uint8Array> | null;
}

export type HttpHandler = (request: HttpRequest) => Promise<HttpAnswer>;
