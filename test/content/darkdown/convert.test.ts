import { describe, expect, test } from 'vitest';
import { toHtml, toMarkdown, toText } from '../../../src/content/darkdown/convert.ts';
import { canonical, samePage } from '../../../src/content/darkdown/print/canonical.ts';
import { sections } from '../../../src/content/darkdown/sections.ts';
import { ParsedPage } from '../../../src/content/darkdown/write/parsed-page.ts';
import type { Resolver } from '../../../src/content/darkdown/write/resolver.ts';
import { NO_PROJECT } from '../../../src/content/darkdown/write/resolver.ts';
import { unsafeParts } from './unsafe.ts';
import { workOf } from './work.ts';

const project: Resolver = {
  page: (link) =>
    link === '/guide/start' || link === '../start.md'
      ? { title: 'Getting [started]', url: '/v1/guide/start' }
      : undefined,
  variable: (name) => (name === 'product' ? 'Acme <Docs>' : undefined),
  synced: (id) =>
    ({
      note: '{% callout title="Note" %}\nShared.\n{% /callout %}\n',
      loop: 'again\n\n{% synced id="loop" /%}\n',
    })[id],
  asset: (url) => (url.startsWith('assets/') ? `/files/${url.slice(7)}` : undefined),
  file: (url) => (url.startsWith('files/') ? `/files/${url.slice(6)}` : undefined),
  glossary: (term) => (term === 'CDN' ? 'A "network"' : undefined),
  children: () => [{ title: 'A & B', url: '/v1/guide/a' }],
  audience: (id) => id === 'staff',
};

const html = (body: string, highlight = false): Promise<string> =>
  toHtml(body, project, { highlight });

/** One row a node of the description's table: the source, and what it becomes. */
const CONVERSIONS: readonly (readonly [
  name: string,
  source: string,
  markdown: string,
  html: string,
  text: string,
])[] = [
  [
    'callout',
    '{% callout type="warning" title="Take *care*" %}\nOne\n\n- two\n{% /callout %}\n',
    '> **Take \\*care\\***\n>\n> One\n>\n> - two\n',
    '<aside class="callout callout-warning">\n<p class="callout-title">Take *care*</p>\n<p>One</p>\n<ul>\n<li>two</li>\n</ul>\n</aside>\n',
    'Take *care*\n\nOne\n\n- two\n',
  ],
  [
    'image with caption',
    '{% image url="assets/a b.png" width=300 %}\nA **fine** picture\n{% /image %}\n',
    '![A **fine** picture](</files/a b.png>)\n',
    '<figure><img src="/files/a%20b.png" alt="" width="300" loading="lazy"><figcaption>A <strong>fine</strong> picture</figcaption></figure>\n',
    'A fine picture\n',
  ],
  [
    'early image',
    '{% image url="u.png" caption="C" mode="600" height="10" width="20" %}\n{% /image %}\n',
    '![C](u.png)\n',
    '<figure><img src="u.png" alt="" width="20" height="10" loading="lazy"><figcaption>C</figcaption></figure>\n',
    'C\n',
  ],
  [
    'code with tabs',
    '{% code %}\n{% tab language="js" title="one.js" %}\na < b\n{% /tab %}\n{% tab language="c" %}\nc\n{% /tab %}\n{% /code %}\n',
    '**one.js**\n\n```js\na < b\n```\n\n```c\nc\n```\n',
    '<div class="code">\n<p class="code-title">one.js</p>\n<pre><code class="language-js">a &lt; b\n</code></pre>\n<pre><code class="language-c">c\n</code></pre>\n</div>\n',
    'one.js\n\na < b\n\nc\n',
  ],
  [
    'pipe table in a table',
    '{% table widths="1,2" %}\n| a | b | \n| ---- | ---- | \n| c\\nd | e<br>f | \n{% /table %}\n',
    '| a | b | \n| ---- | ---- | \n| c\\nd | e<br>f |\n',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>c<br>\nd</td>\n<td>e<br>\nf</td>\n</tr>\n</tbody>\n</table>\n',
    'a\tb\nc d\te f\n',
  ],
  [
    'table of cells',
    '{% table layout="auto" %}\n{% row %}\n{% cell header=true %}\na | b\n{% /cell %}\n{% /row %}\n{% row %}\n{% cell %}\nOne\n\nTwo\n{% /cell %}\n{% /row %}\n{% /table %}\n',
    '| a \\| b |\n| ---- |\n| One<br>Two |\n',
    '<table>\n<tbody>\n<tr><th><p>a | b</p></th></tr>\n<tr><td><p>One</p>\n<p>Two</p></td></tr>\n</tbody>\n</table>\n',
    'a | b\nOne Two\n',
  ],
  [
    'html',
    '{% html %}\n<p onclick="x()">Hi <b>there</b></p><script>x()</script>\n{% /html %}\n',
    '<p onclick="x()">Hi <b>there</b></p>\n',
    '<div class="html"><p>Hi <b>there</b></p></div>\n',
    'Hi there\n',
  ],
  [
    'video',
    '{% video provider="vimeo" videoId="717779857" /%}\n',
    '<https://vimeo.com/717779857>\n',
    '<p class="video"><a href="https://vimeo.com/717779857">https://vimeo.com/717779857</a></p>\n',
    'https://vimeo.com/717779857\n',
  ],
  [
    'tabs',
    '{% tabs %}\n{% tab title="Android" %}\nRun.\n{% /tab %}\n{% /tabs %}\n',
    '**Android**\n\nRun.\n',
    '<div class="tabs">\n<section class="tab">\n<p class="tab-title">Android</p>\n<p>Run.</p>\n</section>\n</div>\n',
    'Android\n\nRun.\n',
  ],
  [
    'step with a description',
    '{% step title="T" codeId="x" description="Say "hi"" %}\n{% /step %}\n',
    '**T**\n\nSay "hi"\n',
    '<section class="step">\n<p class="step-title">T</p>\n<p>Say &quot;hi&quot;</p>\n</section>\n',
    'T\n\nSay "hi"\n',
  ],
  [
    'cards',
    '{% cards %}\n{% card title="One" text="Two" link="/guide/start#x" /%}\n{% /cards %}\n',
    '- [One](/guide/start#x): Two\n',
    '<ul class="cards">\n<li><a href="/v1/guide/start#x">One</a><p>Two</p></li>\n</ul>\n',
    'One\nTwo\n',
  ],
  [
    'synced block',
    '{% synced id="note" /%}\n',
    '> **Note**\n>\n> Shared.\n',
    '<aside class="callout callout-info">\n<p class="callout-title">Note</p>\n<p>Shared.</p>\n</aside>\n',
    'Note\n\nShared.\n',
  ],
  [
    'index list',
    '{% index-list /%}\n',
    '- [A \\& B](/v1/guide/a)\n',
    '<ul class="index-list">\n<li><a href="/v1/guide/a">A &amp; B</a></li>\n</ul>\n',
    'A & B\n',
  ],
  [
    'conditional',
    '{% conditional audience="partners" %}\nSecret\n{% /conditional %}\n',
    '',
    '',
    '',
  ],
  [
    'conditional for the reader',
    '{% conditional audience="staff" %}\nOpen\n{% /conditional %}\n',
    'Open\n',
    '<p>Open</p>\n',
    'Open\n',
  ],
  [
    'badge',
    'a {% badge text="New*" type="success" /%} b\n',
    'a New\\* b\n',
    '<p>a <span class="badge badge-success">New*</span> b</p>\n',
    'a New* b\n',
  ],
  [
    'early badge',
    '$inline[badge,Yes, sir,success]\n',
    'Yes\n',
    '<p><span class="badge badge-info">Yes</span></p>\n',
    'Yes\n',
  ],
  [
    'key and icon',
    '{% key key="⌘" /%} {% icon classes="fas fa-x" /%}\n',
    '**⌘** \n',
    '<p><kbd>⌘</kbd> <i class="fas fa-x"></i></p>\n',
    '⌘\n',
  ],
  [
    'glossary',
    '{% glossary term="CDN" /%}\n',
    'CDN\n',
    '<p><abbr title="A &quot;network&quot;">CDN</abbr></p>\n',
    'CDN\n',
  ],
  [
    'inline image',
    'a {% inline-image url="assets/x.png" width="20" /%}\n',
    'a ![](/files/x.png)\n',
    '<p>a <img src="/files/x.png" alt="" width="20" loading="lazy"></p>\n',
    'a\n',
  ],
  [
    'title of the target',
    '[auto$](/guide/start#x)\n',
    '[Getting \\[started\\]](/guide/start#x)\n',
    '<p><a href="/v1/guide/start#x">Getting [started]</a></p>\n',
    'Getting [started]\n',
  ],
  [
    'variable',
    '%product% and %T% `%product%`\n',
    '%product% and %T% `%product%`\n',
    '<p>Acme &lt;Docs&gt; and %T% <code>%product%</code></p>\n',
    'Acme <Docs> and %T% %product%\n',
  ],
  [
    'link to a file',
    '[a](../start.md#x)\n',
    '[a](../start.md#x)\n',
    '<p><a href="/v1/guide/start#x">a</a></p>\n',
    'a\n',
  ],
  ['link with no text', 'a [](b) c\n', 'a  c\n', '<p>a  c</p>\n', 'a  c\n'],
  [
    'underline and link',
    '{% u %}a{% /u %} {% link href="b (c)" %}d{% /link %}\n',
    'a [d](<b (c)>)\n',
    '<p><u>a</u> <a href="b%20(c)">d</a></p>\n',
    'a d\n',
  ],
  [
    'fence with a title',
    '```js {% title="t" %}\nx\n```\n',
    '**t**\n\n```js\nx\n```\n',
    '<p class="code-title">t</p>\n<pre><code class="language-js">x\n</code></pre>\n',
    't\n\nx\n',
  ],
  ['an unknown block', '{% strange %}\na\n{% /strange %}\n', 'a\n', '<p>a</p>\n', 'a\n'],
  ['an empty paragraph', 'a\n\n{% p /%}\n', 'a\n\n', '<p>a</p>\n<p></p>\n', 'a\n'],
  [
    'raw HTML outside html',
    'a <b>c</b><br>d\n',
    'a <b>c</b><br>d\n',
    '<p>a &lt;b&gt;c&lt;/b&gt;<br>\nd</p>\n',
    'a <b>c</b>\nd\n',
  ],
  [
    'a plugin',
    '$plugin[{"type":"callout","data":{"text":"*a*","type":"info","title":"T"}}]$\n',
    '> **T**\n>\n> *a*\n',
    '<aside class="callout callout-info">\n<p class="callout-title">T</p>\n<p><em>a</em></p>\n</aside>\n',
    'T\n\na\n',
  ],
];

describe('conversions', () => {
  test.each(CONVERSIONS)('%s', async (_, source, markdown, expected, text) => {
    expect(toMarkdown(source, project)).toBe(markdown);
    expect(await html(source)).toBe(expected);
    expect(toText(source, project)).toBe(text);
  });

  test('plain Markdown is unchanged', () => {
    const body = '1) a\n\n\n*  b   \n\tc\n<!-- x -->\n\\_ &nbsp; [x]\n\n[x]:  /y';
    expect(toMarkdown(body, project)).toBe(body);
  });

  test('a definition applies to the whole page, before and after blocks', async () => {
    expect(await html('[a]\n\n{% callout %}\n[a]\n{% /callout %}\n\n[a]: /x\n')).toBe(
      '<p><a href="/x">a</a></p>\n<aside class="callout callout-info">\n<p><a href="/x">a</a></p>\n</aside>\n',
    );
  });

  test('assets of a page are found by their names', async () => {
    const body =
      '$plugin[{"type":"image","data":{"url":"asset:abcdefghijkl"}}]$\n\n<!-- asset:abcdefghijkl=https://e.x/a.png -->\n';
    expect(await html(body)).toContain('src="https://e.x/a.png"');
    expect(toMarkdown(body, project)).toBe('![](https://e.x/a.png)\n\n');
  });

  test.each([
    ['an image', '{% image url="asset:zvlx" /%}', ''],
    ['an image with a caption', '{% image url="asset:zvlx" %}\nA roof\n{% /image %}', 'A roof'],
    ['an inline image', 'See {% inline-image url="asset:zvlx" /%}', ''],
  ])('of %s in the library of the platform, the page shows a notice', async (_, body, more) => {
    const shown = await html(body);
    expect(shown).toContain('role="img" aria-label="A picture in the platform\'s library"');
    expect(shown).toContain(more);
    expect(shown).not.toContain('<img');
  });

  test('merged cells are merged in HTML', async () => {
    const cell = (attributes: string): Promise<string> =>
      html(
        `{% table %}\n{% row %}\n{% cell ${attributes} %}\na\n{% /cell %}\n{% /row %}\n{% /table %}\n`,
      );
    expect(await cell('colspan=2 rowspan=3')).toContain(
      '<td colspan="2" rowspan="3"><p>a</p></td>',
    );
    expect(await cell('header=true colwidth=[173,20] colspan="2"')).toContain('<th colspan="2">');
    for (const none of ['colspan=1', 'colspan=0', 'rowspan="x"', 'colspan=100000', 'colspan=-2']) {
      expect(await cell(none)).toContain('<td><p>a</p></td>');
    }
  });

  test('headings get anchors, each its own', async () => {
    const body =
      '## A / B\n\n## Setup `x` {% icon classes="a" /%}\n\n{% synced id="note" /%}\n\n### A / B\n';
    const ids = Array.from((await html(body)).matchAll(/ id="([^"]*)"/g), ([, id]) => id);
    expect(ids).toEqual(['a--b', 'setup-x-', 'a--b-1']);
  });

  test('code is highlighted if the language is known', async () => {
    expect(await html('```js\nconst a = "<b>";\n```\n', true)).toBe(
      '<pre><code class="language-js"><span class="hljs-keyword">const</span> a = <span class="hljs-string">&quot;&lt;b&gt;&quot;</span>;\n</code></pre>\n',
    );
    expect(await html('```nope\n<a>\n```\n', true)).toContain('&lt;a&gt;');
  });
});

test.each([
  ['<p>Caf&eacute; &amp; Cr&egrave;me</p>', 'Café & Crème\n'],
  [
    '<p>&rarr;&nbsp;&nbsp;a&#8209;b &#x2014; &notaname; &amp;eacute;</p>',
    '→ a‑b — ¬aname; &eacute;\n',
  ],
])('the words of raw HTML are those that a browser shows: %s', (html, text) => {
  expect(toText(`{% html %}\n${html}\n{% /html %}\n`, NO_PROJECT)).toBe(text);
});

test('lines in a cell break in the same way after and before a table inside it', () => {
  const pipes = '| h | \n| ---- | \n| c\\nd | \n';
  const inner = `{% callout %}\n{% table %}\n${pipes}{% /table %}\n{% /callout %}\n`;
  const text = toText(`{% table %}\n${inner}\n${pipes}{% /table %}\n`, NO_PROJECT);
  expect(text.match(/c d/g)).toHaveLength(2);
});

describe('all writers', () => {
  test('find the targets of links in table cells in the whole page', async () => {
    const body =
      '{% table %}\n{% row %}\n{% cell %}\n[one][x]\n{% /cell %}\n{% /row %}\n{% /table %}\n\n[x]: /y\n';
    expect(await html(body)).toContain('<td><p><a href="/y">one</a></p></td>');
    expect(toText(body, NO_PROJECT)).toBe('one\n');
  });

  test('read \\n as a line break in the cells of a table, and as text in a block inside it', async () => {
    const pipes = (cell: string): string => `| h |\n| ---- |\n| ${cell} |\n`;
    const inside = (cell: string): string =>
      `{% table %}\n{% callout %}\n${pipes(cell)}{% /callout %}\n{% /table %}\n`;
    expect(samePage(inside('c\\nd'), inside('c\\\\nd'))).toBe(true);
    expect(await html(inside('c\\nd'))).toBe(await html(inside('c\\\\nd')));
    expect(toText(inside('c\\nd'), NO_PROJECT)).toContain('c\\nd');
    expect(await html(`{% table %}\n${pipes('c\\nd')}{% /table %}\n`)).toContain(
      '<td>c<br>\nd</td>',
    );
  });

  test('show the title of code in a list as outside a list', async () => {
    const body = '- a\n\n  ```js {% title="one.js" %}\n  x\n  ```\n';
    expect(await html(body)).toContain(
      '<p class="code-title">one.js</p>\n<pre><code class="language-js">x\n</code></pre>\n',
    );
    expect(toText(body, NO_PROJECT)).toBe('- a\n\none.js\n\nx\n');
  });

  test('write a list item without text on a line of its own', () => {
    expect(toText('-\n\nafter\n', NO_PROJECT)).toBe('after\n');
    expect(toText('- ```\n  code\n  ```\n\nafter\n', NO_PROJECT)).toBe('code\n\nafter\n');
  });

  test('make the same anchor for search and HTML, even after a heading in a cell', async () => {
    const body =
      '{% table %}\n{% row %}\n{% cell %}\n## A\n{% /cell %}\n{% /row %}\n{% /table %}\n\n## A\n\nb\n';
    expect(await html(body)).toContain('<h2 id="a-1">A</h2>');
    expect(sections(ParsedPage.of(body), NO_PROJECT).map(({ anchor }) => anchor)).toEqual([
      '',
      'a-1',
    ]);
  });
});

describe('the size of the output is limited', () => {
  test('a synced block that contains itself is shown once', () => {
    expect(toText('{% synced id="loop" /%}\n', project)).toBe('again\n');
  });

  test('blocks that contain each other twice do not grow exponentially', () => {
    const twice = (id: string): string => `{% synced id="${id}" /%}\n\n{% synced id="${id}" /%}\n`;
    const resolver: Resolver = { ...NO_PROJECT, synced: (id) => `${id}\n\n${twice(`${id}x`)}` };
    expect(toText(twice('a'), resolver).split('\n\n').length).toBeLessThanOrEqual(200);
  });

  test('thousands of nested blocks, quotes and lists do not exhaust the stack', async () => {
    const deep = `${'{% callout %}\n'.repeat(20_000)}${'> '.repeat(20_000)}${'- '.repeat(20_000)}x\n`;
    expect(unsafeParts(await html(deep))).toEqual([]);
    expect(toMarkdown(deep, project)).not.toBe('');
    expect(toText(deep, project)).not.toBe('');
  });
});

test('endlessly nested emphasis does not exhaust the stack', async () => {
  const stars = '**'.repeat(10_000);
  const body = `${stars}x${stars}\n`;
  expect(toText(body, NO_PROJECT)).toBe('x\n');
  expect(await html(body)).toContain('<strong>x</strong>');
  expect(samePage(canonical(body), body)).toBe(true);
});

test('quotes that end before the next empty line take time in proportion to their length', () => {
  const work = (times: number): number =>
    workOf(() => toText('> ~~~c\nx\n> ~~~\n'.repeat(times), NO_PROJECT));
  expect(work(8000)).toBeLessThan(2.5 * work(4000));
});

describe('HTML is safe', () => {
  test.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](data:text/html,x)',
    '<javascript:alert(1)>',
    '![a](javascript:alert(1))',
    '![a](data:image/svg+xml,<svg/onload=alert(1)>)',
    '[a]: javascript:alert(1)\n\n[a]',
    '{% link href="java\nscript:alert(1)" %}a{% /link %}',
    '{% link href="\u0001javascript:alert(1)" %}a{% /link %}',
    `{% link href="${' '.repeat(300)}javascript:alert(1)" %}a{% /link %}`,
    '{% card title="a" link="javascript:alert(1)" /%}',
    '{% video provider="raw" videoId="javascript:alert(1)" /%}',
    '{% github-code url="vbscript:x" /%}',
    '{% image url="javascript:alert(1)" /%}',
    '{% icon classes="x\\" onclick=\\"alert(1)" /%}',
    '{% callout type="\\"><script>" title="<script>" %}\n<script>x</script>\n{% /callout %}',
    '{% badge text="<img src=x onerror=alert(1)>" type="a b" /%}',
    '```"><script>\n</code></pre><script>x</script>\n```',
    '{% html %}\n<a href="java&#x0A;script:x">a</a><svg onload=x><img src=x onerror=x><iframe src=x></iframe>\n{% /html %}',
    '{% html %}\n<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">\n{% /html %}',
    '{% html %}\n<noscript><p title="</noscript><img src=x onerror=alert(1)>">\n{% /html %}',
    '{% html %}\n<div style="background:url(javascript:x)" id="a"><form action="javascript:x"><button formaction=x>\n{% /html %}',
    'a \0 b {% html %}\n\0<b>\0</b>\n{% /html %}',
  ])('%j', async (body) => {
    expect(unsafeParts(await html(body, true))).toEqual([]);
  });

  test.each([
    ['<xmp><script>x</script></xmp>', '&lt;script&gt;x&lt;/script&gt;'],
    ['<p>a<xmp><img src=x onerror=x>', '<p>a&lt;img src=x onerror=x&gt;</p>'],
    ['<XMP>&lt;b&gt; &amp;</XMP >c', '&amp;lt;b&amp;gt; &amp;amp;c'],
    ['<noembed><img src=x onerror=x></noembed>', '&lt;img src=x onerror=x&gt;'],
    ['<noframes><img src=x onerror=x></noframes>', '&lt;img src=x onerror=x&gt;'],
    ['<plaintext><img src=x onerror=x>', '&lt;img src=x onerror=x&gt;'],
    ['<p><noscript></p><img src=x onerror=x></noscript>a', '<p></p>a'],
    ['<textarea><b></textarea>a', 'a'],
  ])('text that browsers read as text does not become markup: %s', async (raw, shown) => {
    expect(await html(`{% html %}\n${raw}\n{% /html %}\n`)).toBe(
      `<div class="html">${shown}</div>\n`,
    );
  });

  test.each(['xmp', 'textarea', 'noembed', 'noframes', 'noscript', 'iframe', 'title', 'option'])(
    '<%s> is removed, wherever it is and however it ends',
    async (name) => {
      const attack = '<img src=x onerror=x><script>x</script><a href=javascript:x>a</a>';
      for (const around of ['p', 'svg', 'math', 'select', 'table', name])
        for (const end of [`</${name}>`, `</${name}/>`, `</${name} x`, `</${around}>`, '']) {
          const raw = `<${around}><${name}>${attack}${end}${attack}`;
          expect({
            raw,
            unsafe: unsafeParts(await html(`{% html %}\n${raw}\n{% /html %}`)),
          }).toEqual({ raw, unsafe: [] });
        }
    },
  );

  test('pictures may be data URLs of bitmaps', async () => {
    expect(await html('![a](data:image/png;base64,AAAA)')).toContain(
      'src="data:image/png;base64,AAAA"',
    );
  });

  test('the check of this test notices unsafe HTML', () => {
    expect(
      unsafeParts('<p onclick=x><a href=" java\nscript:x">a</a><script>x</script></p>'),
    ).toHaveLength(3);
  });
});
