import { expect, test } from 'vitest';
import { importFiles } from '../support/import-files.ts';

const targetsIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)]*)\)/g)].map((match) => match[1] ?? '');

test('a link to an address that Mintlify redirects leads to what is behind it', async () => {
  const imported = await importFiles('mintlify', {
    'docs.json': JSON.stringify({
      navigation: { pages: ['one', 'birds/plover'] },
      redirects: [
        { source: '/old', destination: '/older' },
        { source: '/older/', destination: '/birds/plover#eggs' },
        { source: '/waders/:slug*', destination: '/birds/:slug*' },
        { source: '/circle', destination: '/circle' },
        { source: '/there', destination: '/back' },
        { source: '/back', destination: '/there' },
        { source: '/birds/plover', destination: '/one' },
        { source: '/away', destination: 'https://example.com/away' },
        { source: '/gone', destination: '/nowhere' },
      ],
    }),
    'one.mdx':
      '[a](/old) [b](/older#calls) [c](/waders/plover#calls) [d](/birds/plover) [e](/away) [f](/circle) [g](/there) [h](/gone)\n',
    'birds/plover.mdx': '## Eggs\n\nFour.\n\n## Calls\n\nLong.\n',
  });
  expect(targetsIn(imported.body('one.md'))).toEqual([
    'plover.md#eggs',
    'plover.md#calls',
    'plover.md#calls',
    'plover.md',
    'https://example.com/away',
    '/circle',
    '/there',
    '/gone',
  ]);
  expect(imported.issues.map(({ kind, says }) => `${kind} ${says}`)).toEqual([
    'link "/circle" does not link to a page of the source.',
    'link "/there" does not link to a page of the source.',
    'link "/gone" does not link to a page of the source.',
  ]);
});

test.each([
  [
    'docusaurus',
    {
      'docusaurus.config.js': `module.exports = { plugins: [['@docusaurus/plugin-client-redirects', { redirects: [
        { from: ['/docs/old', '/docs/older'], to: '/docs/two#eggs' } ] }]] };`,
      'docs/one.md': '[a](/docs/old) [b](older)\n',
      'docs/two.md': '# Two\n\n## Eggs\n\nFour.\n',
    },
  ],
  [
    'mkdocs',
    {
      'mkdocs.yml':
        'site_name: S\nplugins:\n  - search\n  - redirects:\n      redirect_maps:\n        old.md: two.md#eggs\n        older.md: two.md#eggs\n',
      'docs/one.md': '# One\n\n[a](old.md) [b](/older/)\n',
      'docs/two.md': '# Two\n\n## Eggs\n\nFour.\n',
    },
  ],
  [
    'gitbook',
    {
      '.gitbook.yaml': 'redirects:\n  old: two.md\n  older: ./two.md\n',
      'SUMMARY.md': '* [One](one.md)\n* [Two](two.md)\n',
      'one.md': '# One\n\n[a](/old#eggs) [b](older#eggs)\n',
      'two.md': '# Two\n\n## Eggs\n\nFour.\n',
    },
  ],
] as const)('%s redirects links as well', async (tool, files) => {
  const imported = await importFiles(tool, files);
  expect(imported.issues).toEqual([]);
  expect(targetsIn(imported.body('one.md'))).toEqual(['two.md#eggs', 'two.md#eggs']);
});
