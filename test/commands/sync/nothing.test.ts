/**
 * Every way to have nothing to do. `Nothing changed` stands only if files, platform and lock
 * agree; elsewhere the words say which side is ahead, and which command carries it over.
 */
import { describe, expect, test } from 'vitest';
import type { Run } from '../../support/host.ts';
import { openWorld, type World } from '../../support/world.ts';

const page = (title: string, body: string, header = ''): string =>
  `---\ntitle: ${title}\n${header}---\n\n${body}\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/guide/a.md': page('A', 'One.'),
  'docs/v1/guide/b.md': page('B', 'Two.'),
};

const settle = async (world: World): Promise<void> => {
  await world.run('push', '--yes');
  await world.run('pull', '--yes');
};

const remove = async (world: World, key: string): Promise<void> => {
  const { id = 0 } = (await world.page(key)) ?? {};
  await world.platform.admin.editor().remove(id);
};

interface Way {
  readonly files?: Readonly<Record<string, string>>;
  /** After files and platform agreed. */
  readonly happens: (world: World) => Promise<unknown>;
  readonly commands?: readonly (readonly string[])[];
}

const PUSH = ['push', '--yes'];
const PULL = ['pull', '--yes'];
const SYNC = ['sync', '--yes'];
const SHOWN = [['status'], ['diff']];
const PUSHES = [...SHOWN, PUSH, SYNC];
const ALL = [...PUSHES, PULL];
const RESTRICTED = { ...FILES, 'docs/v1/guide/b.md': page('B', 'Two.', 'hidden: true\n') };

const WAYS: Readonly<Record<string, Way>> = {
  'all agree': { happens: async () => undefined, commands: ALL },
  'dates prove nothing': {
    happens: async (world) => {
      await world.write({ 'docs/v1/guide/a.md': page('A', 'One, again.') });
      await world.run(...PUSH);
    },
    commands: PUSHES,
  },
  'newer on the platform': { happens: (world) => world.edit('v1/guide/a', 'Theirs.') },
  'all newer on the platform': {
    happens: async (world) => {
      await world.edit('v1/guide/a', 'Theirs.');
      await world.edit('v1/guide/b', 'Theirs, too.');
    },
  },
  'newer here': {
    happens: (world) => world.write({ 'docs/v1/guide/a.md': page('A', 'Ours.') }),
    commands: [['status'], PULL],
  },
  'only here': {
    happens: (world) => world.write({ 'docs/v1/guide/c.md': page('C', 'Ours.') }),
    commands: [['status'], PULL],
  },
  'only on the platform': {
    happens: async ({ platform: { admin } }) =>
      admin.editor().create(await admin.documentationId('v1', 'guide'), {
        title: 'C',
        slug: 'c',
        content: 'Theirs.',
      }),
  },
  'without a file': { happens: (world) => world.remove('docs/v1/guide/a.md') },
  'gone from the platform': { happens: (world) => remove(world, 'v1/guide/a'), commands: ALL },
  'both gone': {
    happens: async (world) => {
      await remove(world, 'v1/guide/a');
      await remove(world, 'v1/guide/b');
    },
    commands: ALL,
  },
  unplaced: {
    happens: (world) => world.write({ 'docs/loose.md': page('Loose', 'Where?') }),
    commands: ALL,
  },
  'held back': {
    files: RESTRICTED,
    happens: (world) =>
      world.run('page', 'publish', 'v1/guide/a', '--yes').then(() => world.run(...PULL)),
    commands: [
      ['status', '--publish'],
      [...PUSH, '--publish'],
    ],
  },
  'conflict left out': {
    happens: async (world) => {
      await world.edit('v1/guide/a', 'Theirs.');
      await world.write({ 'docs/v1/guide/a.md': page('A', 'Ours.') });
    },
    commands: [['status'], [...PUSH, '--skip-conflicts'], [...PULL, '--skip-conflicts']],
  },
  'several at once': {
    happens: async (world) => {
      await world.edit('v1/guide/a', 'Theirs.');
      await world.remove('docs/v1/guide/b.md');
      await world.write({ 'docs/loose.md': page('Loose', 'Where?') });
    },
  },
  'named, and as on the platform': {
    happens: (world) => world.edit('v1/guide/b', 'Theirs.'),
    commands: ALL.map((argv) => argv.concat('docs/v1/guide/a.md')),
  },
  'named, and newer on the platform': {
    happens: (world) => world.edit('v1/guide/a', 'Theirs.'),
    commands: PUSHES.map((argv) => argv.concat('v1/guide/a')),
  },
};

/** Without ids and times. */
const shown = (argv: readonly string[], { exitCode, stdout, stderr }: Run): string => {
  const text = `${stderr}${stdout}`
    .replaceAll(/\b\d{5,}\b/g, 'ID')
    .replaceAll(/, [\d.]+ (?:ms|s)\)/g, ', 10 ms)');
  return `$ docs ${argv.join(' ')}\n${text}--- exit ${exitCode}\n`;
};

describe('nothing to do', () => {
  test.each(Object.entries(WAYS))(
    '%s',
    async (name, { files = FILES, happens, commands = PUSHES }) => {
      const world = await openWorld(files);
      await settle(world);
      await happens(world);
      const runs: string[] = [];
      for (const argv of commands) {
        const run = await world.run(...argv);
        runs.push(shown(argv, run));
        expect(run.stdout).not.toMatch(/: 0 pages/);
        const allAgree = /^(?:all agree|named, and as)/.test(name);
        expect(run.stdout.includes('Nothing changed') && !allAgree).toBe(false);
      }

      await expect(runs.join('\n')).toMatchFileSnapshot(
        `../../golden/nothing/${name.replaceAll(/[ ,]+/g, '-')}.txt`,
      );
    },
  );

  test('an empty folder and an empty platform', async () => {
    const files = {
      'docs-cli.config.yml': 'content:\n  - path: docs\n',
      'docs/v1/guide/_settings.yaml': '',
    };
    const world = await openWorld(files);
    const runs: string[] = [];
    for (const argv of [PULL, ['pull', '--dry-run'], [...PULL, 'v1/guide']])
      runs.push(shown(argv, await world.run(...argv)));

    await expect(runs.join('\n')).toMatchFileSnapshot('../../golden/nothing/empty.txt');
  });
});
