/** Settings under a name, or in a place, that nobody reads hold back all the same: no command shows what they hide. */
import { describe, expect, test } from 'vitest';
import { ask, startDev } from '../support/dev.ts';
import { commitAll } from '../support/git.ts';
import { openWorld, type World } from '../support/world.ts';
import { PETS } from './ref/definitions.ts';

const page = (header = '', body = 'Words.'): string =>
  `---\ntitle: Page\n${header}---\n\n${body}\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/_settings.yaml': 'name: v1\npublished: true\n',
  'docs/v1/guide/_settings.yaml': 'title: Guide\npublished: true\n',
  'docs/v1/guide/a.md': page(),
  'docs/v1/guide/a/b.md': page(),
  'docs/v1/guide/a/b/c.md': page(),
  'docs/v1/guide/o.md': page(),
  'docs/v1/other/o2.md': page(),
};
const KEYS = ['v1/guide/a', 'v1/guide/b', 'v1/guide/c', 'v1/guide/o', 'v1/other/o2'];

/** The last parts of the pages that readers get: by a push, a build, and `docs dev`. */
async function seenBy(world: World): Promise<Record<'push' | 'build' | 'dev', string>> {
  const names = async (is: (key: string) => Promise<boolean>): Promise<string> => {
    const found: string[] = [];
    for (const key of KEYS) if (await is(key)) found.push(key.slice(key.lastIndexOf('/') + 1));
    return found.join(' ');
  };
  const push = await names(async (key) => ((await world.page(key))?.published ?? null) !== null);
  await world.run('build', '--out', 'site');
  const build = await names((key) => world.exists(`site/${key}.html`));
  const dev = await startDev(world.folder);
  const inDev = await names(async (key) => (await ask(dev.url + key)).status === 200);
  await dev.stop();
  return { push, build, dev: inDev };
}

const all = (seen: string) => ({ push: seen, build: seen, dev: seen });

/** The list of what a build made; empty if readers would get nothing. */
const filesBuilt = async (world: World): Promise<string> =>
  (await world.exists('site/docs-build.json')) ? world.read('site/docs-build.json') : '';

const told = async (world: World): Promise<readonly Record<string, unknown>[]> => {
  const { stdout } = await world.run('check', '--json');
  const { findings } = JSON.parse(stdout) as { findings: Record<string, unknown>[] };
  return findings.filter(({ code }) => code === 'unread-settings');
};

describe('settings that nobody reads', () => {
  test.each<[string, string, string, string]>([
    ['v1/_settings.yml', 'published: false\n', '', 'published: false in _settings.yml), by v1'],
    ['v1/_settings.json', '{ "draft": true }\n', '', 'draft: true in _settings.json), by v1'],
    ['v1/settings.yaml', 'published: no\n', '', 'published: no in settings.yaml), by v1'],
    ['v1/guide/_settings.yml', 'private: yes\n', 'o2', '_settings.yml), by v1/guide'],
    ['v1/guide/_Settings.yaml', 'published: false\n', 'o2', '_Settings.yaml), by v1/guide'],
    ['v1/guide/settings.yml', 'published:\n', 'o2', 'settings.yml), by v1/guide'],
    ['v1/guide/_setting.yaml', 'wip: true\n', 'o2', '_setting.yaml), by v1/guide'],
    ['v1/guide/a/_settings.yml', 'draft: 1\n', 'a o o2', 'by docs/v1/guide/a/_settings.yml'],
    ['v1/guide/a/_settings.json', '{ "wip": true }', 'a o o2', 'by docs/v1/guide/a/_settings.json'],
    [
      'v1/guide/a/b/settings.yaml',
      'public: no\n',
      'a b o o2',
      'by docs/v1/guide/a/b/settings.yaml',
    ],
    ['_settings.yml', 'published: false\n', '', 'by docs/_settings.yml'],
    ['v1/_setings.yaml', 'draft: true\n', '', 'draft: true in _setings.yaml), by v1'],
    ['v1/guide/_settigns.yaml', 'draft: true\n', 'o2', '_settigns.yaml), by v1/guide'],
    ['v1/guide/_settings', 'draft: true\n', 'o2', '_settings), by v1/guide'],
    ['v1/guide/_settings.yaml.txt', 'draft: true\n', 'o2', '_settings.yaml.txt), by v1/guide'],
    ['v1/guide/_settings.toml', 'draft = true\n', 'o2', 'its file cannot be used), by v1/guide'],
    ['v1/guide/_settings.yml', 'title: [\n', 'o2', 'its file cannot be used), by v1/guide'],
    ['v1/guide/_sattings.yaml', 'draft: true\n', 'o2', '_sattings.yaml), by v1/guide'],
    ['v1/guide/_settinsg', 'draft: true\n', 'o2', '_settinsg), by v1/guide'],
    ['v1/guide/_settings.ymal', 'draft: true\n', 'o2', '_settings.ymal), by v1/guide'],
    ['v1/guide/_settings.yam', 'title: [\n', 'o2', 'its file cannot be used), by v1/guide'],
    ['v1/guide/_settings (2).yaml', 'draft: true\n', 'o2', '_settings (2).yaml), by v1/guide'],
    ['v1/_settings copy.yml', 'draft: true\n', '', '_settings copy.yml), by v1'],
    ['v1/guide/_settings - Copy.yaml', 'wip: 1\n', 'o2', '_settings - Copy.yaml), by v1/guide'],
    ['v1/guide/Copy of _settings.yaml', 'wip: 1\n', 'o2', 'Copy of _settings.yaml), by v1/guide'],
    ['v1/guide/_settings.yaml.bak', 'draft: true\n', 'o2', '_settings.yaml.bak), by v1/guide'],
    ['v1/guide/_settings-old.yaml~', 'draft: true\n', 'o2', '_settings-old.yaml~), by v1/guide'],
    ['v1/guide/a/_settings(1).yaml', 'wip: 1\n', 'a o o2', 'by docs/v1/guide/a/_settings(1).yaml'],
    ['v1/guide/settings copy.yaml', 'draft: true\n', 'o2', 'settings copy.yaml), by v1/guide'],
    ['v1/guide/a/_settings.yml', '- a\n', 'a o o2', 'used), by docs/v1/guide/a/_settings.yml'],
  ])('%s (%j): readers get only "%s"', async (path, text, seen, words) => {
    const world = await openWorld(FILES);
    await world.write({ [`docs/${path}`]: text });
    const pushed = await world.run('push', '--publish', '--yes', '--allow-listed');
    expect(pushed.stderr).toContain(words);
    expect(await seenBy(world)).toEqual(all(seen));
    expect(await told(world)).toMatchObject([{ file: `docs/${path}` }]);
  });

  test.each([
    ['v1/guide/_settings.yml', 'title: Guide\npublished: true\n'],
    ['v1/guide/a/settings.yaml', 'interval: 5\n'],
    ['v1/guide/_nav.yml', 'items: [a]\n'],
    ['v1/guide/_strings.yaml', 'draft: true\n'],
    ['v1/guide/_testing.yaml', 'draft: true\n'],
    ['v1/guide/_name.yaml', 'draft: true\n'],
    ['v1/guide/_new.yaml', 'draft: true\n'],
    ['v1/guide/_data.yaml', 'draft: true\n'],
    ['v1/guide/_raw.json', '{ "draft": true }\n'],
    ['v1/guide/_config.yml', 'published: false\n'],
    ['v1/guide/_quarto.yml', 'draft: true\n'],
    ['v1/guide/_redirects', '/a /b\n'],
    ['v1/guide/account-settings.yaml', 'visibility: private\n'],
    ['v1/guide/sittings.yaml', 'draft: true\n'],
    ['v1/guide/_settings.scss', '$draft: true;\n'],
    ['v1/guide/_nav.html', '<nav draft="true">\n'],
    ['v1/guide/_nav.js', 'export default { draft: true };\n'],
    ['v1/guide/settings.json', '{ // of an editor\n}\n'],
  ])('%s (%j) that say nothing of readers hold nothing back', async (path, text) => {
    const world = await openWorld(FILES);
    await world.write({ [`docs/${path}`]: text });
    await world.run('push', '--publish', '--yes');
    expect(await seenBy(world)).toEqual(all('a b c o o2'));
  });

  test('are told with their place, and with the name that is read there, if there is one', async () => {
    const world = await openWorld({
      ...FILES,
      'docs/v1/guide/_settings.yml': 'title: G\npublished: false\n',
      'docs/v1/guide/a/_settings.yml': 'draft: true\n',
      'docs/v1/other/_settings.yml': 'title: [\n',
    });
    const noneHere = expect.stringContaining('reads no settings in this folder, and shows');
    expect(await told(world)).toMatchObject([
      { file: 'docs/v1/guide/_settings.yml', line: 2, hint: 'Rename it to `_settings.yaml`' },
      { file: 'docs/v1/guide/a/_settings.yml', line: 1, message: noneHere },
      { file: 'docs/v1/other/_settings.yml', line: 2, hint: 'Rename it to `_settings.yaml`' },
    ]);
  });

  test('in the early layout, and in a folder of one documentation', async () => {
    const early = await openWorld({
      'docs-cli.config.yml': 'content:\n  - path: docs\n',
      'docs/v1/settings.yaml': 'name: v1\n',
      'docs/v1/guide/a.md': page(),
      'docs/v1/other/o2.md': page(),
    });
    await early.write({ 'docs/v1/guide/settings.yml': 'published: false\n' });
    await early.run('push', '--publish', '--yes');
    expect(await seenBy(early)).toEqual(all('o2'));
    expect(await told(early)).toMatchObject([{ hint: 'Rename it to `settings.yaml`' }]);

    const plain = await openWorld({
      'docs-cli.config.yml': 'content:\n  - { path: docs, version: v1, documentation: guide }\n',
      'docs/a.md': page(),
    });
    await plain.write({ 'docs/_settings.yml': 'published: false\n' });
    const pushed = await plain.run('push', '--publish', '--yes');
    expect(pushed.stderr).toContain('(published: false in _settings.yml), by v1/guide');
    expect(await seenBy(plain)).toEqual(all(''));
    expect(await told(plain)).toHaveLength(1);

    await plain.remove('docs/_settings.yml');
    await plain.write({ 'docs/developerhub.yaml': 'title: P\ndraft: true\n' });
    await plain.run('push', '--publish', '--yes');
    expect(await seenBy(plain)).toEqual(all(''));
    expect(await told(plain)).toMatchObject([{ file: 'docs/developerhub.yaml', line: 2 }]);
  });

  test.each([
    ['v1/guide/_settings.yml', 'draft: true\n', ['a', 'b', 'c', 'o']],
    ['v1/guide/a/_settings.yml', 'draft: true\n', ['b', 'c']],
    ['v1/guide/_nav.yaml', 'items:\n  - page: a/b\n    draft: true\n', ['b', 'c']],
  ])('%s takes pages back in a review', async (path, text, names) => {
    const world = await openWorld(FILES);
    commitAll(world.folder, 'Before');
    await world.write({ [`docs/${path}`]: text });
    const { stdout } = await world.run('review', '--against', 'main', '--json');
    const { pages } = JSON.parse(stdout) as {
      pages: { name: string; looks: { what: string; new: string }[] }[];
    };
    const takenBack = pages.filter(({ looks }) =>
      looks.some((look) => look.what === 'published' && look.new === 'false'),
    );
    expect(takenBack.map(({ name }) => name)).toEqual(names.map((name) => `v1/guide/${name}`));
  });

  test('hold back what docs page push --in sends from outside, and definitions of their version', async () => {
    const world = await openWorld(FILES);
    await world.write({
      'note.md': page(),
      'pets.yaml': PETS,
      'docs-cli.config.yml':
        'content:\n  - path: docs\nreferences:\n  - { file: pets.yaml, version: v1 }\n',
      'docs/v1/_settings.yml': 'published: false\n',
    });
    await world.run('page', 'push', 'note.md', '--in', 'v1/guide', '--publish', '--yes');
    expect((await world.page('v1/guide/note'))?.published ?? null).toBeNull();
    const { stdout } = await world.run('ref', 'upload', '--create', '--yes');
    expect(stdout).toContain('held back by v1, which is published on the platform');
  });

  test.each([
    ['_settings.yaml', 'published: false\n'],
    ['settings.yml', 'draft: true\n'],
    ['developerhub.yaml', 'title: P\npublished: false\n'],
    ['developerhub.yaml', 'title: P\ndraft: until spring\n'],
  ])('%s (%j) at the top hold back pages and definitions of all versions', async (path, text) => {
    const world = await openWorld(FILES);
    await world.write({
      'docs/v1/refs/pets.yaml': PETS,
      'docs-cli.config.yml':
        'content:\n  - path: docs\nreferences:\n  - { file: docs/v1/refs/pets.yaml, version: v1 }\n',
      [`docs/${path}`]: text,
    });
    const pushed = await world.run('push', '--publish', '--yes');
    expect(pushed.stderr).toContain(`by docs/${path}`);
    expect(await seenBy(world)).toEqual(all(''));
    expect(await filesBuilt(world)).not.toContain('v1/pets');
    const { stdout } = await world.run('ref', 'upload', '--create', '--yes');
    expect(stdout).toContain('held back by v1, which is published on the platform');
    const { findings } = JSON.parse((await world.run('check', '--json')).stdout) as {
      findings: Record<string, string>[];
    };
    expect(findings.filter(({ file }) => file === `docs/${path}`)).toMatchObject([
      { code: expect.stringMatching(/^(?:unread-settings|unclear-visibility)$/) },
    ]);
  });

  test('of the project hold nothing back if they say nothing of readers, or are malformed', async () => {
    const world = await openWorld(FILES);
    for (const text of [
      'title: [\n',
      'settings: { search: { visible: false } }\nvariables: { draft: true, a: { private: 1 } }\n',
    ]) {
      await world.write({ 'docs/developerhub.yaml': text });
      await world.run('push', '--publish', '--yes');
      expect(await seenBy(world)).toEqual(all('a b c o o2'));
    }
    expect((await world.run('check', '--json')).stdout).not.toContain('unclear-visibility');
  });
});

describe('settings above the changelogs, or of one under another name', () => {
  const NEWS = 'docs/changelogs/news/a.md';
  const POST = '---\ntitle: A\ndate: 2026-01-02\npublished: true\n---\n\nNews.\n';

  test.each([
    ['changelogs/_settings.yaml', 'published: false\n'],
    ['changelogs/_settings.yml', 'draft: true\n'],
    ['changelogs/news/_settings.yml', 'published: false\n'],
    ['changelogs/news/_settings.json', '{ "published": false }\n'],
    ['changelogs/news/Settings.yaml', 'private: true\n'],
    ['changelogs/news/_sttings.yaml', 'published: false\n'],
    ['changelogs/_settings copy.yaml', 'published: false\n'],
    ['changelogs/news/_settings(2).yml', 'options: { draft: true }\n'],
    ['changelogs/_settings.yaml', 'published: [\n'],
    ['_settings.yml', 'published: false\n'],
    ['developerhub.yaml', 'title: P\ndraft: true\n'],
  ])('%s (%j) hold back its posts', async (path, text) => {
    const world = await openWorld({
      ...FILES,
      'docs-cli.config.yml': 'content:\n  - path: docs\nchangelogs:\n  news: 1\n',
      'docs/changelogs/news/_settings.yaml': 'title: News\n',
      [NEWS]: POST,
    });
    await world.write({ 'docs/changelogs/news/b.md': POST.replace('A', 'B') });
    await world.write({ [`docs/${path}`]: text });
    const pushed = await world.run('changelog', 'push', '--yes');
    expect(pushed.exitCode).not.toBe(0);
    expect(pushed.stdout + pushed.stderr).toContain(`docs/${path}`);
    expect((await world.run('changelog', 'list', 'news')).stdout).not.toContain('B');
    await world.run('build', '--out', 'site');
    expect(await filesBuilt(world)).not.toContain('changelogs/news');
    expect(await told(world)).toMatchObject([{ file: `docs/${path}` }]);
  });
});

describe('settings in a folder of definitions', () => {
  test.each([
    ['docs/v1/refs', '_settings.yaml', 'published: false\n', 'pets.yaml'],
    ['docs/v1/refs', '_settings.yml', 'draft: yes\n', 'pets.yaml'],
    ['openapi', '_settings.json', '{ "published": false }\n', 'pets.yaml'],
    ['openapi', 'settings.yaml', 'published: false\n', 'pets.yaml'],
    ['openapi', '_settings.yaml', 'published: false\n', 'v1/pets.yaml'],
    ['openapi', 'settings.yml', 'draft: yes\n', 'v1/public/pets.yaml'],
    ['docs/refs', '_settings.yaml', 'draft: yes\n', 'v1/pets.yaml'],
    ['openapi', 'pets.setting.yaml', 'draft: yes\n', 'pets.yaml'],
    ['openapi', 'pets.yaml.settings.yaml', 'draft: yes\n', 'pets.yaml'],
    ['openapi', 'pets.setings.yaml', 'draft: yes\n', 'pets.yaml'],
    ['openapi', 'pets.stetings.json', '{ "published": false }\n', 'pets.yaml'],
    ['openapi', 'pets.yaml.settings.yml', 'published: false\n', 'pets.yaml'],
    ['openapi', 'pets.settings copy.yaml', 'published: false\n', 'pets.yaml'],
    ['openapi', 'PETS.settings.yaml', 'published: false\n', 'pets.yaml'],
    ['openapi', 'pets_settings.yaml', 'published: false\n', 'pets.yaml'],
    ['openapi', '_setings.yaml', 'published: false\n', 'v1/pets.yaml'],
    ['docs/v1/refs', 'pets.settngs.yaml', 'published: false\n', 'pets.yaml'],
    ['docs/v1/refs', 'Pets.settings.yaml', 'published: false\n', 'pets.yaml'],
    ['docs/v1/refs', 'pets.yaml.settings.yml', 'published: false\n', 'pets.yaml'],
    ['openapi', 'pets.settings.yml', 'display: { published: false }\n', 'pets.yaml'],
  ])('%s/%s hold its definitions back, and are not one', async (folder, name, text, pets) => {
    const file = `${folder}/${pets}`;
    const world = await openWorld(FILES);
    await world.write({
      'docs-cli.config.yml': `content:\n  - path: docs\nreferences:\n  - { file: ${file}, version: v1 }\n`,
      [file]: PETS,
      [`${folder}/${name}`]: text,
    });
    const { stdout } = await world.run('ref', 'upload', '--create', '--yes');
    expect(stdout).toContain(`held back by ${folder}/${name}`);
    expect((await world.run('ref', 'get', 'v1/Pets')).exitCode).not.toBe(0);
    const built = await world.run('build', '--out', 'site');
    expect(built.stderr).toContain(`${folder}/${name}: `);
    expect(await world.read('site/docs-build.json')).not.toMatch(/v1\/(?:pets|_settings)/);
    expect(await told(world)).toMatchObject([{ file: `${folder}/${name}` }]);
    const checked = await world.run('check', '--json');
    expect(checked.stdout).not.toContain('bad-definition');
  });
});

test('a definition whose name is like that of settings holds no other definition back', async () => {
  const world = await openWorld(FILES);
  const text = `${PETS.replace('title: Pets', 'title: Options')}x-rules: [{ draft: true }]\n`;
  const names = ['pets-settings', 'settings'];
  await world.write({
    'docs/v1/refs/pets.yaml': PETS,
    ...Object.fromEntries(names.map((name) => [`docs/v1/refs/${name}.yaml`, text])),
  });
  await world.run('ref', 'upload', 'docs/v1/refs/pets.yaml', '--in', 'v1', '--create', '--yes');
  expect((await world.run('ref', 'get', 'v1/Pets')).exitCode).toBe(0);
  await world.run('build', '--out', 'site');
  expect(await filesBuilt(world)).toMatch(/v1\/pets\b[^]*v1\/pets-settings/);
  expect(await told(world)).toEqual([]);
});

describe('a key of an item of a navigation', () => {
  const NAV = 'docs/v1/guide/_nav.yaml';
  test.each<[string, string, string, string]>([
    [
      'draft: true',
      '- o\n- page: a\n  draft: true\n',
      'o o2',
      'draft: true), by docs/v1/guide/_nav.yaml',
    ],
    ['published: no', '- page: a/b.md\n  published: no\n', 'a o o2', 'published: no), by'],
    ['hidden: true', '- page: ./o\n  icon: key\n  hidden: true\n', 'a b c o2', 'hidden, by'],
    ['listed: false', '- page: o\n  listed: false\n', 'a b c o2', 'unlisted, by'],
    ['status: [draft]', '- page: o\n  status: [draft]\n', 'a b c o2', 'not for readers yet'],
    ['Visable: false', '- page: o\n  Visable: false\n', 'a b c o2', 'not for readers yet'],
    [
      'of a category',
      '- category: C\n  draft: true\n  items: [o]\n- a\n',
      'a b c o2',
      'draft: true',
    ],
    ['of a page around it', '- page: a\n  wip: 1\n  items: [a/b, o]\n', 'o2', 'wip: 1'],
    ['of the second of two', '- o\n- page: o\n  wip: maybe\n', 'a b c o2', 'wip: maybe'],
  ])('`%s` holds back, below the page as well', async (_, items, seen, words) => {
    const world = await openWorld(FILES);
    await world.write({ [NAV]: `items:\n${items.replace(/^/gm, '  ').trimEnd()}\n` });
    const pushed = await world.run('push', '--publish', '--yes');
    expect(pushed.stderr).toContain(words);
    expect(await seenBy(world)).toEqual(all(seen));
    expect(await told(world)).toMatchObject([{ file: NAV }]);
  });

  const HIDDEN_A = 'items:\n  - page: a\n    draft: true\n';
  test.each([
    ['v1/guide/_nav.yml', HIDDEN_A, 'o o2'],
    ['v1/guide/_nav.json', '{ "items": [{ "page": "a", "draft": true }] }', 'o o2'],
    ['v1/guide/nav.yaml', HIDDEN_A, 'o o2'],
    ['v1/guide/_Nav.yaml', HIDDEN_A, 'o o2'],
    ['v1/guide/_navigation.yaml', HIDDEN_A, 'o o2'],
    ['v1/_nav.yaml', HIDDEN_A.replace(': a', ': guide/a'), 'o o2'],
    ['v1/guide/a/_nav.yaml', HIDDEN_A.replace(': a', ': b'), 'a o o2'],
    ['v1/guide/_nav.yml', 'items: [\n', 'o2'],
    ['v1/guide/a/_nav.yaml', 'items: [\n', 'a o o2'],
    ['v1/guide/_nvav.yaml', HIDDEN_A, 'o o2'],
    ['v1/guide/_anv.yaml', HIDDEN_A, 'o o2'],
    ['v1/guide/_navs.yml', HIDDEN_A, 'o o2'],
    ['v1/guide/_navigaton.yaml', HIDDEN_A, 'o o2'],
    ['v1/guide/_nav (1).yaml', HIDDEN_A, 'o o2'],
    ['v1/guide/_nav.yaml.bak', HIDDEN_A, 'o o2'],
    ['v1/guide/_nav.yml', 'nav:\n  - Intro: { draft: true }\n', 'o2'],
  ])('in %s (%j), which nobody reads, holds back all the same', async (path, text, seen) => {
    const world = await openWorld(FILES);
    await world.write({ [`docs/${path}`]: text });
    const pushed = await world.run('push', '--publish', '--yes', '--allow-listed');
    expect(pushed.stderr).toContain(`by docs/${path}`);
    expect(await seenBy(world)).toEqual(all(seen));
    expect(await told(world)).toMatchObject([{ file: `docs/${path}` }]);
  });

  test.each([
    ['in other case', '- page: A\n  draft: true\n', 'o o2'],
    ['with blanks', '- page: " a "\n  draft: true\n', 'o o2'],
    ['with its place', '- page: v1/guide/a\n  draft: true\n', 'o o2'],
    ['under a misspelt key', '- Page: a\n  draft: true\n', 'o2'],
    ['under another key', '- path: a\n  draft: true\n', 'o2'],
    ['in a map', '- page: { path: a }\n  draft: true\n', 'o2'],
    ['in the map of the key', '- page: { path: a, draft: true }\n', 'o2'],
    ['that is not there', '- page: planned\n  draft: true\n', 'a b c o o2'],
    ['as a key', '- a:\n    draft: true\n', 'o2'],
    ['as a key with a slash', '- a/b: { wip: yes }\n', 'o2'],
    ['as a key beside it', '- a:\n  published: no\n', 'o2'],
    ['as a key with a word', '- Übersicht: draft\n', 'o2'],
    ['as a key with a state', '- a: { state: [draft] }\n', 'o2'],
    ['as a key with words', '- o\n- a.md: [private]\n', 'o2'],
    ['as a key in a list of another tool', '- Part:\n    - a: internal\n', 'o2'],
    ['beside other data', '- page: a\n  meta: { more: { draft: true } }\n', 'o o2'],
    ['with a key for its group', '- page: a\n  meta.draft: true\n', 'o o2'],
  ])('holds back a page that it names %s', async (_, items, seen) => {
    const world = await openWorld(FILES);
    await world.write({ [NAV]: `items:\n${items.replace(/^/gm, '  ').trimEnd()}\n` });
    await world.run('push', '--publish', '--yes', '--allow-listed');
    expect(await seenBy(world)).toEqual(all(seen));
  });

  test.each([
    ['a bracket', 'items:\n  - page: a\n    draft: true\n  - [o\n'],
    ['a key twice', 'items:\n  - page: a\n    draft: true\nitems: [o]\n'],
    [
      'a conflict',
      `items:\n<${'<'.repeat(6)} ours\n  - page: a\n    draft: true\n=======\n  - a\n>>>>>>> theirs\n`,
    ],
    ['two documents', `${HIDDEN_A}---\nitems: [o]\n`],
    ['a list at its top', '- page: a\n  draft: true\n'],
  ])('of a navigation that cannot be used for %s may hold back all of them', async (_, text) => {
    const world = await openWorld(FILES);
    await world.write({ [NAV]: text });
    expect(await world.run('push', '--publish', '--yes')).not.toMatchObject({ exitCode: 0 });
    const built = await world.run('build', '--out', 'site');
    expect(built.stderr).toContain(NAV);
    expect(await seenBy(world)).toEqual({ push: '', build: 'o2', dev: 'o2' });
  });

  test.each([
    ['nav:\n  - page: a\n    draft: true\n'],
    ['pages:\n  - a: draft\n'],
    ['items: [o]\noptions:\n  publish: no\n'],
  ])('below another key than `items` (%j) holds all of them back', async (text) => {
    const world = await openWorld(FILES);
    await world.write({ [NAV]: text });
    await world.run('push', '--publish', '--yes', '--allow-listed');
    expect(await seenBy(world)).toEqual(all('o2'));
    expect(await told(world)).toMatchObject([{ file: NAV }]);
  });

  test('says what holds back as it is in the file', async () => {
    const world = await openWorld(FILES);
    await world.write({ [NAV]: 'items:\n  - a: draft\n' });
    const pushed = await world.run('push', '--publish', '--yes');
    expect(pushed.stderr).toContain(`not for readers yet (a: draft), by ${NAV}`);
  });

  test('beside its items holds all of them back', async () => {
    const world = await openWorld(FILES);
    await world.write({ [NAV]: 'draft: true\nitems: [o]\n' });
    await world.run('push', '--publish', '--yes', '--allow-listed');
    expect(await seenBy(world)).toEqual(all('o2'));
  });

  test('keeps a link, a label and a category out of sites', async () => {
    const world = await openWorld(FILES);
    const link = 'link: { title: Linked, url: https://a.example/secret }';
    const inLink = 'link: { title: Inside, url: https://a.example/b, draft: true }';
    await world.write({
      [NAV]: `items:\n  - label: Labelled\n    hidden: yes\n  - ${link}\n    draft: true\n  - ${inLink}\n  - category: Grouped\n    wip: 1\n    items: [o]\n  - label: Shown\n    hidden: no\n  - a\n`,
    });
    await world.run('build', '--out', 'site');
    const html = await world.read('site/v1/guide/a.html');
    expect(html).toContain('Shown');
    expect(html).not.toMatch(/Labelled|Linked|Inside|secret|Grouped/);
  });

  test('may say that readers see the page', async () => {
    const world = await openWorld(FILES);
    await world.write({
      [NAV]:
        'items:\n  - page: o\n    published: yes\n    draft: false\n    audience:\n    hidden:\n  - category: Draft\n    items:\n      - link: { title: "Private, draft: true", url: https://a.example }\n  - page: a\n    badge: { text: draft, color: red }\n    meta: { draft: false }\n',
    });
    await world.run('push', '--publish', '--yes');
    expect(await seenBy(world)).toEqual(all('a b c o o2'));
    expect(await told(world)).toEqual([]);
  });

  test('for an audience shows the page to that audience alone', async () => {
    const world = await openWorld(FILES);
    await world.write({ [NAV]: 'items:\n  - page: a\n    audience: staff\n' });
    await world.run('build', '--out', 'site', '--audience', 'staff');
    expect(await world.exists('site/v1/guide/b.html')).toBe(true);
    await world.run('build', '--out', 'open');
    expect(await world.exists('open/v1/guide/b.html')).toBe(false);
  });
});
