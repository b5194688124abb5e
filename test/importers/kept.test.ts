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
])('MkDocs: %j is no notation', async (source) => {
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
    'items:\n  - page: one\n    icon: fas fa-rocket\n  - two\n',
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
      'The generated page of this folder was not imported, nor its words: "Cats".',
    ],
    [
      'docs/cat/_category_.json',
      2,
      'The generated page of this folder was not imported, nor its words: "All of it".',
    ],
    [
      'docs/cat/one.md',
      3,
      '"/gone" does not link to a page of the source: it leads to the old site.',
    ],
  ]);
  expect(imported.body('one.md')).toBe('[Gone](https://a.example/gone)');
});
