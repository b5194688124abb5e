/** The one connection by which all pages of a browser hear of changes: browsers open only six to a server. A worker that the pages share. */

import { GONE } from './live/heard.ts';
import type { Heard } from './live/heard.ts';

const AGAIN_MS = 3_000;

const pages = new Set<MessagePort>();
let hello: Heard | undefined;

addEventListener('connect', (event) => {
  for (const page of (event as MessageEvent).ports) {
    pages.add(page);
    page.addEventListener('message', ({ data }) => {
      if (data === GONE) pages.delete(page);
    });
    page.start();
    if (hello) tell(hello, [page]);
  }
});

function tell(heard: Heard, to: Iterable<MessagePort> = pages): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port leads to a page of this origin
  for (const page of to) page.postMessage(heard);
}

function listen(): void {
  const events = new EventSource('/_docs/events');
  events.addEventListener('hello', ({ data }: MessageEvent<string>) => {
    hello = { event: 'hello', server: data };
    tell(hello);
  });
  events.addEventListener('change', () => {
    tell({ event: 'change' });
  });
  events.addEventListener('error', () => {
    // Otherwise it tries again by itself.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS);
  });
}

listen();
