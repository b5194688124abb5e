/** What became of a write, as data: whoever settles writes does not have to tell errors apart. */
import type { Failure } from '../../model/failure.ts';

/** What became of a write. `failure` is what a person is told of it. */
export type Written<T> =
  | { readonly kind: 'done'; readonly value: T }
  /**
   * Nothing was done: the platform refused it, or it never left. `words`: the platform's own, on one line, if nothing but they can tell
   * the reason; empty: it gave none; null: the failure's code tells it.
   */
  | { readonly kind: 'refused'; readonly failure: Failure; readonly words: string | null }
  /** It was sent, and no answer says whether it was carried out. */
  | { readonly kind: 'lost'; readonly failure: Failure }
  /** A signal broke it off after it had begun to leave: it may be carried out yet. */
  | { readonly kind: 'interrupted'; readonly failure: Failure }
  /** Its departure gave it up before a byte of it left. */
  | { readonly kind: 'held-back'; readonly failure: Failure };

/** What became of a write that is not known to be done. */
export type Unwritten = Exclude<Written<never>, { readonly kind: 'done' }>;

/** What became of a write of which nothing was done. */
export type RefusedWrite = Extract<Unwritten, { readonly kind: 'refused' }>;

/** The value of a write that nobody settles. Throws the `failure` of one that is not known to be done. */
export function requireDone<T>(written: Written<T>): T {
  if (written.kind === 'done') return written.value;
  throw written.failure;
}
