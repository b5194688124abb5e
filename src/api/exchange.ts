/** What became of one request, as data. */

export interface Head {
  readonly status: number;
  /** Names in lower case; a repeated header is joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** When it was there, by the clock that only grows. */
  readonly atMs: number;
}

export interface Problem {
  /** Node's or undici's code, such as `ECONNRESET`; `ABORTED` where a signal broke it off. */
  readonly code: string;
  /** A clause for people: `connection refused`. */
  readonly what: string;
  /** Trying again cannot help. */
  readonly lasting: boolean;
}

export interface Answered {
  readonly kind: 'answered';
  readonly head: Head;
  /** Whole, if the status is 2xx. Of a refusal what came, and not more than is worth reading. */
  readonly body: Buffer;
}

/** There is no answer, or no whole one. */
export interface Broken {
  readonly kind: 'broken';
  /** False: not a byte of the request left this machine for the platform, so it did nothing. */
  readonly sent: boolean;
  /** The head, where it broke after that. */
  readonly head: Head | null;
  readonly problem: Problem;
}

export interface Opened {
  readonly kind: 'opened';
  readonly head: Head;
  /** Throws `BrokenBody` where it is cut off. */
  readonly body: AsyncIterable<Uint8Array>;
}

export type Exchange = Answered | Broken;

export class BrokenBody extends Error {
  override readonly name = 'BrokenBody';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.what);
    this.problem = problem;
  }
}
