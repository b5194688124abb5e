import { link, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PageId } from '../../../src/model/ids.ts';
import { openWorld, type World } from '../../support/world.ts';

const page = (title: string, body: string, header = ''): string =>
  `---\ntype: page\ntitle: ${title}\n${header}---\n\n${body}\n`;

const GUIDE = 'docs/v1/guide';

/** In the repository layout a file's name is its page's slug. */
const SETTINGS = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/_settings.yaml': 'name: v1\n',
  [`${GUIDE}/_settings.yaml`]: 'title: Guide\n',
};

const REPOSITORY = {
  ...SETTINGS,
  [`${GUIDE}/_nav.yaml`]: 'items:\n  - a # first\n  - b\n  - c\n  - other\n',
  [`${GUIDE}/a.md`]: page('Page A', 'I am A. [B](b.md), [C](c.md#x), [myself](a.md).'),
  [`${GUIDE}/b.md`]: page('Page B', 'I am B. [A](a.md), [C](c.md).'),
  [`${GUIDE}/c.md`]: page('Page C', 'I am C. [A](a.md), [B](b.md).'),
  [`${GUIDE}/other.md`]: page('Other', 'To [A](a.md#one), [B](./b.md), [C](c.md "C").'),
};

/** Here a header may say the slug, and a file keeps its name. */
const PLAIN = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n    version: v1\n    documentation: guide\n',
  'docs/a.md': page('Page A', 'I am A. [B](b.md).'),
  'docs/b.md': page('Page B', 'I am B. [A](a.md).'),
  'docs/see.md': page('Page C', 'I am C. [A](a.md), [B](b.md).', 'slug: c\n'),
};

type Edit = Readonly<Record<string, string>>;

/** Gives pages the slugs that others have so far; `edits` by the slugs of before. */
async function permute(
  world: World,
  slugs: Readonly<Record<string, string>>,
  edits: Readonly<Record<string, Edit>> = {},
): Promise<void> {
  const ids = new Map<string, PageId>();
  for (const was of Object.keys(slugs)) {
    const found = await world.page(`v1/guide/${was}`);
    if (found) ids.set(was, found.id);
  }
  const editor = world.platform.admin.editor();
  for (const [was, id] of ids) await editor.edit(id, { slug: `away-from-${was}` });
  for (const [was, id] of ids) await editor.edit(id, { slug: slugs[was] ?? '', ...edits[was] });
}

const files = async (world: World, folder = GUIDE): Promise<readonly string[]> =>
  (await readdir(join(world.folder, folder))).filter((name) => name.endsWith('.md')).toSorted();

/** By slug: the page's id and title. */
async function titles(world: World): Promise<Record<string, string>> {
  const pages = await world.platform.admin.pages();
  return Object.fromEntries(pages.map(({ slug, id, title }) => [slug, `${id} ${title}`]));
}

const planOf = ({ stdout }: { readonly stdout: string }): readonly string[] =>
  (JSON.parse(stdout).plan as { kind: string; key: string }[]).map(
    ({ kind, key }) => `${kind} ${key}`,
  );

/** Nothing is left to do in either direction, once links in other pages are sent. */
async function expectRest(world: World): Promise<void> {
  const before = await titles(world);
  expect(planOf(await world.run('pull', '--yes', '--json'))).not.toContainEqual(
    expect.stringMatching(/pull|conflict|create|orphan|adopt|unplaced/),
  );
  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  expect(planOf(await world.run('push', '--yes', '--json'))).toEqual([]);
  expect(planOf(await world.run('pull', '--yes', '--json'))).toEqual([]);
  expect(await titles(world)).toEqual(before);
}

/** Renames files at once, each to the name that another one has. */
async function renameFiles(
  world: World,
  names: Readonly<Record<string, string>>,
  folder = GUIDE,
): Promise<void> {
  const at = (name: string): string => join(world.folder, folder, `${name}.md`);
  for (const was of Object.keys(names)) await rename(at(was), at(`away-from-${was}`));
  for (const [was, now] of Object.entries(names)) await rename(at(`away-from-${was}`), at(now));
}

/** Runs a command until it leaves nothing for another run. Resolves to the number of runs. */
async function repeat(world: World, command: 'push' | 'pull'): Promise<number> {
  for (let runs = 1; runs < 6; runs += 1) {
    const { exitCode, stdout, stderr } = await world.run(command, '--yes');
    if (exitCode === 0) return runs;
    expect({ exitCode, said: stdout + stderr }).toEqual({
      exitCode: 7,
      said: expect.stringContaining(`Run docs ${command} again`),
    });
  }
  throw new Error('there was always something left');
}

const CYCLES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['two pages', { a: 'b', b: 'a' }],
  ['three pages', { a: 'b', b: 'c', c: 'a' }],
];

const saidOf = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string =>
  (stdout + stderr).replaceAll(/\s+/g, ' ');

describe('slugs that pages exchanged on the platform', () => {
  test('are not pulled; once the files are moved as the message says, the next pull is at rest', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await permute(world, { a: 'b', b: 'a' });
    const before = await titles(world);

    const refused = await world.run('pull', '--yes');

    expect(refused.exitCode).toBe(7);
    expect(saidOf(refused)).toContain(
      `v1/guide/a and the page of ${GUIDE}/b.md exchanged their slugs.`,
    );
    for (const name of ['a', 'b', 'c'])
      expect(await world.read(`${GUIDE}/${name}.md`)).toContain(`I am ${name.toUpperCase()}.`);
    // Who followed a second hint would exchange the files back.
    expect(saidOf(refused).match(/If that is meant/g)).toHaveLength(1);
    const [, hint = ''] = /If that is meant: (docs move a.*b\.md)/.exec(saidOf(refused)) ?? [];
    const steps = saidOf(refused).match(/docs move \S+ \S+\.md/g) ?? [];
    expect([hint, steps.length >= 3]).toEqual([expect.any(String), true]);
    for (const step of steps.slice(0, 3))
      expect(await world.run(...step.split(' ').slice(1))).toMatchObject({ exitCode: 0 });
    expect(await world.read(`${GUIDE}/b.md`)).toContain('I am A.');
    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
    await expectRest(world);
    expect(await titles(world)).toEqual(before);
  });

  test('have no redirect rules: each of the addresses has a page', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--publish', '--yes');
    await permute(world, { a: 'b', b: 'a' });

    for (const command of ['pull', 'push', 'status']) {
      const line = command === 'status' ? [command] : [command, '--dry-run'];
      for (const form of [[], ['--verbose'], ['--json'], ['--format', 'markdown']])
        expect(saidOf(await world.run(...line, ...form))).not.toMatch(/>>|redirect rule/);
    }
    await world.run('pull', '--yes');
    expect(await world.exists('docs-cli.redirects.txt')).toBe(false);
  });

  test('are not pulled from three pages either, while titles and texts are', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    const slugs = { a: 'b', b: 'c', c: 'a' };
    const edits = Object.fromEntries(
      Object.keys(slugs).map((was) => [
        was,
        { title: `New ${was}`, content: `New text of ${was}.` },
      ]),
    );
    await permute(world, slugs, edits);

    const refused = await world.run('pull', '--yes');

    expect(refused.exitCode).toBe(7);
    expect(saidOf(refused)).toContain(
      `v1/guide/a stays ${GUIDE}/a.md: "${GUIDE}/b.md" exists already.`,
    );
    for (const was of Object.keys(slugs))
      expect(await world.read(`${GUIDE}/${was}.md`)).toBe(
        page(`New ${was}`, `New text of ${was}.`),
      );
  });

  test('are to be changed back in the editor where the layout has slugs in headers', async () => {
    const world = await openWorld(PLAIN);
    await world.run('push', '--yes');
    const before = await titles(world);
    await permute(world, { a: 'b', b: 'a' });

    const refused = await world.run('pull', '--yes');

    expect(refused.exitCode).toBe(7);
    expect(saidOf(refused)).toContain(
      'v1/guide/a and the page of docs/b.md exchanged their slugs.',
    );
    expect(saidOf(refused)).toContain('change the slug back in the editor');
    await permute(world, { a: 'b', b: 'a' });
    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
    await expectRest(world);
    expect(await titles(world)).toEqual(before);
  });
});

describe('slugs that were handed on from page to page on the platform', () => {
  test.each([
    ['two pages', { a: 'b', b: 'd' }, 2],
    ['three pages', { a: 'b', b: 'c', c: 'd' }, 3],
  ])(
    'are followed one by one: a file stays as long as another one has its new name: %s',
    async (_, slugs: Record<string, string>, runs) => {
      const world = await openWorld(REPOSITORY);
      await world.run('push', '--yes');
      await permute(world, slugs);

      const first = await world.run('pull', '--yes');

      expect(first.exitCode).toBe(7);
      expect(saidOf(first)).toContain(
        `v1/guide/a stays ${GUIDE}/a.md: "${GUIDE}/b.md" exists already. v1/guide/a Run docs pull again`,
      );
      expect(await repeat(world, 'pull')).toBe(runs - 1);
      const to = (name: string): string => slugs[name.toLowerCase()] ?? name.toLowerCase();
      for (const name of ['A', 'B', 'C'])
        expect(await world.read(`${GUIDE}/${to(name)}.md`)).toContain(`I am ${name}.`);
      expect(await world.exists(`${GUIDE}/a.md`)).toBe(false);
      expect(await world.read(`${GUIDE}/_nav.yaml`)).toBe(
        `items:\n  - ${to('A')} # first\n  - ${to('B')}\n  - ${to('C')}\n  - other\n`,
      );
      expect(await world.read(`${GUIDE}/other.md`)).toBe(
        page('Other', `To [A](${to('A')}.md#one), [B](${to('B')}.md), [C](${to('C')}.md "C").`),
      );
      await expectRest(world);
    },
  );

  test('are followed in one pull where they are free, with the list of pages and all links', async () => {
    const world = await openWorld({
      ...REPOSITORY,
      [`${GUIDE}/_nav.yaml`]: 'items: [a, more/deep, b, c, other]\n',
      [`${GUIDE}/more/deep.md`]: page('Deep', 'To [A](../a.md).'),
    });
    await world.run('push', '--yes');
    await permute(
      world,
      { a: 'first', deep: 'deeper' },
      { deep: { content: 'New: [A](/guide/first), [me](/guide/deeper), [B](/guide/b).' } },
    );

    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });

    expect(await world.read(`${GUIDE}/more/deeper.md`)).toBe(
      page('Deep', 'New: [A](../first.md), [me](deeper.md), [B](../b.md).'),
    );
    expect(await world.read(`${GUIDE}/first.md`)).toBe(
      page('Page A', 'I am A. [B](b.md), [C](c.md#x), [myself](first.md).'),
    );
    expect(await world.read(`${GUIDE}/_nav.yaml`)).toBe(
      'items: [first, more/deeper, b, c, other]\n',
    );
    await expectRest(world);
  });

  test('are left alone, with every link, if a file that is not a page has the new name', async () => {
    const world = await openWorld({
      ...REPOSITORY,
      'docs-cli.config.yml': 'content:\n  - path: docs\n    exclude: ["**/taken.md"]\n',
      [`${GUIDE}/taken.md`]: 'Not a page.\n',
    });
    await world.run('push', '--yes');
    await permute(world, { a: 'taken' });

    const pulled = await world.run('pull', '--yes');

    expect(pulled.exitCode).toBe(7);
    expect(saidOf(pulled)).toContain(
      `v1/guide/a stays ${GUIDE}/a.md: "${GUIDE}/taken.md" exists already.`,
    );
    expect(await world.read(`${GUIDE}/taken.md`)).toBe('Not a page.\n');
    for (const name of ['_nav.yaml', 'a.md', 'other.md'] as const)
      expect(await world.read(`${GUIDE}/${name}`)).toBe(REPOSITORY[`${GUIDE}/${name}`]);
  });

  test('keep their file if no file can have the name, and only the platform can change that', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await permute(world, { a: 'con' });

    const pulled = await world.run('pull', '--yes');

    expect(pulled.exitCode).toBe(7);
    expect(saidOf(pulled)).toContain(
      `v1/guide/a stays ${GUIDE}/a.md: a file cannot be called con.md. v1/guide/a Change the slug on the platform`,
    );
    expect(await world.read(`${GUIDE}/a.md`)).toBe(REPOSITORY[`${GUIDE}/a.md`]);
  });

  test('are followed once a person removes one of the two names that a killed pull left on a file', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await permute(world, { a: 'first' });
    await link(join(world.folder, `${GUIDE}/a.md`), join(world.folder, `${GUIDE}/first.md`));

    const pushed = await world.run('push', '--yes');
    const pulled = await world.run('pull', '--yes');

    expect(pushed.exitCode).toBe(7);
    expect(saidOf(pushed)).toContain('Its slug is taken on the platform');
    expect(pulled.exitCode).toBe(7);
    expect(saidOf(pulled)).toContain(
      `v1/guide/a stays ${GUIDE}/a.md: "${GUIDE}/first.md" exists already.`,
    );
    expect(saidOf(pulled)).toContain('rename it by hand');
    await world.remove(`${GUIDE}/a.md`);
    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
    await expectRest(world);
    expect(await files(world)).toEqual(['b.md', 'c.md', 'first.md', 'other.md']);
  });
});

describe('files that exchanged their names', () => {
  test.each(CYCLES)(
    'are updates of the pages at their addresses, with a warning: %s',
    async (_, slugs) => {
      const world = await openWorld(REPOSITORY);
      await world.run('push', '--yes');
      const before = await titles(world);
      await renameFiles(world, slugs);

      const pushed = await world.run('push', '--yes');

      expect(pushed).toMatchObject({ exitCode: 0 });
      expect(saidOf(pushed)).toMatch(
        /warning docs\/v1\/guide\/\w\.md has the text that v1\/guide\/\w had: the text moves, and the audience, the place in the navigation and the history stay with v1\/guide\/\w\./,
      );
      const idOf = (slug: string): string => (before[slug] ?? '').split(' ')[0] ?? '';
      for (const [was, now] of Object.entries(slugs)) {
        expect(await world.page(`v1/guide/${now}`)).toMatchObject({
          id: Number(idOf(now)),
          title: `Page ${was.toUpperCase()}`,
          draft: expect.stringContaining(`I am ${was.toUpperCase()}.`),
        });
      }
      await expectRest(world);
    },
  );

  test('are no exchange of names where only the titles were exchanged and the texts edited', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await world.write({
      [`${GUIDE}/a.md`]: page('Page B', 'About what B was.'),
      [`${GUIDE}/b.md`]: page('Page A', 'About what A was.'),
    });

    const pushed = await world.run('push', '--yes', '--json');

    expect(pushed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(planOf(pushed)).toEqual(['update v1/guide/a', 'update v1/guide/b']);
    expect(await world.page('v1/guide/a')).toMatchObject({
      title: 'Page B',
      draft: 'About what B was.',
    });
    await expectRest(world);
  });

  test('handed on from page to page are updates, and the last name is a new page', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    const before = await titles(world);
    await renameFiles(world, { a: 'b', b: 'd' });

    const pushed = await world.run('push', '--yes', '--json');

    expect(planOf(pushed)).toEqual(
      expect.arrayContaining(['orphan v1/guide/a', 'update v1/guide/b', 'create v1/guide/d']),
    );
    expect(await titles(world)).toEqual({
      ...before,
      b: before['b']?.replace('Page B', 'Page A'),
      d: expect.stringContaining('Page B'),
    });
  });

  test('with one that took the place of another are updates of that page', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    const { a } = await titles(world);
    await rename(join(world.folder, GUIDE, 'b.md'), join(world.folder, GUIDE, 'a.md'));

    const pushed = await world.run('push', '--yes', '--json');

    expect(planOf(pushed)).toEqual(
      expect.arrayContaining(['update v1/guide/a', 'orphan v1/guide/b']),
    );
    expect((await titles(world))['a']).toBe(a?.replace('Page A', 'Page B'));
  });
});

describe('a new page in the place of one that docs move renamed', () => {
  test.each(['refuse', 'suffix'] as const)(
    'waits until that page has its new slug; taken slugs: %s',
    async (takenSlugs) => {
      const world = await openWorld(REPOSITORY, { takenSlugs });
      await world.run('push', '--yes');
      const { id } = (await world.page('v1/guide/b')) ?? {};
      await world.write({ [`${GUIDE}/b.md`]: page('Page B', 'Without links.') });
      await world.run('push', '--yes');
      await world.run('move', `${GUIDE}/b.md`, `${GUIDE}/zold.md`);
      await world.write({ [`${GUIDE}/b.md`]: page('A new page', 'In the place of B.') });

      const first = await world.run('push', '--yes');
      expect(first.exitCode).toBe(7);
      expect(first.stderr.replaceAll(/\s+/g, ' ')).toMatch(
        /b\.md v1\/guide\/zold still has its slug on the platform. Run docs push again/,
      );
      expect(await titles(world)).toMatchObject({ zold: `${id} Page B` });
      expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });

      expect(await titles(world)).toMatchObject({ b: expect.stringContaining('A new page') });
      await expectRest(world);
    },
  );
});
