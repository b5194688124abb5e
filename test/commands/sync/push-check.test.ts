/** What `--check` and `--dry-run` say of a run, held against what the run itself would do. */
import { expect, test } from 'vitest';
import { openWorld, type World } from '../../support/world.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const A = 'docs/v1.0/guide/a.md';
const B = 'docs/v1.0/guide/b.md';

async function pushedWorld(): Promise<World> {
  const world = await openWorld({
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
    [A]: page('A', 'One'),
    [B]: page('B', 'Two'),
  });
  await world.run('push', '--yes');
  return world;
}

const exitCode = async (world: World, ...argv: string[]): Promise<number> =>
  (await world.run(...argv)).exitCode;

test('a conflict counts only if nothing settles it', async () => {
  const world = await pushedWorld();
  await world.edit('v1.0/guide/a', 'edited in the browser');
  await world.write({ [A]: page('A', 'Here') });

  expect(await exitCode(world, 'push', '--check')).toBe(5);
  expect(await exitCode(world, 'push', '--check', '--skip-conflicts')).toBe(0);
  await world.write({ [B]: page('B', 'Here') });
  expect(await exitCode(world, 'push', '--check', '--skip-conflicts')).toBe(3);
  expect(await exitCode(world, 'push', '--check', '--ours')).toBe(3);
});

test('what would be written into files counts where it would be', async () => {
  const world = await pushedWorld();
  await world.edit('v1.0/guide/a', 'edited in the browser');

  expect(await exitCode(world, 'sync', '--check')).toBe(0);
  for (const argv of [['sync', '--pull'], ['pull']]) {
    const run = await world.run(...argv, '--check');
    expect(run.exitCode).toBe(3);
    expect(run.stderr).toContain('1 change to pull.');
  }
});

test('what the guard refuses is said beforehand', async () => {
  const world = await pushedWorld();
  await world.remove(A);
  await world.remove(B);

  const [push, check, dryRun] = [
    await world.run('push', '--yes'),
    await world.run('push', '--check'),
    await world.run('push', '--dry-run'),
  ];

  expect(push.exitCode).toBe(5);
  const [, reason = 'no reason'] = /^error (.*)$/m.exec(push.stderr) ?? [];
  expect(check).toMatchObject({ exitCode: 5, stderr: expect.stringContaining(`error ${reason}`) });
  expect(dryRun).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining(`warning ${reason}`),
  });
});

/** What `--check` says is missing. The command that it names is run. */
async function checkedAndDone(world: World, ...argv: string[]): Promise<string> {
  const check = await world.run(...argv, '--check');
  expect(check.exitCode).toBe(3);
  expect(check.stderr).toMatch(/The same command without --check carries (?:it|them) out/);
  expect(await exitCode(world, ...argv, '--yes')).toBe(0);
  return /^error (.*)$/m.exec(check.stderr)?.[1] ?? 'no reason';
}

test('a deletion alone is something to push', async () => {
  const world = await pushedWorld();
  await world.remove(B);

  expect(await checkedAndDone(world, 'push', '--prune', 'v1.0/guide/b')).toBe('1 change to push.');
});

test('what goes both ways is something to sync', async () => {
  const world = await pushedWorld();
  await world.edit('v1.0/guide/a', 'edited in the browser');
  await world.write({ [B]: page('B', 'Here') });

  expect(await checkedAndDone(world, 'sync', '--pull')).toBe('2 changes to sync.');
});
