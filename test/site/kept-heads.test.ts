import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PUBLIC } from '../../src/content/page/visibility.ts';
import { FolderSite } from '../../src/site/folder/folder-site.ts';
import { SiteView } from '../../src/site/view.ts';
import { nextChange, startDev } from '../support/dev.ts';
import { temporaryFolder } from '../support/folder.ts';
import { projectAt } from '../support/project.ts';

const page = (title: string) => `---\ntype: page\ntitle: ${title}\n---\n\nText\n`;
const FILES = { 'docs/v1.0/guide/a.md': page('One'), 'docs/v1.0/guide/b.md': page('Two') };
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

async function titles(root: string, stateFolder: string | null): Promise<readonly string[]> {
  const site = await FolderSite.open(projectAt(root), undefined, stateFolder);
  site.keep();
  return [...new SiteView(site.site, PUBLIC).pages()].map(({ page: { title } }) => title);
}

/** Times of files that a cache may trust. */
async function settled(root: string): Promise<void> {
  for (const file of Object.keys(FILES)) utimesSync(join(root, file), LONG_AGO, LONG_AGO);
  const probe = join(root, 'probe');
  const { ctimeMs } = statSync(join(root, 'docs/v1.0/guide/b.md'));
  do {
    writeFileSync(probe, '');
    await new Promise(setImmediate);
  } while (statSync(probe).mtimeMs <= ctimeMs);
}

test('heads that were kept are not read again, and those of changed files are', async () => {
  const root = await temporaryFolder(FILES);
  const state = join(root, '.docs-cli');
  await settled(root);
  expect(await titles(root, state)).toEqual(['One', 'Two']);

  const cache = join(state, 'site.cache');
  const kept = readFileSync(cache, 'utf8');
  expect(kept).toContain('"One"');
  expect(await titles(root, state)).toEqual(['One', 'Two']);
  expect(readFileSync(cache, 'utf8')).toBe(kept);

  writeFileSync(join(root, 'docs/v1.0/guide/a.md'), page('Changed'));
  expect(await titles(root, state)).toEqual(['Changed', 'Two']);
});

test('a damaged cache, or none, costs nothing but reading', async () => {
  const root = await temporaryFolder(FILES);
  const state = join(root, '.docs-cli');
  await settled(root);
  await titles(root, state);
  writeFileSync(join(state, 'site.cache'), 'nonsense');

  expect(await titles(root, state)).toEqual(['One', 'Two']);
  expect(await titles(root, null)).toEqual(['One', 'Two']);
});

test('docs dev begins with what its last run kept, and then has the pages that came since', async () => {
  const root = await temporaryFolder({
    ...FILES,
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
  });
  await settled(root);
  const shown = async (url: string): Promise<string> => (await fetch(`${url}v1.0/guide/a`)).text();
  const first = await startDev(root);
  await shown(first.url);
  const { changed } = await nextChange(first.url);
  writeFileSync(join(root, 'docs/v1.0/guide/c.md'), page('Three'));
  await changed;
  await first.stop();

  const second = await startDev(root);
  await shown(second.url);
  await fetch(`${second.url}_docs/state?page=/v1.0/guide/a`);
  expect(await shown(second.url)).toContain('>Three</a>');
  await second.stop();
  expect(second.said()).toBe('');
});

test.each([
  [true, { 'docs-cli.config.yml': 'content:\n  - path: docs\n' }],
  [false, {}],
])('docs dev keeps something in the folder (%s) only beside a config', async (keeps, config) => {
  const root = await temporaryFolder({ ...FILES, ...config });
  await settled(root);
  const dev = await startDev(root);
  await (await fetch(`${dev.url}v1.0/guide/a`)).text();
  // It is kept before changes are looked for.
  const { changed } = await nextChange(dev.url);
  writeFileSync(join(root, 'docs/v1.0/guide/a.md'), page('Changed'));
  await changed;
  await dev.stop();

  expect(existsSync(join(root, '.docs-cli'))).toBe(keeps);
});
