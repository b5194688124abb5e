/** Links to other sites: servers on this machine, which the tool never asks (`reach.test.ts`). */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { realClock, runDocs } from '../../support/host.ts';
import type { Run } from '../../support/host.ts';

/** `….site` is this machine; `gone.site` does not exist, and `private.site` may not be asked. */
vi.mock('../../../src/commands/check/external/askable.ts', () => ({
  NOT_PUBLIC: 'NOT_PUBLIC',
  isAskable: ({ hostname, protocol }: URL) =>
    protocol === 'http:' && hostname.endsWith('.site') && hostname !== 'private.site',
  lookupPublic: (
    hostname: string,
    { all }: { readonly all?: boolean },
    callback: (...found: unknown[]) => void,
  ) => {
    const code = { 'gone.site': 'ENOTFOUND', 'offline.site': 'EAI_AGAIN' }[hostname];
    if (code !== undefined) {
      callback(Object.assign(new Error(code), { code, syscall: 'getaddrinfo' }), []);
    } else if (all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
    else callback(null, '127.0.0.1', 4);
  },
}));

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

interface Site {
  readonly port: number;
  /** Method, host and path of each request, in order. */
  readonly asked: readonly string[];
  readonly headers: readonly IncomingMessage['headers'][];
  /** The most requests of one host that were under way at once, and of all. */
  readonly atOnce: { host: number; all: number };
}

async function openSite(answer: Answer): Promise<Site> {
  const asked: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const open = new Map<string, number>();
  const atOnce = { host: 0, all: 0 };
  const server = createServer((request, response) => {
    const host = request.headers.host?.replace(/:\d+$/, '') ?? '';
    asked.push(`${request.method} ${host}${request.url}`);
    headers.push(request.headers);
    open.set(host, (open.get(host) ?? 0) + 1);
    atOnce.host = Math.max(atOnce.host, open.get(host) ?? 0);
    atOnce.all = Math.max(
      atOnce.all,
      [...open.values()].reduce((sum, each) => sum + each, 0),
    );
    response.on('close', () => open.set(host, (open.get(host) ?? 0) - 1));
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked, headers, atOnce };
}

const CONFIG = { 'docs-cli.config.yml': 'content: [{ path: docs }]\n' };

const page = (body: string): Record<string, string> => ({
  'docs/v1/d/a.md': `---\ntitle: A\n---\n\n${body}\n`,
});

interface Report {
  readonly findings: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly file: string;
    readonly line: number;
  }[];
  readonly external: object | null;
}

const reportOf = ({ stdout }: Run): Report => JSON.parse(stdout) as Report;

/** Findings as `line message`, without the port. */
const told = (run: Run): readonly string[] =>
  reportOf(run)
    .findings.filter(({ code }) => code === 'external-link')
    .map(({ line, message }) => `${line} ${message.replaceAll(/:\d{4,5}/g, '')}`);

const ends =
  (status: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, headers).end();
  };

test('only what is certain is a warning, at its line: pages, posts and synced blocks', async () => {
  const { port, asked } = await openSite((request, response) => {
    const [, status = '200'] = /^\/(\d{3})/.exec(request.url ?? '') ?? [];
    response.writeHead(Number(status)).end();
  });
  const at = (path: string): string => `http://a.site:${port}${path}`;
  const cwd = await temporaryFolder({
    ...CONFIG,
    ...page(
      [
        `[fine](${at('/200')}) and [gone](${at('/404#part')})`,
        `![picture](${at('/410')})`,
        `{% card title="x" link="${at('/404/card')}" /%}`,
        ...[401, 403, 418, 500, 503].map((status) => `[${status}](${at(`/${status}`)})`),
        `\`[code](${at('/404/code')})\` [variable](${at('/%name%/404')})`,
        '[nobody](http://gone.site/x) [later](http://offline.site/x) [this](http://private.site/404)',
        '[mail](mailto:a@b.site)',
      ].join('\n\n'),
    ),
    'docs/developerhub.yaml': 'title: A\n',
    'docs/changelogs/news/_settings.yaml': 'title: News\n',
    'docs/changelogs/news/one.md': `---\ntitle: 'One'\ndate: '2026-01-01 10:00:00'\npublished: true\n---\n\n[x](${at('/404/post')})\n`,
    'docs/_synced-blocks/note.md': `---\ntitle: 'Note'\n---\n\n[x](${at('/404/block')})\n`,
  });

  const run = await runDocs(['check', '--external', '--json'], { cwd });

  expect(told(run)).toEqual([
    '5 "http://a.site/404/block" is answered with 404.',
    '7 "http://a.site/404/post" is answered with 404.',
    '5 "http://a.site/404#part" is answered with 404.',
    '7 "http://a.site/410" is answered with 410.',
    '9 "http://a.site/404/card" is answered with 404.',
    '23 "http://gone.site/x" cannot be opened: no such host.',
  ]);
  expect(
    reportOf(run).findings.every(
      ({ code, severity }) => code !== 'external-link' || severity === 'warning',
    ),
  ).toBe(true);
  expect(reportOf(run).external).toEqual({ links: 13, known: 0, unknown: 6 });
  expect(asked.filter((each) => each.includes('private') || each.includes('code'))).toEqual([]);
});

test('HEAD comes first, and GET has the last word', async () => {
  const { port, asked, headers } = await openSite((request, response) => {
    response.writeHead(request.method === 'HEAD' ? 405 : 200).end('x'.repeat(100));
  });
  const cwd = await temporaryFolder({ ...CONFIG, ...page(`[a](http://a.site:${port}/a?b=c#d)`) });

  const run = await runDocs(['check', '--external', '--json'], {
    cwd,
    env: { DOCS_API_KEY: 'secret-key-of-this-project' },
  });

  expect(told(run)).toEqual([]);
  expect(asked).toEqual(['HEAD a.site/a?b=c', 'GET a.site/a?b=c']);
  expect(headers[0]?.['user-agent']).toMatch(/^docs-cli\/\S+ \(checks links\)$/);
  expect(JSON.stringify(headers)).not.toMatch(/secret|cookie|authorization|referer/i);
});

test('redirects are followed, a few, and not to where nobody may ask', async () => {
  const { port, asked } = await openSite((request, response) => {
    const to = {
      '/moved': '/there',
      '/other': `http://b.site:${port}/there`,
      '/round': '/round',
      '/inside': `http://private.site:${port}/secret`,
      '/wrong': 'http://[',
      '/lost': '/404',
    }[request.url ?? ''];
    if (to !== undefined) response.writeHead(302, { location: to }).end();
    else response.writeHead(request.url === '/404' ? 404 : 200).end();
  });
  const names = ['moved', 'other', 'round', 'inside', 'wrong', 'lost'];
  const links = names.map((name) => `[${name}](http://a.site:${port}/${name})`).join(' ');
  const cwd = await temporaryFolder({ ...CONFIG, ...page(links) });

  const run = await runDocs(['check', '--external', '--json'], { cwd });

  expect(told(run)).toEqual([
    '5 "http://a.site/round" redirects more than 5 times.',
    '5 "http://a.site/wrong" redirects to what is not an address.',
    '5 "http://a.site/lost" is answered with 404.',
  ]);
  expect(asked.filter((each) => each.includes('private.site'))).toEqual([]);
  expect(asked.filter((each) => each.includes('/round'))).toHaveLength(6);
  expect(asked).toContain('HEAD b.site/there');
});

test('each host is asked one at a time, and few hosts at once', async () => {
  const { port, atOnce, asked } = await openSite((_, response) => {
    setTimeout(() => response.writeHead(200).end(), 5);
  });
  const links = Array.from({ length: 60 }, (_, at) => `[x](http://h${at % 15}.site:${port}/${at})`);
  const cwd = await temporaryFolder({
    ...CONFIG,
    ...page(`${links.join(' ')} ${links.join(' ')}`),
  });

  const run = await runDocs(['check', '--external', '--json'], { cwd });

  expect(told(run)).toEqual([]);
  expect(asked).toHaveLength(60);
  expect(atOnce.host).toBe(1);
  expect(atOnce.all).toBeGreaterThan(1);
  expect(atOnce.all).toBeLessThanOrEqual(8);
});

test.each([
  ['429', ends(429)],
  ['503 and Retry-After', ends(503, { 'retry-after': '120' })],
])('a host that answers %s is not asked again', async (_, answer) => {
  const { port, asked } = await openSite(answer);
  const links = [1, 2, 3].map((at) => `[x](http://a.site:${port}/${at})`);
  const cwd = await temporaryFolder({ ...CONFIG, ...page(links.join(' ')) });

  const run = await runDocs(['check', '--external', '--json'], { cwd });

  expect(asked).toEqual(['HEAD a.site/1']);
  expect(told(run)).toEqual([]);
  expect(reportOf(run).external).toMatchObject({ links: 3, unknown: 3 });
});

test('hostile answers are bounded', async () => {
  const { port, asked } = await openSite((request, response) => {
    if (request.url === '/head') response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end();
    else if (request.url === '/cut') request.socket.destroy();
    else {
      // Without an end, for `GET`.
      response.writeHead(request.method === 'HEAD' ? 500 : 200);
      const more = (): void => {
        if (!response.destroyed && response.write('x'.repeat(65_536))) setImmediate(more);
      };
      if (request.method === 'GET') more();
      else response.end();
    }
  });
  const links = ['a.site/endless', 'b.site/head', 'c.site/cut'].map((name) => {
    const [host, path] = name.split('/');
    return `[x](http://${host}:${port}/${path})`;
  });
  const cwd = await temporaryFolder({ ...CONFIG, ...page(links.join(' ')) });

  const run = await runDocs(['check', '--external', '--json'], { cwd });

  expect(told(run)).toEqual([
    '5 "http://b.site/head" cannot be opened: the answer cannot be read.',
    '5 "http://c.site/cut" cannot be opened: the connection was closed.',
  ]);
  expect(asked).toContain('GET a.site/endless');
});

test('a link that fails says nothing of the others of its host', async () => {
  const { port, asked } = await openSite((request, response) => {
    if (request.url === '/cut') request.socket.destroy();
    else response.writeHead(request.url === '/gone' ? 410 : 200).end();
  });
  const at = (path: string): string => `[x](http://a.site:${port}/${path})`;
  const cwd = await temporaryFolder({ ...CONFIG, ...page(['cut', 'a', 'gone'].map(at).join(' ')) });

  const run = await runDocs(['check', '--external', '--json'], { cwd });

  expect(told(run)).toEqual([
    '5 "http://a.site/cut" cannot be opened: the connection was closed.',
    '5 "http://a.site/gone" is answered with 410.',
  ]);
  expect(asked).toContain('HEAD a.site/a');
  expect(reportOf(run).external).toMatchObject({ unknown: 0 });
});

test('HEAD alone does not count against a link, also if it has no answer', async () => {
  const { port } = await openSite((request, response) => {
    if (request.method === 'HEAD') request.socket.destroy();
    else response.writeHead(200).end();
  });
  const cwd = await temporaryFolder({ ...CONFIG, ...page(`[a](http://a.site:${port}/a)`) });

  const run = await runDocs(['check', '--external', '--json'], { cwd });

  expect(told(run)).toEqual([]);
  expect(reportOf(run).external).toMatchObject({ unknown: 0 });
});

test('a host that cannot be reached is looked for once, for all its links', async () => {
  const cwd = await temporaryFolder({
    ...CONFIG,
    ...page('[a](http://gone.site/a) [b](http://gone.site/b)'),
  });

  const run = await runDocs(['check', '--external', '--json'], { cwd });

  expect(told(run)).toEqual([
    '5 "http://gone.site/a" cannot be opened: no such host.',
    '5 "http://gone.site/b" cannot be opened: no such host.',
  ]);
});

test.each([
  ['alone', (url: string) => `See <${url}>.`, 1],
  [
    'in a list',
    (url: string) => `- one
- <${url}> two`,
    1,
  ],
  ['in code', (url: string) => `\`<${url}>\``, 0],
  ['escaped', (url: string) => `\\<${url}>`, 0],
])('an address in angle brackets is a link: %s', async (_, text, found) => {
  const { port } = await openSite(ends(404));
  const cwd = await temporaryFolder({ ...CONFIG, ...page(text(`http://a.site:${port}/auto`)) });

  const run = await runDocs(['check', '--external', '--json'], { cwd });

  expect(told(run)).toHaveLength(found);
  expect(reportOf(run).external).toMatchObject({ links: found });
});

test('what was fine is not asked again for a day, and the rest is', async () => {
  const { port, asked } = await openSite((request, response) => {
    response.writeHead(request.url === '/gone' ? 404 : 200).end();
  });
  const cwd = await temporaryFolder({
    ...CONFIG,
    ...page(`[a](http://a.site:${port}/a) [b](http://b.site:${port}/gone)`),
  });
  let now = Date.UTC(2026, 0, 1);
  const clock = { ...realClock, now: () => now };
  const env = { XDG_CACHE_HOME: join(cwd, '.cache') };
  const check = () => runDocs(['check', '--external', '--json'], { cwd, clock, env });

  await check();
  const again = await check();
  const before = asked.length;
  now += 25 * 3_600_000;
  await check();

  expect(reportOf(again).external).toEqual({ links: 2, known: 1, unknown: 0 });
  expect(told(again)).toHaveLength(1);
  expect(asked.slice(0, before).filter((each) => each === 'HEAD a.site/a')).toHaveLength(1);
  expect(asked.slice(before)).toContain('HEAD a.site/a');
  const kept = await readFile(join(cwd, '.cache/docs-cli/links.json'), 'utf8');
  expect(Object.keys(JSON.parse(kept) as object)).toEqual([`http://a.site:${port}/a`]);
});

test('nothing is asked without the option, if the rule is off, or behind a proxy', async () => {
  const { port, asked } = await openSite(ends(404));
  const link = page(`[a](http://a.site:${port}/a)`);
  const off = {
    'docs-cli.config.yml': 'content: [{ path: docs }]\nchecks: { external-link: off }\n',
  };
  const [cwd, without] = [
    await temporaryFolder({ ...CONFIG, ...link }),
    await temporaryFolder({ ...off, ...link }),
  ];
  const env = { HTTPS_PROXY: 'http://proxy.site:3128' };

  expect(reportOf(await runDocs(['check', '--json'], { cwd })).external).toBeNull();
  const isOff = await runDocs(['check', '--external', '--json'], { cwd: without });
  const behind = await runDocs(['check', '--external'], { cwd, env });
  const known = await runDocs(['check', '--external', '--write-baseline'], { cwd });

  expect(reportOf(isOff).external).toBeNull();
  expect(behind).toMatchObject({ exitCode: 2, stdout: '' });
  expect(behind.stderr).toContain('--external does not use a proxy.');
  expect(known).toMatchObject({ exitCode: 2, stdout: '' });
  expect(asked).toEqual([]);
});

test('a line ignores it, also in runs that do not ask', async () => {
  const { port } = await openSite(ends(404));
  const cwd = await temporaryFolder({
    ...CONFIG,
    ...page(`[//]: # (docs-check-ignore external-link)\n\n[a](http://a.site:${port}/a)`),
  });

  for (const argv of [['check'], ['check', '--external']]) {
    expect(reportOf(await runDocs([...argv, '--json'], { cwd })).findings).toEqual([]);
  }
});

test('people read how many links there are', async () => {
  const { port } = await openSite((request, response) => {
    response.writeHead(request.url === '/b' ? 403 : 200).end();
  });
  const cwd = await temporaryFolder({
    ...CONFIG,
    ...page(`[a](http://a.site:${port}/a) [b](http://a.site:${port}/b)`),
  });

  const run = await runDocs(['check', '--external'], { cwd });

  expect(run).toEqual({
    exitCode: 0,
    stdout:
      '✔ 1 page checked, no problems\n2 links to other sites, 1 could not be checked: no clear answer\n',
    stderr: '',
  });
});
