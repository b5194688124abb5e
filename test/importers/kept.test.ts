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
    'An [API](https://a.example) (What it is)',
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
])('MkDocs: the notation of %j is listed', async (source, says) => {
  const imported = await importFiles('mkdocs', { 'docs/one.md': `# One\n\n${source}\n` });
  expect(imported.issues).toMatchObject([{ file: 'docs/one.md', kind: 'notation', says }]);
});

test.each([
  '`==code==`',
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
      '{"label":"Cat","link":{"type":"generated-index","description":"All of it"}}',
    'docs/cat/one.md': '# One\n\n[Gone](/gone)\n',
  });
  expect(imported.issues.map(({ file, line, says }) => [file, line, says])).toEqual([
    [
      'docs/cat/_category_.json',
      null,
      'The generated page of this folder was not imported, nor its description: "All of it".',
    ],
    [
      'docs/cat/one.md',
      3,
      '"/gone" does not link to a page of the source: it leads to the old site.',
    ],
  ]);
  expect(imported.body('one.md')).toBe('[Gone](https://a.example/gone)');
});
