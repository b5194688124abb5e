/** Exit codes by kind of failure. Scripts rely on them, and the manual documents them. */
export const EXIT = {
  failed: 1,
  declined: 1,
  'not-found': 1,
  'platform-refused': 1,
  'platform-garbled': 1,
  unsupported: 1,
  'outcome-unknown': 1,
  busy: 1,
  content: 1,
  usage: 2,
  config: 2,
  'changes-pending': 3,
  'auth-required': 4,
  forbidden: 4,
  conflict: 5,
  guard: 5,
  'rate-limited': 6,
  partial: 7,
  unreachable: 8,
  interrupted: 130,
} as const;

/** A kind of failure: what went wrong, for scripts. */
export type FailureCode = keyof typeof EXIT;

const ENDING: ReadonlySet<FailureCode> = new Set([
  'auth-required',
  'forbidden',
  'guard',
  'rate-limited',
  'unreachable',
  'interrupted',
  'busy',
]);

/** The message of `interrupted`, if nothing more is known. */
export const INTERRUPTED = 'Interrupted.';

/** Where something is wrong: a file, with line and column from 1 if known. */
export interface FailurePlace {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

interface FailureExtra {
  /** What to type or change next. One line, no colour. */
  readonly hint?: string | undefined;
  /** Lines to copy into a file, which the hint announces. */
  readonly lines?: readonly string[] | undefined;
  readonly cause?: unknown;
  /** The HTTP status, if an answer of the platform is the reason. */
  readonly status?: number | undefined;
  readonly place?: FailurePlace | undefined;
  /** When the same request may be sent again: ms since 1970. */
  readonly retryAt?: number | undefined;
}

const placeText = ({ file, line, column }: FailurePlace): string =>
  [file, line, column].filter((part) => part !== undefined).join(':');

/**
 * A failure that the user can act on: `message` says what happened and to what, `hint` what to do.
 * Any other error is a bug and is printed with its stack.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  readonly hint: string | undefined;
  readonly lines: readonly string[];
  readonly status: number | undefined;
  /** Set if a file is the reason. `message` does not repeat it. */
  readonly place: FailurePlace | undefined;
  /** Of `rate-limited`, and of `partial` because of it: when the platform answers again, in ms since 1970. */
  readonly retryAt: number | undefined;

  constructor(code: FailureCode, message: string, extra: FailureExtra = {}) {
    super(message, { cause: extra.cause });
    this.code = code;
    this.hint = extra.hint;
    this.lines = extra.lines ?? [];
    this.status = extra.status;
    this.place = extra.place;
    this.retryAt = extra.retryAt;
  }

  /** What people read: the message, preceded by its place if it has one. */
  get located(): string {
    return this.place === undefined ? this.message : `${placeText(this.place)}: ${this.message}`;
  }

  get exitCode(): number {
    return EXIT[this.code];
  }

  /** Whether the rest of this run would fail as well, and not only one page or definition. */
  get endsRun(): boolean {
    return ENDING.has(this.code);
  }
}
