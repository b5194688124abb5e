import { link, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PageId } from '../../src/model/ids.ts';
import { openWorld, type World } from '../support/world.ts';

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

describe('slugs that pages took from each other on the platform', () => {
  test('are the files’ names after one pull; the list of pages and all links follow', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await permute(world, { a: 'b', b: 'a' });

    const pulled = await world.run('pull', '--yes', '--json');

    expect(pulled).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(pulled.stdout)).toMatchObject({
      applied: [
        { kind: 'pull', key: 'v1/guide/a', to: 'v1/guide/b' },
        { kind: 'pull', key: 'v1/guide/b', to: 'v1/guide/a' },
      ],
      skipped: [],
      failed: [],
    });
    expect(await files(world)).toEqual(['a.md', 'b.md', 'c.md', 'other.md']);
    expect(await world.read(`${GUIDE}/b.md`)).toBe(
      page('Page A', 'I am A. [B](a.md), [C](c.md#x), [myself](b.md).'),
    );
    expect(await world.read(`${GUIDE}/a.md`)).toBe(page('Page B', 'I am B. [A](b.md), [C](c.md).'));
    expect(await world.read(`${GUIDE}/other.md`)).toBe(
      page('Other', 'To [A](b.md#one), [B](a.md), [C](c.md "C").'),
    );
    expect(await world.read(`${GUIDE}/_nav.yaml`)).toBe(
      'items:\n  - b # first\n  - a\n  - c\n  - other\n',
    );
    await expectRest(world);
    expect((await world.page('v1/guide/other'))?.draft).toBe(
      'To [A](/guide/b#one), [B](/guide/a), [C](/guide/c "C").',
    );
  });

  test('are pulled to the end where the pull before was killed with both names on a file: no link to a third name is ever sent', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await permute(world, { a: 'b', b: 'c', c: 'a' });
    const third = `docs-cli-moving-${(await world.page('v1/guide/b'))?.id}`;
    const redirected = (name: string): string =>
      (REPOSITORY[`${GUIDE}/${name}` as keyof typeof REPOSITORY] ?? '')
        .replaceAll('(a.md', `(${third}.md`)
        .replace('- a #', `- ${third} #`);
    const names = ['_nav.yaml', 'a.md', 'b.md', 'c.md', 'other.md'];
    await world.write(
      Object.fromEntries(names.map((name) => [`${GUIDE}/${name}`, redirected(name)])),
    );
    await link(join(world.folder, `${GUIDE}/a.md`), join(world.folder, `${GUIDE}/${third}.md`));

    const pushed = await world.run('push', '--yes');
    const pulled = await world.run('pull', '--yes');

    expect(pushed).toMatchObject({
      exitCode: 7,
      stdout: expect.stringContaining('links to a page whose slug a pull was changing'),
    });
    for (const { draft } of await world.platform.admin.pages()) expect(draft).not.toMatch(/moving/);
    expect(pulled).toMatchObject({ exitCode: 0 });
    expect(await files(world)).toEqual(['a.md', 'b.md', 'c.md', 'other.md']);
    expect(await world.read(`${GUIDE}/other.md`)).toContain('[A](b.md#one)');
    await expectRest(world);
  });

  test('are pulled to the end where the pull before was killed with both names on a file that had its third name', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await permute(world, { a: 'b', b: 'a' });
    const third = `docs-cli-moving-${(await world.page('v1/guide/b'))?.id}`;
    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
    const whole = await files(world);
    const text = await world.read(`${GUIDE}/b.md`);
    const lock = await world.read('docs-cli.lock.json');
    await world.write({
      'docs-cli.lock.json': lock.replace('"v1/guide/b":', `"v1/guide/${third}":`),
    });
    await link(join(world.folder, `${GUIDE}/b.md`), join(world.folder, `${GUIDE}/${third}.md`));

    const pulled = await world.run('pull', '--yes');

    expect(pulled).toMatchObject({ exitCode: 0 });
    expect(await files(world)).toEqual(whole);
    expect(await world.read(`${GUIDE}/b.md`)).toBe(text);
    expect(await world.read('docs-cli.lock.json')).not.toContain('moving');
    await expectRest(world);
  });

  test.each([
    ['three in a circle', { a: 'b', b: 'c', c: 'a' }, ['C', 'A', 'B']],
    ['three in the other circle', { a: 'c', c: 'b', b: 'a' }, ['B', 'C', 'A']],
    ['one took what the next one left', { a: 'b', b: 'd' }, [null, 'A', 'C', 'B']],
  ])('also %s', async (_, slugs: Record<string, string>, now) => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await permute(world, slugs);

    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });

    const to = (name: string): string => slugs[name.toLowerCase()] ?? name.toLowerCase();
    for (const [index, name] of now.entries()) {
      const file = `${GUIDE}/${'abcd'[index]}.md`;
      const text = (await world.exists(file)) ? await world.read(file) : 'It is not there.';
      expect(text).toContain(name === null ? 'not there' : `I am ${name}.`);
    }
    expect(await world.read(`${GUIDE}/_nav.yaml`)).toBe(
      `items:\n  - ${to('A')} # first\n  - ${to('B')}\n  - ${to('C')}\n  - other\n`,
    );
    expect(await world.read(`${GUIDE}/other.md`)).toMatch(
      new RegExp(`\\[A\\]\\(${to('A')}\\.md#one\\).*\\[B\\]\\((?:\\./)?${to('B')}\\.md\\)`),
    );
    expect((await files(world)).join()).not.toContain('moving');
    await expectRest(world);
  });

  test.each([
    ['two pages', { a: 'b', b: 'a' }],
    ['three pages', { a: 'b', b: 'c', c: 'a' }],
  ])('come together with new titles and texts: %s', async (_, slugs: Record<string, string>) => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    const edits = Object.fromEntries(
      Object.entries(slugs).map(([was, slug]) => {
        const name = was.toUpperCase();
        const next = Object.keys(slugs).find((one) => one !== was) ?? '';
        const content = `New ${name}: [me](/guide/${slug}), [${next}](/guide/${slugs[next]}), [o](/guide/other).`;
        return [was, { title: `New title ${name}`, content }];
      }),
    );
    await permute(world, slugs, edits);

    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });

    for (const [was, slug] of Object.entries(slugs)) {
      const name = was.toUpperCase();
      const text = await world.read(`${GUIDE}/${slug}.md`);
      expect(text).toContain(`title: New title ${name}`);
      const next = Object.keys(slugs).find((one) => one !== was) ?? '';
      expect(text).toContain(
        `New ${name}: [me](${slug}.md), [${next}](${slugs[next]}.md), [o](other.md).`,
      );
    }
    const stored = await titles(world);
    expect(Object.values(stored).join()).toContain('New title A');
    await expectRest(world);
  });

  test('are the headers’ where the layout has them there, and files keep their names', async () => {
    const world = await openWorld(PLAIN);
    await world.run('push', '--yes');
    await permute(world, { a: 'b', b: 'c', c: 'a' });

    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });

    expect(await files(world, 'docs')).toEqual(['a.md', 'b.md', 'see.md']);
    expect(await world.read('docs/a.md')).toBe(page('Page A', 'I am A. [B](b.md).', 'slug: b\n'));
    expect(await world.read('docs/b.md')).toBe(page('Page B', 'I am B. [A](a.md).', 'slug: c\n'));
    expect(await world.read('docs/see.md')).toBe(
      page('Page C', 'I am C. [A](a.md), [B](b.md).', 'slug: a\n'),
    );
    await expectRest(world);
    expect((await world.page('v1/guide/a'))?.draft).toBe('I am C. [A](/guide/b), [B](/guide/c).');
  });

  test('move files of several folders, whose keys may not be the same for a moment', async () => {
    const world = await openWorld({
      ...REPOSITORY,
      [`${GUIDE}/_nav.yaml`]: 'items: [a, more/deep, b, c, other]\n',
      [`${GUIDE}/more/deep.md`]: page('Deep', 'To [A](../a.md).'),
    });
    await world.run('push', '--yes');
    await permute(world, { a: 'deep', deep: 'a' });

    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });

    expect(await world.read(`${GUIDE}/more/a.md`)).toBe(page('Deep', 'To [A](../deep.md).'));
    expect(await world.read(`${GUIDE}/deep.md`)).toContain('I am A.');
    expect(await world.read(`${GUIDE}/_nav.yaml`)).toBe('items: [deep, more/a, b, c, other]\n');
    await expectRest(world);
  });

  test('keep edits that were made here', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await permute(world, { a: 'b', b: 'a' });
    await world.write({ [`${GUIDE}/a.md`]: page('Page A', 'Edited here. [B](b.md).') });

    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });

    expect(await world.read(`${GUIDE}/b.md`)).toBe(page('Page A', 'Edited here. [B](a.md).'));
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.page('v1/guide/b')).toMatchObject({
      title: 'Page A',
      draft: 'Edited here. [B](/guide/a).',
    });
    await expectRest(world);
  });

  test('stay, all of them, where one cannot be taken over, and the way out is named', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await permute(world, { a: 'b', b: 'a' });

    const one = await world.run('pull', `${GUIDE}/a.md`, '--yes', '--json');

    const hint = expect.stringContaining('Pull both in one run');
    expect(JSON.parse(one.stdout).skipped).toMatchObject([{ key: 'v1/guide/a', hint }]);
    expect(await world.read(`${GUIDE}/a.md`)).toContain('I am A.');
    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.read(`${GUIDE}/b.md`)).toContain('I am A.');
    await expectRest(world);
  });
});
