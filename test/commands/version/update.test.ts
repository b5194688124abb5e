/** `docs version update`: what it would change, what it changed, and what it leaves alone. */
import { expect, test } from 'vitest';
import { openToday, versionOf, type Today } from '../../support/today-stub.ts';
import { expectOfSchema } from '../../support/schema.ts';

interface Platform extends Today {
  /** What `PUT /version/1` was sent. */
  readonly sent: unknown[];
}

async function openVersion(status = 200): Promise<Platform> {
  const version = { id: 1, slug: 'v1.0', ordr: 1, name: 'First' };
  const sent: unknown[] = [];
  const answers = {
    'PUT /version/1': (body: unknown) => {
      sent.push(body);
      return [status, versionOf({ ...version, ...(body as object) })] as const;
    },
  };
  return Object.assign(await openToday({ versions: [version], answers }), { sent });
}

const update = (world: Today, ...argv: string[]) => world.run('version', 'update', ...argv);

test('docs version update --dry-run says what would change, and not that it did', async () => {
  const world = await openVersion();

  const text = await update(world, 'v1.0', '--name', 'LTS', '--slug', 'lts', '--dry-run');
  const json = await update(world, 'v1.0', '--name', 'LTS', '--dry-run', '--json');

  expect(text).toMatchObject({
    exitCode: 0,
    stdout: 'v1.0 would be named "LTS", with the slug lts\n',
  });
  expect(JSON.parse(json.stdout)).toMatchObject({
    dryRun: true,
    items: [
      {
        name: 'v1.0',
        state: 'planned',
        id: 1,
        to: { name: 'LTS', slug: 'v1.0' },
        version: { id: 1, name: 'First' },
      },
    ],
    counts: { planned: 1, done: 0 },
  });
  await expectOfSchema('version-update', JSON.parse(json.stdout));
  expect(world.sent).toEqual([]);
});

test('docs version update says what it changed, and sends the slug with a new name', async () => {
  const world = await openVersion();

  const run = await update(world, 'v1.0', '--name', 'LTS', '--yes', '--json');

  expect(JSON.parse(run.stdout)).toMatchObject({
    dryRun: false,
    items: [{ name: 'v1.0', state: 'done', version: { id: 1, name: 'LTS', slug: 'v1.0' } }],
  });
  expect(world.sent).toEqual([{ slug: 'v1.0', name: 'LTS' }]);
});

test('docs version update sends nothing if the version is as it should be', async () => {
  const world = await openVersion();

  const run = await update(world, 'v1.0', '--name', 'First', '--slug', 'v1.0', '--yes');

  expect(run).toMatchObject({ exitCode: 0, stdout: '· v1.0 was already named "First"\n' });
  expect(world.sent).toEqual([]);
});

test('docs version update does not know the state of a version whose answer was lost', async () => {
  const world = await openVersion(502);

  const run = await update(world, 'v1.0', '--name', 'LTS', '--yes', '--json');

  expect(run.exitCode).toBe(1);
  expect(JSON.parse(run.stdout)).toMatchObject({
    items: [{ name: 'v1.0', state: 'unknown', version: { name: 'First' } }],
    counts: { unknown: 1 },
  });
  expect(world.sent).toHaveLength(1);
});
