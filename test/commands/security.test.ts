/** The key reaches the platform it is for, and nothing else: no output, no file but the store, no other origin. */
import type { IncomingMessage, RequestListener } from 'node:http';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/model/clock.ts';
import { temporaryFolder } from '../support/folder.ts';
import { createHost, realClock, runDocs } from '../support/host.ts';
import { serve } from '../support/serve.ts';
import { main } from '../../src/main.ts';
import { ROWS } from './rows.ts';

const KEY = 'MARKED-KEY-d41d8cd98f00b204';

/** Pauses between retries pass at once. */
const clock: Clock = { ...realClock, sleep: async (_ms, signal) => signal?.throwIfAborted() };

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guides/intro.md': '---\ntitle: Intro\n---\n\nText\n',
  'openapi/petstore.yaml': 'openapi: 3.0.3\ninfo: { title: Petstore, version: 1.0.0 }\npaths: {}\n',
};

interface Server {
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
}

async function remembering(listener: RequestListener): Promise<Server> {
  const requests: IncomingMessage[] = [];
  const origin = await serve((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  return { url: `${origin}/api/v1`, requests };
}

/** Everything that a server may have seen, back in the answer: headers in the body, in headers and in an error's message. */
const echo: RequestListener = (request, response) => {
  const key = String(request.headers['x-api-key']);
  response.writeHead(400, { 'Content-Type': 'application/json', 'X-Echo': key });
  response.end(
    JSON.stringify({
      error: { message: `Bad key ${key}: ${JSON.stringify(request.headers)}`, code: 1 },
    }),
  );
};

const echoAsResult: RequestListener = (request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify([{ id: 1, name: JSON.stringify(request.headers), slug: 'v1.0' }]));
};

const fail: RequestListener = (request, response) => {
  response
    .writeHead(500, { 'Content-Type': 'text/html' })
    .end(`<pre>${JSON.stringify(request.headers)}</pre>`);
};

const cutOff: RequestListener = (_, response) => {
  response.writeHead(200, { 'Content-Length': '1000' });
  response.write('{"id":');
  response.destroy();
};

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Where the key is to be found although it should not: in an output, or a file other than the store. */
async function leaks(folder: string, outputs: readonly string[]): Promise<string[]> {
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

/** Commands that serve until they are stopped have no requests to send. */
const COMMANDS = Object.entries(ROWS).filter(([, { serves }]) => serves !== true);

describe.each(COMMANDS)('docs %s', (name, row) => {
  test.each([
    ['fails', fail],
    ['echoes the key in an error', echo],
    ['echoes the key in a result', echoAsResult],
    ['breaks off', cutOff],
  ])('where the platform %s', async (_situation, listener) => {
    // What a platform echoes as a result is the platform's own text: only `api` prints answers as they come.
    const verbatim = name === 'api' && listener !== cutOff;
    const folder = await temporaryFolder(FILES);
    const { url } = await remembering(listener);
    const env = {
      DOCS_BASE_URL: url,
      DOCS_API_KEY: KEY,
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    };
    const options = { cwd: folder, env, clock, stdin: KEY };

    const plain = await runDocs(['--verbose', ...row.argv], options);
    const json = await runDocs(['--verbose', '--json', ...row.argv], options);

    const outputs = verbatim
      ? [plain.stderr, json.stderr]
      : [plain.stdout, plain.stderr, json.stdout, json.stderr];
    expect(await leaks(folder, outputs)).toEqual([]);
  });

  test('where the platform redirects elsewhere', async () => {
    const folder = await temporaryFolder(FILES);
    const elsewhere = await remembering(echoAsResult);
    const { url } = await remembering((_, response) => {
      response.writeHead(307, { Location: `${elsewhere.url}/version` }).end();
    });
    const options = {
      cwd: folder,
      env: { DOCS_BASE_URL: url, DOCS_API_KEY: KEY },
      clock,
      stdin: KEY,
    };

    const run = await runDocs(['--verbose', ...row.argv], options);

    expect(elsewhere.requests).toEqual([]);
    expect(await leaks(folder, [run.stdout, run.stderr])).toEqual([]);
  });
});

describe('a cloned folder whose config file names an address', () => {
  const cloned = (url: string): Record<string, string> => ({
    ...FILES,
    'docs-cli.config.yml': `baseUrl: ${url}\ncontent:\n  - path: docs\nprofiles:\n  evil:\n    baseUrl: ${url}\n`,
  });
  const EVIL = 'https://evil.example/api/v1';

  test.each([
    [['push', '--yes']],
    [['version', 'list']],
    [['--profile', 'evil', 'users']],
    [['api', 'GET', '/users']],
  ])('gets no key of the environment: docs %j', async (argv) => {
    const folder = await temporaryFolder(cloned(EVIL));
    const run = await runDocs(argv, { cwd: folder, env: { DOCS_API_KEY: KEY }, clock });

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('DOCS_API_KEY is not sent to https://evil.example');
    expect(run.stderr).not.toContain(KEY);
  });

  test('gets no key from `docs login` either, unless the user names it', async () => {
    const folder = await temporaryFolder(cloned(EVIL));
    const run = await runDocs(['login'], { cwd: folder, stdin: KEY, clock });

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('chose the address https://evil.example, not you');
    expect(await filesBelow(folder)).not.toContainEqual(expect.stringContaining('keys.json'));
  });

  test('may name this machine', async () => {
    const { url, requests } = await remembering((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
    });
    const folder = await temporaryFolder(cloned(url));
    const run = await runDocs(['users'], { cwd: folder, env: { DOCS_API_KEY: KEY }, clock });

    expect(run.exitCode).toBe(0);
    expect(requests.map(({ headers }) => headers['x-api-key'])).toEqual([KEY]);
  });
});

test('a key goes over HTTPS or to this machine, wherever the address came from', async () => {
  const folder = await temporaryFolder(FILES);
  const env = { DOCS_API_KEY: KEY, DOCS_BASE_URL: 'http://docs.example.com/api/v1' };
  const { host, stderr } = createHost({ cwd: folder, env, clock });

  expect(await main(['users'], host)).toBe(2);
  expect(stderr()).not.toContain(KEY);
});

test('a kept key is used for its own origin only', async () => {
  const folder = await temporaryFolder(FILES);
  const answer: RequestListener = (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
  };
  const mine = await remembering((request, response) => {
    if (request.url?.includes('/search') === true) {
      const hits = {
        hits: [],
        nbHits: 0,
        page: 0,
        nbPages: 0,
        hitsPerPage: 1,
        query: '',
        basepath: '',
        host: '',
      };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(hits));
    } else answer(request, response);
  });
  const other = await remembering(answer);
  // No tools of the system on the path: the key is kept in the file.
  const at = (url: string) => ({
    cwd: folder,
    clock,
    stdin: KEY,
    env: { DOCS_BASE_URL: url, PATH: '' },
  });

  expect(await runDocs(['login'], at(mine.url))).toMatchObject({ exitCode: 0 });
  expect(await runDocs(['users'], at(mine.url))).toMatchObject({ exitCode: 0 });
  expect(await runDocs(['users'], at(other.url))).toMatchObject({ exitCode: 4 });
  expect(other.requests).toEqual([]);
});

test('a key that is typed is not shown', async () => {
  const folder = await temporaryFolder(FILES);
  const { url, requests } = await remembering(fail);
  const env = { DOCS_BASE_URL: url };
  const run = await runDocs(['login'], {
    cwd: folder,
    env,
    clock,
    terminal: true,
    answer: `${KEY}\r`,
  });

  expect(requests.at(0)?.headers['x-api-key']).toBe(KEY);
  expect(await leaks(folder, [run.stdout, run.stderr])).toEqual([]);
});
