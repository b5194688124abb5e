/**
 * Callbacks by signal. Each signal gets one listener, however many requests use it: one listener per request
 * would cost more than everything else that is kept of a request, and Node warns of a leak if there are more
 * than ten.
 */
const told = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `call` when the signal aborts, unless `forget` is called first. */
export function onAbort(signal: AbortSignal, call: () => void): void {
  const calls = told.get(signal) ?? listen(signal);
  calls.add(call);
}

/** Reverts `onAbort`. */
export function forget(signal: AbortSignal, call: () => void): void {
  told.get(signal)?.delete(call);
}

function listen(signal: AbortSignal): Set<() => void> {
  const calls = new Set<() => void>();
  told.set(signal, calls);
  const tell = (): void => {
    for (const call of calls) call();
  };
  signal.addEventListener('abort', tell, { once: true });
  return calls;
}
