/** A promise that all share: see `onceDone`. */
export interface OnceDone<T> {
  get(): Promise<T>;
  /** What `get` returned last; undefined: nothing yet, or it failed. */
  last(): Promise<T> | undefined;
}

/** Calls `make` when its result is first asked for, and keeps that. A failure is not kept: whoever asks next calls `make` again. */
export function onceDone<T>(make: () => Promise<T>): OnceDone<T> {
  let made: Promise<T> | undefined;
  const forgetFailure = (error: unknown): never => {
    made = undefined;
    throw error;
  };
  return {
    get: () => (made ??= make().catch(forgetFailure)),
    last: () => made,
  };
}
