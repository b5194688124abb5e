/** Every page file of a source is in the result, held back with a reason, or left out with one. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Files } from '../support/import-sites.ts';
import { importFiles } from '../support/import-files.ts';

/** Names that tools treat in ways of their own. */
const NAMES = [
  'index.md',
  'README.md',
  'readme.mdx',
  'a.md',
  'A.md',
  '_part.mdx',
  'SUMMARY.md',
  'sub/index.mdx',
  'sub/a.md',
  'sub/_b.md',
  '1-c.md',
  'CON.md',
  'LICENSE.md',
  'e\u{301}.md',
  '.hidden/a.md',
  'node_modules/a.md',
  'a b.markdown',
  'x.MD',
];
const FOLDERS = ['', 'docs/', 'blog/', 'src/pages/', 'snippets/', '.gitbook/includes/'];

const TEXTS = [
  '# One\n\nText.\n',
  '---\ntitle: T\ndraft: true\n---\n\nText.\n',
  '---\nhidden: true\nslug: x/y\n---\n',
  '---\nunlisted: yes\naudience: staff\n---\n',
  '',
  '\n\n',
  '<!--@include: ./_part.mdx-->\n\n--8<-- "docs/a.md"\n',
  "import P from './_part.mdx'\n\n<P />\n",
  '{% include "../.gitbook/includes/a.md" %}\n',
];

const CONFIGS: Readonly<Record<string, readonly Files[]>> = {
  docusaurus: [
    {},
    {
      'sidebars.js':
        "module.exports = { a: ['a', { type: 'category', label: 'C', items: ['sub/a'] }] };",
    },
    {
      'docusaurus.config.js':
        "module.exports = { presets: [['c', { docs: { exclude: ['sub/**'] } }]] };",
    },
    { 'versions.json': '["1"]', 'versioned_docs/version-1/a.md': '# A\n' },
  ],
  vitepress: [
    {},
    {
      '.vitepress/config.js':
        "export default { themeConfig: { sidebar: [{ text: 'A', link: '/a' }] } };",
    },
    { '.vitepress/config.js': "export default { srcDir: 'docs', srcExclude: ['sub/**'] };" },
    { '.vitepress/config.js': "export default { rewrites: { 'docs/:a*': ':a*' } };" },
  ],
  mkdocs: [
    {},
    { 'mkdocs.yml': 'nav:\n  - a.md\n' },
    { 'mkdocs.yml': 'exclude_docs: sub/\ndraft_docs: a.md\n' },
  ],
  gitbook: [{}, { 'SUMMARY.md': '* [A](a.md)\n' }, { '.gitbook.yaml': 'root: docs\n' }],
  mintlify: [
    {},
    { 'docs.json': '{"navigation":{"pages":["a"]}}', '.mintignore': 'sub/\n' },
    { 'docs.json': '{"navigation":{"groups":[{"group":"G","hidden":true,"pages":["a"]}]}}' },
  ],
};

describe.each(Object.keys(CONFIGS))('%s', (tool) => {
  const path = fc
    .tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES))
    .map(([folder, name]) => folder + name);
  const files = fc
    .tuple(
      fc.dictionary(path, fc.constantFrom(...TEXTS), { maxKeys: 12 }),
      fc.constantFrom(...(CONFIGS[tool] ?? [])),
      fc.uniqueArray(path, { maxLength: 2 }),
    )
    .map(([pages, config, binary]) => ({ files: { ...pages, ...config }, binary }));

  test('each page file of any folder is written, or left out for one reason', async () => {
    await fc.assert(
      fc.asyncProperty(files, async ({ files: all, binary }) => {
        const { pages, texts, failed } = await importFiles(tool, all, '.', binary);
        const found = Object.keys(all).filter((file) => /\.(?:md|mdx|markdown)$/i.test(file));
        expect(pages.map(({ file }) => file).toSorted()).toEqual(found.toSorted());
        const outs = pages.flatMap(({ out }) => out ?? []);
        expect(new Set(outs).size).toBe(outs.length);
        const written = [...texts.keys()].filter((file) => file.endsWith('.md'));
        const groups = written.filter((file) => texts.get(file)?.includes('{% index-list /%}'));
        expect([...outs, ...groups].toSorted()).toEqual(written.toSorted());
        const broken = pages.filter((page) => page.out === null && page.why === 'failed');
        expect(broken.map(({ file }) => file)).toEqual(failed.map(({ file }) => file).toSorted());
      }),
      { numRuns: 60 },
    );
  });
});
