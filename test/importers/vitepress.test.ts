import { expect, test } from 'vitest';
import { importFiles } from '../support/import-files.ts';

const NAV = 'v1.0/site/_nav.yaml';

test('VitePress: a rewritten address leads to the file that is shown there', async () => {
  const imported = await importFiles('vitepress', {
    '.vitepress/config.ts': `import { defineConfig } from 'vitepress';
export default defineConfig({
  rewrites: { 'en/:rest*': ':rest*', 'packages/:pkg/notes.md': ':pkg/index.md', 'odd.md': 'even.md' },
  themeConfig: { sidebar: [{ text: 'Eggs', link: '/birds/eggs' }, { text: 'Plover', link: '/plover/' }] },
});`,
    'en/index.md': '# Home\n\n[a](/birds/eggs#two) [b](./birds/eggs) [c](/plover/) [d](/even)\n',
    'en/birds/eggs.md': '# Eggs\n\n## Two\n\n[up](../index.md)\n',
    'packages/plover/notes.md': '# Plover\n\nText.\n',
    'odd.md': '# Odd\n\nText.\n',
  });
  expect(imported.issues).toEqual([]);
  const text = [...imported.texts].find(([, each]) => each.includes('[a]('))?.[1] ?? '';
  const found = [...text.matchAll(/\]\(([^)]*)\)/g)].map((match) => match[1] ?? '');
  expect(found.map((each) => each.replace(/^(?:\.\.\/)*/, ''))).toEqual([
    'eggs.md#two',
    'eggs.md',
    'notes.md',
    'odd.md',
  ]);
  expect(imported.texts.get(NAV)).toMatch(/eggs[^]*notes/);
});

test('VitePress: folders have configurations of their own', async () => {
  const imported = await importFiles('vitepress', {
    '.vitepress/config.ts': `export default { title: 'Birds', locales: { root: { label: 'English' }, de: { label: 'Deutsch' } } }`,
    'de/config.ts': `import { defineAdditionalConfig, type DefaultTheme } from 'vitepress'
import pkg from '../package.json' with { type: 'json' }
export default defineAdditionalConfig({
  themeConfig: { sidebar: { '/de/guide/': { base: '/de/guide/', items: sidebarGuide() } } },
})
function nav(): DefaultTheme.NavItem[] { return [{ text: pkg.version }] }
function sidebarGuide(): DefaultTheme.SidebarItem[] {
  return [{ text: 'Vögel', items: [
    { text: 'Eier', link: 'eggs' },
    { text: 'Küken', link: 'chicks' },
  ] }]
}`,
    'scripts/config.ts': 'export const run = () => fetch("https://example.com");',
    'index.md': '# Home\n',
    'de/guide/chicks.md': '# C\n',
    'de/guide/eggs.md': '# E\n',
  });
  expect(imported.issues).toEqual([]);
  expect(imported.texts.get(NAV)).toMatch(/Vögel[^]*eggs[^]*chicks/);
});

test('VitePress: an included folder configuration of other programs is not read', async () => {
  const imported = await importFiles('vitepress', {
    '.vitepress/config.ts': 'export default { title: "Birds" }',
    'guide/config.js': 'module.exports = { presets: [require("x")], themeConfig: compute() };',
    'guide/eggs.md': '# Eggs\n',
  });
  expect(imported.issues).toEqual([]);
});

test('VitePress: excluded pages with too many wildcards end the import', async () => {
  const config = `export default { srcExclude: ['**/${'*a'.repeat(9)}b.md'] };`;
  await expect(
    importFiles('vitepress', { '.vitepress/config.ts': config, 'index.md': '# Home\n' }),
  ).rejects.toThrow('`srcExclude` has too many wildcards.');
});

test('VitePress: a rewrite that is not read is listed', async () => {
  const imported = await importFiles('vitepress', {
    '.vitepress/config.ts': `export default { rewrites: {
  'en/:rest*': ':rest*', 'p/:name(one|two).md': ':name.md', ':all+': 'x', ':a/:a.md': 'y.md', ':a-:b.md': 'y.md', ':a*:b': 'y.md', ':a.:b*/c.md': 'y.md', 'z.md': where() } };`,
    'en/one.md': '# One\n\n[x](/two)\n',
    'en/two.md': '# Two\n',
  });
  expect(imported.issues.filter(({ line }) => line === null)).toEqual(
    ['p/:name(one|two).md', ':all+', ':a/:a.md', ':a-:b.md', ':a*:b', ':a.:b*/c.md', 'z.md'].map(
      (from) => ({
        file: '.vitepress/config.ts',
        line: null,
        kind: 'config',
        says: `The rewrite \`${from}\` was not applied: only \`:name\` and \`:name*\` are read, with \`/\` between two of them.`,
      }),
    ),
  );
  expect(imported.texts.get('v1.0/site/one.md')).toContain('[x](two.md)');
});

test('VitePress: pages of a locale whose sidebar was not read are shown, and listed', async () => {
  const imported = await importFiles('vitepress', {
    '.vitepress/config.ts': `import { fr } from '@elsewhere/fr';
export default { locales: { root: { themeConfig: { sidebar: [{ text: 'A', link: '/a' }] } }, fr, de: { themeConfig: { sidebar: [{ text: 'B', link: '/de/b' }] } } } };`,
    'index.md': '# Home\n',
    'a.md': '# A\n',
    'lost.md': '# Lost\n',
    'de/b.md': '# B\n',
    'fr/c.md': '# C\n',
  });
  expect(imported.issues.map(({ says }) => says)).toEqual([
    'The sidebar of the locale `fr` was not read.',
    '"@elsewhere/fr" is not in the folder, so it was not read.',
  ]);
  expect([...imported.texts.values()].join('\n')).not.toContain('hidden: true');
  expect(imported.texts.get(NAV)).toMatch(/ {2}- lost\n {2}- category: Fr\n {4}items:\n {6}- c\n$/);
});

test.each([
  ["['**/{a,b}.md']", ['c']],
  ["['[ab].md']", ['c']],
  ["['!a.md', 'c.md']", ['a', 'b']],
])('VitePress: pages that match %s are left out', async (globs, left) => {
  const imported = await importFiles('vitepress', {
    '.vitepress/config.ts': `export default { srcExclude: ${globs} };`,
    ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.md`, `# ${name}\n`])),
  });
  const pages = [...imported.texts.keys()].filter((path) => path.endsWith('.md'));
  expect(pages).toEqual(left.map((name) => `v1.0/site/${name}.md`));
});

test.each(['config.ts', 'config.mjs'])(
  'VitePress: %s beside the pages has their sidebar',
  async (name) => {
    const imported = await importFiles('vitepress', {
      '.vitepress/config.ts': `export default { rewrites: { 'en/:rest*': ':rest*' }, locales: { root: { label: 'English' }, de: { label: 'Deutsch' } } }`,
      [name]: `export default { themeConfig: { sidebar: { '/guide/': { base: '/guide/', items: [{ text: 'Eggs', link: 'eggs' }] } } } }`,
      'de/config.ts': `export default { themeConfig: { sidebar: [{ text: 'Eier', link: '/de/guide/eggs' }] } }`,
      'en/index.md': '# Home\n',
      'en/guide/eggs.md': '# Eggs\n',
      'de/index.md': '# Start\n',
      'de/guide/eggs.md': '# Eier\n',
    });
    expect(imported.issues).toEqual([]);
    expect([...imported.texts.values()].join('\n')).not.toContain('hidden: true');
  },
);

test('VitePress: a heading with a badge has the anchor of its words', async () => {
  const imported = await importFiles('vitepress', {
    'one.md':
      '# One\n\n[a](two.md#eggs) [b](two.md#eggs-1) [c](two.md#nests-new) [d](#plover)\n\n## Plover <Badge type="tip">wader</Badge>\n\nText.\n',
    'two.md':
      '# Two\n\n## `eggs` <Badge type="info" text="since 2" />\n\nA.\n\n## Eggs <Badge text="old" />\n\nB.\n\n## Nests <Badge>new</Badge>\n\nC.\n',
  });
  expect(imported.issues).toEqual([]);
  expect(imported.body('one.md')).toMatch(
    /^\[a\]\(two.md#eggs[^)]*\) \[b\]\(two.md#eggs[^)]*\) \[c\]\(two.md#nests[^)]*\) \[d\]\(#plover/,
  );
});

test('VitePress: expressions in text are listed', async () => {
  const imported = await importFiles('vitepress', {
    'one.md': '# One\n\nNow {{ $site.title }} and `{{ code }}`, {{ not }\n',
  });
  expect(imported.issues.map(({ line, kind, says }) => [line, kind, says])).toEqual([
    [3, 'expression', 'The expression {{ $site.title }} was kept as text.'],
  ]);
  expect(imported.body('one.md')).toBe(
    'Now \\{\\{ $site.title \\}\\} and `{{ code }}`, \\{\\{ not \\}',
  );
});

test('VitePress: more than 200 rewrites are not applied, and listed once', async () => {
  const rewrites = Array.from({ length: 201 }, (_, at) => `'en/:a/:b/:c/${at}.md': 'x.md'`);
  const imported = await importFiles('vitepress', {
    '.vitepress/config.ts': `export default { rewrites: { ${rewrites.join(', ')} } };`,
    [`en/${'a'.repeat(200)}.md`]: '# One\n',
  });
  expect(imported.issues.map(({ says }) => says)).toEqual([
    'The rewrites were not applied: there are more than 200.',
  ]);
});
