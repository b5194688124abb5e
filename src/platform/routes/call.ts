import type { Actor, VisibleVersions } from '../store/actor.ts';

/** One request of one operation, once the key may make it. */
export interface Call {
  /** What stands in the braces of the path. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** The JSON body of an operation that has one. */
  readonly json: unknown;
  /** Reads the file of an upload. */
  readonly file: () => Promise<Uint8Array>;
  readonly actor: Actor;
  readonly scope: VisibleVersions;
  /** Host and port that the request names. */
  readonly host: string;
}

/** What an operation answers. Its status is in the table of operations, the rest of the response is the same for all. */
export interface Reply {
  readonly contentType: string;
  readonly body: string | AsyncIterable<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
}

export const json = (value: unknown): Reply => ({
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});
