import { readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { PUBLIC } from '../../../src/content/page/visibility.ts';
import { digestOfFile } from '../../../src/system/files/own-output.ts';
import { temporaryName } from '../../../src/system/files/temporary.ts';
import { FolderSite } from '../../../src/site/folder/folder-site.ts';
import { SiteView } from '../../../src/site/site-view.ts';
import { projectAt } from '../../support/project.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { startDev } from '../../support/dev.ts';
import { runDocs } from '../../support/host.ts';

const PAGE = (title: string, body: string, header = '') =>
  `---\ntype: page\ntitle: ${title}\n${header}---\n\n${body}\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/developerhub.yaml': 'title: Lapwing\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1.0/guide/_nav.yaml': 'items:\n  - welcome\n  - mounting\n',
  'docs/v1.0/guide/welcome.md': PAGE(
    'Welcome',
    '[Up](mounting.md#how) [auto$](/v2.0/guide/welcome) [API](/v2.0/api/ref) ![m](pics/a%20b.png) {% index-list /%}',
  ),
  'docs/v1.0/guide/mounting.md': PAGE('Mounting', '## How\n\nWith a spanner.'),
  'docs/changelogs/news/one.md':
    '---\ntitle: One\npublished: true\n---\n\nNews. [Up](/guide/welcome#how)\n',
  'docs/changelogs/news/two.md': '---\ntitle: Not yet\n---\n\nNot yet.\n',
  'docs/v1.0/guide/mounting/roof.md': PAGE('On a roof', 'Up there.'),
  'docs/v1.0/guide/secret.md': PAGE('Secret', 'Nobody.', 'listed: false\n'),
  'docs/v1.0/guide/later.md': '---\ntype: page\ntitle: Later\n---draft\n\nNot yet.\n',
  'docs/v1.0/guide/pics/a b.png': 'picture',
  'docs/v1.0/guide/pics/unused.png': 'unused',
  'docs/v2.0/guide/welcome.md': PAGE('Newer', 'Newer.'),
  'docs/v2.0/refs/api.yaml':
    "openapi: 3.0.3\ninfo: { title: Readings, version: '1' }\npaths:\n  /readings:\n    get: { summary: List them, responses: { '200': { description: All } } }\n",
};

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

const build = (cwd: string, ...argv: string[]) =>
  runDocs(['build', '--out', 'site', ...argv], { cwd });

test('docs build says once how many pictures are in the library of the platform', async () => {
  const image = (url: string): string => `{% image url="${url}" /%}`;
  const folder = await temporaryFolder({
    'docs/v1.0/guide/a.md': PAGE('A', [image('asset:one'), image('asset:two')].join('\n\n')),
    'docs/v1.0/guide/b.md': PAGE('B', 'Text {% inline-image url="asset:one" /%}'),
    'docs/v1.0/guide/c.md': PAGE('C', image('asset:hidden'), 'hidden: true\n'),
  });
  const run = await build(folder);

  expect(run).toMatchObject({ exitCode: 0 });
  expect(run.stderr).toBe("2 images are in the platform's library: not shown here.\n");
});

test('a definition that is not there gets no page, and the build says so', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs-cli.config.yml': `${FILES['docs-cli.config.yml']}references:\n  - file: openapi/made.json\n    version: v1.0\n    generated: true\n`,
  });
  const run = await build(folder);
  expect(run.stderr).toContain('openapi/made.json: This definition is not there');
  const files = await filesIn(join(folder, 'site'));
  expect(files.filter((file) => file.includes('made'))).toEqual([]);
  expect(await readFile(join(folder, 'site/llms.txt'), 'utf8')).not.toContain('made');
});

test('docs build writes every page that readers may see, with its Markdown, search and what it shows', async () => {
  const folder = await temporaryFolder(FILES);
  const run = await build(folder, '--json');

  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(run.stdout)).toEqual({
    folder: 'site',
    pages: 5,
    found: 8,
    heldBack: [
      { why: 'a draft', pages: 1 },
      { why: 'unlisted', pages: 1 },
      { why: 'not published', pages: 1 },
    ],
    leftOut: 0,
    added: [],
    files: 32,
    removed: 0,
  });
  // As docs dev counts them.
  const { site } = await FolderSite.open(projectAt(folder));
  expect(new SiteView(site, PUBLIC).pageCount).toBe(5);
  expect(await filesIn(join(folder, 'site'))).toEqual([
    '404.html',
    '_docs/definitions/v2.0/api.json',
    '_docs/early.js',
    '_docs/files/docs/v1.0/guide/pics/a b.png',
    '_docs/frame.html',
    '_docs/icon.svg',
    '_docs/reference.css',
    '_docs/reference.js',
    '_docs/search/v1.0.js',
    '_docs/search/v2.0.js',
    '_docs/site.css',
    '_docs/site.js',
    'docs-build.json',
    'index.html',
    'llms-full.txt',
    'llms.txt',
    'news/index.html',
    'news/one.html',
    'news/one.md',
    'v1.0/guide/index.html',
    'v1.0/guide/mounting.html',
    'v1.0/guide/mounting.md',
    'v1.0/guide/roof.html',
    'v1.0/guide/roof.md',
    'v1.0/guide/welcome.html',
    'v1.0/guide/welcome.md',
    'v1.0/index.html',
    'v2.0/api/index.html',
    'v2.0/api/ref.html',
    'v2.0/guide/index.html',
    'v2.0/guide/welcome.html',
    'v2.0/guide/welcome.md',
    'v2.0/index.html',
  ]);
});

test('every address in a built site leads to a file of it, and none says where it was built', async () => {
  const folder = await temporaryFolder(FILES);
  await build(folder);
  const site = join(folder, 'site');
  const files = await filesIn(site);
  const missing: string[] = [];
  const address = (file: string): RegExp =>
    file.endsWith('.html')
      ? /(?:href|src|data-search)="([^"#]+)(?:#[^"]*)?"/g
      : /\]\(([^)#]+)(?:#[^)]*)?\)/g;
  for (const file of files.filter(
    (name) => /\.(?:html|md|txt)$/.test(name) && name !== '404.html',
  )) {
    const text = await readFile(join(site, file), 'utf8');
    expect(text).not.toContain(folder);
    for (const [, target = ''] of text.matchAll(address(file))) {
      const path = posix.join(posix.dirname(file), decodeURIComponent(target));
      if (!files.includes(path)) missing.push(`${file}: ${target}`);
    }
  }
  expect(missing).toEqual([]);
  for (const version of ['v1.0', 'v2.0']) {
    const script = await readFile(join(site, `_docs/search/${version}.js`), 'utf8');
    const entries = JSON.parse(/^docsSearch\((.*)\);\n$/.exec(script)?.[1] ?? '') as {
      url: string;
      text: string;
    }[];
    expect(entries.length).toBeGreaterThan(0);
    expect(JSON.stringify(entries)).not.toMatch(/Nobody|Not yet/);
    const paths = entries.map(({ url }) => posix.join('_docs/search', url.replace(/#.*/, '')));
    expect(files).toEqual(expect.arrayContaining(paths));
  }
});

const WITH_SITE = {
  ...FILES,
  'docs-cli.config.yml': 'content:\n  - path: docs\nsite: https://docs.example.com/book/\n',
  'docs/v1.0/guide/mounting.md': PAGE(
    'Mounting "> <script>',
    '## How',
    "description: Up & 'away' \"> <b>\n",
  ),
  'docs/v1.0/guide/gated.md': PAGE('Gated', 'For partners.', 'audience: partners\n'),
  'docs/v1.0/guide/hidden.md': PAGE('Hidden', 'By address.', 'hidden: true\n'),
};

test('a built site whose address is known has a sitemap, canonical addresses and titles for other sites', async () => {
  const folder = await temporaryFolder(WITH_SITE);
  const read = (file: string) => readFile(join(folder, 'site', file), 'utf8');
  expect(await build(folder)).toMatchObject({ exitCode: 0 });
  const sitemap = await read('sitemap.xml');
  const at = (path: string): string => `https://docs.example.com/book/${path}`;
  const urls = Array.from(sitemap.matchAll(/<loc>(.*?)<\/loc>/g), ([, url = '']) => url);
  expect(urls.toSorted()).toEqual(
    ['news/one', 'v2.0/guide/welcome', 'v2.0/api/ref'].map((path) => at(`${path}.html`)).toSorted(),
  );
  const page = await read('v1.0/guide/mounting.html');
  const title = 'Mounting &quot;&gt; &lt;script&gt;';
  for (const part of [
    `<link rel="canonical" href="${at('v1.0/guide/mounting.html')}">`,
    '<meta property="og:site_name" content="Lapwing">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:url" content="${at('v1.0/guide/mounting.html')}">`,
  ])
    expect(page).toContain(part);
  expect(page).toMatch(/<meta property="og:description" content="Up &amp; [^<>"]*away[^<>"]*">/);
  expect(await read('404.html')).not.toMatch(/canonical|og:/);
  const first = await Promise.all((await filesIn(join(folder, 'site'))).map(read));
  await build(folder);
  expect(await Promise.all((await filesIn(join(folder, 'site'))).map(read))).toEqual(first);
});

test('llms-full.txt has the address of each page below its title', async () => {
  for (const [files, address] of [
    [FILES, './v1.0/guide/mounting.md'],
    [WITH_SITE, 'https://docs.example.com/book/v1.0/guide/mounting.html'],
  ] as const) {
    const folder = await temporaryFolder(files);
    await build(folder);
    const text = await readFile(join(folder, 'site/llms-full.txt'), 'utf8');
    expect(text.replace(/(?<=# Mounting) .*/, '')).toContain(`# Mounting\nSource: ${address}\n\n`);
    expect(text.match(/^Source: /gm)).toHaveLength(5);
  }
});

test('a page that is there in several languages names the others, if the address of the site is known', async () => {
  const folder = await temporaryFolder({
    ...WITH_SITE,
    'docs/v1.0/guide-de/_settings.yaml': 'title: Anleitung\nlocale: de\n',
    'docs/v1.0/guide-de/mounting.md': PAGE('Montage', 'Auf dem Dach.'),
    'docs/v1.0/guide-fr/_settings.yaml': 'title: Guide\nlocale: fr_fr\n',
    'docs/v1.0/guide-fr/mounting.md': PAGE('Montage', 'Sur le toit.', 'hidden: true\n'),
    'docs/v1.0/other/_settings.yaml': 'title: Andere\nlocale: de\n',
    'docs/v1.0/other/welcome.md': PAGE('Hallo', 'Hallo.'),
  });
  const read = (file: string) => readFile(join(folder, 'site/v1.0', `${file}.html`), 'utf8');
  await build(folder);
  const at = (path: string): string => `https://docs.example.com/book/v1.0/${path}.html`;
  for (const file of ['guide/mounting', 'guide-de/mounting']) {
    const text = await read(file);
    expect(text).toContain(`<link rel="alternate" hreflang="en" href="${at('guide/mounting')}">`);
    expect(text).toContain(
      `<link rel="alternate" hreflang="de" href="${at('guide-de/mounting')}">`,
    );
    expect(text).not.toContain('guide-fr');
  }
  expect(await read('other/welcome')).not.toContain('hreflang');
});

test('drafts, hidden pages and pages for an audience are in no sitemap and have no titles for other sites, also where they are built', async () => {
  const folder = await temporaryFolder(WITH_SITE);
  const read = (file: string) => readFile(join(folder, 'site', file), 'utf8');
  const run = await build(folder, '--drafts', '--audience', 'partners');
  expect(run).toMatchObject({ exitCode: 0 });
  expect(await read('sitemap.xml')).not.toMatch(/gated|hidden|later|secret|two/);
  for (const file of ['gated', 'hidden', 'later', 'secret'].map((name) => `v1.0/guide/${name}`))
    expect(await read(`${file}.html`)).not.toMatch(/canonical|og:/);
  expect(await read('news/two.html')).not.toMatch(/canonical|og:/);
});

test('the logo and the favicon of _theme are those of the site', async () => {
  const files = { 'docs/_theme/logo.svg': '<svg/>', 'docs/_theme/favicon.PNG': 'icon' };
  const folder = await temporaryFolder({ ...FILES, ...files, 'docs/_theme/head.html': '<script>' });
  await build(folder);
  const site = join(folder, 'site');
  const page = await readFile(join(site, 'v1.0/guide/welcome.html'), 'utf8');
  expect(page).toContain('src="../../_docs/files/docs/_theme/logo.svg" alt="Lapwing"></a>');
  expect(page).toContain('<link rel="icon" href="../../_docs/files/docs/_theme/favicon.PNG">');
  expect(page).not.toMatch(/canonical|og:/);
  const names = await filesIn(site);
  expect(names.filter((name) => name.includes('_theme'))).toHaveLength(2);
  expect(names).not.toContain('sitemap.xml');
  const { url } = await startDev(folder);
  const [, src = ''] = /site-logo" src="([^"]+)"/.exec(await (await fetch(url)).text()) ?? [];
  expect(await (await fetch(new URL(src, url))).text()).toBe('<svg/>');
});

test('the picture og-image of _theme is shown where other sites show a link to a public page', async () => {
  const folder = await temporaryFolder({
    ...WITH_SITE,
    'docs/_theme/og-image.png': 'picture',
    'docs/_theme/og-image.svg': '<svg/>',
  });
  await build(folder, '--drafts');
  const read = (file: string) => readFile(join(folder, 'site', file), 'utf8');
  const picture =
    '<meta property="og:image" content="https://docs.example.com/book/_docs/files/docs/_theme/og-image.png">';
  for (const file of ['v1.0/guide/mounting.html', 'v2.0/api/ref.html', 'news/one.html'])
    expect(await read(file)).toContain(picture);
  expect(await read('v1.0/guide/hidden.html')).not.toContain('og:');
  expect(await read('_docs/files/docs/_theme/og-image.png')).toBe('picture');
  const names = await filesIn(join(folder, 'site'));
  expect(names.filter((name) => name.includes('_theme'))).toHaveLength(1);
});

test('links in the Markdown of a built site lead to the Markdown of pages, to references and to files', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v1.0/guide/mounting.md': PAGE(
      'Mounting',
      [
        '[a](welcome.md#x) [b][up] ![c](<pics/a b.png>) {% link href="/news/one" %}d{% /link %} [e](/v2.0/api/ref)',
        '{% card title="Kit (1)" link="kit(1).zip" /%}',
        '{% index-list /%}',
        '`[f](welcome.md)` [g](https://example.com/a_(b))',
        '[up]: /v2.0/guide/welcome "Title"',
      ].join('\n\n'),
    ),
    'docs/v1.0/guide/kit(1).zip': 'kit',
  });
  const run = await build(folder);
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await readFile(join(folder, 'site/v1.0/guide/mounting.md'), 'utf8')).toBe(
    [
      '# Mounting',
      '[a](welcome.md#x) [b][up] ![c](<../../_docs/files/docs/v1.0/guide/pics/a%20b.png>) [d](../../news/one.md) [e](../../v2.0/api/ref.html)',
      '- [Kit (1)](<../../_docs/files/docs/v1.0/guide/kit%281%29.zip>)',
      '- [On a roof](roof.md)',
      '`[f](welcome.md)` [g](https://example.com/a_(b))',
      '[up]: ../../v2.0/guide/welcome.md "Title"\n',
    ].join('\n\n'),
  );
});

test('a file whose name is in the other form of Unicode is shown and copied', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v1.0/guide/mounting.md': PAGE(
      'Mounting',
      '![a](\u00e9cran.png) [b](<Anh\u00e4nge/pl\u00e4ne.pdf>)',
    ),
    'docs/v1.0/guide/e\u0301cran.png': 'picture',
    'docs/v1.0/guide/Anha\u0308nge/pla\u0308ne.pdf': 'plans',
  });
  expect(await build(folder)).toMatchObject({ exitCode: 0, stderr: '' });
  const html = await readFile(join(folder, 'site/v1.0/guide/mounting.html'), 'utf8');
  const files = await filesIn(join(folder, 'site'));
  for (const text of [html, await readFile(join(folder, 'site/v1.0/guide/mounting.md'), 'utf8')]) {
    const targets = [...text.matchAll(/\.\.\/\.\.\/(_docs\/files\/[^")>]*)/g)];
    expect(targets).toHaveLength(2);
    for (const [, target = ''] of targets) expect(files).toContain(decodeURIComponent(target));
  }
});

test('the end of a build says where all page files are, in one sum', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v1.0/guide/odd.md': Buffer.from([0x41, 0xff]),
    'docs/v1.0/guide/open.md': '---\ntitle: Open\n\nText.\n',
    'docs/loose.md': PAGE('Loose', 'Text.'),
    'docs/README.md': 'About this folder.\n',
  });
  const run = await build(folder);

  expect(run.exitCode).toBe(7);
  expect(run.stdout).toBe(
    '✔ 5 pages in 32 files: site\n11 page files: 5 shown, 3 held back (1 a draft, 1 unlisted, 1 not published), 3 left out (see above)\n',
  );
  expect(run.stderr).toContain('3 files could not be shown.');
  for (const name of ['v1.0/guide/odd', 'v1.0/guide/open', 'loose'])
    expect(run.stderr).toContain(`docs/${name}.md`);
});

test('files that shown pages link to are copied, and what is no content or not for readers is not', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v1.0/guide/mounting.md': PAGE(
      'Mounting',
      [
        '[plan](../../assets/plan%20A.pdf#page=2) [shot](pics/unused.png) [data](<data.csv> "t")',
        '{% card title="Kit" link="kit.zip" /%}',
        '[own](_nav.yaml) [raw](secret.md?raw=1) [env](../../.env) [dot](.private/x.pdf) [out](../../../key.txt)',
        '[refs](../../v2.0/refs/api.yaml) [link](link.pdf) [page](page.html) [none](none.pdf)',
      ].join('\n\n'),
    ),
    'docs/v1.0/guide/secret.md': PAGE('Secret', '[s](secret.pdf)', 'listed: false\n'),
    'docs/assets/plan A.pdf': 'plan',
    'docs/v1.0/guide/data.csv': 'data',
    'docs/v1.0/guide/kit.zip': 'kit',
    'docs/v1.0/guide/secret.pdf': 'secret',
    'docs/v1.0/guide/page.html': '<script>steal()</script>',
    'docs/v1.0/guide/.private/x.pdf': 'private',
    'docs/.env': 'KEY=1',
    'key.txt': 'key',
  });
  await symlink('../../.env', join(folder, 'docs/v1.0/guide/link.pdf'));
  const run = await build(folder);

  const files = await filesIn(join(folder, 'site'));
  expect(files.filter((name) => name.startsWith('_docs/files/'))).toEqual([
    '_docs/files/docs/assets/plan A.pdf',
    '_docs/files/docs/v1.0/guide/data.csv',
    '_docs/files/docs/v1.0/guide/kit.zip',
    '_docs/files/docs/v1.0/guide/pics/a b.png',
    '_docs/files/docs/v1.0/guide/pics/unused.png',
  ]);
  const html = await readFile(join(folder, 'site/v1.0/guide/mounting.html'), 'utf8');
  expect(html).toContain('href="../../_docs/files/docs/assets/plan%20A.pdf#page=2"');
  expect(html).toContain('href="../../_docs/files/docs/v1.0/guide/kit.zip"');
  expect(run.stderr).toContain(
    'Pages link to files that readers do not get: docs/v1.0/guide/_nav.yaml, docs/v1.0/guide/page.html, docs/v1.0/guide/secret.md, docs/v2.0/refs/api.yaml.',
  );
});

test('two files that claim one page are both left out and named, and the rest is built', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v1.0/guide/mounting/wall.md': PAGE('Wall, inside', 'INSIDE'),
    'docs/v1.0/guide/wall.md': PAGE('Wall', 'OUTSIDE'),
    'docs/v1.0/guide/Tile.md': PAGE('Tile', 'LARGE'),
    'docs/v1.0/guide/tile.md': PAGE('Tile', 'SMALL'),
    'docs/v1.0/guide/roof/wall.md': PAGE('Wall, on the roof', 'ABOVE'),
  });
  const run = await build(folder, '--json');

  expect(run.exitCode).toBe(7);
  expect(JSON.parse(run.stdout)).toMatchObject({ pages: 5 });
  const told = JSON.parse(run.stderr) as { warnings?: string[]; error: { code: string } };
  expect(told.error.code).toBe('partial');
  const text = await build(folder);
  for (const file of ['mounting/wall', 'wall', 'roof/wall', 'Tile', 'tile'])
    expect(text.stderr).toContain(`docs/v1.0/guide/${file}.md: This file `);
  const files = await filesIn(join(folder, 'site'));
  expect(files.filter((name) => /wall|tile/i.test(name))).toEqual([]);
  const search = await readFile(join(folder, 'site/_docs/search/v1.0.js'), 'utf8');
  expect(search).not.toMatch(/INSIDE|OUTSIDE|LARGE|SMALL|ABOVE/);
  expect(search).toContain('With a spanner');
});

test('a second build replaces the first, and removes what is no page any more and nothing else', async () => {
  const folder = await temporaryFolder(FILES);
  await build(folder);
  await writeFiles(folder, {
    'site/CNAME': 'docs.example.com\n',
    'docs/v1.0/guide/mounting/roof.md': PAGE('On a roof', 'Up there.', 'listed: false\n'),
    'docs/v1.0/guide/mounting.md': PAGE('Mounting', 'Changed.'),
  });

  const run = await build(folder, '--json');
  expect(JSON.parse(run.stdout)).toMatchObject({ pages: 4, removed: 2 });
  const files = await filesIn(join(folder, 'site'));
  expect(files).toContain('CNAME');
  expect(files).not.toContain('v1.0/guide/roof.html');
  expect(await readFile(join(folder, 'site/v1.0/guide/mounting.html'), 'utf8')).toContain(
    'Changed.',
  );
});

test('a file that no build wrote, or that was changed since, is neither replaced nor removed', async () => {
  const folder = await temporaryFolder(FILES);
  await build(folder);
  const made = 'site/v1.0/guide/roof.html';
  await writeFiles(folder, {
    [made]: 'by hand',
    'site/v1.0/guide/later.html': 'mine',
    'docs/v1.0/guide/mounting/roof.md': PAGE('On a roof', 'Up there.', 'listed: false\n'),
  });

  // The second build knows of it, too.
  for (const kept of [await build(folder), await build(folder)]) {
    expect(kept).toMatchObject({ exitCode: 7 });
    expect(kept.stderr).toContain(
      'site/v1.0/guide/roof.html does not belong to the site any more, but it was changed since docs build wrote it, so it was not removed.',
    );
    expect(kept.stderr).toContain('Delete it before the folder is deployed');
  }
  expect(await readFile(join(folder, made), 'utf8')).toBe('by hand');

  const refused = await build(folder, '--drafts');
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toContain('is in the way: it is not as docs build wrote it.');
  expect(await readFile(join(folder, 'site/v1.0/guide/later.html'), 'utf8')).toBe('mine');
  await rm(join(folder, 'site/v1.0/guide/later.html'));
  await rm(join(folder, made));
  expect(await build(folder, '--drafts')).toMatchObject({ exitCode: 0 });
});

test.each([
  ['hidden from readers', PAGE('On a roof', 'Up there.', 'listed: false\n')],
  ['for an audience', PAGE('On a roof', 'Up there.', 'audience: staff\n')],
  ['a draft', '---\ntype: page\ntitle: On a roof\n---draft\n\nUp there.\n'],
])(
  'a page that is now %s and whose files were touched ends the build with an error',
  async (_, page) => {
    const folder = await temporaryFolder(FILES);
    await build(folder);
    const touched = ['html', 'md'].map((end) => `site/v1.0/guide/roof.${end}`);
    for (const file of touched)
      await writeFiles(folder, {
        [file]: `${await readFile(join(folder, file), 'utf8')}<!-- minified -->`,
      });
    await writeFiles(folder, { 'docs/v1.0/guide/mounting/roof.md': page });

    const run = await build(folder);

    expect(run).toMatchObject({ exitCode: 7 });
    for (const file of touched) expect(run.stderr).toContain(file);
    expect(run.stdout).not.toBe('');
    for (const file of touched) await rm(join(folder, file));
    expect(await build(folder)).toMatchObject({ exitCode: 0 });
  },
);

test('a page whose slug changed only in case leaves no file under the old one', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v1.0/guide/Attic.md': PAGE('Attic', 'A secret.'),
  });
  await build(folder);
  await rm(join(folder, 'docs/v1.0/guide/Attic.md'));
  await writeFiles(folder, { 'docs/v1.0/guide/attic.md': PAGE('Attic', 'Nothing.') });

  expect(await build(folder)).toMatchObject({ exitCode: 0 });
  const files = (await filesIn(join(folder, 'site'))).filter((name) => /attic/i.test(name));
  expect(files).toHaveLength(2);
  for (const file of files)
    expect(await readFile(join(folder, 'site', file), 'utf8')).not.toContain('A secret.');
});

test('a build names the pages and references that the one before did not have', async () => {
  const folder = await temporaryFolder(FILES);
  const first = await build(folder, '--json');
  expect(JSON.parse(first.stdout)).toMatchObject({ added: [] });
  expect((await build(folder)).stderr).not.toContain('since the last build');
  await writeFiles(folder, {
    'docs/v1.0/guide/secret.md': PAGE('Secret', 'Everybody.'),
    'docs/v1.0/guide/mounting.md': PAGE('Mounting', 'Changed.'),
    'docs/v1.0/refs/old.yaml': FILES['docs/v2.0/refs/api.yaml'],
  });

  const run = await build(folder);

  expect(run.exitCode).toBe(0);
  expect(run.stderr).toContain(
    'New for readers since the last build: v1.0/guide/secret.html and v1.0/old/ref.html.',
  );
  await rm(join(folder, 'docs/v1.0/guide/welcome.md'));
  const gone = await build(folder, '--json');
  expect(JSON.parse(gone.stdout)).toMatchObject({ added: [] });
});

test('a list of files that came with a repository removes and replaces nothing that it does not know', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'site/user.txt': 'mine',
    'site/v1.0/guide/welcome.html': 'mine',
    'site/docs-build.json': JSON.stringify({
      madeBy: 'docs build',
      files: {
        'user.txt': digestOfFile('theirs'),
        'v1.0/guide/welcome.html': digestOfFile('theirs'),
      },
    }),
  });

  expect(await build(folder)).toMatchObject({ exitCode: 1, stdout: '' });
  expect(await readFile(join(folder, 'site/user.txt'), 'utf8')).toBe('mine');
  expect(await readFile(join(folder, 'site/v1.0/guide/welcome.html'), 'utf8')).toBe('mine');
});

test('what a killed build left beside its files is not deployed', async () => {
  const folder = await temporaryFolder(FILES);
  await build(folder);
  const left = temporaryName().replace(/-\d+-([0-9a-f]{8}-)/, '-4194304-$1');
  await writeFiles(folder, { [`site/v1.0/guide/${left}`]: 'half' });

  expect(await build(folder)).toMatchObject({ exitCode: 0 });
  expect(await filesIn(join(folder, 'site'))).not.toContain(`v1.0/guide/${left}`);
});

test.each([
  ['', '--out is empty.'],
  ['.git/site', '.git/site is inside .git.'],
  ['.docs-cli', '.docs-cli is inside .docs-cli.'],
])('what is no place for a site is refused: %j', async (out, message) => {
  const folder = await temporaryFolder(FILES);
  const run = await runDocs(['build', '--out', out], { cwd: folder });

  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain(message);
  expect(
    await runDocs(['build', '--out', 'site', '--base', '/a/../b/'], { cwd: folder }),
  ).toMatchObject({ exitCode: 2 });
});

test('a folder that holds anything else is refused, and stays as it is', async () => {
  const folder = await temporaryFolder({ ...FILES, 'site/mine.txt': 'mine' });

  expect(await build(folder)).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringContaining('site is not empty, and was not created by docs build.'),
  });
  expect(await filesIn(join(folder, 'site'))).toEqual(['mine.txt']);
});

test('a site inside a content folder is not content: not for the next build, and not for a push', async () => {
  const folder = await temporaryFolder({
    'docs-cli.config.yml': 'content:\n  - path: .\n',
    'v1.0/guide/welcome.md': PAGE('Welcome', 'Hello.'),
  });
  const once = async () => runDocs(['build', '--out', 'public', '--json'], { cwd: folder });
  const first = await once();
  expect(first).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await once()).toMatchObject({ exitCode: 0, stdout: first.stdout });
  const check = await runDocs(['check', '--json'], { cwd: folder });
  expect(check.stdout).not.toContain('public/');

  // A file of that name that no build wrote hides nothing.
  await writeFiles(folder, { 'v1.0/guide/docs-build.json': '{"madeBy":"somebody"}' });
  const again = await once();
  expect(JSON.parse(again.stdout)).toMatchObject({ pages: 1 });
});

test.each(['docs', '.'])('a folder of content is not a place for a site: %s', async (out) => {
  const folder = await temporaryFolder(FILES);
  const run = await runDocs(['build', '--out', out], { cwd: folder });

  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('content folder');
});

test('a list of files that somebody else wrote removes nothing outside the folder', async () => {
  const outside = await temporaryFolder({ 'kept.txt': 'kept' });
  const folder = await temporaryFolder({
    ...FILES,
    'kept.txt': 'kept',
    'site/docs-build.json': JSON.stringify({
      madeBy: 'docs build',
      files: Object.fromEntries(
        ['../kept.txt', '/etc/hostname', 'linked/kept.txt', './../kept.txt'].map((name) => [
          name,
          digestOfFile('kept'),
        ]),
      ),
    }),
  });
  await symlink(outside, join(folder, 'site/linked'));

  expect(await build(folder)).toMatchObject({ exitCode: 0 });
  expect(await readFile(join(folder, 'kept.txt'), 'utf8')).toBe('kept');
  expect(await readFile(join(outside, 'kept.txt'), 'utf8')).toBe('kept');
});

test('a folder of the repository that is a link out of it is not written', async () => {
  const outside = await temporaryFolder();
  const folder = await temporaryFolder(FILES);
  await symlink(outside, join(folder, 'site'));

  expect(await build(folder)).toMatchObject({ exitCode: 2, stdout: '' });
  expect(await readdir(outside)).toEqual([]);
});

test('a built site that holds links out of it writes nothing through them', async () => {
  const outside = await temporaryFolder();
  const folder = await temporaryFolder({
    ...FILES,
    'site/docs-build.json': JSON.stringify({ madeBy: 'docs build', files: {} }),
  });
  await symlink(outside, join(folder, 'site/v1.0'));

  const run = await build(folder);
  expect(run).toMatchObject({ exitCode: 1, stdout: '' });
  expect(run.stderr).toContain('a symbolic link out of the project');
  expect(await readdir(outside)).toEqual([]);
});

test('docs build --drafts and --audience show more, and --base is where the page of what is not found looks', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v1.0/guide/gated.md': PAGE('Gated', 'For partners.', 'audience: partners\n'),
  });
  await build(folder, '--drafts', '--audience', 'partners', '--base', '/handbook');
  const site = join(folder, 'site');

  expect(await readFile(join(site, 'v1.0/guide/later.html'), 'utf8')).toContain('Not yet.');
  expect(await readFile(join(site, 'v1.0/guide/gated.html'), 'utf8')).toContain('For partners.');
  expect(await readFile(join(site, '404.html'), 'utf8')).toContain(
    'href="/handbook/_docs/site.css"',
  );
});

test('a folder with nothing to show says so, and writes nothing', async () => {
  const folder = await temporaryFolder({
    'docs/v1.0/guide/later.md': '---\ntype: page\ntitle: Later\n---draft\n\nNot yet.\n',
  });

  expect(await build(folder)).toMatchObject({ exitCode: 1, stdout: '' });
  expect(await readdir(folder)).toEqual(['docs']);
});

test.each([
  ['draft: true\n', 'no page in this folder is published'],
  ['audience: staff\n', 'readers get no page of this folder'],
])('if `%s` hides everything, a build says that the earlier site stays', async (header, why) => {
  const file = 'docs/v1.0/guide/plan.md';
  const folder = await temporaryFolder({ [file]: PAGE('Plan', 'Text.') });
  expect(await build(folder)).toMatchObject({ exitCode: 0, stderr: '' });
  await writeFiles(folder, { [file]: PAGE('Plan', 'Text.', header) });

  const { exitCode, stderr } = await build(folder);

  expect(exitCode).toBe(1);
  expect(stderr).toContain(why);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    'site still has the site of an earlier build: delete it if nobody is to see that',
  );
});

test('a build says that its pages have errors, by the rules and the baseline of docs check', async () => {
  const broken = { ...FILES, 'docs/v1.0/guide/mounting.md': PAGE('Mounting', '[a](no.md)') };
  const folder = await temporaryFolder(broken);
  const { exitCode, stderr } = await build(folder);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('These pages have 1 error.');
  await runDocs(['check', '--write-baseline'], { cwd: folder });
  expect((await build(folder)).stderr).toBe('');
});
