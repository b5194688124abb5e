import { commitAll } from '../../support/git.ts';
import { writeFileSync } from 'node:fs';
import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, nextChange, startDev } from '../../support/dev.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { git } from '../../support/git.ts';
import { runDocs } from '../../support/host.ts';

const PAGE = (title: string, body: string, header = '') =>
  `---\ntype: page\ntitle: ${title}\n${header}---\n\n${body}\n`;

const FILES = {
  'docs/developerhub.yaml': 'title: Lapwing\nvariables:\n  product: Lapwing 2\n',
  'docs/_synced-blocks/power.md': '---\ntitle: Power\n---\n\nSwitch it off.\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1.0/guide/_nav.yaml': 'items:\n  - welcome\n  - mounting\n',
  'docs/v1.0/guide/welcome.md': PAGE(
    'Welcome',
    '%product%\n\n{% synced id="power" /%}\n\n![m](a.png)',
  ),
  'docs/v1.0/guide/mounting.md': PAGE('Mounting', '{% callout %}\nCareful.\n{% /callout %}'),
  'docs/v1.0/guide/later.md': '---\ntype: page\ntitle: Later\n---draft\n\nNot yet.\n',
  'docs/v1.0/guide/a.png': 'one',
  'docs/notes.txt': 'private',
  '.env': 'KEY=1',
};

const WELCOME = 'v1.0/guide/welcome';

/** Saves, and waits until the site reports it. Synchronous: the site never sees half a file. */
async function saved(url: string, folder: string, files: Readonly<Record<string, string>>) {
  const { changed } = await nextChange(url);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  await changed;
}

const stateOf = async (url: string, path: string) =>
  (await (await fetch(`${url}_docs/state?page=/${path}`)).json()) as {
    readonly broken: readonly { file: string; line: number; message: string }[];
    readonly findings: readonly { file: string; line: number; rule: string; block: number }[];
  };

test('docs dev shows the folder as readers would see it, and needs no key', async () => {
  const folder = await temporaryFolder(FILES);
  const dev = await startDev(folder);
  const { url } = dev;

  const home = await fetch(url);
  expect(home.url).toBe(`${url}${WELCOME}`);
  expect(await home.text()).toContain('Switch it off.');
  expect((await fetch(`${url}v1.0/guide/later`)).status).toBe(404);
  expect(await (await fetch(`${url}_docs/search?q=careful&version=v1.0`)).json()).toMatchObject([
    { url: '/v1.0/guide/mounting' },
  ]);
  expect(await dev.stop()).toBe(0);
});

test('docs dev refuses a folder in which docs move has not finished', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    '.docs-cli/move': '"a.md" "b.md"\na.md → b.md',
  });
  await expect(startDev(folder)).rejects.toThrow(/ended with 1: .* has not finished/s);
});

test('docs dev shows samples as their files have them, and changes with them', async () => {
  const sample = '[//]: # (docs-snippet examples/run.sh#all)\n\n```sh\nls old\n```';
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v1.0/guide/mounting.md': PAGE('M', sample),
  });
  const { url } = await startDev(folder);
  const shown = async () => (await fetch(`${url}v1.0/guide/mounting`)).text();
  expect(await shown()).toContain('old');

  await writeFiles(folder, { 'examples/run.sh': '# tag::all[]\nls new\n# end::all[]\n' });
  expect(await shown()).toContain('new');
  expect(await stateOf(url, 'v1.0/guide/mounting')).toMatchObject({
    findings: [{ rule: 'stale-snippet' }],
  });
  await saved(url, folder, { 'examples/run.sh': '# tag::all[]\nls newer\n# end::all[]\n' });
  expect(await shown()).toContain('newer');

  const { changed } = await nextChange(url);
  await rm(join(folder, 'examples/run.sh'));
  await changed;
  expect(await stateOf(url, 'v1.0/guide/mounting')).toMatchObject({
    findings: [{ rule: 'missing-snippet' }],
  });
});

test('docs dev does not show a file that git ignores as a sample, in a page or a synced block', async () => {
  const sample = '[//]: # (docs-snippet local/keys.txt)\n\n```sh\nls old\n```';
  const folder = await temporaryFolder({
    ...FILES,
    '.gitignore': 'local/\n',
    'docs/_synced-blocks/keys.md': `---\ntitle: Keys\n---\n\n${sample}\n`,
    'docs/v1.0/guide/mounting.md': PAGE('M', sample),
    'docs/v1.0/guide/block.md': PAGE('B', '{% synced id="keys" /%}'),
  });
  commitAll(folder);
  await writeFiles(folder, { 'local/keys.txt': 'secret\n' });
  const { url } = await startDev(folder);

  for (const path of ['v1.0/guide/mounting', 'v1.0/guide/block']) {
    const shown = await (await fetch(`${url}${path}`)).text();
    expect(shown).not.toContain('secret');
    expect(shown).toContain('old');
  }
  expect(await stateOf(url, 'v1.0/guide/mounting')).toMatchObject({
    findings: [{ rule: 'missing-snippet' }],
  });
});

test('docs dev finds operations by what a definition says of them, with the values of variables, and in other versions if asked', async () => {
  const operation = (summary: string): string =>
    `{ summary: ${summary}, description: 'Of %product% 100%.', responses: { '200': { description: 'In %product%' } } }`;
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v1.0/refs/api.yaml': `openapi: 3.0.3\ninfo: { title: Readings of %product%, version: '1' }\npaths:\n  /readings:\n    get: ${operation('List readings')}\n`,
    'docs/v0.9/guide/old.md': PAGE('Old page', 'Readings of old.'),
    'docs/v0.9/guide/secret.md': PAGE('Secret', 'Readings of nobody.', 'listed: false\n'),
  });
  const { url } = await startDev(folder);
  const found = async (query: string): Promise<unknown> =>
    (await fetch(`${url}_docs/search?${query}`)).json();
  const urls = async (query: string) =>
    ((await found(query)) as { readonly url: string }[]).map((each) => each.url);
  const operationUrl = '/v1.0/api/ref#get-readings';
  expect(await urls('q=lapwing+100&version=v1.0')).toEqual([operationUrl]);
  expect(await urls('q=readings&version=v1.0')).toContain(operationUrl);
  expect(await urls('q=readigns&version=v1.0')).toContain(operationUrl);
  expect(await urls('q=readings&version=v1.0')).not.toContain('/v0.9/guide/old');
  expect(await urls('q=readings&version=v1.0&everywhere')).toContain('/v0.9/guide/old');
  expect(JSON.stringify(await found('q=nobody&version=v1.0&everywhere'))).toBe('[]');
  const page = await (await fetch(`${url}v1.0/api/ref`)).text();
  expect(page).toContain('<h1>Readings of Lapwing 2</h1>');
  expect(page).not.toContain('%product%');
  const [, definition = ''] = /data-definition="([^"]+)"/.exec(page) ?? [];
  const text = await (await fetch(new URL(definition, url))).text();
  expect(text).toContain('Of Lapwing 2 100%.');
  expect(text).toContain('In Lapwing 2');
  expect(text).not.toContain('%product%');
});

test('docs dev follows posts of changelogs, and hides one that is not published any more', async () => {
  const post = (published: boolean, text: string): string =>
    `---\ntitle: One\npublished: ${published}\n---\n\n${text}\n`;
  const file = 'docs/changelogs/news/one.md';
  const folder = await temporaryFolder({ ...FILES, [file]: post(true, 'It is here.') });
  const { url } = await startDev(folder);
  const at = async () => (await fetch(`${url}news/one`)).text();
  expect(await at()).toContain('It is here.');
  await saved(url, folder, { [file]: post(true, 'It was here.') });
  expect(await at()).toContain('It was here.');
  expect(await (await fetch(`${url}_docs/search?q=here&version=v1.0`)).json()).toMatchObject([
    { url: '/news/one' },
  ]);
  await saved(url, folder, { [file]: post(false, 'It was here.') });
  expect((await fetch(`${url}news/one`)).status).toBe(404);
  expect(await (await fetch(`${url}_docs/search?q=here&version=v1.0`)).json()).toEqual([]);
  expect(await (await fetch(`${url}${WELCOME}`)).text()).not.toContain('/news/');
});

test('docs dev compresses what it sends, for browsers that can read it', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v1.0/guide/long.md': PAGE('Long', 'A sentence.\n\n'.repeat(500)),
  });
  const { url } = await startDev(folder);
  const page = `${url}v1.0/guide/long`;
  const plain = await ask(page);
  const packed = await fetch(page, { headers: { 'Accept-Encoding': 'br, gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('vary')).toBe('Accept-Encoding');
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(plain.body.length / 2);
  expect(await packed.text()).toBe(plain.body);
  expect(plain.headers).not.toHaveProperty('content-encoding');
  const tag = packed.headers.get('etag') ?? '';
  expect((await ask(page, { 'If-None-Match': tag, 'Accept-Encoding': 'gzip' })).status).toBe(304);
});

test('docs dev --drafts shows drafts, and --audience what is for others', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v1.0/guide/gated.md': PAGE('Gated', 'For partners.', 'audience: partners\n'),
  });
  const { url } = await startDev(folder, '--drafts', '--audience', 'partners');

  expect(await (await fetch(`${url}v1.0/guide/later`)).text()).toContain('Not yet.');
  expect(await (await fetch(`${url}v1.0/guide/gated`)).text()).toContain('For partners.');
});

test('what is saved is shown: a text, a title, a variable, a synced block, an image, the navigation', async () => {
  const folder = await temporaryFolder(FILES);
  const { url } = await startDev(folder);
  const welcome = async (): Promise<string> => (await fetch(url + WELCOME)).text();
  const before = await welcome();
  const image = /src="([^"]*a\.png[^"]*)"/;
  expect(await (await fetch(new URL(image.exec(before)?.[1] ?? '', url))).text()).toBe('one');

  await saved(url, folder, { 'docs/v1.0/guide/mounting.md': PAGE('On a roof', 'Up there.') });
  expect(await welcome()).toContain('>On a roof</a>');
  expect(await (await fetch(`${url}v1.0/guide/mounting`)).text()).toContain('Up there.');
  await saved(url, folder, { 'docs/developerhub.yaml': 'variables:\n  product: Lapwing 3\n' });
  expect(await welcome()).toContain('Lapwing 3');
  await saved(url, folder, { 'docs/_synced-blocks/power.md': 'Pull the plug.\n' });
  expect(await welcome()).toContain('Pull the plug.');
  await saved(url, folder, { 'docs/v1.0/guide/a.png': 'another' });
  expect(image.exec(await welcome())?.[1]).not.toBe(image.exec(before)?.[1]);
  await saved(url, folder, { 'docs/v1.0/guide/_nav.yaml': 'items:\n  - mounting\n  - welcome\n' });
  expect((await fetch(url)).url).toBe(`${url}v1.0/guide/mounting`);
  await saved(url, folder, { 'docs/v1.0/guide/new.md': PAGE('New', 'Here.') });
  expect(await welcome()).toContain('>New</a>');
  const { changed } = await nextChange(url);
  await rm(join(folder, 'docs/v1.0/guide/new.md'));
  await changed;
  expect((await fetch(`${url}v1.0/guide/new`)).status).toBe(404);
});

test('an editor that replaces the file by another one is followed, too', async () => {
  const folder = await temporaryFolder(FILES);
  const { url } = await startDev(folder);
  const { changed } = await nextChange(url);
  await writeFile(join(folder, 'docs/v1.0/guide/.swap'), PAGE('Mounting', 'Replaced.'));
  await rename(join(folder, 'docs/v1.0/guide/.swap'), join(folder, 'docs/v1.0/guide/mounting.md'));
  await changed;

  expect(await (await fetch(`${url}v1.0/guide/mounting`)).text()).toContain('Replaced.');
});

test.each([
  ['a header that is not closed', '---\ntype: page\ntitle: Moun', 1],
  ['an empty file', '', 1],
])('a page that cannot be read shows its error, with the place: %s', async (_, text, line) => {
  const folder = await temporaryFolder(FILES);
  const { url } = await startDev(folder);
  const mounting = `${url}v1.0/guide/mounting`;
  const file = 'docs/v1.0/guide/mounting.md';

  await saved(url, folder, { [file]: text });
  expect(await (await fetch(mounting)).text()).toContain('This page cannot be shown.');
  expect((await stateOf(url, 'v1.0/guide/mounting')).broken).toMatchObject([{ file, line }]);
  await saved(url, folder, { [file]: PAGE('Mounting', 'Whole again.') });
  expect(await (await fetch(mounting)).text()).toContain('Whole again.');
  expect((await stateOf(url, 'v1.0/guide/mounting')).broken).toEqual([]);
});

test('what is written above a block that is not closed is shown, with the mistake and its place', async () => {
  const folder = await temporaryFolder(FILES);
  const { url } = await startDev(folder);
  const file = 'docs/v1.0/guide/mounting.md';
  await saved(url, folder, { [file]: PAGE('Mounting', 'Text.\n\n{% callout %}\nCareful.') });

  expect(await (await fetch(`${url}v1.0/guide/mounting`)).text()).toContain('<p>Text.</p>');
  const { broken, findings } = await stateOf(url, 'v1.0/guide/mounting');
  expect(broken).toEqual([]);
  expect(findings).toMatchObject([{ file, line: 8 }]);
});

test('a navigation that cannot be read may hide its pages, and is told with the place', async () => {
  const folder = await temporaryFolder(FILES);
  const { url } = await startDev(folder);
  const file = 'docs/v1.0/guide/_nav.yaml';

  await saved(url, folder, { [file]: 'items:\n  - mounting\n  - "wel\n' });
  const { status, body } = await ask(url + WELCOME);
  expect({ status, body }).toMatchObject({
    status: 404,
    body: expect.stringContaining('is not for readers yet: readers do not get it'),
  });
  expect((await stateOf(url, WELCOME)).broken).toMatchObject([{ file, line: expect.any(Number) }]);
});

test('what docs check says of a page is told with it', async () => {
  const folder = await temporaryFolder(FILES);
  const { url } = await startDev(folder);
  const file = 'docs/v1.0/guide/mounting.md';
  await saved(url, folder, {
    [file]: PAGE('Mounting', '[a](none.md) [b](welcome.md#nowhere)\n\n{% synced id="pwer" /%}'),
  });

  const { findings } = await stateOf(url, 'v1.0/guide/mounting');
  expect(findings.map(({ rule, line, block }) => [rule, line, block])).toEqual([
    ['broken-link', 6, 0],
    ['broken-anchor', 6, 0],
    ['missing-synced-block', 8, 1],
  ]);
});

test('docs dev shows what changed since the last commit, as a review of its own', async () => {
  const folder = await temporaryFolder(FILES);
  const { url } = await startDev(folder);
  const without = await ask(`${url}_docs/review`);
  expect(without).toMatchObject({
    status: 404,
    body: expect.stringContaining('Git could not tell'),
  });

  git(folder, 'init', '-q');
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'Begin');
  await writeFiles(folder, { 'docs/v1.0/guide/mounting.md': PAGE('Mounting', 'Be careful.') });
  expect(await (await fetch(`${url}v1.0/guide/mounting`)).text()).toContain('href="/_docs/review"');
  const { status, headers, body } = await ask(`${url}_docs/review`);

  expect(status).toBe(200);
  expect(body).toContain('Be careful.');
  expect(body).not.toContain('Welcome');
  expect(headers['content-security-policy']).toBe("frame-ancestors 'none'");
  expect(body).toMatch(/Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/);
});

test('nothing is served but pages, and pictures of the content folders', async () => {
  const folder = await temporaryFolder({ ...FILES, 'secret.png': 'secret' });
  const outside = await temporaryFolder({ 'out.png': 'outside' });
  await symlink(join(outside, 'out.png'), join(folder, 'docs/v1.0/guide/link.png'));
  await symlink(outside, join(folder, 'docs/v1.0/guide/linked'));
  const { url } = await startDev(folder);

  for (const path of [
    '_docs/files/docs/notes.txt',
    '_docs/files/.env',
    '_docs/files/secret.png',
    '_docs/files/docs/../secret.png',
    '_docs/files/docs%2f..%2fsecret.png',
    '_docs/files/docs/v1.0/guide/link.png',
    '_docs/files/docs/v1.0/guide/linked/out.png',
    '_docs/files/docs/v1.0/guide/welcome.md',
    '_docs/../package.json',
    '_docs/%2e%2e/main.cjs',
    '.env',
    'docs-cli.config.yml',
  ]) {
    const { status, body } = await ask(url + path);
    expect([path, status]).toEqual([path, 404]);
    expect(body).not.toMatch(/private|KEY=1|secret$|outside/);
  }
});

test.each([
  ['0.0.0.0', false],
  ['::', false],
  ['127.0.0.1', true],
  ['localhost', true],
])('docs dev --host %s serves what readers do not see: %s', async (host, expected) => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v1.0/guide/secret.md': PAGE('Secret', '![s](secret.png)', 'listed: false\n'),
    'docs/v1.0/guide/secret.png': 'SECRET',
    'docs/v1.0/guide/mounting.md': PAGE('Mounting', '![b](b.png)'),
    'docs/v1.0/guide/b.png': 'two',
    'docs/v1.0/guide/both.md':
      '---\ntype: page\ntitle: Both\nlisted: true\n---draft\n\n[s](SECRET.md)\n\n---published\n\nText.\n',
    'docs/v1.0/guide/unused.png': 'SECRET',
    'docs/v1.0/hidden/_settings.yaml': 'title: [\n',
  });
  git(folder, 'init', '-q');
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'Begin');
  const { url: own } = await startDev(folder, '--host', host);
  const url = `http://${host.includes(':') ? '[::1]' : '127.0.0.1'}:${new URL(own).port}/`;
  await writeFiles(folder, {
    'docs/v1.0/guide/secret.md': PAGE('Secret', 'SECRET ![s](secret.png)', 'listed: false\n'),
  });

  const seen = [
    '_docs/review',
    '_docs/state?page=/v1.0/guide/both',
    '_docs/files/docs/v1.0/guide/secret.png',
    '_docs/files/docs/v1.0/guide/unused.png',
  ].map(async (path) => {
    const { status, body } = await ask(url + path);
    return status === 200 && body.includes('SECRET');
  });
  expect(await Promise.all(seen)).toEqual(seen.map(() => expected));
  const { broken } = await stateOf(url, 'v1.0/guide/mounting');
  expect(broken.length > 0).toBe(expected);
  // What pages show is there as soon as one was shown.
  expect((await ask(`${url}v1.0/guide/mounting`)).status).toBe(200);
  expect(await ask(`${url}_docs/files/docs/v1.0/guide/b.png`)).toMatchObject({ body: 'two' });
});

test.each([
  ['127.0.0.1', true],
  ['0.0.0.0', false],
])('docs dev --host %s says why a page is not shown: %s', async (host, says) => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v1.0/guide/h.md': PAGE('H', 'SECRET', 'hidden: true\n'),
    'docs/v1.0/guide/u.md': PAGE('U', 'SECRET', 'listed: false\n'),
    'docs/v1.0/guide/d.md': '---\ntitle: D\n---draft\n\nSECRET\n',
    'docs/v1.0/guide/a.md': PAGE('A', 'SECRET', 'audience: staff\n'),
  });
  const { url: own } = await startDev(folder, '--host', host);
  const url = `http://127.0.0.1:${new URL(own).port}/`;
  const none = (await ask(`${url}v1.0/guide/x`)).body;
  const rows = {
    h: 'is hidden: readers do not get it. <code>docs dev --drafts</code> shows it.',
    u: 'is unlisted: readers do not get it. <code>docs dev --drafts</code> shows it.',
    d: 'is a draft: readers do not get it. <code>docs dev --drafts</code> shows it.',
    a: 'is for an audience: readers do not get it. <code>docs dev --audience staff</code> shows it.',
  };
  for (const [slug, words] of Object.entries(rows)) {
    const { status, body } = await ask(`${url}v1.0/guide/${slug}`);
    expect([status, body.includes(words)]).toEqual([404, says]);
    expect(body).not.toContain('SECRET');
    const plain = body.replaceAll(`v1.0/guide/${slug}`, 'v1.0/guide/x');
    expect(plain === none).toBe(!says);
  }
});

test('other names, pages of other sites and other methods are refused', async () => {
  const folder = await temporaryFolder(FILES);
  const { url } = await startDev(folder);
  const { host } = new URL(url);

  expect(await ask(url + WELCOME, { Host: 'evil.example.com' })).toMatchObject({ status: 403 });
  expect(await ask(url + WELCOME, { Host: '192.0.2.1' })).toMatchObject({ status: 403 });
  expect(
    await ask(url + WELCOME, { Host: host, Origin: 'https://evil.example.com' }),
  ).toMatchObject({ status: 403 });
  expect(await ask(url + WELCOME, { Host: host, Origin: 'null' })).toMatchObject({ status: 403 });
  expect(await ask(url + WELCOME, {}, 'POST')).toMatchObject({ status: 403 });
  expect(await ask(url + WELCOME, { Host: `localhost:${new URL(url).port}` })).toMatchObject({
    status: 200,
  });
});

test('a page runs no script but the site’s own, and a browser that has it is told so', async () => {
  const folder = await temporaryFolder(FILES);
  const { url } = await startDev(folder);
  const first = await ask(url + WELCOME);

  expect(first.headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; /,
  );
  const tag = String(first.headers['etag']);
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const answer = await ask(url + WELCOME, { 'If-None-Match': known });
    expect([known, answer.status, answer.body]).toEqual([known, 304, '']);
  }
  expect(await ask(url + WELCOME, { 'If-None-Match': '"other"' })).toMatchObject({ status: 200 });
  for (const name of ['site.css', 'early.js', 'site.js', 'live.js', 'icon.svg']) {
    expect([name, (await ask(`${url}_docs/${name}`)).status]).toEqual([name, 200]);
  }
});

test('docs dev says that a changed configuration is not followed', async () => {
  const config = 'content:\n  - path: docs\n';
  const folder = await temporaryFolder({ ...FILES, 'docs-cli.config.yml': config });
  const dev = await startDev(folder, '--verbose');
  const { changed } = await nextChange(dev.url);
  writeFileSync(join(folder, 'docs-cli.config.yml'), `${config}rules: {}\n`);
  writeFileSync(join(folder, 'docs/v1.0/guide/mounting.md'), PAGE('Mounting', 'Text.'));
  await changed;
  await dev.stop();

  expect(dev.said()).toContain('docs-cli.config.yml has changed: start docs dev again to use it.');
});

test('a configuration cannot make the site listen beyond this machine', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs-cli.config.yml': 'content:\n  - path: docs\nhost: 0.0.0.0\n',
  });

  const run = await runDocs(['dev', '--port', '0'], { cwd: folder });
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
});

test('a port that is in use is told', async () => {
  const folder = await temporaryFolder(FILES);
  const { url } = await startDev(folder);

  const run = await runDocs(['dev', '--port', new URL(url).port], { cwd: folder });
  expect(run).toMatchObject({ exitCode: 1, stdout: '' });
  expect(run.stderr).toContain(`Port ${new URL(url).port} is in use.`);
});
