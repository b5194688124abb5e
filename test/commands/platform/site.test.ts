import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../../src/main.ts';
import { ask } from '../../support/dev.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { createHost, runDocs } from '../../support/host.ts';
import { expectOfSchema } from '../../support/schema.ts';

const PAGE = (title: string, body: string, header = ''): string =>
  `---\ntype: page\ntitle: ${title}\n${header}---\n\n${body}\n`;

const DEFINITION = `openapi: 3.0.3
info: { title: Readings, version: '1' }
paths:
  /readings:
    get: { summary: List readings, operationId: listReadings, responses: { '200': { description: All } } }
`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/developerhub.yaml': 'title: Lapwing\nvariables:\n  product: Lapwing 2\n',
  'docs/_synced-blocks/power.md': '---\ntitle: Power\n---\n\nSwitch it off first.\n',
  'docs/v1.0/_settings.yaml': 'name: Version 1\n',
  'docs/v1.0/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1.0/guide/_nav.yaml':
    'items:\n  - category: Start\n    items:\n      - welcome\n      - mounting\n',
  'docs/v1.0/guide/welcome.md': PAGE(
    'Welcome',
    'This is %product%. [auto$](mounting.md) [auto$](later.md)\n\n{% synced id="power" /%}',
  ),
  'docs/v1.0/guide/mounting.md': PAGE('Mounting', '## On a roof\n\nWith a spanner.'),
  'docs/v1.0/guide/later.md':
    '---\ntype: page\ntitle: Later\n---draft\n\nNobody sees this sentence.\n',
  'docs/v1.0/refs/api.yaml': DEFINITION,
  'docs-cli.redirects.txt': '^/guide/hello$ >> /v1.0/guide/welcome\n',
  'docs/v2.0/_settings.yaml': 'name: Version 2\n',
  'docs/v2.0/guide/welcome.md': PAGE('Welcome', 'Newer.'),
};

interface Running {
  readonly baseUrl: string;
  readonly siteUrl: string;
  readonly apiKey: string;
}

async function startSite(cwd: string, ...argv: string[]): Promise<Running> {
  const ending = new AbortController();
  const { host, stdout } = createHost({ cwd, signal: ending.signal });
  const from = argv.includes('--from') ? [] : ['--from', '.'];
  const ended = main(['platform', 'start', '--site', '--json', ...from, ...argv], host);
  onTestFinished(async () => {
    ending.abort();
    await ended;
  });
  await Promise.race([once(host.stdout, 'data'), ended]);
  const running: unknown = JSON.parse(stdout());
  await expectOfSchema('platform-start', running);
  return running as Running;
}

/** What comes back for a request line that no client would send. */
async function rawAnswer(siteUrl: string, line: string): Promise<string> {
  const { hostname, port, host } = new URL(siteUrl);
  const socket = connect(Number(port), hostname);
  socket.end(`${line}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

const pushed = async (cwd: string, { baseUrl, apiKey }: Running, ...argv: string[]) => {
  const env = { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: apiKey };
  expect(await runDocs(['push', '--yes', ...argv], { cwd, env })).toMatchObject({ exitCode: 0 });
};

test('the platform shows readers what is published, as soon as it is', async () => {
  const cwd = await temporaryFolder(FILES);
  const running = await startSite(cwd);
  const { siteUrl } = running;
  const at = (path: string) => ask(siteUrl + path);

  expect(siteUrl).toBe(`${new URL(running.baseUrl).origin}/`);
  expect((await at('v1.0/guide/welcome')).status).toBe(404);
  await pushed(cwd, running);
  expect((await at('v1.0/guide/welcome')).status).toBe(404);
  await pushed(cwd, running, '--publish');

  const home = await at('');
  expect(home).toMatchObject({ status: 302 });
  const page = await at('v1.0/guide/welcome');
  expect(page.status).toBe(200);
  expect(page.body).toContain('<title>Welcome · Lapwing</title>');
  expect(page.body).toContain('This is Lapwing 2.');
  expect(page.body).toContain('Switch it off first.');
  expect(page.body).toContain('<a href="/v1.0/guide/mounting">Mounting</a>');
  expect(page.body).toContain('<summary class="category-title">Start</summary>');
  expect(page.body).toContain('Version 2');
  expect(page.body).not.toContain('Later');
  expect((await at('v1.0/guide/later')).status).toBe(404);
  expect(await at('v1.0/guide/mounting.md')).toMatchObject({
    status: 200,
    body: '# Mounting\n\n## On a roof\n\nWith a spanner.\n',
  });
  expect((await at('v1.0/guide/welcome.md')).body).toContain('[Mounting](/v1.0/guide/mounting.md)');
  const llms = await at('llms.txt');
  expect(llms.body).toContain('[Mounting](/v1.0/guide/mounting.md)');
  expect(llms.body).not.toContain('Later');
  expect((await at('v1.0/none')).status).toBe(404);
  expect(await at('guide/hello')).toMatchObject({
    status: 301,
    headers: { location: '/v1.0/guide/welcome' },
  });
});

test('the platform shows readers the posts of changelogs that are published', async () => {
  const post = (title: string, published: boolean): string =>
    `---\ntitle: ${title}\ndate: 2026-01-02\npublished: ${published}\n---\n\nText of ${title}.\n`;
  const cwd = await temporaryFolder({
    ...FILES,
    'docs/changelogs/news/_settings.yaml': 'title: News\n',
    'docs/changelogs/news/one.md': post('First', true),
    'docs/changelogs/news/two.md': post('Second', false),
  });
  const running = await startSite(cwd);
  await pushed(cwd, running, '--publish');
  const { siteUrl } = running;
  const { status, body } = await ask(`${siteUrl}news/one`);
  expect(status).toBe(200);
  expect(body).toContain('<p class="lead">2026-01-02</p>\n<p>Text of First.</p>');
  expect(body).not.toContain('Second');
  expect(await ask(`${siteUrl}news`)).toMatchObject({
    status: 302,
    headers: { location: '/news/one' },
  });
  expect(await ask(`${siteUrl}news/two`)).toMatchObject({ status: 404 });
  expect((await ask(`${siteUrl}v1.0/guide/welcome`)).body).toContain(
    '<a href="/news/one">News</a>',
  );
});

test('a platform’s site answers this machine and its own pages only, and never shows the key', async () => {
  const cwd = await temporaryFolder(FILES);
  const running = await startSite(cwd);
  await pushed(cwd, running, '--publish');
  const { siteUrl, apiKey, baseUrl } = running;
  const page = await ask(`${siteUrl}v1.0/guide/welcome`);

  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'$/,
  );
  expect(page.headers['content-security-policy']).not.toContain('unsafe');
  expect((await ask(siteUrl, { Host: 'rebound.example.com' })).status).toBe(403);
  expect((await ask(siteUrl, { Origin: 'https://elsewhere.example.com' })).status).toBe(403);
  expect((await ask(siteUrl, {}, 'POST')).status).toBe(403);
  for (const path of [
    '',
    'v1.0/guide/welcome',
    'v1.0/api/ref',
    'llms.txt',
    'none',
    '_docs/site.js',
  ]) {
    const answer = await ask(siteUrl + path);
    expect(JSON.stringify(answer)).not.toContain(apiKey);
  }
  expect(await rawAnswer(siteUrl, 'GET http://elsewhere.example.com:99999/ HTTP/1.1')).toMatch(
    /^HTTP\/1.1 404 /,
  );
  expect(await rawAnswer(siteUrl, 'GET //elsewhere.example.com/ HTTP/1.1')).toMatch(
    /^HTTP\/1.1 404 /,
  );
  for (const path of ['_docs/events', '_docs/state', '_docs/files/docs/v1.0/guide/welcome.md']) {
    expect((await ask(siteUrl + path)).status).toBe(404);
  }
  expect((await ask(`${baseUrl}/all`)).status).not.toBe(200);
  expect((await ask(`${baseUrl}/all`, { 'X-Api-Key': apiKey })).status).toBe(200);
});

test('search on a platform’s site finds what its index has, by beginnings of words, in one version', async () => {
  const cwd = await temporaryFolder(FILES);
  const running = await startSite(cwd);
  await pushed(cwd, running, '--publish');
  const found = async (query: string, version = 'v1.0') => {
    const { body } = await ask(
      `${running.siteUrl}_docs/search?q=${encodeURIComponent(query)}&version=${version}`,
    );
    return (JSON.parse(body) as { url: string }[]).map(({ url }) => url);
  };

  expect(await found('spann')).toEqual(['/v1.0/guide/mounting#on-a-roof']);
  expect(await found('list readings')).toEqual(['/v1.0/api/ref#listreadings']);
  expect(await found('sentence')).toEqual([]);
  expect(await found('spann', 'v2.0')).toEqual([]);
  expect(await found('spann', 'none')).toEqual([]);
  const reference = await ask(`${running.siteUrl}v1.0/api/ref`);
  expect(reference.body).toContain('id="listreadings"');
});

test('search on a platform’s site leads to headings without Latin letters, and takes flags as words', async () => {
  const body = '## 安装\n\nRun `mount --force`.\n\n## How\n\n## 原因\n\n词';
  const cwd = await temporaryFolder({ ...FILES, 'docs/v1.0/guide/mounting.md': PAGE('安', body) });
  const running = await startSite(cwd);
  await pushed(cwd, running, '--publish');
  const found = async (query: string) => {
    const search = `_docs/search?q=${encodeURIComponent(query)}&version=v1.0`;
    const { body: answer } = await ask(running.siteUrl + search);
    return (JSON.parse(answer) as { url: string }[]).map(({ url }) => url);
  };

  expect(await found('mount --force')).toEqual(['/v1.0/guide/mounting#heading-1']);
  expect(await found('原因')).toEqual(['/v1.0/guide/mounting#heading-3']);
  const { body: html } = await ask(`${running.siteUrl}v1.0/guide/mounting`);
  expect(html).toContain('<h2 id="heading-3">');
});

test.each([
  [['--protection', 'email-invite'], 'does not ask readers for an invitation'],
  [['--listen', '0.0.0.0'], 'is for this machine only'],
  [['--listen', '::'], 'is for this machine only'],
])('a site is refused with %j, which it could not keep', async (flags, message) => {
  const { exitCode, stdout, stderr } = await runDocs(['platform', 'start', '--site', ...flags], {
    cwd: await temporaryFolder(),
  });

  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('the start of a site says to whom it shows what', async () => {
  const ending = new AbortController();
  const { host, stdout } = createHost({ cwd: await temporaryFolder(FILES), signal: ending.signal });
  const ended = main(['platform', 'start', '--site', '--from', '.'], host);
  await Promise.race([once(host.stdout, 'data'), ended]);
  ending.abort();
  await ended;
  expect(stdout()).toContain('Everybody on this machine can read what is published');
});

test('a documentation that the folder says is not published is not on the site', async () => {
  const hidden = { 'docs/v1.0/guide/_settings.yaml': 'title: Guide\npublished: false\n' };
  const cwd = await temporaryFolder({ ...FILES, ...hidden });
  const running = await startSite(cwd);
  await pushed(cwd, running, '--publish');

  await expectWithoutGuide(running, 'v1.0', 'v2.0');

  const env = { DOCS_BASE_URL: running.baseUrl, DOCS_API_KEY: running.apiKey };
  for (const zip of ['first.zip', 'again.zip']) {
    expect(await runDocs(['export', '-o', zip], { cwd, env })).toMatchObject({ exitCode: 0 });
    const again = await startSite(cwd, '--from', zip);
    // An export has no slugs of versions.
    await expectWithoutGuide(again, 'version-1', 'version-2');
    Object.assign(env, { DOCS_BASE_URL: again.baseUrl, DOCS_API_KEY: again.apiKey });
  }
});

async function expectWithoutGuide(
  { siteUrl }: Running,
  without: string,
  other: string,
): Promise<void> {
  expect((await ask(`${siteUrl}${without}/guide/welcome`)).status).toBe(404);
  expect((await ask(`${siteUrl}${other}/guide/welcome`)).status).toBe(200);
  const { body } = await ask(`${siteUrl}llms.txt`);
  expect(body).toContain(`${other}/guide/welcome`);
  expect(body).not.toContain(`${without}/guide`);
}

test('a start from an export names the versions that it publishes', async () => {
  const cwd = await temporaryFolder(FILES);
  const running = await startSite(cwd);
  const env = { DOCS_BASE_URL: running.baseUrl, DOCS_API_KEY: running.apiKey };
  await pushed(cwd, running);
  expect(await runDocs(['export', '-o', 'all.zip'], { cwd, env })).toMatchObject({ exitCode: 0 });

  const ending = new AbortController();
  const { host, stderr } = createHost({ cwd, signal: ending.signal });
  const ended = main(['platform', 'start', '--from', 'all.zip'], host);
  await Promise.race([once(host.stdout, 'data'), ended]);
  ending.abort();
  await ended;
  expect(stderr()).toContain('does not say which versions are published');
  expect(stderr()).toContain('Version 2, Version 1');
});

test('without --site a platform has its API and nothing else', async () => {
  const cwd = await temporaryFolder(FILES);
  const ending = new AbortController();
  const { host, stdout } = createHost({ cwd, signal: ending.signal });
  const ended = main(['platform', 'start', '--json', '--from', '.'], host);
  await Promise.race([once(host.stdout, 'data'), ended]);
  const { baseUrl, ...rest } = JSON.parse(stdout()) as Running;
  expect(rest).not.toHaveProperty('siteUrl');
  expect((await ask(new URL('/v1.0/guide/welcome', baseUrl).href)).status).not.toBe(200);
  ending.abort();
  await ended;
});
