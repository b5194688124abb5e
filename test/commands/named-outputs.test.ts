/** Files that a person names for what a command puts out: never one that holds somebody's work. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: Version 1.0\npublished: true\n',
  'docs/v1.0/guides/_nav.yaml': 'items:\n  - start\n',
  'docs/v1.0/guides/start.md': '---\ntitle: Start\n---\n\nFirst.\n',
  'pets.yaml': 'openapi: 3.0.3\ninfo: { title: Pets, version: "1" }\npaths: {}\n',
  '.git/hooks/pre-commit': '#!/bin/sh\n',
};

/** With an edit that is only in the file. */
async function openEdited(): Promise<World> {
  const world = await openWorld(FILES);
  await world.run('push', '--publish', '--yes');
  await world.run('ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--create', '--yes');
  await world.write({ 'docs/v1.0/guides/start.md': '---\ntitle: Start\n---\n\nEdited.\n' });
  return world;
}

interface Output {
  readonly argv: readonly string[];
  readonly flag: string;
  /** Whether `--force` replaces a file. In a push it is about the plan. */
  readonly force: boolean;
}

const OUTPUTS: readonly Output[] = [
  { argv: ['page', 'get', 'v1.0/guides/start'], flag: '-o', force: true },
  { argv: ['ref', 'get', 'pets', '--in', 'v1.0'], flag: '--output', force: true },
  { argv: ['review'], flag: '--out', force: true },
  { argv: ['export'], flag: '-o', force: true },
  { argv: ['push', '--dry-run'], flag: '--out', force: false },
  { argv: ['sync', '--pull'], flag: '--out', force: false },
];

const OWN = [
  'docs/v1.0/guides/start.md',
  'docs/v1.0/guides/new.md',
  'docs/v1.0/guides/_nav.yaml',
  'docs/v1.0/_settings.yaml',
  'docs/developerhub.yaml',
  'docs-cli.config.yml',
  'docs-cli.lock',
  'docs-cli.staging.lock',
  '.docs-cli/log',
  '.git/hooks/pre-commit',
  'linked.html',
];

describe.each(OUTPUTS)('docs $argv.0 $argv.1 $flag', ({ argv, flag, force }) => {
  test('makes no folders', async () => {
    const world = await openEdited();
    world.platform.requests.reset();

    const run = await world.run(...argv, flag, 'no/such/x.out');

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toBe(
      'error There is no folder "no/such".\n  Name a file in an existing folder\n',
    );
    expect(await world.exists('no')).toBe(false);
  });

  test("is not one of the project's own files, with --force neither", async () => {
    const world = await openEdited();
    await symlink('docs/v1.0/guides/start.md', join(world.folder, 'linked.html'));
    const read = async (path: string) => world.read(path).catch(() => null);
    const before = await Promise.all(OWN.map(read));
    const forced = force ? ['--force'] : [];

    for (const file of OWN) {
      const run = await world.run(...argv, flag, file, ...forced);
      expect([file, run]).toMatchObject([file, { exitCode: 2, stdout: '' }]);
      expect(run.stderr).toContain(`"${file}" is one of the project's own files`);
    }
    expect(await Promise.all(OWN.map(read))).toEqual(before);
  });

  test('is a new file, or one that --force replaces', async () => {
    const world = await openEdited();
    await world.write({ 'mine.txt': 'mine\n' });

    const refused = await world.run(...argv, flag, 'mine.txt');
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain('"mine.txt" already exists.');
    expect(refused.stderr).toContain(force ? 'Give --force' : 'Name another file, or delete it');
    expect(await world.read('mine.txt')).toBe('mine\n');
    if (!force) return;
    expect(await world.run(...argv, flag, 'mine.txt', '--force')).toMatchObject({ exitCode: 0 });
    expect(await world.read('mine.txt')).not.toBe('mine\n');
  });
});

test('an output may be in a content folder, if it is neither a page nor settings there', async () => {
  const world = await openEdited();
  await world.write({ 'docs-cli.config.yml': 'content:\n  - path: .\n' });

  for (const file of ['start.html', 'docs/start.html']) {
    const run = await world.run('review', '--out', file);
    expect([file, run]).toMatchObject([file, { exitCode: 0 }]);
  }
  expect(await world.run('page', 'get', 'v1.0/guides/start', '-o', 'notes.md')).toMatchObject({
    exitCode: 2,
  });
});
