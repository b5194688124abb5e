/**
 * Who is to be told that a signal aborts. A signal has one listener, however many requests are under way on it: a listener each costs more
 * than all else that is kept of a request, and Node takes more than ten for a leak.
 */
const told = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `call` when the signal aborts, unless `forget` comes first. */
export function onAbort(signal: AbortSignal, call: () => void): void {
  const calls = told.get(signal) ?? listen(signal);
  calls.add(call);
}

/** Takes back `onAbort`. */
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
