/** Runs `docs dev` in this process until the test ends. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { main } from '../../src/main.ts';
import { createHost } from './host.ts';

export interface Dev {
  /** Ends with a slash. */
  readonly url: string;
  stop(): Promise<number>;
  /** What it printed on stderr so far. */
  said(): string;
}

export async function startDev(cwd: string, ...argv: readonly string[]): Promise<Dev> {
  const ending = new AbortController();
  const { host, stderr } = createHost({ cwd, signal: ending.signal });
  const ended = main(['dev', '--port', '0', '--json', ...argv], host);
  let stopped: Promise<number> | undefined;
  const stop = (): Promise<number> => {
    ending.abort();
    stopped ??= ended;
    return stopped;
  };
  onTestFinished(async () => {
    await stop();
  });
  const first = once(host.stdout as unknown as Readable, 'data') as Promise<[Buffer]>;
  const line = await Promise.race([first, ended]);
  if (typeof line === 'number') throw new Error(`docs dev ended with ${line}: ${stderr()}`);
  const { url } = JSON.parse(line[0].toString('utf8')) as { readonly url: string };
  return { url, stop, said: stderr };
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Sends a request with any headers, including some that `fetch` does not allow. */
export function ask(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, method }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Starts listening for changes. `changed` resolves at the next change that the site reports. */
export async function nextChange(url: string): Promise<{ readonly changed: Promise<void> }> {
  const ending = new AbortController();
  const answer = await fetch(`${url}_docs/events`, { signal: ending.signal });
  const reader = answer.body?.getReader();
  if (!reader) throw new Error('there are no events');
  await reader.read();
  const changed = (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) throw new Error('the events ended');
      if (new TextDecoder().decode(value).includes('event: change')) break;
    }
    ending.abort();
  })();
  return { changed };
}

/** Does something, and resolves when `isShown` is true: asked at each change from then on. */
export async function until(
  url: string,
  act: () => Promise<unknown>,
  isShown: () => Promise<boolean>,
): Promise<void> {
  const ending = new AbortController();
  const answer = await fetch(`${url}_docs/events`, { signal: ending.signal });
  const reader = answer.body?.getReader();
  if (!reader) throw new Error('there are no events');
  await reader.read();
  await act();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error('the events ended');
    if (new TextDecoder().decode(value).includes('event: change') && (await isShown())) break;
  }
  ending.abort();
}
