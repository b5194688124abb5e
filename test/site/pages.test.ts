import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, test } from 'vitest';
import { FolderSite } from '../../src/site/folder/folder-site.ts';
import { SERVED } from '../../src/site/addresses.ts';
import { answerTo } from '../../src/site/answer.ts';
import { curlSample } from '../../src/site/curl-sample.ts';
import { parsedPage } from '../../src/site/page-body.ts';
import { find } from '../../src/site/search/find.ts';
import { entriesOfPage, entriesOfVersion } from '../../src/site/search/index-version.ts';
import { PUBLIC } from '../../src/content/page/visibility.ts';
import { SiteView } from '../../src/site/site-view.ts';
import type { FilePath } from '../../src/model/ids.ts';
import { hasCorpus, LAYOUTS } from '../support/corpus.ts';
import { realFolder } from '../support/real-folder.ts';
import { page, siteOf, stageOf } from './folder-of.ts';
import { projectAt } from '../support/project.ts';

const FILES = {
  'docs/developerhub.yaml': 'title: Lapwing\nvariables:\n  product: Lapwing 2\n',
  'docs/_synced-blocks/power.md': '---\ntitle: Power\n---\n\nSwitch it off first.\n',
  'docs/v1.0/_settings.yaml': 'name: One\ndocumentations:\n  - zoo\n  - guide\n',
  'docs/v1.0/zoo/_settings.yaml': 'title: Zoo\n',
  'docs/v1.0/zoo/animals.md': page('Animals', 'All of them.'),
  'docs/v1.0/guide/_settings.yaml': 'title: Guide\nlocale: pt_br\n',
  'docs/v1.0/guide/_nav.yaml': `items:
  - category: Start
    items:
      - welcome
      - page: mounting
        items: [mounting/roof]
  - separator
  - link: { title: Shop, url: 'https://shop.example.com' }
  - link: { title: Bad, url: 'javascript:alert(1)' }
  - secret
  - later
  - gated
`,
  'docs/v1.0/guide/welcome.md': page(
    'Welcome <b>',
    `%product%. {% synced id="power" /%}

{% synced id="power" /%}

[auto$](mounting.md) [roof](/guide/roof#how) [secret](secret.md) [auto$](/guide/later) ![x](pic.png)`,
    'description: To begin with\nindex_title: Start here\n',
  ),
  'docs/v1.0/guide/mounting.md': page(
    'Mounting',
    '{% index-list /%}\n\n## How\n\nText.\n\n## Why\n',
  ),
  'docs/v1.0/guide/mounting/roof.md': page('On a roof', '## How\n\nWith a ladder.'),
  'docs/v1.0/guide/mounting/hidden.md': page('Hidden one', 'By address.', 'hidden: true\n'),
  'docs/v1.0/guide/secret.md': page('Secret', 'Nobody reads it.', 'listed: false\n'),
  'docs/v1.0/guide/later.md': '---\ntype: page\ntitle: Later\n---draft\n\nNot yet.\n',
  'docs/v1.0/guide/gated.md': page('Gated', 'For partners.', 'audience: partners\n'),
  'docs/v1.0/guide/pic.png': 'png',
  'docs/v2.0/_settings.yaml': 'name: Two\n',
  'docs/v2.0/guide/welcome.md': page('Welcome', 'Newer.'),
  'docs/v2.0/refs/api.yaml': `openapi: 3.0.3
info: { title: Readings, version: '1' }
paths:
  /readings:
    get: { summary: List them, parameters: [{ name: last, in: query, schema: { type: string } }], responses: { '200': { description: All } } }
`,
};

test('a page has its titles, description and navigation, and links that readers can follow', async () => {
  const { at } = await siteOf(FILES);
  const { status, body } = await at('/v1.0/guide/welcome');

  expect(status).toBe(200);
  expect(body).toContain('<html lang="pt-BR">');
  expect(body).toContain('<h1>Welcome &lt;b&gt;</h1>');
  expect(body).toContain('<p class="lead">To begin with</p>');
  expect(body).toContain('<a href="/v1.0/guide/welcome" aria-current="page">Start here</a>');
  expect(body).toContain('Lapwing 2.');
  expect(body).toContain('Switch it off first.');
  expect(body).toContain('<a href="/v1.0/guide/mounting">Mounting</a>');
  expect(body).toContain('<a href="/v1.0/guide/roof#how">roof</a>');
  expect(body).toContain('/_docs/files/docs/v1.0/guide/pic.png?v=');
  expect(body).toContain('<a class="next" rel="next" href="/v1.0/guide/mounting">');
  expect(body).toContain('<a href="/v2.0/guide/welcome">Two</a>');
  expect(body).not.toContain('javascript:');
});

test('readers do not see pages that are unlisted, hidden, not published, or for other readers', async () => {
  const { at } = await siteOf(FILES);
  for (const path of ['/v1.0/guide/welcome', '/v1.0/guide/mounting', '/llms.txt']) {
    const { body } = await at(path);
    expect(body).not.toMatch(/>(?:Secret|Later|Gated|Hidden one)</);
  }
  for (const slug of ['secret', 'later', 'gated', 'hidden']) {
    expect(await at(`/v1.0/guide/${slug}`)).toMatchObject({ status: 404 });
    expect(await at(`/v1.0/guide/${slug}.md`)).toMatchObject({ status: 404 });
  }
});

test('a reader who sees drafts and belongs to an audience also sees those pages', async () => {
  const { at } = await siteOf(FILES, { audiences: new Set(['partners']), drafts: true });

  expect((await at('/v1.0/guide/later')).body).toContain('Not yet.');
  expect((await at('/v1.0/guide/gated')).body).toContain('For partners.');
  expect((await at('/v1.0/guide/secret')).body).toContain('Nobody reads it.');
  const { body } = await at('/v1.0/guide/mounting');
  expect(body).toMatch(/>Secret</);
  expect(body).not.toMatch(/>Hidden one</);
  const hidden = await at('/v1.0/guide/hidden');
  expect(hidden).toMatchObject({ status: 200 });
  expect(hidden.body).toContain('<meta name="robots" content="noindex">');
});

test('addresses of a site, a version and a documentation lead to their first page', async () => {
  const { at } = await siteOf(FILES);

  expect(await at('/')).toEqual({ status: 302, body: '/v2.0/guide/welcome' });
  expect(await at('/v1.0')).toEqual({ status: 302, body: '/v1.0/zoo/animals' });
  expect(await at('/v1.0/guide/')).toEqual({ status: 302, body: '/v1.0/guide/welcome' });
  expect(await at('/v2.0/api')).toEqual({ status: 302, body: '/v2.0/api/ref' });
});

test.each([
  '/v1.0/guide/none',
  '/v9',
  '/v1.0/guide/roof/deeper',
  '/%E0%A4%A',
  '/v1.0/guide/<x>',
  '//',
])('%s is not found, and the error page needs no scripts', async (path) => {
  const { at } = await siteOf(FILES);
  const { status, body } = await at(path);

  expect(status).toBe(404);
  expect(body).toContain('Page not found');
  expect(body).not.toContain('<x>');
});

test('a link of the navigation leads to a reference', async () => {
  const { at } = await siteOf({
    ...FILES,
    'docs/v2.0/guide/_nav.yaml':
      'items:\n  - mounting\n  - link: { title: All of it, url: /api/ref }\n',
    'docs/v2.0/guide/mounting.md': page('Mounting'),
  });
  const { body } = await at('/v2.0/guide/mounting');
  expect(body).toContain('<a href="/v2.0/api/ref">All of it</a>');
});

const POST = (title: string, date: string, published: boolean, body: string): string =>
  `---\ntitle: '${title}'\n${date}published: ${published}\n---\n\n${body}\n`;

const WITH_POSTS = {
  ...FILES,
  'docs/v1.0/guide/mounting.md': page(
    'Mounting',
    '[auto$](/news) [auto$](/news/two) [draft](/news/three) [gone](/news/none)',
  ),
  'docs/changelogs/news/_settings.yaml': 'title: What is new\n',
  'docs/changelogs/news/one.md': POST('One', "date: '2026-01-02'\n", true, 'The first.'),
  'docs/changelogs/news/two.md': POST(
    'Two <b>',
    "date: '2026-03-04 10:00:00'\n",
    true,
    '%product% [guide](/guide/welcome) ![p](../../v1.0/guide/pic.png)',
  ),
  'docs/changelogs/news/three.md': POST('Three', '', false, 'Not yet to be read.'),
  'docs/changelogs/inside/_settings.yaml': 'published: false\n',
  'docs/changelogs/inside/secret-post.md': POST('Secret post', '', true, 'For nobody.'),
};

test('posts of changelogs have addresses, newest first, and are linked from every page', async () => {
  const { at, view } = await siteOf(WITH_POSTS);
  expect(await at('/news')).toEqual({ status: 302, body: '/news/two' });
  const { status, body } = await at('/news/two');
  expect(status).toBe(200);
  expect(body).toContain('<h1>Two &lt;b&gt;</h1>\n<p class="lead">2026-03-04</p>');
  expect(body).toContain('Lapwing 2 <a href="/v2.0/guide/welcome">guide</a>');
  expect(body).toContain('src="/_docs/files/docs/v1.0/guide/pic.png?v=');
  expect(body).toContain('<a href="/news/two" aria-current="true">What is new</a>');
  const [, sidebar] = body.split('data-part="sidebar"');
  expect(sidebar?.match(/<li><a href="\/news\/[^<]*/g)).toEqual([
    '<li><a href="/news/two" aria-current="page">Two &lt;b&gt;',
    '<li><a href="/news/one">One',
  ]);
  expect(body).toContain('<a href="/v1.0/zoo/animals">One</a>');
  const { body: mounting } = await at('/v1.0/guide/mounting');
  expect(mounting).toContain('<a href="/news/two">What is new</a>');
  expect(mounting).toContain('<a href="/news/two">Two &lt;b&gt;</a>');
  expect((await at('/llms.txt')).body).toContain(
    '## What is new\n\n- [Two <b>](/news/two.md): 2026-03-04',
  );
  expect((await at('/news/one.md')).body).toBe('# One\n\nThe first.\n');
  expect([...view.pages()].map(({ page: { slug } }) => slug)).toContain('one');
});

test('readers do not see unpublished posts and changelogs; readers of drafts do', async () => {
  const paths = [
    '/news/three',
    '/news/three.md',
    '/inside',
    '/inside/secret-post',
    '/v2.0/news/two',
  ];
  const { at } = await siteOf(WITH_POSTS);
  for (const path of paths) expect(await at(path)).toMatchObject({ status: 404 });
  for (const path of ['/news/two', '/v1.0/guide/mounting', '/llms.txt'])
    expect((await at(path)).body).not.toMatch(/Three|Secret post|inside/);
  const drafts = await siteOf(WITH_POSTS, { audiences: new Set(), drafts: true });
  expect((await drafts.at('/news/three')).body).toContain('Not yet to be read.');
  expect((await drafts.at('/inside')).body).toBe('/inside/secret-post');
});

test('a post that cannot be read is reported, and only that post is hidden; unreadable settings hide their changelog', async () => {
  const { at, source } = await siteOf({
    ...WITH_POSTS,
    'docs/changelogs/news/two.md': '---\ntitle: Two\n',
    'docs/changelogs/news/four.md': POST(
      'Four',
      '',
      true,
      '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x',
    ),
    'docs/changelogs/news/a b.md': POST('Five', '', true, 'a'),
    'docs/changelogs/news/bytes.md': Buffer.from([0xff, 0xfe, 0x41]),
    'docs/changelogs/other/_settings.yaml': 'title: [\n',
    'docs/changelogs/other/six.md': POST('Six', '', true, 'a'),
  });
  expect(source.problems.map(({ place }) => place.file).toSorted()).toEqual(
    ['news/a b.md', 'news/bytes.md', 'news/four.md', 'news/two.md', 'other/_settings.yaml'].map(
      (name) => `docs/changelogs/${name}`,
    ),
  );
  expect(source.leftOut).toHaveLength(4);
  expect(await at('/news')).toEqual({ status: 302, body: '/news/one' });
  expect(await at('/other/six')).toMatchObject({ status: 404 });
});

test('if a version and a changelog have the same name, the version gets the address', async () => {
  const { at } = await siteOf({ ...WITH_POSTS, 'docs/news/guide/a.md': page('A') });
  expect(await at('/news')).toEqual({ status: 302, body: '/news/guide/a' });
  expect(await at('/news/one')).toMatchObject({ status: 404 });
});

/** So many pages: two categories, the last page of each has one below it, and one is hidden. */
const large = (count: number): Record<string, string> => {
  const names = Array.from({ length: count }, (_, index) => `p${index}`);
  const half = names.length / 2;
  const items = [names.slice(0, half), names.slice(half)].map(
    (own, index) => `  - category: Part ${index}\n    items: [${own.join(', ')}]\n`,
  );
  return {
    'docs/v1/guide/_nav.yaml': `items:\n${items.join('')}`,
    ...Object.fromEntries(
      names.map((name) => [`docs/v1/guide/${name}.md`, page(`Title of ${name}`)]),
    ),
    [`docs/v1/guide/p${half - 1}/below.md`]: page('Below <b>'),
    'docs/v1/guide/hidden.md': page('Hidden one', '', 'hidden: true\n'),
  };
};

test('pages of a large documentation contain the nearby part of the sidebar, and share the whole', async () => {
  const { at } = await siteOf(large(400));
  const { body } = await at('/v1/guide/below');
  expect(body).toContain('data-whole="/_docs/sidebars/v1/guide.js"');
  expect(body).toContain(
    '<li class="parent"><a href="/v1/guide/p199">Title of p199</a><details open>',
  );
  expect(body).toContain('<a href="/v1/guide/below" aria-current="page">Below &lt;b&gt;</a>');
  expect(body).toContain('<a href="/v1/guide/p200">Part 1</a>');
  expect(body.match(/<li>/g)?.length).toBeLessThan(60);
  const { status, body: script } = await at('/_docs/sidebars/v1/guide.js');
  expect(status).toBe(200);
  const html = JSON.parse(/^docsSidebar\((.*)\);\n$/.exec(script)?.[1] ?? '') as string;
  expect(html.match(/<a /g)?.length).toBe(401);
  expect(html).toContain('<a href="/v1/guide/below">Below &lt;b&gt;</a>');
  expect(html).not.toContain('Hidden one');
  for (const path of ['/_docs/sidebars/v1/none.js', '/_docs/sidebars/v2/guide.js'])
    expect(await at(path)).toMatchObject({ status: 404 });
});

test('pages of a smaller documentation contain the whole sidebar', async () => {
  const { at } = await siteOf(large(298));
  const { body } = await at('/v1/guide/below');
  expect(body).not.toContain('data-whole');
  expect(body.match(/<li>/g)?.length).toBeGreaterThan(298);
  expect(await at('/_docs/sidebars/v1/guide.js')).toMatchObject({ status: 404 });
});

test.each([
  ['ar_eg', '<html lang="ar-EG" dir="rtl">'],
  ['he', '<html lang="he" dir="rtl">'],
  ['en', '<html lang="en">'],
])('a page in %s has its direction of writing', async (locale, html) => {
  const { at } = await siteOf({
    ...FILES,
    'docs/v1.0/guide/_settings.yaml': `title: Guide\nlocale: ${locale}\n`,
  });
  expect((await at('/v1.0/guide/mounting')).body).toContain(html);
});

test('on a page in another language, the words of the site are marked as English, but not those of the author', async () => {
  const { at } = await siteOf({
    ...FILES,
    'docs/v1.0/guide/mounting.md': page(
      'Mounting',
      '{% callout %}\nCuidado\n{% /callout %}\n\n## A\n\n## B',
    ),
  });
  const { body } = await at('/v1.0/guide/mounting');
  for (const part of [
    '<html lang="pt-BR">',
    '<a class="skip" lang="en"',
    '<nav class="sidebar" id="_pages" aria-label="Pages" lang="en"',
    '<div data-part="sidebar" lang="pt-BR">',
    '<nav class="breadcrumbs" aria-label="Breadcrumbs" lang="en"><ol lang="pt-BR">',
    '<details><summary>On this page</summary>\n<ul lang="pt-BR">',
    '<span class="pager-word">Previous</span> <span lang="pt-BR">Start here</span>',
    '<p class="callout-title"><span lang="en">Note</span></p>',
  ])
    expect(body).toContain(part);
  expect((await at('/v2.0/guide/welcome')).body.match(/lang="[^"]*"/g)).toEqual(['lang="en"']);
});

test('a cell of a header without text is not a header', async () => {
  const { at } = await siteOf({
    ...FILES,
    'docs/v2.0/guide/mounting.md': page('Mounting', '| | Range |\n| --- | --- |\n| Wind | 60 |'),
  });
  const { body } = await at('/v2.0/guide/mounting');
  const [, table = ''] = /<table>([^]*?)<\/table>/.exec(body) ?? [];
  expect(table).toMatch(/<td><\/td>\s*<th>Range<\/th>/);
});

test('if a code block asks for line numbers, all of its code has them', async () => {
  const code = '```js\na\nb\n```\n';
  const { at } = await siteOf({
    ...FILES,
    'docs/v2.0/guide/mounting.md': page(
      'Mounting',
      `{% code showLineNumbers=true %}\n${code}{% /code %}\n\n${code}`,
    ),
  });
  const { body } = await at('/v2.0/guide/mounting');
  expect(body.match(/class="code-block(?: numbered)?"/g)).toEqual([
    'class="code-block numbered"',
    'class="code-block"',
  ]);
});

test('versions whose slugs contain a number come first, the highest number before the others', async () => {
  const slugs = ['快速使用指南', 'v1.9', 'next', 'v1.10'];
  const { view } = await siteOf(
    Object.fromEntries(slugs.map((slug) => [`docs/${slug}/guide/a.md`, page('A')])),
  );
  expect(view.versions.map(({ slug }) => slug)).toEqual(['v1.10', 'v1.9', '快速使用指南', 'next']);
});

test('the error page for a missing page has the header of the version in its address', async () => {
  const { at } = await siteOf(FILES);
  for (const version of ['v1.0', 'v2.0']) {
    const { status, body } = await at(`/${version}/guide/none`);
    expect([status, /data-version="([^"]*)"/.exec(body)?.[1]]).toEqual([404, version]);
  }
});

test('a heading without Latin letters has an anchor, and is in the outline', async () => {
  const { at } = await siteOf({
    ...FILES,
    'docs/v2.0/guide/mounting.md': page('Mounting', '## 安装\n\n## How\n\n## 原因'),
  });
  const { body } = await at('/v2.0/guide/mounting');
  for (const anchor of ['heading-1', 'how', 'heading-3']) {
    expect(body).toContain(`<h2 id="${anchor}">`);
    expect(body).toContain(`<a href="#${anchor}">`);
  }
});

test('search links to the headings of a page, in any script and wherever they are', async () => {
  const body = [
    '## 安装',
    '### 细节',
    '{% table %}\n{% row %}\n{% cell %}\n## 表\n{% /cell %}\n{% /row %}\n{% /table %}',
    '{% accordion title="更多" %}\n## 原因\n\n词\n{% /accordion %}',
    '## Как',
    '## How',
    '## 原因',
  ].join('\n\n');
  const { at, source, view } = await siteOf({
    ...FILES,
    'docs/v2.0/guide/mounting.md': page('Mounting', body),
  });
  const found = view.find({ version: 'v2.0', section: 'guide', page: 'mounting' });
  if (found?.kind !== 'page') throw new Error('no page');
  const entries = entriesOfPage(found, await parsedPage(found, source, view), {
    source,
    view,
    addresses: SERVED,
  });
  const { body: html } = await at('/v2.0/guide/mounting');

  expect(entries.map(({ section }) => section)).toEqual([
    '',
    '安装',
    '细节',
    '原因',
    'Как',
    'How',
    '原因',
  ]);
  for (const { url } of entries.slice(1))
    expect(html).toMatch(new RegExp(`<h[23] id="${url.split('#')[1]}">`));
});

test('search leads to a heading of level 3, before texts with its words, and not by the words of the headings above it', async () => {
  const body =
    '## Sensors\n\nWhat they measure, and how the calibration of each is checked, and checked again.\n\n### Wind\n\nA cup.\n\n### Calibration\n\nOnce a year.\n\n#### Calm\n\nNothing moves.';
  const { source, view } = await siteOf({
    ...FILES,
    'docs/v2.0/guide/mounting.md': page('Mounting', body),
  });
  const entries = await entriesOfVersion(source, view, 'v2.0', SERVED);
  const found = (query: string) =>
    find(entries, query, 9).map(
      ({ url, page: above, section }) =>
        `${url.split('#')[1]}: ${above.map(([text]) => text).join('')} › ${section.map(([text]) => text).join('')}`,
    );

  expect(found('calibration')).toEqual([
    'calibration: Mounting › Sensors › Calibration',
    'sensors: Mounting › Sensors',
  ]);
  expect(found('sensors')).toEqual(['sensors: Mounting › Sensors']);
  expect(found('mounting sensors wind')).toEqual(['wind: Mounting › Sensors › Wind']);
  expect(found('calm')).toEqual(['calibration: Mounting › Sensors › Calibration']);
});

test('a reference has the names and anchors of its operations, and its definition', async () => {
  const { at } = await siteOf(FILES);
  const { body } = await at('/v2.0/api/ref');

  expect(body).toContain('<h1>Readings</h1>');
  expect(body).toContain('List them');
  expect(body).toContain('<code>/readings</code>');
  expect(body).toMatch(
    /<a href="\/_docs\/definitions\/v2\.0\/api\.json\?[^"]+">the definition<\/a>/,
  );
});

test('a reference says how clients authenticate, and which operations need what', async () => {
  const { at } = await siteOf({
    'docs/v1.0/guide/a.md': page('A'),
    'docs/v1.0/refs/three.yaml': `openapi: 3.1.0
info: {title: Three, version: '1'}
security: [{key: []}, {sign-in: [read, write]}]
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key, description: 'Ask <us> for [one](https://a.example/keys), \`k-1\`, [x](javascript:alert(1)).'}
    token: {type: http, scheme: bearer, bearerFormat: JWT}
    sign-in: {type: oauth2, flows: {authorizationCode: {authorizationUrl: 'https://a.example/auth', tokenUrl: 'https://a.example/token', scopes: {}}}}
    who: {type: openIdConnect, openIdConnectUrl: 'https://a.example/who'}
    cert: {type: mutualTLS}
paths:
  /a:
    get: {responses: {}}
    post: {security: [], responses: {}}
    put: {security: [{token: [], cert: []}, {}], responses: {}}
`,
    'docs/v1.0/refs/two.yaml': `swagger: '2.0'
info: {title: Two, version: '1'}
securityDefinitions: {plain: {type: basic}, query: {type: apiKey, in: query, name: key}}
paths: {/a: {get: {security: [{plain: []}], responses: {}}}}
`,
    'docs/v1.0/refs/none.yaml':
      "openapi: 3.1.0\ninfo: {title: None, version: '1'}\npaths: {/a: {get: {responses: {}}}}\n",
  });
  const html = async (name: string): Promise<string> => {
    const { body } = await at(`/v1.0/${name}/ref`);
    return /<section class="authentication">[^]*?<\/section>/.exec(body)?.[0] ?? '';
  };
  const part = async (name: string): Promise<string> => {
    const found = await html(name);
    return found
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll(/\n+/g, '\n')
      .trim();
  };
  expect(await part('three')).toBe(`Authentication
key: an API key in the header X-Key
Ask &lt;us&gt; for one, k-1, [x](javascript:alert(1)).
token: a token (JWT) in the header Authorization: Bearer
sign-in: OAuth 2.0 · https://a.example/auth · https://a.example/token
who: OpenID Connect · https://a.example/who
cert: a client certificate
Operations need: key, or sign-in (read, write).
Others need:
PUT /a: token and cert, or no authentication
POST /a: no authentication`);
  expect(await html('three')).toContain('<a href="https://a.example/keys">one</a>');
  expect(await html('three')).toContain('<code>k-1</code>');
  expect(await html('three')).not.toContain('href="javascript');
  expect(await part('two')).toBe(`Authentication
plain: a user name and a password (HTTP Basic)
query: an API key in the query parameter key
These operations need it:
GET /a: plain`);
  expect(await part('none')).toBe('');
});

test('the title of a reference is info.title of its definition, however it is written', async () => {
  const definitions: Record<string, string> = {
    comma:
      'openapi: 3.1.0\ninfo:\n  title: Payments, Refunds and Disputes\n  version: "1"\npaths: {}\n',
    before:
      'openapi: 3.1.0\ninfo:\n  description: |\n    Read this.\n    title: Wrong\n\n    # no comment\n  title: Right\n',
    late: `openapi: 3.1.0\ncomponents: {schemas: {A: {title: Wrong}}}\npaths:\n  /a: {}\n${'# words\n'.repeat(2000)}"info": # the title\n    version: '1'\n# comment\n    title: >-\n      In two\n      lines\n`,
    flow: '{openapi: 3.1.0, components: {schemas: {A: {title: Wrong}}}, info: {title: "A: b, c", version: 1}}',
    nested: 'x-info:\n  info:\n    title: Wrong\ninfo: {title: Right}\n',
    windows: 'openapi: 3.1.0\r\ninfo:\r\n\r\n  version: "1"\r\n  title: Right\r\npaths: {}\r\n',
    none: 'openapi: 3.1.0\ncomponents: {schemas: {A: {title: Wrong}}}\ninfo: {version: 1}\n',
  };
  const { source } = await siteOf({
    'docs/v1.0/guide/a.md': page('A'),
    ...Object.fromEntries(
      Object.entries(definitions).map(([name, text]) => [`docs/v1.0/refs/${name}.yaml`, text]),
    ),
    'docs/v1.0/refs/json.json': JSON.stringify({ x: { title: 'Wrong' }, info: { title: 'J' } }),
  });
  const [version] = source.site.versions;
  expect(
    Object.fromEntries(version?.references.map(({ slug, title }) => [slug, title]) ?? []),
  ).toEqual({
    comma: 'Payments, Refunds and Disputes',
    before: 'Right',
    late: 'In two lines',
    flow: 'A: b, c',
    nested: 'Right',
    windows: 'Right',
    none: 'none',
    json: 'J',
  });
});

test('an address without a version belongs to the version in which the site begins', async () => {
  const { at } = await siteOf({
    ...FILES,
    'docs/v2.0/news/one.md': page('Of the version'),
    'docs/changelogs/news/one.md': '---\ntitle: One\npublished: true\n---\n\nNews.\n',
  });
  const rows = {
    '/guide/welcome': '/v2.0/guide/welcome',
    '/guide/welcome/': '/v2.0/guide/welcome',
    '/guide/welcome.md': '/v2.0/guide/welcome.md',
    '/guide': '/v2.0/guide/welcome',
    '/api': '/v2.0/api/ref',
    '/api/ref': '/v2.0/api/ref',
  };
  for (const [path, location] of Object.entries(rows))
    expect([path, await at(path)]).toEqual([path, { status: 302, body: location }]);
  expect(await at('/news/one')).toMatchObject({ status: 200 });
  for (const path of ['/guide/mounting', '/guide/secret', '/guide/none.md', '/none', '/api/ref.md'])
    expect([path, await at(path)]).toMatchObject([path, { status: 404 }]);
});

test('each page has a Markdown file next to it, and llms.txt lists these files', async () => {
  const { at } = await siteOf(FILES);
  const markdown = await at('/v1.0/guide/mounting.md');
  const { body } = await at('/llms.txt');

  expect(markdown).toMatchObject({ status: 200 });
  expect(markdown.body).toMatch(/^# Mounting\n\n- \[On a roof\]\(\/v1\.0\/guide\/roof\.md\)/);
  expect(body).toContain('# Lapwing');
  expect(body).toContain('- [On a roof](/v1.0/guide/roof.md)');
});

test('llms.txt is the tree of the navigation: categories, pages below pages, labels and links, then references', async () => {
  const { at } = await siteOf({
    ...FILES,
    'docs/v1.0/guide/_nav.yaml': `items:
  - label: Begin [here]
  - category: Start
    items:
      - welcome
      - page: mounting
        items: [mounting/roof]
      - category: Empty
        items: [secret]
  - separator
  - link: { title: Shop, url: 'https://shop.example.com' }
  - link: { title: Zoo, url: /zoo/animals#all }
  - link: { title: Bad, url: 'javascript:alert(1)' }
`,
  });
  const { body } = await at('/llms.txt');
  const parts = body.split(/^(?=## )/m);
  expect(parts.find((part) => part.startsWith('## Guide (One)'))).toContain(
    `## Guide (One)

- Begin \\[here\\]
- Start
  - [Welcome <b>](/v1.0/guide/welcome.md): To begin with
  - [Mounting](/v1.0/guide/mounting.md)
    - [On a roof](/v1.0/guide/roof.md)
- [Shop](https://shop.example.com)
- [Zoo](/v1.0/zoo/animals.md#all)
- Bad
`,
  );
  expect(parts.at(-1)).toBe(
    '## API References\n\n- [Readings (Two)](/v2.0/api/ref): [the definition](/_docs/definitions/v2.0/api.json)\n',
  );
});

test('titles with line breaks, control sequences or turned reading direction are one harmless line in llms.txt and beside a page', async () => {
  const evil = 'Roof\u001b]0;owned\u0007\u001b[2J\u202e\nand\u0085wall\u2028here\u0007';
  const { at } = await siteOf({
    ...FILES,
    'docs/v1.0/guide/mounting.md': page(evil, 'Text.', `description: ${evil}\n`),
    'docs/v1.0/guide/_settings.yaml': `title: ${JSON.stringify(evil)}\n`,
  });
  const { body } = await at('/llms.txt');
  expect(body).toContain('[Roof and wall here](/v1.0/guide/mounting.md): Roof and wall here\n');
  expect(body).toContain('## Roof and wall here (One)\n');
  const markdown = await at('/v1.0/guide/mounting.md');
  expect(markdown.body).toMatch(/^# Roof and wall here\n\n/);
  // oxlint-disable-next-line no-control-regex -- they are what this is about
  for (const text of [body, markdown.body]) expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e|\u2028/u);
});

test('a sample of curl has no control sequences of its definition, and line breaks only in a body', () => {
  const evil = 'a\u001b[201~\ntouch pwned\u0085\u202eb';
  const operation = {
    parameters: [{ name: 'X-A', in: 'header', required: true, example: evil }],
    requestBody: { content: { 'text/plain': { example: evil } } },
  };
  const form = { 'multipart/form-data': { example: { [evil]: evil } } };
  const paths = {
    '/a': { put: operation, post: { requestBody: { content: form } } },
  };
  expect(curlSample({ paths }, { method: 'put', path: '/a' })).toBe(`curl --request PUT \\
  'https://api.example.com/a' \\
  --header 'X-A: a touch pwned b' \\
  --header 'Content-Type: text/plain' \\
  --data-raw 'a
touch pwnedb'`);
  expect(curlSample({ paths }, { method: 'post', path: '/a' })).toContain(
    "--form-string 'a touch pwned b=a touch pwned b'",
  );
});

type Node = DefaultTreeAdapterTypes.Node;

function* elementsOf(node: Node): Generator<DefaultTreeAdapterTypes.Element> {
  if ('tagName' in node) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child);
}

/** What a strict policy would refuse, and ids that stand twice. */
function slipsIn(html: string): string[] {
  const slips: string[] = [];
  const ids = new Set<string>();
  for (const { tagName, attrs, childNodes } of elementsOf(parse(html))) {
    if (tagName === 'style') slips.push('a style element');
    if (tagName === 'script' && childNodes.length > 0) slips.push('a script in the page');
    for (const { name, value } of attrs) {
      if (name === 'style' || name.startsWith('on')) slips.push(`${tagName} ${name}`);
      if (name === 'id' && ids.has(value)) slips.push(`id ${value} twice`);
      if (name === 'id') ids.add(value);
      if (/^\s*javascript:/i.test(value)) slips.push(`${tagName} ${name}=${value}`);
    }
  }
  return slips;
}

test('a strict content security policy refuses nothing on the pages of the sample', async () => {
  const source = await FolderSite.open(projectAt('sample'));
  const view = new SiteView(source.site, { audiences: new Set(), drafts: true });
  const stage = stageOf(view);
  for (const { page: each } of view.pages()) {
    const answer = await answerTo(`/${each.key}`, source, stage);
    expect('body' in answer ? slipsIn(answer.body) : answer).toEqual([]);
  }
});

describe.skipIf(!hasCorpus)('real pages', () => {
  test.each(LAYOUTS)(
    '%s: every page is shown, and a strict content security policy refuses nothing',
    async (layout) => {
      const project = projectAt(await realFolder(layout));
      const contents = project.contents.map((folder) => ({ ...folder, path: '.' as FilePath }));
      const source = await FolderSite.open({ ...project, contents });
      const view = new SiteView(source.site, PUBLIC);
      const stage = stageOf(view);
      let count = 0;
      for (const { page: each } of view.pages()) {
        const answer = await answerTo(encodeURI(`/${each.key}`), source, stage);
        if (!('body' in answer)) throw new Error(`${each.key} leads elsewhere`);
        expect([each.key, answer.status, ...slipsIn(answer.body)]).toEqual([each.key, 200]);
        count += 1;
      }
      expect(count).toBeGreaterThan(10);
      expect(source.problems).toEqual([]);
    },
  );
});

test('an icon in a text is shown, an unknown one is shown by its name, and no text of an author becomes an icon', async () => {
  const { at } = await siteOf({
    'docs/v1/guide/a.md': page(
      'A',
      'Click {% icon classes="fas fa-fw fa-ellipsis-v red" /%} {% icon classes="fas fa-no-such" /%} {% icon classes="own" /%} `<i class="fas fa-x"></i>` <b>&lt;i class="fa-y"&gt;</b>',
    ),
  });
  const { body } = await at('/v1/guide/a');
  expect(body).toMatch(
    /Click <svg class="icon" viewBox="0 0 \d+ 512" role="img" aria-label="ellipsis v"><path d="[^"]+"\/><\/svg> <span class="icon-name">no such<\/span> <i class="own"><\/i> <code>/,
  );
  expect(body.match(/class="icon/g)).toHaveLength(2);
});

test('icons of a navigation are before titles, and screen readers skip them', async () => {
  const { at } = await siteOf({
    'docs/v1/guide/_nav.yaml': `items:
  - page: a
    icon: gear
  - category: More
    icon: fa-brands fa-github
    items: [{ page: b, icon: no-such }]
  - label: Elsewhere
    icon: '"><script>'
  - link: { title: Shop, url: 'https://shop.example.com' }
    icon: fas fa-cart-shopping
`,
    'docs/v1/guide/a.md': page('A'),
    'docs/v1/guide/b.md': page('B'),
  });
  const { body } = await at('/v1/guide/a');
  const icon = String.raw`<svg class="icon" viewBox="0 0 \d+ 512" aria-hidden="true"><path d="[^"]+"\/><\/svg>`;
  expect(body).toMatch(new RegExp(`<a href="/v1/guide/a" aria-current="page">${icon}A</a>`));
  expect(body).toMatch(new RegExp(`<summary class="category-title">${icon}More</summary>`));
  expect(body).toContain('<a href="/v1/guide/b">B</a>');
  expect(body).toContain('<li class="label">Elsewhere</li>');
  expect(body).toMatch(new RegExp(`<a href="https://shop.example.com">${icon}Shop</a>`));
});

const VERSIONED = {
  ...FILES,
  'docs/v2.0/guide/later.md': page('Later', 'Newer.', 'hidden: true\n'),
  'docs/changelogs/news/one.md': POST('One', '', true, 'News.'),
};

test.each([
  ['/v1.0/guide/welcome', '<a href="/v2.0/guide/welcome">This page in Two</a>'],
  [
    '/v1.0/guide/mounting',
    'Two does not have this page. <a href="/v2.0/guide/welcome">Where Two begins</a>',
  ],
])('%s, of an old version, leads to the latest one', async (path, way) => {
  const { body } = await (await siteOf(VERSIONED)).at(path);
  expect(body).toContain(`This is One, an old version. ${way}</p>`);
});

test('the latest version, posts, and versions that are no numbers are not called old', async () => {
  const { at } = await siteOf(VERSIONED);
  for (const path of ['/v2.0/guide/welcome', '/v2.0/api/ref', '/news/one'])
    expect((await at(path)).body).not.toContain('old version');
  const named = await siteOf({
    'docs/cloud/guide/a.md': page('A', 'A.'),
    'docs/server/guide/a.md': page('A', 'A.'),
  });
  for (const path of ['/cloud/guide/a', '/server/guide/a'])
    expect((await named.at(path)).body).not.toContain('old version');
});
