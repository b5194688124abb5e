/** A pull brought an editor's text into a file; then somebody put the file back and edited it. */
import { describe, expect, test } from 'vitest';
import { git } from '../../support/git.ts';
import { openWorld, type World } from '../../support/world.ts';

const KEY = 'v1/guide/intro';
const FILE = `docs/${KEY}.md`;

const page = (...lines: readonly string[]): string =>
  `---\ntitle: Intro\n---\n\n${lines.join('\n\n')}\n`;

const BEFORE = ['One.', 'See [setup](setup.md).', 'Two.', 'Three.'];
/** What an editor makes of the text, and an edit of the text from before it, in other lines. */
const EDITS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'a changed line',
    ['One.', 'See [setup](/guide/setup).', 'Two, theirs.', 'Three.'],
    ['One, ours.', 'See [setup](setup.md).', 'Two.', 'Three.'],
  ],
  [
    'a new line',
    ['One.', 'See [setup](/guide/setup).', 'Two.', 'New, theirs.', 'Three.'],
    ['One, ours.', 'See [setup](setup.md).', 'Two.', 'Three.'],
  ],
  [
    'a removed line',
    ['One.', 'See [setup](/guide/setup).', 'Three.'],
    ['One, ours.', 'See [setup](setup.md).', 'Two.', 'Three.'],
  ],
];

async function pulled(theirs: readonly string[]): Promise<World> {
  const world = await openWorld({
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
    'docs/v1/_settings.yaml': 'name: v1\n',
    'docs/v1/guide/_settings.yaml': 'title: Guide\n',
    'docs/v1/guide/setup.md': '---\ntitle: Setup\n---\n\nSetup.\n',
    [FILE]: page(...BEFORE),
  });
  git(world.folder, 'init', '--quiet');
  await world.run('push', '--yes');
  git(world.folder, 'add', '--all');
  git(world.folder, 'commit', '--quiet', '--message', 'Push');
  await world.edit(KEY, theirs.join('\n\n'));
  expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
  return world;
}

describe.each(EDITS)('a pull that brought %s', (_, theirs, ours) => {
  test('and was undone, and the file edited since: a conflict, not an update', async () => {
    const world = await pulled(theirs);
    git(world.folder, 'checkout', '--quiet', '--', 'docs');
    await world.write({ [FILE]: page(...ours) });

    const pushed = await world.run('push', '--yes');

    expect(pushed).toMatchObject({ exitCode: 5 });
    expect(pushed.stderr).toContain('the file is as it was before a pull or merge');
    expect((await world.page(KEY))?.draft).toBe(theirs.join('\n\n'));
    expect(await world.run('push', '--yes', '--ours')).toMatchObject({ exitCode: 0 });
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  });

  test('and is kept, and the file edited elsewhere: an update', async () => {
    const world = await pulled(theirs);
    const after = (await world.read(FILE)).replace('One.', 'One, ours.');
    await world.write({ [FILE]: after });

    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await world.page(KEY))?.draft).toBe(theirs.join('\n\n').replace('One.', 'One, ours.'));
  });
});

test.each(EDITS.slice(0, 2))(
  'a line that a pull brought and that was then edited is an update: %s',
  async (_, theirs) => {
    const world = await pulled(theirs);
    const after = (await world.read(FILE)).replace('theirs', 'of both');
    await world.write({ [FILE]: after });

    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await world.page(KEY))?.draft).toContain('of both');
  },
);

test('a merge that was undone, and its file edited since, is a conflict again', async () => {
  const world = await pulled(BEFORE);
  await world.edit(KEY, 'One.\n\nSee [setup](/guide/setup).\n\nTwo, theirs.\n\nThree.');
  const ours = page('One.', 'See [setup](setup.md).', 'Two, ours.', 'Three.');
  await world.write({ [FILE]: ours });
  expect(await world.run('pull', '--yes', '--merge')).toMatchObject({ exitCode: 7 });

  await world.write({ [FILE]: ours.replace('Three.', 'Three, ours.') });

  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 5 });
  expect((await world.page(KEY))?.draft).toContain('Two, theirs.');
});

test.each([
  [
    'on a machine',
    {},
    /docs diff .*docs push --ours sends the file, if it is right as it is.*docs sync --merge/,
  ],
  [
    'in a pipeline',
    { CI: 'true' },
    /on your machine, if the file is right as it is: docs push --ours.*docs pull --merge/,
  ],
])('a marked merge resolved as it was before is sent as advised: %s', async (_, env, advice) => {
  const world = await pulled(BEFORE);
  const theirs = 'One.\n\nSee [setup](/guide/setup).\n\nTwo, theirs.\n\nThree.';
  await world.edit(KEY, theirs);
  const ours = page('One.', 'See [setup](setup.md).', 'Two, ours.', 'Three.');
  await world.write({ [FILE]: ours });
  expect(await world.run('pull', '--yes', '--merge')).toMatchObject({ exitCode: 7 });
  await world.write({ [FILE]: ours });

  const run = await world.runAs({ env }, 'push', '--yes');
  expect(run).toMatchObject({ exitCode: 5 });
  expect(run.stderr.replaceAll(/\s+/g, ' ')).toMatch(advice);
  expect(await world.run('push', '--yes', '--ours')).toMatchObject({ exitCode: 0 });
  expect((await world.page(KEY))?.draft).toContain('Two, ours.');
});
