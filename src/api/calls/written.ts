/** What became of a write, as data: callers that settle writes need not tell errors apart. */
import type { Failure } from '../../model/failure.ts';

/** What became of a write. `failure` is for the user. */
export type Written<T> =
  | { readonly kind: 'done'; readonly value: T }
  /**
   * Nothing was done: the platform refused the write, or it was never sent. `words`: the platform's own words
   * on one line, if only they tell the reason, or empty if it gave none. Null: the failure's code tells the
   * reason.
   */
  | { readonly kind: 'refused'; readonly failure: Failure; readonly words: string | null }
  /** It was sent, and no answer says whether it was carried out. */
  | { readonly kind: 'lost'; readonly failure: Failure }
  /** A signal aborted it while it was being sent or later, so it may still be carried out. */
  | { readonly kind: 'interrupted'; readonly failure: Failure };

/** The outcomes of a write that is not known to be done. */
export type Unwritten = Exclude<Written<never>, { readonly kind: 'done' }>;

/** The outcome of a write that did nothing. */
export type RefusedWrite = Extract<Unwritten, { readonly kind: 'refused' }>;

/** Returns the value of a write that the caller does not settle. Throws its `failure` if it is not known to be done. */
export function requireDone<T>(written: Written<T>): T {
  if (written.kind === 'done') return written.value;
  throw written.failure;
}
