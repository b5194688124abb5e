/** The feeds of changelogs, for programs that tell readers what is new. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runDocs } from '../../support/host.ts';
import { temporaryFolder } from '../../support/folder.ts';

const AT = 'https://docs.example.com/book/';

const post = (title: string, body: string, header = ''): string =>
  `---\ntype: changelog\ntitle: ${title}\npublished: true\n${header}---\n\n${body}\n`;

const FILES = {
  'docs-cli.config.yml': `content:\n  - path: docs\nsite: ${AT}\n`,
  'docs/developerhub.yaml': 'title: Lapwing\n',
  'docs/v1/guide/start.md': '---\ntype: page\ntitle: Start\n---\n\nText.\n',
  'docs/v1/guide/gated.md': '---\ntype: page\ntitle: Gated\naudience: partners\n---\n\nText.\n',
  'docs/changelogs/news/_settings.yaml': 'title: What is <new>\ndescription: Of Lapwing & others\n',
  'docs/changelogs/news/one.md': post(
    'One',
    'First.\n\n{% conditional audience="partners" %}\nFor partners alone.\n{% /conditional %}',
    "date: '2026-01-02'\n",
  ),
  'docs/changelogs/news/two.md': post(
    'Two & <b>',
    '[Start](/guide/start#a) [own](/news/one) [gated](/guide/gated) ![A](a.png)\n\n```js\nif (a < b) c();\n```',
    "date: '2026-02-03'\n",
  ),
  'docs/changelogs/news/a.png': 'picture',
  'docs/changelogs/news/later.md': '---\ntype: changelog\ntitle: Later\n---\n\nNot yet.\n',
  'docs/changelogs/private/_settings.yaml': 'title: Private\npublished: false\n',
  'docs/changelogs/private/one.md': post('Not for all', 'Nobody.'),
};

const build = async (files: Readonly<Record<string, string>>, ...argv: string[]) => {
  const folder = await temporaryFolder(files);
  const run = await runDocs(['build', '--out', 'site', ...argv], { cwd: folder });
  return {
    run,
    read: (file: string) => readFile(join(folder, 'site', file), 'utf8'),
    files: (await readdir(join(folder, 'site'), { recursive: true })).toSorted(),
  };
};

const plain = (xml: string): string =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The text of each element of this name, unescaped. Fails on markup in it. */
const textsIn = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, text = '']) => {
    expect(text).not.toMatch(/[<>]/);
    return plain(text);
  });

test('a changelog of a built site whose address is known has a feed of its posts, newest first', async () => {
  const { run, read } = await build(FILES);
  expect(run).toMatchObject({ exitCode: 0 });
  const feed = await read('news/feed.xml');

  expect(textsIn(feed, 'title')).toEqual(['What is <new> · Lapwing', 'Two & <b>', 'One']);
  expect(textsIn(feed, 'link')).toEqual([`${AT}news/`, `${AT}news/two.html`, `${AT}news/one.html`]);
  expect(textsIn(feed, 'guid')).toEqual([`${AT}news/two.html`, `${AT}news/one.html`]);
  expect(textsIn(feed, 'pubDate')).toEqual([
    'Tue, 03 Feb 2026 00:00:00 GMT',
    'Fri, 02 Jan 2026 00:00:00 GMT',
  ]);
  const [about, two = '', one] = textsIn(feed, 'description');
  expect(about).toBe('Of Lapwing & others');
  expect(one).toContain('<p>First.</p>');
  for (const part of [
    `href="${AT}v1/guide/start.html#a"`,
    `href="${AT}news/one.html"`,
    `src="${AT}_docs/files/docs/changelogs/news/a.png"`,
  ])
    expect(two).toContain(part);
  expect(two).not.toContain('gated.html');
  for (const page of ['news/one.html', 'news/two.html']) {
    const html = await read(page);
    expect(html).toContain(
      `<link rel="alternate" type="application/rss+xml" title="What is &lt;new&gt;" href="${AT}news/feed.xml">`,
    );
    expect(html).toContain(`<a href="${AT}news/feed.xml">Feed</a>`);
  }
  expect(await read('v1/guide/start.html')).not.toContain('feed.xml');
});

test('no feed has posts or changelogs that are not for everybody, or links to such pages, also where they are built', async () => {
  const { run, read, files } = await build(FILES, '--drafts', '--audience', 'partners');
  expect(run.exitCode).toBe(0);
  expect(files).toContain('news/later.html');
  expect(files).toContain('private/one.html');
  expect(files.filter((file) => file.endsWith('.xml'))).toEqual(['news/feed.xml', 'sitemap.xml']);
  expect(await read('news/one.html')).toContain('For partners alone.');
  expect(await read('news/feed.xml')).not.toMatch(/later|Later|gated\.html|private|partners/);
  expect(await read('private/one.html')).not.toContain('feed.xml');
});

test('without an address of the site there are no feeds, and the pages are as before', async () => {
  const { read, files } = await build({
    ...FILES,
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
  });
  expect(files.filter((file) => file.endsWith('.xml'))).toEqual([]);
  expect(await read('news/one.html')).not.toMatch(/rss|Feed/);
});

test('a feed has the newest twenty posts, and those without a date first, without one', async () => {
  const many = Array.from({ length: 25 }, (_, index) => [
    `docs/changelogs/news/p${index}.md`,
    post(`P${index}`, 'Text.', `date: '2025-01-${String(index + 1).padStart(2, '0')}'\n`),
  ]);
  const { read } = await build({
    ...FILES,
    ...(Object.fromEntries(many) as Record<string, string>),
    'docs/changelogs/news/undated.md': post('Undated', 'Text.'),
  });
  const titles = textsIn(await read('news/feed.xml'), 'title').slice(1);
  expect(titles).toHaveLength(20);
  expect(titles.slice(0, 4)).toEqual(['Undated', 'Two & <b>', 'One', 'P24']);
  expect(textsIn(await read('news/feed.xml'), 'pubDate')).toHaveLength(19);
});

test('a feed has no character that XML does not allow, whatever a post has', async () => {
  const { read } = await build({
    ...FILES,
    'docs/changelogs/news/odd.md': post('Odd', 'A\u0001B\u000bC\uffffD \u{1f426} ]]> &nbsp;'),
  });
  const feed = await read('news/feed.xml');
  expect(feed).toMatch(/^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u);
  expect(feed).toContain('\u{1f426}');
});
