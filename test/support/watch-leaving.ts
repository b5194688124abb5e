/** Watches requests as undici sends them: outside of all that decides when they leave. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { onTestFinished } from 'vitest';

export interface Leaving {
  readonly method: string;
  /** Behind the base URL: `/page/17`. */
  readonly path: string;
  readonly body: unknown;
}

export interface Watcher {
  /** Told in the moment in which a request's first byte leaves. */
  readonly leaves: (request: Leaving) => void;
  /** Told when its answer is there as a whole. `request` is the one that left. */
  readonly answered: (request: Leaving, status: number) => void;
}

/** Until the test is over, of requests below this base URL. */
export function watchLeaving(baseUrl: string, { leaves, answered }: Watcher): void {
  const { origin, pathname } = new URL(baseUrl);
  const under = new WeakMap<object, Leaving>();
  const statuses = new WeakMap<object, number>();
  const channels = {
    'undici:client:sendHeaders': ({ request }: Message) => {
      if (request.origin !== origin || !request.path.startsWith(pathname)) return;
      const { method, path, body } = request;
      const leaving = { method, path: path.slice(pathname.length), body };
      under.set(request, leaving);
      leaves(leaving);
    },
    'undici:request:headers': ({ request, response }: Message) => {
      if (response) statuses.set(request, response.statusCode);
    },
    'undici:request:trailers': ({ request }: Message) => {
      const leaving = under.get(request);
      if (leaving) answered(leaving, statuses.get(request) ?? 0);
    },
  };
  for (const [channel, told] of Object.entries(channels)) {
    const listener = (message: unknown): void => told(message as Message);
    subscribe(channel, listener);
    onTestFinished(() => void unsubscribe(channel, listener));
  }
}

interface Message {
  readonly request: Leaving & { readonly origin: string };
  readonly response?: { readonly statusCode: number };
}
