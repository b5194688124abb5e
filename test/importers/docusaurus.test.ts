import { expect, test } from 'vitest';
import { importFiles } from '../support/import-files.ts';

const PAGES = {
  'docs/first.md': '# First\n',
  'docs/guide/one.md': '# One\n',
  'docs/guide/two.md': '# Two\n',
};

test('Docusaurus: the file of a folder is YAML, with comments, quotes and flow maps', async () => {
  const imported = await importFiles('docusaurus', {
    ...PAGES,
    'docs/guide/_category_.yml':
      "label: 'The guide' # of birds\nposition: 0\nlink: { type: doc, id: guide/two }\n",
  });
  expect(imported.issues).toEqual([]);
  expect(imported.texts.get('v1.0/site/_nav.yaml')).toMatch(/two[^]*one[^]*first/);
  expect(imported.texts.get('v1.0/site/two.md')).toContain('index_title: The guide');
});

test.each([
  ['_category_.yml', 'position: 0\nlabel: Guide: all\n', 'YAML', 2],
  ['_category_.json', '{ label: "Guide" }', 'JSON', 1],
])('Docusaurus: %s of a folder that cannot be read is listed', async (name, text, format, line) => {
  const imported = await importFiles('docusaurus', { ...PAGES, [`docs/guide/${name}`]: text });
  expect(imported.issues).toEqual([
    {
      file: `docs/guide/${name}`,
      line,
      kind: 'config',
      says: `This is not valid ${format}: the title and order of the folder were not read.`,
    },
  ]);
  expect(imported.texts.get('v1.0/site/_nav.yaml')).toMatch(/first[^]*Guide[^]*one[^]*two/);
});

test.each([
  ['draft: true', '---draft'],
  ['draft: True', '---draft'],
  ['draft: yes', '---draft'],
  ['hidden: maybe', 'hidden: true'],
  ['unlisted: "true"', 'hidden: true'],
])('what may be hidden is hidden: %s', async (header, sign) => {
  const imported = await importFiles('docusaurus', { 'docs/a.md': `---\n${header}\n---\n# A\n` });
  expect(imported.texts.get('v1.0/site/a.md')).toContain(sign);
});

test.each(['draft: false', 'draft: no', 'hidden:', 'hide:\n  - navigation'])(
  'a page is shown with %j',
  async (header) => {
    const imported = await importFiles('mkdocs', { 'docs/a.md': `---\n${header}\n---\n# A\n` });
    expect(imported.texts.get('v1.0/site/a.md')).not.toMatch(/hidden: true|---draft/);
  },
);

test('Docusaurus: a name in a path may be escaped as text of JavaScript', async () => {
  const imported = await importFiles('docusaurus', {
    'docs/a.mdx': `import Part from './\\_part.mdx'
import { egg } from "./\\_eggs";

# A

<Part />

The egg: {egg}
`,
    'docs/_part.mdx': 'Of the part.\n',
    'docs/_eggs.mdx': `export const egg = 'Brown.'\n`,
  });
  expect(imported.issues).toEqual([]);
  expect(imported.body('a.md')).toBe('Of the part.\n\nThe egg: Brown.');
});

test('Docusaurus: links to files may begin at the folder of the documents', async () => {
  const imported = await importFiles('docusaurus', {
    'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: { routeBasePath: '/', path: './docs/manual' } }]] };`,
    'docs/manual/nests.md': '# Nests\n\n## Of moss\n\nText.\n',
    'docs/manual/sub/eggs.md': '# Eggs of sub\n',
    'docs/manual/eggs.md': '# Eggs\n',
    'docs/manual/sub/deep/b.md':
      '# B\n\n[a](nests.md#of-moss) [b](sub/eggs.md) [c](/eggs.md) [d](eggs.md)\n',
    'docs/manual/sub/deep/eggs.md': '# Eggs of deep\n',
    'docs/manual/sub/c.md': '# C\n\n[none](nowhere.md)\n',
  });
  expect(imported.issues.map(({ says }) => says)).toEqual([
    '"nowhere.md" does not link to a page of the source.',
  ]);
  expect(imported.body('deep/b.md')).toBe(
    '[a](../nests.md#of-moss) [b](../sub-eggs.md) [c](../eggs.md) [d](deep-eggs.md)',
  );
});

test('Docusaurus: a link from the top of the project leads to that file, whichever version has its address', async () => {
  const imported = await importFiles('docusaurus', {
    'versions.json': '["1.0"]',
    'versioned_docs/version-1.0/nests.md': '# Old nests\n',
    'docs/nests.md': '# Nests\n',
    'docs/one.md': '# One\n\n[nests](@site/docs/nests.md) [old](/docs/nests)\n',
  });
  expect(imported.texts.get('next/site/one.md')).toContain(
    '[nests](nests.md) [old](../../1.0/site/nests.md)',
  );
});
