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
