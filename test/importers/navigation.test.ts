import { expect, test } from 'vitest';
import type { Files } from '../support/import-sites.ts';
import { importFiles } from '../support/import-files.ts';

const says = (entry: string): string =>
  `The navigation has "${entry}", which is not a page of the source: it was left out.`;

test.each<
  readonly [tool: string, files: Files, lost: readonly (readonly [string, number | null, string])[]]
>([
  [
    'docusaurus',
    {
      'sidebars.js': `export default { docs: [
  'one',
  'nests/gone',
  { type: 'category', label: 'All', items: [{ type: 'html', value: '<hr>' }, { type: 'link', label: 'Two', href: '/two' }] },
  { type: 'link', label: 'One', href: '/docs/one' },
] };
`,
      'docs/one.md': '# One\n',
    },
    [
      ['sidebars.js', 3, 'nests/gone'],
      ['sidebars.js', 4, '<hr>'],
      ['sidebars.js', 4, '/two'],
    ],
  ],
  [
    'vitepress',
    {
      '.vitepress/config.js': `export default { themeConfig: { sidebar: [
  { text: 'One', link: '/one' },
  { text: 'Gone', base: '/nests/', link: 'gone', items: ['one'] },
  '/two',
] } };
`,
      'one.md': '# One\n',
    },
    [
      ['.vitepress/config.js', null, '/nests/gone'],
      ['.vitepress/config.js', 4, '/two'],
    ],
  ],
  [
    'mkdocs',
    {
      'mkdocs.yml': "nav:\n  - One: one.md\n  - Gone: 'nests/gone.md'\n  - '*.md'\n",
      'docs/one.md': '# One\n',
    },
    [
      ['mkdocs.yml', 3, 'nests/gone.md'],
      ['mkdocs.yml', 4, '*.md'],
    ],
  ],
  [
    'gitbook',
    {
      'SUMMARY.md': `# Contents

* [One](one.md)
* [Gone](nests/gone.md)
  * [One](one.md)
* [Eggs]()
`,
      'one.md': '# One\n',
    },
    [['SUMMARY.md', 4, 'nests/gone.md']],
  ],
  [
    'mintlify',
    {
      'docs.json': `{ "navigation": { "groups": [{
  "group": "All", "pages": [
    "one",
    "nests/gone",
    "GET /eggs" ] }] } }
`,
      'one.mdx': '# One\n',
    },
    [['docs.json', 4, 'nests/gone']],
  ],
])('%s: entries of the navigation that are not pages are listed', async (tool, files, lost) => {
  const { issues } = await importFiles(tool, files);
  expect(issues.filter((issue) => issue.says.includes('not a page'))).toEqual(
    lost.map(([file, line, entry]) => ({ file, line, kind: 'navigation', says: says(entry) })),
  );
});

test('entries without a page of their own are listed, and groups without a link are kept', async () => {
  const { issues, texts } = await importFiles('gitbook', {
    'SUMMARY.md':
      '# Contents\n\n* [Start](README.md)\n* [One](one.md "First")\n* Plain\n  * [Two](two.md)\n* [Part](one.md#part)\n\n## Empty\n',
    'README.md': '# Start\n',
    'one.md': '# One\n',
    'two.md': '# Two\n',
  });
  expect(texts.get('v1.0/site/_nav.yaml')).toBe(
    'items:\n  - introduction\n  - one\n  - category: Plain\n    items:\n      - two\n',
  );
  expect(texts.get('v1.0/site/one.md')).toContain('index_title: First\n');
  expect(issues.map(({ line, says }) => [line, says])).toEqual([
    [7, 'The navigation has "Part", whose pages already have a place: it was left out.'],
    [9, 'The navigation has "Empty", which leads to nothing: it was left out.'],
  ]);
});

test.each([
  [
    'vitepress',
    '.vitepress/config.ts',
    "export default { themeConfig: { sidebar: [{ text: 'Alone' }, { text: 'One', link: '/one' }] } };",
    'one.md',
  ],
  [
    'docusaurus',
    'sidebars.js',
    "module.exports = { a: ['one'], b: [{ type: 'category', label: 'Alone', items: [] }] };",
    'docs/one.md',
  ],
] as const)('%s: an entry that leads to nothing is listed', async (tool, file, text, page) => {
  const { issues } = await importFiles(tool, { [file]: text, [page]: '# One\n' });
  expect(issues).toMatchObject([
    { file, says: 'The navigation has "Alone", which leads to nothing: it was left out.' },
  ]);
});

test.each([
  "{ type: 'category', label: 'Again', items: ['one'] }",
  "{ type: 'category', label: 'Outer', items: ['two', { type: 'category', label: 'Again', items: ['one'] }] }",
])('a group whose pages have other places is listed: %s', async (category) => {
  const { issues } = await importFiles('docusaurus', {
    'sidebars.js': `module.exports = { a: ['one'], b: [${category}] };`,
    'docs/one.md': '# One\n',
    'docs/two.md': '# Two\n',
  });
  expect(issues).toMatchObject([
    { says: 'The navigation has "Again", whose pages already have a place: it was left out.' },
  ]);
});

test.each([
  [
    'docusaurus',
    'docusaurus.config.js',
    "module.exports = { presets: [['classic', { docs: {\nsidebarPath: '../bars.js' } }]] };",
    'docs/one.md',
    '../bars.js',
  ],
  ['gitbook', '.gitbook.yaml', 'structure:\n  summary: ../S.md\n', 'one.md', '../S.md'],
] as const)(
  '%s: a navigation outside of the source is listed',
  async (tool, file, text, page, named) => {
    const { issues } = await importFiles(tool, { [file]: text, [page]: '# One\n' });
    const says = `"${named}" was not read: it is not in the source.`;
    expect(issues).toEqual([{ file, line: 2, kind: 'config', says }]);
  },
);

test('MkDocs: settings that INHERIT names apply, and are listed where they cannot be read', async () => {
  const files = {
    'mkdocs.yml': 'INHERIT: base.yml\nsite_name: A\n',
    'docs/a.md': '# A\n',
    'docs/z.md': '# Z\n',
  };
  const read = await importFiles('mkdocs', {
    ...files,
    'base.yml': 'nav:\n  - Zeta: z.md\n  - Alpha: a.md\n',
  });
  expect(read.texts.get('v1.0/site/_nav.yaml')).toBe('items:\n  - z\n  - a\n');
  expect(read.issues).toEqual([]);
  const unread = await importFiles('mkdocs', files);
  expect(unread.issues).toMatchObject([
    { file: 'mkdocs.yml', line: 1, says: '"base.yml" was not read: it is not in the source.' },
  ]);
});

test('a summary nested 500 deep becomes a navigation', async () => {
  const numbers = Array.from({ length: 500 }, (_, at) => at);
  const { texts } = await importFiles('gitbook', {
    'SUMMARY.md': numbers.map((at) => `${'  '.repeat(at)}* [P](p${at}.md)\n`).join(''),
    ...Object.fromEntries(numbers.map((at) => [`p${at}.md`, '# P\n'])),
  });
  expect(texts.get('v1.0/site/_nav.yaml')).toContain('p499');
});

test('MkDocs: a folder in the navigation brings its pages, by name', async () => {
  const imported = await importFiles('mkdocs', {
    'mkdocs.yml':
      'nav:\n  - One: one.md\n  - Nests: nests/\nplugins: [search, literate-nav]\nhooks: [run.py]\n',
    'docs/one.md': '# One\n',
    'docs/nests/moss.md': '# Moss\n',
    'docs/nests/README.md': '# About nests\n',
  });
  expect(imported.issues.map(({ file, line, says: said }) => [file, line, said])).toEqual([
    ['mkdocs.yml', 3, '"nests/" is a folder: its pages follow in the order of their names.'],
    ['mkdocs.yml', 4, 'The plugin "literate-nav" was not run: what it makes was not imported.'],
    ['mkdocs.yml', 5, 'The hooks were not run: what they make was not imported.'],
  ]);
  expect(imported.texts.get('v1.0/site/_nav.yaml')).toBe(
    'items:\n  - one\n  - page: nests\n    items:\n      - nests/moss\n',
  );
});

test('Docusaurus: a set of documents has the sidebar that it names, also without its ending', async () => {
  const imported = await importFiles('docusaurus', {
    'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: {} }]], plugins: [
  ['content-docs', { id: 'birds', path: 'birds', routeBasePath: 'birds', sidebarPath: require.resolve('./sidebarsBirds') }],
] };`,
    'sidebars.js': `export default { docs: ['one'] };`,
    'sidebarsBirds.json': '{ "birds": ["plover", "gull"] }',
    'docs/one.md': '# One\n',
    'birds/gull.md': '# Gull\n',
    'birds/plover.md': '# Plover\n',
  });
  expect(imported.issues).toEqual([]);
  expect(imported.texts.get('v1.0/birds/_nav.yaml')).toBe('items:\n  - plover\n  - gull\n');
});

test('Docusaurus: documents of a version may be named with it', async () => {
  const imported = await importFiles('docusaurus', {
    'versions.json': '["5.x"]',
    'versioned_docs/version-5.x/nests/one.md': '# One\n',
    'versioned_sidebars/version-5.x-sidebars.json':
      '{ "version-5.x/docs": { "All": ["version-5.x/nests/one"] } }',
    'docs/one.md': '# One\n',
  });
  expect(imported.issues).toEqual([]);
  expect(imported.texts.get('5.x/site/_nav.yaml')).toBe(
    'items:\n  - category: All\n    items:\n      - one\n',
  );
});

test('Mintlify: links of the whole site are part of the navigation', async () => {
  const imported = await importFiles('mintlify', {
    'docs.json':
      '{ "navigation": { "pages": ["one"], "global": { "anchors": [{ "anchor": "Birds", "href": "https://birds.example" }] } } }',
    'one.mdx': '# One\n',
  });
  expect(imported.texts.get('v1.0/site/_nav.yaml')).toContain('https://birds.example');
});

test('VitePress: a README beside an index is not the home page', async () => {
  const imported = await importFiles('vitepress', {
    'README.md': '# About the repository\n',
    'index.md': '# Home\n',
    'one.md': '# One\n\n[home](/)\n',
  });
  expect(imported.body('one.md')).toBe('[home](introduction-1.md)');
  expect(imported.texts.get('v1.0/site/introduction-1.md')).toContain('title: Home');
});

test('VitePress: a sidebar that a function makes is listed', async () => {
  const imported = await importFiles('vitepress', {
    '.vitepress/config.js': `import { generateSidebar } from 'vitepress-sidebar';
export default { themeConfig: {
  sidebar: generateSidebar({ documentRootPath: 'docs' }),
} };
`,
    'one.md': '# One\n',
  });
  expect(imported.issues.map(({ file, line, says: said }) => [file, line, said])).toEqual([
    [
      '.vitepress/config.js',
      3,
      'The function "generateSidebar" was not called: its argument was read instead.',
    ],
  ]);
});

const OUTSIDE: Files = {
  'docs/index.md': '# Home\n',
  'docs/one.md': '# One\n',
  'docs/last.md': '# Last\n',
  'docs/api/eggs.md': '# Eggs\n',
  'docs/api/nests/moss.md': '# Moss\n',
  'docs/guide/two.md': '# Two\n',
};

test.each<readonly [tool: string, files: Files]>([
  [
    'docusaurus',
    {
      'sidebars.js': `module.exports = { a: ['index', { type: 'category', label: 'Guide', items: ['one'] }] };`,
    },
  ],
  [
    'vitepress',
    {
      '.vitepress/config.js': `export default { srcDir: 'docs', themeConfig: { sidebar: [{ text: 'Guide', items: [{ text: 'One', link: '/one' }] }] } };`,
    },
  ],
  ['mkdocs', { 'mkdocs.yml': 'nav:\n  - index.md\n  - Guide:\n      - one.md\n' }],
])(
  '%s: pages outside the navigation are shown at its end, in categories of their folders',
  async (tool, settings) => {
    const { texts, pages, issues } = await importFiles(tool, { ...OUTSIDE, ...settings });
    expect(texts.get('v1.0/site/_nav.yaml')).toBe(`items:
  - introduction
  - category: Guide
    items:
      - one
      - two
  - last
  - category: Api
    items:
      - eggs
  - category: 'Api / Nests'
    items:
      - moss
`);
    expect([...texts.values()].join('\n')).not.toMatch(/hidden: true|---draft/);
    const outside = pages.filter((page) => page.out !== null && page.outside !== null);
    expect(outside.map((page) => page.out !== null && page.outside)).toEqual(
      Array.from({ length: 4 }, () => 'shown'),
    );
    expect(issues).toEqual([]);
  },
);

test.each<readonly [tool: string, files: Files, header: string]>([
  ['gitbook', { 'SUMMARY.md': '* [One](one.md)\n' }, '---draft'],
  ['mintlify', { 'docs.json': '{"navigation":{"pages":["one"]}}' }, '---\n'],
])(
  '%s: a page outside the navigation is hidden, as there, and links to it are listed',
  async (tool, settings, fence) => {
    const { texts, pages, issues } = await importFiles(tool, {
      ...settings,
      'one.md': '# One\n\n[two](two.md) [self](one.md)\n',
      'two.md': '# Two\n\n[one](one.md) [self](two.md)\n',
    });
    expect(texts.get('v1.0/site/two.md')).toContain(`hidden: true\n${fence}`);
    expect(pages.find(({ file }) => file === 'two.md')).toMatchObject({ outside: 'hidden' });
    expect(issues).toEqual([
      {
        file: 'one.md',
        line: 3,
        kind: 'link',
        says: '"two.md" links to a page that is held back: readers do not get it.',
      },
    ]);
  },
);

test('a page below one that is held back has a place beside it: it is shown, as before', async () => {
  const { texts } = await importFiles('docusaurus', {
    'sidebars.js': `module.exports = { a: [{ type: 'category', label: 'A', link: { type: 'doc', id: 'one' }, items: ['two'] }] };`,
    'docs/one.md': '---\ndraft: true\n---\n\n# One\n',
    'docs/two.md': '# Two\n',
  });
  expect(texts.get('v1.0/site/_nav.yaml')).toBe('items:\n  - one\n  - two\n');
  expect(texts.get('v1.0/site/one.md')).toContain('---draft');
  expect([...texts.keys()]).toContain('v1.0/site/two.md');
});
