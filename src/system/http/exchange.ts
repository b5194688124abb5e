/** Requests to and answers of the platform, without a socket. */

export interface HttpRequest {
  readonly method: string;
  /** Path and query, as in the request line. */
  readonly target: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly ipAddress: string;
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * Calls `told` once: with true when everything was sent, or with false if the connection ended
   * before that.
   */
  readonly whenSent?: (told: (isWhole: boolean) => void) => void;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** An iterable is sent as it produces bytes. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
}

export type HttpHandler = (request: HttpRequest) => Promise<HttpAnswer>;
