/** A shared promise; see `onceDone`. */
export interface OnceDone<T> {
  get(): Promise<T>;
  /** What `get` returned last. Undefined if it was not called or has failed. */
  last(): Promise<T> | undefined;
}

/** Calls `make` on the first `get` and keeps the result. A failure is not kept, so the next `get` calls `make` again. */
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
