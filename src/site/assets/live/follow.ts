/** Follows the page's files: after a change, gets the page and its problems again. */
import { markBlocks } from './marks.ts';
import { replaceParts } from './parts.ts';
import { showProblems } from './writer-panel.ts';
import type { ShownProblems } from './writer-panel.ts';

/** What the server says first. Another one says something else. */
let server = '';
let events: EventSource | undefined;

export function follow(): void {
  document.addEventListener('visibilitychange', listen);
  listen();
}

/** Browsers open six connections per server: a page has none until it is seen again. */
function listen(): void {
  events?.close();
  if (document.visibilityState === 'hidden') return;
  events = new EventSource('/_docs/events');
  events.addEventListener('hello', ({ data }: MessageEvent<string>) => {
    // Another server answers: the scripts may have changed with it.
    if (server !== '' && server !== data) location.reload();
    server = data;
    // The page may be older than this conversation.
    void update();
  });
  events.addEventListener('change', () => void update());
  events.addEventListener('error', () => {
    // Otherwise it tries again by itself.
    if (events?.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS);
  });
}

const AGAIN_MS = 3_000;

let isAsking = false;
let isDue = false;

/** One at a time; what changes meanwhile is asked for once. */
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

/** The page as it is now; `null`: it moved, or the server is gone, and says hello once back. */
async function page(): Promise<string | null> {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-cache' });
    if (!answer.redirected) return await answer.text();
    // Its file has another name now.
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
