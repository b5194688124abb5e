/** What a source shows its readers besides its words: it is taken over, or listed. */
import { expect, test } from 'vitest';
import { importFiles } from '../support/import-files.ts';

const NAV = {
  'docs.json':
    '{"name":"A","navigation":{"tabs":[\n{"tab":"Guides","groups":[{"group":"Start","pages":["one"]}]}]}}',
};

test.each([
  ['mintlify', 'An <Icon icon="check" /> icon', 'An {% icon classes="fas fa-check" /%} icon'],
  ['mintlify', 'An <Icon icon="/a b.svg" /> icon', 'An  icon'],
  [
    'mintlify',
    'An <Tooltip tip="What it is" cta="More" href="https://a.example">API</Tooltip>',
    'An [API](https://a.example) (What it is – More)',
  ],
  ['mintlify', 'An <Tooltip tip="What it is">API</Tooltip>', 'An API (What it is)'],
  ['mintlify', '<Icon icon="github" />', '{% icon classes="fab fa-github" /%}'],
  ['mintlify', '<Icon icon="apple-whole" />', '{% icon classes="fas fa-apple-whole" /%}'],
  ['mintlify', 'An <i class="fa-github"></i> icon', 'An {% icon classes="fab fa-github" /%} icon'],
  ['mintlify', '<Icon icon="meetup" iconType="brands" />', '{% icon classes="fab fa-meetup" /%}'],
  [
    'mintlify',
    '<Frame caption="Below" hint="Above">\n  ![](https://a.example/a.png)\n</Frame>',
    'Above\n\n![](https://a.example/a.png)\n\nBelow',
  ],
  ['mintlify', '- [x] done\n- [ ] open', '- ☑ done\n- ☐ open'],
  ['docusaurus', '1. [X] done\n\n[x] is no link', '1. ☑ done\n\n\\[x\\] is no link'],
  [
    'docusaurus',
    "<Tabs values={[{label: 'On Windows', value: 'win'}]}>\n<TabItem value=\"win\">\n\nw\n\n</TabItem>\n</Tabs>",
    '{% tabs %}\n{% tab title="On Windows" %}\nw\n{% /tab %}\n{% /tabs %}',
  ],
  ['docusaurus', "<Link to={useBaseUrl('/docs/one')}>one</Link>", '[one](one.md)'],
  ['docusaurus', "See <a href={useBaseUrl('docs/one')}>one</a>", 'See [one](one.md)'],
  [
    'mintlify',
    '<ParamField cookie="id" type="string">\nThe id.\n</ParamField>',
    '`id` string\n\nThe id.',
  ],
  ['mintlify', '<ResponseField name="a" pre={["old"]} post={["new"]} />', '`a` old, new'],
] as const)('%s: %s', async (tool, source, body) => {
  const path = tool === 'mintlify' ? 'one.mdx' : 'docs/one.md';
  const imported = await importFiles(tool, { [path]: `---\ntitle: One\n---\n\n${source}\n` });
  expect(imported.body('one.md')).toBe(body);
  expect(imported.issues).toEqual([]);
});

test.each([
  ['==marked== and `==code==`', '==marked== was kept as text.'],
  ['^^inserted^^', '^^inserted^^ was kept as text.'],
  ['See :material-home: there', ':material-home: was kept as text.'],
  ['*[HTML]: Hyper Text', '*[HTML]: Hyper Text was kept as text.'],
  ['Apple\n:   A fruit.', ': A fruit. was kept as text.'],
  ['H~2~O', '~2~ was kept as text.'],
  ['x^2^', '^2^ was kept as text.'],
])('MkDocs: the notation of %j is listed', async (source, says) => {
  const imported = await importFiles('mkdocs', { 'docs/one.md': `# One\n\n${source}\n` });
  expect(imported.issues).toMatchObject([{ file: 'docs/one.md', kind: 'notation', says }]);
});

test.each([
  '`==code==`',
  'a~~b~~ c',
  'See ~/a and ~/b',
  '{++added++}',
  'At 10:30:15, a == b and b == c',
  'https://a.example/:id:/x',
  'a ^ b',
])('MkDocs: %j is not a notation', async (source) => {
  const imported = await importFiles('mkdocs', { 'docs/one.md': `# One\n\n${source}\n` });
  expect(imported.issues).toEqual([]);
});

test('MkDocs: each notation of a block is listed', async () => {
  const text = '# One\n\n==marked== and ^^inserted^^ with :material-home: here\n';
  const imported = await importFiles('mkdocs', { 'docs/one.md': text });
  expect(imported.issues.map(({ says }) => says.replace(' was kept as text.', ''))).toEqual([
    '==marked==',
    '^^inserted^^',
    ':material-home:',
  ]);
});

test.each([
  ['vitepress', 'Done :tada: at 10:30:15'],
  ['gitbook', 'Done :tada: at 10:30:15'],
  ['vitepress', 'Done :tada:!'],
])('%s: an emoji is listed in %j', async (tool, text) => {
  const imported = await importFiles(tool, { 'one.md': `# One\n\n${text}\n` });
  expect(imported.issues).toEqual([
    { file: 'one.md', line: 3, kind: 'notation', says: ':tada: was kept as text.' },
  ]);
});

test.each([
  [
    'mintlify',
    'one.mdx',
    'tag: NEW',
    'NEW is next to the title in the navigation: it was left out.',
  ],
  [
    'mintlify',
    'one.mdx',
    'url: https://a.example',
    'https://a.example is where the entry of the navigation leads: it was left out.',
  ],
  [
    'mkdocs',
    'docs/one.md',
    'subtitle: For all',
    'For all is below the title in the navigation: it was left out.',
  ],
  ['mkdocs', 'docs/one.md', 'status: new', 'new is a mark in the navigation: it was left out.'],
] as const)('%s: a header of %s that readers see is listed: %s', async (tool, file, line, says) => {
  const imported = await importFiles(tool, { [file]: `---\ntitle: One\n${line}\n---\n\nText.\n` });
  expect(imported.issues).toEqual([{ file, line: 3, kind: 'front-matter', says }]);
});

test('the icon of a page is its icon in the navigation', async () => {
  const imported = await importFiles('mintlify', {
    'docs.json': '{"navigation":{"pages":["one","two"]}}',
    'one.mdx': '---\ntitle: One\nicon: rocket\n---\n',
    'two.mdx': '---\ntitle: Two\nicon: /a.svg\n---\n',
  });
  expect(imported.texts.get('v1.0/site/_nav.yaml')).toBe(
    'items:\n  - page: one\n    icon: rocket\n  - two\n',
  );
});

test.each([
  [
    'docusaurus',
    'docusaurus.config.js',
    'module.exports = {\n  themeConfig: { footer: { links: [] } } };',
    'footer',
  ],
  ['vitepress', '.vitepress/config.ts', 'export default {\n  themeConfig: { nav: [] } };', 'nav'],
  ['mintlify', 'docs.json', '{\n"navbar": { "links": [] } }', 'navbar'],
  ['mkdocs', 'mkdocs.yml', 'site_name: A\ncopyright: B', 'copyright'],
] as const)(
  '%s: what stands above and below the pages is listed',
  async (tool, file, text, key) => {
    const imported = await importFiles(tool, { [file]: text, 'docs/one.md': '# One\n' });
    const says = `"${key}" was left out: pages and the navigation beside them are imported.`;
    expect(imported.issues).toEqual([{ file, line: 2, kind: 'config', says }]);
  },
);

test('Mintlify: the tags of an entry are listed', async () => {
  const imported = await importFiles('mintlify', {
    'one.mdx': '<Update label="May" tags={["A"]}>\n  Text.\n</Update>\n',
  });
  expect(imported.issues).toEqual([
    { file: 'one.mdx', line: 1, kind: 'component', says: 'The tags of this entry were left out.' },
  ]);
});

test('GitBook: the cover of a page stands below its title', async () => {
  const imported = await importFiles('gitbook', {
    'SUMMARY.md': '* [One](one.md)\n',
    'one.md': '---\ncover: .gitbook/assets/a b.png\n---\n\n# One\n\nText.\n',
    '.gitbook/assets/a b.png': 'PNG',
  });
  expect(imported.body('one.md')).toMatch(/^!\[\]\([^)]*\)\n\nText\.$/);
  expect(imported.issues).toEqual([]);
});

test('Mintlify: the name of a tab above groups is listed, with its line', async () => {
  const imported = await importFiles('mintlify', { ...NAV, 'one.mdx': 'Text.\n' });
  expect(imported.issues).toEqual([
    {
      file: 'docs.json',
      line: 2,
      kind: 'navigation',
      says: '"Guides" is a row above the navigation: its groups were kept, its name was not.',
    },
  ]);
});

test('Docusaurus: the description of a generated page, and links that lead to the old site, are listed', async () => {
  const imported = await importFiles('docusaurus', {
    'docusaurus.config.js': 'module.exports = { url: "https://a.example", baseUrl: "/" };\n',
    'docs/cat/_category_.json':
      '{"label":"Cat",\n"link":{"type":"generated-index","title":"Cats","description":"All of it"}}',
    'docs/cat/one.md': '# One\n\n[Gone](/gone)\n',
  });
  expect(imported.issues.map(({ file, line, says }) => [file, line, says])).toEqual([
    [
      'docs/cat/_category_.json',
      2,
      'The generated page of a category was not imported, nor its words: "Cats".',
    ],
    [
      'docs/cat/_category_.json',
      2,
      'The generated page of a category was not imported, nor its words: "All of it".',
    ],
    [
      'docs/cat/one.md',
      3,
      '"/gone" does not link to a page of the source: it leads to the old site.',
    ],
  ]);
  expect(imported.body('one.md')).toBe('[Gone](https://a.example/gone)');
});

test('a link of Vue that is code leads to its address, or is listed', async () => {
  const imported = await importFiles('vitepress', {
    'one.md': `# One\n\n<a :href="withBase('/one')">a</a> <a :href="'/one'">b</a> <a :href="url">c</a>\n`,
  });
  expect(imported.body('one.md')).toBe('[a](one.md) [b](one.md) c');
  expect(imported.issues).toEqual([
    {
      file: 'one.md',
      line: 3,
      kind: 'link',
      says: 'The address of a link is code: its text was kept.',
    },
  ]);
});

test.each([
  ['| A | B |\n|---|---|\n| `a|b` | last |', '| A | B |\n| --- | --- |\n| `a\\|b` | last |'],
  [
    '```\n| A | B |\n|---|---|\n| `a|b` | last |\n```',
    '```\n| A | B |\n|---|---|\n| `a|b` | last |\n```',
  ],
  ['Use `a|b`\nand `c|d`', 'Use `a|b`\nand `c|d`'],
])('MkDocs: a pipe in code ends no cell of a table: %j', async (source, body) => {
  const imported = await importFiles('mkdocs', { 'docs/one.md': `# One\n\n${source}\n` });
  expect(imported.body('one.md')).toBe(body);
});

test('MkDocs: a snippet may be a part of a file', async () => {
  const imported = await importFiles('mkdocs', {
    'docs/one.md': '# One\n\n--8<-- "docs/two.md:part"\n\n--8<-- "docs/two.md:1:1"\n',
    'docs/two.md': '# Two\n\n--8<-- [start:part]\n\nInside.\n\n--8<-- [end:part]\n\nOutside.\n',
  });
  expect(imported.body('one.md')).toBe('Inside.\n\n## Two');
  expect(imported.body('two.md')).toBe('Inside.\n\nOutside.');
  expect(imported.issues).toEqual([]);
});

test('MkDocs: blocks of PyMdown extensions are listed', async () => {
  const imported = await importFiles('mkdocs', {
    'docs/one.md': '# One\n\n/// note | Title\nText.\n///\n',
  });
  expect(imported.issues).toMatchObject([{ line: 3, says: '/// note | Title was kept as text.' }]);
});

test('Docusaurus: the words of a generated page are listed', async () => {
  const imported = await importFiles('docusaurus', {
    'sidebars.js': `module.exports = { a: [{ type: 'category', label: 'Cat', items: ['one'],
link: { type: 'generated-index', title: 'Over', description: 'All' } }] };`,
    'docs/one.md': '# One\n',
  });
  const says = (word: string) =>
    `The generated page of a category was not imported, nor its words: "${word}".`;
  expect(imported.issues.map(({ file, line, says: said }) => [file, line, said])).toEqual([
    ['sidebars.js', 2, says('Over')],
    ['sidebars.js', 2, says('All')],
  ]);
});

test('Docusaurus: a file that is imported under the name of a component is that file', async () => {
  const imported = await importFiles('docusaurus', {
    'docs/one.md': "# One\n\nimport Snippet, {frag} from './_part.mdx';\n\n<Snippet />\n",
    'docs/_part.mdx': 'Inside.\n',
  });
  expect(imported.body('one.md')).toBe('Inside.');
  expect(imported.issues).toEqual([]);
});

test('texts that all pages include are bounded together', async () => {
  const long = 'a'.repeat(3_900_000);
  const pages = Array.from(
    { length: 9 },
    (_, at) => [`docs/p${at}.md`, '--8<-- "long.md"\n'] as const,
  );
  const imported = await importFiles('mkdocs', { ...Object.fromEntries(pages), 'long.md': long });
  expect(imported.issues.map(({ says }) => says)).toContain(
    '"long.md" was not included: the page would be too long.',
  );
});

test('MkDocs: metadata without fences is not text of the page', async () => {
  const imported = await importFiles('mkdocs', {
    'docs/one.md': 'title: The first\nauthor: Somebody\n    and others\n\nText.\n',
    'docs/three.md': 'Plain text.\n\nkey: value\n',
  });
  expect(imported.texts.get('v1.0/site/one.md')).toContain('title: The first\n');
  expect(imported.body('one.md')).toBe('Text.');
  expect(imported.body('three.md')).toBe('Plain text.\n\nkey: value');
});

test('VitePress: a feature keeps the words of its link', async () => {
  const imported = await importFiles('vitepress', {
    'index.md':
      '---\nlayout: home\nfeatures:\n  - title: Fast\n    details: Very.\n    link: /one\n    linkText: Learn more\n---\n',
    'one.md': '# One\n',
  });
  expect(imported.body('introduction.md')).toContain('Very. Learn more');
});

const MARKED = (code: string): string => `\`\`\`js\n${code}\n\`\`\``;

test.each<
  readonly [tool: string, code: string, lines: string | null, left: string, told: readonly string[]]
>([
  ['docusaurus', 'a\n// highlight-next-line\nb\nc', '2', 'a\nb\nc', []],
  ['docusaurus', '{/* highlight-start */}\na\nb\n{/* highlight-end */}\nc', '1,2', 'a\nb\nc', []],
  ['docusaurus', '# highlight-next-line', null, '', []],
  ['vitepress', 'a\nb // [!code highlight]\nc # [!code hl:2]\nd\ne', '2,3,4', 'a\nb\nc\nd\ne', []],
  [
    'vitepress',
    'a // [!code --]\nb <!-- [!code ++] -->',
    '1,2',
    'a\nb',
    ['[!code --]', '[!code ++]'],
  ],
  ['mintlify', 'a /* [!code focus] */', '1', 'a', ['[!code focus]']],
  ['mkdocs', 'a # highlight-next-line', null, 'a # highlight-next-line', []],
])('%s: marks in code become highlighted lines: %j', async (tool, code, lines, left, told) => {
  const file = { docusaurus: 'docs/one.mdx', mkdocs: 'docs/one.md' }[tool] ?? 'one.md';
  const imported = await importFiles(tool, { [file]: `# One\n\n${MARKED(code)}\n` });
  const info = lines === null ? '' : ` {% highlightLines="${lines}" %}`;
  expect(imported.body('one.md')).toBe(`\`\`\`js${info}\n${left === '' ? '' : `${left}\n`}\`\`\``);
  expect(imported.issues.map(({ line, kind, says }) => [line, kind, says])).toEqual(
    told.map((mark) => [3, 'notation', `${mark} in code was removed: its line is highlighted.`]),
  );
});

test.each([
  [
    'mkdocs',
    '```py\na # (1)!\n```\n\n1. The first.',
    3,
    '(1)! in code was kept as text: its annotation is the list below.',
  ],
  ['docusaurus', '[[toc]]', 3, '[[toc]] was kept as text.'],
  ['gitbook', 'Text.\n[TOC]', 3, '[TOC] was kept as text.'],
] as const)(
  '%s: what has no counterpart is kept and listed: %j',
  async (tool, source, line, says) => {
    const file = tool === 'gitbook' ? 'one.md' : 'docs/one.md';
    const { issues } = await importFiles(tool, { [file]: `# One\n\n${source}\n` });
    expect(issues).toEqual([{ file, line, kind: 'notation', says }]);
  },
);

test.each(['{#own}', '{: #own }', '{/* #own */}', '<!-- #own -->', '\\{#own\\}', '[#own]'])(
  'a heading has the name that is behind it, however it is written: %s',
  async (name) => {
    const imported = await importFiles('docusaurus', {
      'docs/one.md': `# One\n\n[x](#own)\n\n## Two eggs ${name}\n`,
    });
    expect(imported.body('one.md')).toBe('[x](#two-eggs)\n\n## Two eggs');
    expect(imported.issues).toEqual([]);
  },
);

test.each([
  ['mkdocs', '| 1 | 2 | ✅ |', '✅'],
  ['vitepress', '| 1 | 2 | — |', '—'],
  [
    'docusaurus',
    '| 1 | 2 | ![](https://a.example/p.png) | 3 |',
    '![](https://a.example/p.png) | 3',
  ],
  ['mintlify', '| 1 | 2 | words |', 'words'],
  ['docusaurus', '| `x|y` | gone |', 'gone'],
  ['vitepress', '| -a|--all | each |', 'each'],
  ['mkdocs', '| `x|y` | here | far |', 'far'],
  ['mintlify', '| 1 | 2 | |', null],
])('%s: cells beyond the header of a table are listed: %s', async (tool, row, cells) => {
  const file = tool === 'vitepress' || tool === 'mintlify' ? 'one.md' : 'docs/one.md';
  const { issues } = await importFiles(tool, {
    [file]: `# One\n\n| A | B |\n|---|---|\n| 1 | 2 |\n${row}\n`,
  });
  const says = `This row has more cells than the header, which were left out: ${cells}`;
  expect(issues).toEqual(cells === null ? [] : [{ file, line: 6, kind: 'html', says }]);
});

test.each([
  [
    'mkdocs',
    '!!! tip "See [two](two.md) and ![p](img/p.png)"\n    Text.',
    'two.md and img/p.png',
    'See two and p',
  ],
  ['mkdocs', '??? note "See [two](two.md)"\n    Text.', 'two.md', 'See two'],
  ['mkdocs', '=== "Tab [l](two.md)"\n    Text.', 'two.md', 'Tab l'],
  ['vitepress', '::: tip See ![d](/d.png) and [x](/y)\nText.\n:::', '/d.png and /y', 'See d and x'],
  ['docusaurus', ':::tip[My [tip](./a.md)]\n\nText.\n\n:::', './a.md', 'My tip'],
  [
    'gitbook',
    '<details>\n<summary>Sum <a href="/s">s</a><img src="/i.png"></summary>\n\nText.\n</details>',
    '/s and /i.png',
    'Sum s',
  ],
])('%s: links and pictures in a title are listed: %j', async (tool, source, targets, title) => {
  const file = tool === 'vitepress' || tool === 'gitbook' ? 'one.md' : 'docs/one.md';
  const { issues } = await importFiles(tool, { [file]: `# One\n\n${source}\n` });
  const says = `The title "${title}" is plain text: ${targets} was left out of it.`.replace(
    /( and .*) was/,
    '$1 were',
  );
  expect(issues).toEqual([{ file, line: expect.any(Number) as unknown, kind: 'title', says }]);
});

test.each<readonly [tool: string, source: string, kind: string, says: string]>([
  [
    'mintlify',
    '<Card title="A" img="/images/a.png">\n  Text.\n</Card>',
    'image',
    'The picture "/images/a.png" was left out: cards have no pictures.',
  ],
  [
    'gitbook',
    '{% swagger-parameter in="path" name="id" type="string" required=true %}\nThe id.\n{% endswagger-parameter %}',
    'container',
    'The tag `swagger-parameter` was removed; its content stays, without in="path" name="id" type="string" required="true".',
  ],
  [
    'gitbook',
    '{% swagger-response status="200: OK" description="Good" %}\nText.\n{% endswagger-response %}',
    'container',
    'The tag `swagger-response` was removed; its content stays, without status="200: OK".',
  ],
  ...[
    '<audio src="/a.mp3"></audio>',
    '<object data="/a.svg"></object>',
    'A <map><area href="/two" alt="Second"></map> map',
  ].map((source): readonly [string, string, string, string] => {
    const [tag = ''] = /<(?!map)[^>]*>/.exec(source) ?? [];
    return ['mkdocs', source, 'html', `This was left out: ${tag}`];
  }),
  [
    'mkdocs',
    '<picture>\n<source srcset="/dark.png" media="(prefers-color-scheme: dark)">\n<img src="https://a.example/a.png">\n</picture>',
    'html',
    'This was left out: <source srcset="/dark.png" media="(prefers-color-scheme: dark)">',
  ],
])('%s: what has no place is listed: %s', async (tool, source, kind, says) => {
  const file = tool === 'mkdocs' ? 'docs/one.md' : 'one.md';
  const { issues } = await importFiles(tool, { [file]: `# One\n\n${source}\n` });
  expect(issues).toEqual([{ file, line: expect.any(Number) as unknown, kind, says }]);
});

test.each(['svg', 'avif'])('Docusaurus: an imported picture of type %s is shown', async (type) => {
  const imported = await importFiles('docusaurus', {
    'docs/one.md': `---\ntitle: One\n---\n\nimport Nest from './nest.${type}';\n\n<Nest alt="A nest" />\n`,
    [`docs/nest.${type}`]: 'x',
  });
  expect(imported.body('one.md')).toMatch(new RegExp(`^!\\[A nest\\]\\(\\S*nest\\.${type}\\)$`));
  expect(imported.issues).toEqual([]);
});
