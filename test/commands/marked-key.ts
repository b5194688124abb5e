/** A key that is easy to find, a folder, and servers that may have seen it. */
import { readFile, readdir } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import { impatientClock } from '../support/clocks.ts';
import { serve } from '../support/serve.ts';

export const KEY = 'MARKED-KEY-d41d8cd98f00b204';

/** Pauses between retries pass at once. */
export const clock = impatientClock();

export const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\nchangelogs:\n  news: 7\n',
  'docs/changelogs/news/first.md': '---\ntitle: First\n---\n\nNews.\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guides/intro.md': '---\ntitle: Intro\n---\n\nText\n',
  'openapi/petstore.yaml': 'openapi: 3.0.3\ninfo: { title: Petstore, version: 1.0.0 }\npaths: {}\n',
};

interface Server {
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
}

export async function remembering(listener: RequestListener): Promise<Server> {
  const requests: IncomingMessage[] = [];
  const origin = await serve((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  return { url: `${origin}/api/v1`, requests };
}

export const fail: RequestListener = (request, response) => {
  response
    .writeHead(500, { 'Content-Type': 'text/html' })
    .end(`<pre>${JSON.stringify(request.headers)}</pre>`);
};

export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Where the key is to be found although it should not: in an output, or a file other than the store. */
export async function leaks(folder: string, outputs: readonly string[]): Promise<string[]> {
  const found = outputs.filter((output) => output.includes(KEY));
  for (const file of await filesBelow(folder)) {
    if (file.endsWith('docs-cli/keys.json')) continue;
    // The log of a database goes with its connection, which may be right now.
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    if (text.includes(KEY)) found.push(file);
  }
  return found;
}
