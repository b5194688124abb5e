import { describe, expect, test } from 'vitest';
import { git } from '../support/git.ts';
import { openWorld, type World } from '../support/world.ts';

const page = (title: string, body: string, header = ''): string =>
  `---\ntype: page\ntitle: ${title}\n${header}---\n\n${body}\n`;

const GUIDE = 'docs/v1.0/g';

/** In the repository layout a file's name is its page's slug, whatever folder of its documentation it is in. */
const repository = (pages: Readonly<Record<string, string>>): Record<string, string> => ({
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  [`${GUIDE}/_settings.yaml`]: 'title: Guide\n',
  ...Object.fromEntries(Object.entries(pages).map(([name, text]) => [`${GUIDE}/${name}`, text])),
});

/** In the early layout a header may say another slug than the file's name. */
const early = (pages: Readonly<Record<string, string>>): Record<string, string> => ({
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/settings.yaml': 'name: v1.0\nslug: v1.0\n',
  [`${GUIDE}/settings.yaml`]: 'slug: g\n',
  ...Object.fromEntries(Object.entries(pages).map(([name, text]) => [`${GUIDE}/${name}`, text])),
});

interface Planned {
  readonly exitCode: number;
  readonly changes: readonly string[];
  readonly warnings: readonly string[];
}

async function push(world: World, ...flags: string[]): Promise<Planned> {
  const { exitCode, stdout } = await world.run('push', '--yes', '--publish', '--json', ...flags);
  const { plan, warnings } = JSON.parse(stdout) as {
    plan: { kind: string; key: string; fields?: string[] }[];
    warnings: string[];
  };
  const changes = plan.map(({ kind, key, fields }) =>
    [kind, key, ...(fields === undefined ? [] : [fields.join('+')])].join(' '),
  );
  return { exitCode, changes, warnings };
}

const move = async (world: World, from: string, to: string, text?: string): Promise<void> => {
  await world.write({ [to]: text ?? (await world.read(from)) });
  await world.remove(from);
};

const textOf = async (world: World, key: string): Promise<string | null | undefined> =>
  (await world.page(key))?.published;

describe('a file that moves', () => {
  test('leaves untouched pages that link to its old path as they are, and the plan says so', async () => {
    const world = await openWorld(
      repository({
        'a.md': page('A', '[B](sub/b.md#two)'),
        'c.md': page('C', 'C'),
        'sub/b.md': page('B', 'B'),
      }),
    );
    await push(world);
    await move(world, `${GUIDE}/sub/b.md`, `${GUIDE}/b.md`);

    const { exitCode, changes, warnings } = await push(world);

    expect({ exitCode, changes }).toEqual({ exitCode: 0, changes: [] });
    expect(warnings).toEqual([
      expect.stringMatching(/v1\.0\/g\/sub\/b\.md.*v1\.0\/g\/a.*v1\.0\/g\/b/),
    ]);
    expect(await textOf(world, 'v1.0/g/a')).toBe('[B](/g/b#two)');
  });

  test('keeps links to its old path whole in pages that are edited, made or have two texts', async () => {
    const world = await openWorld(
      repository({
        'a.md': page('A', '[B](sub/b.md)'),
        'two.md': page('Two', '---draft\n\n[B](sub/b.md), more\n\n---published\n\n[B](sub/b.md)'),
        'sub/b.md': page('B', 'B'),
      }),
    );
    await push(world);
    await move(world, `${GUIDE}/sub/b.md`, `${GUIDE}/b.md`);
    await world.write({
      [`${GUIDE}/a.md`]: page('A', 'Edited. [B](sub/b.md)'),
      [`${GUIDE}/new.md`]: page('New', 'New. [B](sub/b.md)'),
    });

    const { exitCode, changes } = await push(world);

    expect(exitCode).toBe(0);
    expect(changes).not.toContain('update v1.0/g/two body');
    expect(await textOf(world, 'v1.0/g/a')).toBe('Edited. [B](/g/b)');
    expect(await textOf(world, 'v1.0/g/new')).toBe('New. [B](/g/b)');
    expect((await push(world)).changes).toEqual([]);
  });

  test('and is renamed has links to its old path lead to its new one', async () => {
    const world = await openWorld(
      repository({ 'a.md': page('A', '[B](b.md)'), 'b.md': page('B', 'Text of B') }),
    );
    await push(world);
    await move(world, `${GUIDE}/b.md`, `${GUIDE}/begin.md`);

    const { exitCode, changes, warnings } = await push(world);

    expect(exitCode).toBe(0);
    expect(changes).toEqual([
      'update v1.0/g/a body',
      'publish v1.0/g/a',
      'update v1.0/g/begin slug',
    ]);
    expect(warnings).toEqual([
      expect.stringMatching(/v1\.0\/g\/b\.md.*v1\.0\/g\/a.*v1\.0\/g\/begin/),
    ]);
    expect(await textOf(world, 'v1.0/g/a')).toBe('[B](/g/begin)');
    expect((await push(world)).changes).toEqual([]);
  });

  test('and was renamed by an earlier push is known from git in a page that is edited', async () => {
    const world = await openWorld(
      repository({ 'a.md': page('A', '[B](b.md)'), 'b.md': page('B', 'Text of B') }),
    );
    git(world.folder, 'init', '--quiet');
    git(world.folder, 'add', '--all');
    git(world.folder, 'commit', '--quiet', '--message', 'Two pages');
    await push(world);
    await move(world, `${GUIDE}/b.md`, `${GUIDE}/begin.md`);
    await push(world);
    await world.write({ [`${GUIDE}/a.md`]: page('A', 'Edited. [B](b.md)') });
    await push(world);

    expect(await textOf(world, 'v1.0/g/a')).toBe('Edited. [B](/g/begin)');
  });

  test('together with one that it links to, both renamed, is known by its text', async () => {
    const world = await openWorld(
      repository({
        'x.md': page('X', 'Of X: [Y](y.md)'),
        'y.md': page('Y', 'Of Y: [X](x.md)'),
      }),
    );
    await push(world);
    await move(world, `${GUIDE}/x.md`, `${GUIDE}/x-2.md`, page('X 2', 'Of X: [Y](y.md)'));
    await move(world, `${GUIDE}/y.md`, `${GUIDE}/y-2.md`, page('Y 2', 'Of Y: [X](x.md)'));

    expect((await push(world)).exitCode).toBe(0);

    expect(await world.platform.admin.pages()).toHaveLength(2);
    expect(await textOf(world, 'v1.0/g/x-2')).toBe('Of X: [Y](/g/y-2)');
    expect(await textOf(world, 'v1.0/g/y-2')).toBe('Of Y: [X](/g/x-2)');
  });

  test('and has its slug in its header leaves links to its old path whole', async () => {
    const world = await openWorld(
      early({
        'a.md': page('A', '[B](sub/b.md)'),
        'sub/b.md': page('B', 'B', 'slug: begin\n'),
      }),
    );
    await push(world);
    await move(world, `${GUIDE}/sub/b.md`, `${GUIDE}/b.md`);
    expect((await push(world)).changes).toEqual([]);
    await world.write({ [`${GUIDE}/a.md`]: page('A', 'Edited. [B](sub/b.md)') });
    await push(world);

    expect(await textOf(world, 'v1.0/g/a')).toBe('Edited. [B](/g/begin)');
  });

  test('by a rename of its whole folder leaves untouched pages as they are', async () => {
    const world = await openWorld(
      repository({
        'a.md': page('A', '[B](sub/b.md), [C](sub/c.md)'),
        'sub/b.md': page('B', '[C](c.md), [A](../a.md)'),
        'sub/c.md': page('C', '[B](b.md)'),
      }),
    );
    await push(world);
    await move(world, `${GUIDE}/sub/b.md`, `${GUIDE}/topic/b.md`);
    await move(world, `${GUIDE}/sub/c.md`, `${GUIDE}/topic/c.md`);

    expect((await push(world)).changes).toEqual([]);
    await world.remove(`docs-cli.lock`);
    expect((await push(world)).changes.filter((change) => !change.startsWith('adopt'))).toEqual([]);
  });

  test('and is edited leaves links whole in a pipeline that has no lock file', async () => {
    const world = await openWorld(
      repository({ 'a.md': page('A', '[B](sub/b.md)'), 'sub/b.md': page('B', 'B') }),
    );
    await push(world);
    await world.remove('docs-cli.lock');
    await move(world, `${GUIDE}/sub/b.md`, `${GUIDE}/b.md`);

    expect((await push(world)).exitCode).toBe(0);
    expect(await textOf(world, 'v1.0/g/a')).toBe('[B](/g/b)');
  });
});

describe('a file that is deleted, whose page lives on,', () => {
  test('leaves untouched pages that link to it as they are', async () => {
    const world = await openWorld(
      repository({ 'a.md': page('A', '[B](b.md)'), 'b.md': page('B', 'B') }),
    );
    await push(world);
    await world.remove(`${GUIDE}/b.md`);

    const { exitCode, changes, warnings } = await push(world);

    expect({ exitCode, changes }).toEqual({ exitCode: 0, changes: ['orphan v1.0/g/b'] });
    expect(warnings).toEqual([expect.stringMatching(/v1\.0\/g\/b\.md.*v1\.0\/g\/a/)]);
    expect(await textOf(world, 'v1.0/g/a')).toBe('[B](/g/b)');
  });

  test('keeps links to it whole in pages that are edited, and on a pull of such a page', async () => {
    const world = await openWorld(
      repository({ 'a.md': page('A', '[B](b.md)'), 'b.md': page('B', 'B') }),
    );
    await push(world);
    await world.remove(`${GUIDE}/b.md`);
    await world.write({ [`${GUIDE}/a.md`]: page('A', 'Edited. [B](b.md)') });

    expect((await push(world)).exitCode).toBe(0);
    expect(await textOf(world, 'v1.0/g/a')).toBe('Edited. [B](/g/b)');
    expect((await push(world)).changes).toEqual(['orphan v1.0/g/b']);

    await world.edit('v1.0/g/a', 'By the editor. [B](/g/b)');
    await world.run('pull', '--yes', GUIDE + '/a.md');
    expect(await world.read(`${GUIDE}/a.md`)).toBe(page('A', 'By the editor. [B](b.md)'));
  });

  test('and has its slug in its header leaves untouched pages as they are, without git', async () => {
    const world = await openWorld(
      early({
        'a.md': page('A', '[B](b.md) and [C](c.md)'),
        'c.md': page('C', 'C', 'slug: go-on\n'),
        'b.md': page('B', 'B', 'slug: begin\n'),
      }),
    );
    await push(world);
    await world.remove(`${GUIDE}/b.md`);

    expect((await push(world)).changes).toEqual(['orphan v1.0/g/begin']);
    expect(await textOf(world, 'v1.0/g/a')).toBe('[B](/g/begin) and [C](/g/go-on)');
  });

  test('and had its slug in its header is known from git where all pages that link to it are edited', async () => {
    const world = await openWorld(
      early({
        'a.md': page('A', '[B](b.md)'),
        'b.md': page('B', 'B', 'slug: begin\n'),
      }),
    );
    git(world.folder, 'init', '--quiet');
    await push(world);
    git(world.folder, 'add', '--all');
    git(world.folder, 'commit', '--quiet', '--message', 'Two pages');
    await world.remove(`${GUIDE}/b.md`);
    await world.write({ [`${GUIDE}/a.md`]: page('A', 'Edited. [B](b.md)') });

    expect((await push(world)).exitCode).toBe(0);
    expect(await textOf(world, 'v1.0/g/a')).toBe('Edited. [B](/g/begin)');
  });
});

describe('a link that leads nowhere', () => {
  test('is a warning on the change that sends it, with page and link', async () => {
    const world = await openWorld(
      repository({
        'a.md': page('A', '[X](x.md#one), ![not](x.md), [out](https://example.com/x.md)'),
        'b.md': page('B', '---draft\n\nB\n\n---published\n\n[Y](../y/y.md)'),
        'c.md': page('C', 'C'),
      }),
    );

    const made = await push(world);
    expect(made.exitCode).toBe(0);
    expect(made.warnings).toEqual([
      expect.stringMatching(/^v1\.0\/g\/a .*"x\.md"/),
      expect.stringMatching(/^v1\.0\/g\/b .*"\.\.\/y\/y\.md"/),
    ]);
    expect((await push(world)).warnings).toEqual([]);

    await world.write({ [`${GUIDE}/c.md`]: page('C', 'Now [Z](z.md)') });
    expect((await push(world)).warnings).toEqual([expect.stringMatching(/^v1\.0\/g\/c .*"z\.md"/)]);
  });

  test('is said once, with a number, where many pages have some', async () => {
    const pages = Array.from({ length: 30 }, (_, n) => [`p${n}.md`, page(`P${n}`, '[X](x.md)')]);
    const world = await openWorld(repository(Object.fromEntries(pages) as Record<string, string>));

    const { warnings } = await push(world);

    expect(warnings.length).toBeLessThan(15);
    expect(warnings.at(-1)).toMatch(/\d+ more pages/);
  });
});
