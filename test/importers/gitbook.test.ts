import { expect, test } from 'vitest';
import { importFiles } from '../support/import-files.ts';

test('GitBook: of tags that have no counterpart, the content stays, and what readers see of their attributes', async () => {
  const imported = await importFiles('gitbook', {
    'README.md': `# One

{% columns %}
{% column width="50%" %}
Left.
{% endcolumn %}
{% endcolumns %}

{% api-method method="get" path="/birds" summary="All birds" %}
Inside.
{% endapi-method %}
`,
  });
  expect(imported.issues.map(({ line, kind, says }) => [line, kind, says])).toEqual(
    (
      [
        [3, 'columns'],
        [4, 'column'],
        [9, 'api-method'],
      ] as const
    ).map(([line, name]) => [
      line,
      'container',
      `The tag \`${name}\` was removed; its content stays${name === 'column' ? ', without width="50%"' : ''}.`,
    ]),
  );
  expect(imported.body('introduction.md')).toBe('Left.\n\nget /birds All birds\n\nInside.');
});

const CARDS = `<table data-card-size="large" data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="image">Cover</th><th data-hidden data-type="number">Order</th></tr></thead><tbody><tr><td><strong>Nests</strong></td><td>Where they are.</td><td><a href="nests.md">nests.md</a></td><td><a href=".gitbook/assets/moss.png">moss.png</a></td><td>3</td></tr><tr><td><h3><a href="https://a.example/eggs">Eggs</a></h3></td><td></td><td></td><td></td><td>1</td></tr><tr><td></td><td>Nothing to go to.</td><td></td><td></td><td></td></tr></tbody></table>`;

test('GitBook: a table of cards becomes cards, without what it hides', async () => {
  const imported = await importFiles('gitbook', {
    'README.md': `# One\n\n${CARDS}\n`,
    'nests.md': '# Nests\n',
    '.gitbook/assets/moss.png': 'x',
  });
  expect(imported.body('introduction.md')).toBe(`{% cards %}
{% card title="Nests" text="Where they are." link="nests.md" /%}
{% card title="Eggs" link="https://a.example/eggs" /%}
{% card title="Nothing to go to." /%}
{% /cards %}`);
  expect(imported.issues).toEqual([
    {
      file: 'README.md',
      line: 3,
      kind: 'image',
      says: 'The cover ".gitbook/assets/moss.png" was left out: cards have no pictures.',
    },
  ]);
});

test('GitBook: icons stay in text, and are not part of a card', async () => {
  const imported = await importFiles('gitbook', {
    'README.md': `# One

An <i class="fa-egg">:egg:</i> egg, <i>truly</i>.

<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody><tr><td><h4><i class="fa-leaf">:leaf:</i></h4></td><td><strong>Nests</strong></td></tr></tbody></table>
`,
  });
  expect(imported.issues).toEqual([]);
  expect(imported.body('introduction.md')).toBe(
    'An {% icon classes="fas fa-egg" /%} egg, *truly*.\n\n{% cards %}\n{% card title="Nests" /%}\n{% /cards %}',
  );
});

test('GitBook: hidden columns of a table are not shown', async () => {
  const imported = await importFiles('gitbook', {
    'README.md': `# One

<table><thead><tr><th>Bird</th><th data-hidden>Note</th><th>Eggs</th></tr></thead><tbody><tr><td>Plover</td><td>secret</td><td>4</td></tr></tbody></table>
`,
  });
  expect(imported.issues).toEqual([]);
  expect(imported.body('introduction.md')).toBe(`| Bird | Eggs |
| --- | --- |
| Plover | 4 |`);
});

test('GitBook: a card with more than words keeps what is in it', async () => {
  const imported = await importFiles('gitbook', {
    'README.md': `# One

<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target></th></tr></thead><tbody><tr><td><strong>Nests</strong></td><td><ul><li>moss</li><li>twigs</li></ul></td><td><a href="nests.md">n</a></td></tr></tbody></table>
`,
    'nests.md': '# Nests\n',
  });
  expect(imported.issues).toEqual([]);
  expect(imported.body('introduction.md')).toBe('[Nests](nests.md)\n\n- moss\n- twigs');
});

test('GitBook: code in HTML keeps its language, title and line numbers', async () => {
  const imported = await importFiles('gitbook', {
    'README.md': `# One

<pre class="language-js" data-title="nest.js" data-line-numbers><code class="lang-js">const a = 1;
<strong>const b = 2 &#x3C; 3;
</strong></code></pre>
`,
  });
  expect(imported.issues).toEqual([]);
  expect(imported.body('introduction.md')).toBe(
    '```js {% showLineNumbers=true title="nest.js" %}\nconst a = 1;\nconst b = 2 < 3;\n```',
  );
});

test('GitBook: blocks of integrations and operations are listed once, with what they say', async () => {
  const imported = await importFiles('gitbook', {
    'README.md': `# One

{% @mermaid/diagram content="graph TD" %}

{% openapi-operation spec="birds" path="/birds" method="get" %}
[The definition](https://a.example/birds.yaml)
{% endopenapi-operation %}
`,
  });
  expect(imported.issues.map(({ line, says }) => [line, says])).toEqual([
    [3, 'The tag `@mermaid/diagram` was removed; its content stays.'],
    [5, 'The tag `openapi-operation` was removed; its content stays, without spec="birds".'],
  ]);
  expect(imported.body('introduction.md')).toBe(
    'graph TD\n\nget /birds\n\n[The definition](https://a.example/birds.yaml)',
  );
});

test.each([
  ['gitbook', '.gitbook.yaml', 'root: ./\n', ''],
  ['gitbook', '.gitbook.yaml', 'root: ./docs/\n', 'docs/'],
  ['gitbook', '.gitbook.yaml', 'root: /docs/\n', 'docs/'],
  ['mkdocs', 'mkdocs.yml', 'docs_dir: ./pages/\n', 'pages/'],
  ['vitepress', '.vitepress/config.js', "export default { srcDir: './src/' };\n", 'src/'],
] as const)('%s: the pages are in the folder that %s names: %j', async (tool, file, text, root) => {
  const imported = await importFiles(tool, {
    [file]: text,
    [`${root}one.md`]: '# One\n\n[x](two.md)\n',
    [`${root}two.md`]: '# Two\n',
  });
  expect(imported.issues).toEqual([]);
  expect(imported.body('one.md')).toBe('[x](two.md)');
});

test('GitBook: references to pages and files are links, also with escapes in their attributes', async () => {
  const imported = await importFiles('gitbook', {
    'README.md': `# One

{% page-ref page="nests/two\\_eggs.md" %}

{% file src=".gitbook/assets/my\\_nest.png" caption="A \\*nest\\*" %}

{% content-ref url='nests/two\\_eggs.md' %}

{% unknown-ref href="nests/two_eggs.md" title="Two \\"eggs\\"" %}
`,
    'nests/two_eggs.md': '# Two\n',
    '.gitbook/assets/my_nest.png': 'PNG',
  });
  expect(imported.body('introduction.md')).toBe(`[nests/two\\_eggs.md](two_eggs.md)

[A \\*nest\\*](../../assets/gitbook/assets/my_nest.png)

[nests/two\\_eggs.md](two_eggs.md)

Two "eggs"

[nests/two\\_eggs.md](two_eggs.md)`);
  expect(imported.issues.map(({ line, says }) => [line, says])).toEqual([
    [9, 'The tag `unknown-ref` was removed; its content stays.'],
  ]);
});

test('switches for parts of a GitBook page do not hide the page, and a draft below a key does', async () => {
  const layout = 'layout:\n  title:\n    visible: true\n  outline:\n    visible: false\n';
  const imported = await importFiles('gitbook', {
    'README.md': `---\n${layout}---\n\n# Start\n\nText.\n`,
    'plan.md': '---\nmeta:\n  draft: true\n---\n\n# Plan\n\nText.\n',
  });
  const drafts = [...imported.texts].filter(([, text]) => /^---draft$/m.test(text));
  expect(drafts.map(([path]) => path)).toEqual([expect.stringMatching(/plan\.md$/)]);
});
