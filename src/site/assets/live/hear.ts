/** Hears of changes: by a worker that all pages share, or else by a connection of the page's own while it is seen. */
import { GONE } from './heard.ts';
import type { Heard } from './heard.ts';

export function hear(heard: (what: Heard) => void): void {
  try {
    shared(heard);
  } catch {
    // Some browsers have no such workers, or not for every page.
    alone(heard);
  }
}

function shared(heard: (what: Heard) => void): void {
  const connect = (): void => {
    const { port } = new SharedWorker('/_docs/events.js');
    port.addEventListener('message', ({ data }: MessageEvent<Heard>) => {
      heard(data);
    });
    port.start();
    addEventListener(
      'pagehide',
      () => {
        port.postMessage(GONE);
        port.close();
      },
      { once: true },
    );
  };
  connect();
  // A page that one goes back to may be as it was left. It is greeted again.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) connect();
  });
}

/** Browsers open six connections to a server: pages that nobody sees take none. */
function alone(heard: (what: Heard) => void): void {
  let events: EventSource | undefined;
  const follow = (): void => {
    events?.close();
    if (document.visibilityState === 'hidden') return;
    events = new EventSource('/_docs/events');
    events.addEventListener('hello', ({ data }: MessageEvent<string>) => {
      heard({ event: 'hello', server: data });
    });
    events.addEventListener('change', () => {
      heard({ event: 'change' });
    });
  };
  document.addEventListener('visibilitychange', follow);
  follow();
}
