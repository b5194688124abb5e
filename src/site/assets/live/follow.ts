/** Follows the page's files: after a change, fetches the page and its problems again. */
import { markBlocks } from './marks.ts';
import { replaceParts } from './parts.ts';
import { showProblems } from './writer-panel.ts';
import type { ShownProblems } from './writer-panel.ts';

/** The id that the server sends first. Another server sends another one. */
let server = '';
let events: EventSource | undefined;

export function follow(): void {
  document.addEventListener('visibilitychange', listen);
  listen();
}

/** Browsers open at most six connections per server, so a hidden page closes its own. */
function listen(): void {
  events?.close();
  if (document.visibilityState === 'hidden') return;
  events = new EventSource('/_docs/events');
  events.addEventListener('hello', ({ data }: MessageEvent<string>) => {
    // Another server has started: the scripts may be different, too.
    if (server !== '' && server !== data) location.reload();
    server = data;
    // The page may have changed before the connection was opened.
    void update();
  });
  events.addEventListener('change', () => void update());
  events.addEventListener('error', () => {
    // In other states, the browser connects again by itself.
    if (events?.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS);
  });
}

const AGAIN_MS = 3_000;

let isAsking = false;
let isDue = false;

/** Runs one update at a time. Changes during an update cause one more. */
async function update(): Promise<void> {
  if (isAsking) {
    isDue = true;
    return;
  }
  isAsking = true;
  do {
    isDue = false;
    const html = await page();
    if (html === null) break;
    if (!replaceParts(html)) location.reload();
    await ask();
  } while (isDue);
  isAsking = false;
}

/**
 * The page as it is now. `null`: it moved, or the server is gone; when the server is back, it sends
 * `hello`.
 */
async function page(): Promise<string | null> {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-cache' });
    if (!answer.redirected) return await answer.text();
    // The page's file was renamed.
    location.replace(answer.url + location.hash);
    return null;
  } catch {
    return null;
  }
}

async function ask(): Promise<void> {
  const url = `/_docs/state?page=${encodeURIComponent(location.pathname)}`;
  const answer = await fetch(url).catch(() => null);
  if (answer?.ok !== true) return;
  const problems = (await answer.json()) as ShownProblems;
  showProblems(problems);
  markBlocks(problems.findings);
}
