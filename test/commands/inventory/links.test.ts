import { describe, expect, test } from 'vitest';
import { git } from '../../support/git.ts';
import { openWorld, type World } from '../../support/world.ts';

const page = (title: string, body: string, header = ''): string =>
  `---\ntype: page\ntitle: ${title}\n${header}---\n\n${body}\n`;

const GUIDE = 'docs/v1.0/g';

/** In the repository layout, a page's slug is its file's name, whatever folder it is in. */
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

const brokenIn = (key: string, target: string): string =>
  `v1.0/g/${key} has a broken link: "${target}". docs check lists them.`;

describe('a link to a file that is gone', () => {
  test.each([
    ['moved', `${GUIDE}/b.md`],
    ['renamed', `${GUIDE}/sub/begin.md`],
    ['removed', null],
  ])('is sent as it is written, with one warning, if the file was %s', async (_, to) => {
    const world = await openWorld(
      repository({
        'a.md': page('A', '[B](sub/b.md#two), [C](c.md)'),
        'c.md': page('C', 'C'),
        'sub/b.md': page('B', 'Text of B'),
      }),
    );
    await push(world);
    if (to === null) await world.remove(`${GUIDE}/sub/b.md`);
    else await move(world, `${GUIDE}/sub/b.md`, to);

    const { exitCode, changes, warnings } = await push(world);

    expect(exitCode).toBe(0);
    expect(changes).toEqual(expect.arrayContaining(['update v1.0/g/a body', 'publish v1.0/g/a']));
    expect(warnings).toEqual([brokenIn('a', 'sub/b.md')]);
    expect(await textOf(world, 'v1.0/g/a')).toBe('[B](sub/b.md#two), [C](/g/c)');
    const again = await push(world);
    expect(again.changes).toEqual(to === null ? ['orphan v1.0/g/b'] : []);
    expect(again.warnings).toEqual([]);
  });

  test('is sent as it is written, too, from a page that is edited, made or has two texts', async () => {
    const world = await openWorld(
      repository({
        'a.md': page('A', '[B](sub/b.md)'),
        'two.md':
          '---\ntitle: Two\n---draft\n\n[B](sub/b.md), more\n\n---published\n\n[B](sub/b.md)\n',
        'sub/b.md': page('B', 'B'),
      }),
    );
    await push(world);
    await move(world, `${GUIDE}/sub/b.md`, `${GUIDE}/b.md`);
    await world.write({
      [`${GUIDE}/a.md`]: page('A', 'Edited. [B](sub/b.md)'),
      [`${GUIDE}/new.md`]: page('New', 'New. [B](sub/b.md)'),
    });

    const { exitCode, warnings } = await push(world);

    expect(exitCode).toBe(0);
    expect(warnings).toEqual(['a', 'new', 'two'].map((key) => brokenIn(key, 'sub/b.md')));
    expect(await textOf(world, 'v1.0/g/a')).toBe('Edited. [B](sub/b.md)');
    expect(await textOf(world, 'v1.0/g/new')).toBe('New. [B](sub/b.md)');
    expect((await push(world)).changes).toEqual([]);
  });

  test('is sent as it is written, too, where the slug of the page is in its header', async () => {
    const world = await openWorld(
      early({
        'a.md': page('A', '[B](sub/b.md)'),
        'sub/b.md': page('B', 'B', 'slug: begin\n'),
      }),
    );
    await push(world);
    await move(world, `${GUIDE}/sub/b.md`, `${GUIDE}/b.md`);

    expect((await push(world)).warnings).toEqual([brokenIn('a', 'sub/b.md')]);
    expect(await textOf(world, 'v1.0/g/a')).toBe('[B](sub/b.md)');
  });

  test('is sent as it is written, too, without a lock file', async () => {
    const world = await openWorld(
      repository({ 'a.md': page('A', '[B](sub/b.md)'), 'sub/b.md': page('B', 'B') }),
    );
    git(world.folder, 'init', '--quiet');
    git(world.folder, 'add', '--all');
    git(world.folder, 'commit', '--quiet', '--message', 'Two pages');
    await push(world);
    await world.remove('docs-cli.lock');
    await world.remove(`${GUIDE}/sub/b.md`);

    const { exitCode, warnings } = await push(world);

    expect({ exitCode, warnings }).toEqual({ exitCode: 0, warnings: [brokenIn('a', 'sub/b.md')] });
  });

  test('between two pages that were both renamed and titled differently makes no page again', async () => {
    const more = Array.from({ length: 6 }, (_, n) => `\n\nParagraph ${n}.`).join('');
    const world = await openWorld(
      repository({
        'x.md': page('X', `Of X: [Y](y.md)${more}`),
        'y.md': page('Y', `Of Y: [X](x.md)${more}`),
      }),
    );
    git(world.folder, 'init', '--quiet');
    git(world.folder, 'add', '--all');
    git(world.folder, 'commit', '--quiet', '--message', 'Two pages');
    await push(world);
    await move(world, `${GUIDE}/x.md`, `${GUIDE}/x-2.md`, page('X 2', `Of X: [Y](y-2.md)${more}`));
    await move(world, `${GUIDE}/y.md`, `${GUIDE}/y-2.md`, page('Y 2', `Of Y: [X](x-2.md)${more}`));
    git(world.folder, 'add', '--all');
    git(world.folder, 'commit', '--quiet', '--message', 'Rename');

    expect((await push(world)).exitCode).toBe(0);

    expect(await world.platform.admin.pages()).toHaveLength(2);
    expect(await textOf(world, 'v1.0/g/x-2')).toBe(`Of X: [Y](/g/y-2)${more}`);
    expect(await textOf(world, 'v1.0/g/y-2')).toBe(`Of Y: [X](/g/x-2)${more}`);
  });
});

describe('a link that leads nowhere', () => {
  test('is a warning on the change that sends it, with page and link', async () => {
    const world = await openWorld(
      repository({
        'a.md': page('A', '[X](x.md#one), ![not](x.md), [out](https://example.com/x.md)'),
        'b.md': '---\ntitle: B\n---draft\n\nB\n\n---published\n\n[Y](../y/y.md)\n',
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
