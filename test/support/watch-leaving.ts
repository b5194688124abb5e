/** Watches requests at the moment when undici sends them, after all code that decides about sending. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { onTestFinished } from 'vitest';

export interface Leaving {
  readonly method: string;
  /** After the base URL: `/page/17`. */
  readonly path: string;
  readonly body: unknown;
}

export interface Watcher {
  /** Called at the moment when a request's first byte is sent. */
  readonly leaves: (request: Leaving) => void;
  /** Called when its answer has arrived completely. `request` is the same object as in `leaves`. */
  readonly answered: (request: Leaving, status: number) => void;
}

/** Watches requests below this base URL until the test ends. */
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
