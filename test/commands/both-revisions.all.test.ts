/** What commands do on both revisions of the service: today's `GET /all` has no slugs. */
import { describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import { openWorld } from '../support/world.ts';
import { ALL, ROWS, type Step } from './revision-rows.ts';
import { ROWS as COMMANDS } from './rows.ts';
import type { World } from '../support/world.ts';

const REVISIONS: readonly ApiRevision[] = ['classic', '2026'];

/** Versions v1.0 (`station`) and v2.0 (`station`, `data`, `bare`), with published pages in all but `bare`. */
async function open(api: ApiRevision): Promise<World> {
  const config = { 'docs-cli.config.yml': 'content:\n  - path: docs\n', 'docs/.keep': '' };
  const world = await openWorld(config, { api });
  const { admin } = world.platform;
  await admin.createVersion({ slug: 'v1.0', name: 'First' });
  await admin.createVersion({ slug: 'v2.0', name: 'Second' });
  for (const [version, slug, title] of [
    ['v1.0', 'station', 'The Station'],
    ['v2.0', 'station', 'The Station'],
    ['v2.0', 'data', 'Data'],
    ['v2.0', 'bare', 'Bare'],
  ] as const) {
    const id = await admin.createDocumentation({ version, slug, title });
    for (const key of ALL.filter((one) => one.startsWith(`${version}/${slug}/`))) {
      const name = key.split('/').at(-1) ?? '';
      const made = await admin
        .editor()
        .create(id, { title: name, slug: name, content: `Of ${key}.` });
      await admin.editor().publish(made);
    }
  }
  return world;
}

async function nameChangelog(world: World): Promise<void> {
  const [changelog] = await world.platform.admin.changelogs();
  const settings = `content:\n  - path: docs\nchangelogs:\n  news: ${changelog?.id}\n`;
  await world.write({ 'docs-cli.config.yml': settings });
}

async function play(world: World, step: Step): Promise<void> {
  if ('write' in step) return world.write(step.write);
  if ('remove' in step) return world.remove(step.remove);
  if ('edit' in step) return world.edit(step.edit, 'Edited.');
  world.platform.requests.reset();
  const stdin = step.typesKey ? world.platform.apiKey : '';
  const result = await world.runAs({ stdin }, ...step.run);
  expect({ command: step.run, ...result }).toMatchObject({ exitCode: step.exitCode ?? 0 });
  const said = (result.stdout + result.stderr).replaceAll(/\s+/g, ' ');
  expect(said).toContain(step.says ?? '');
  return undefined;
}

describe.each(REVISIONS)('on the %s revision', (api) => {
  test.each(ROWS)('$name', async ({ steps, files, made = [], requests, hasChangelog }) => {
    const world = await open(api);
    if (hasChangelog) await nameChangelog(world);
    for (const step of steps) await play(world, step);
    const asked = world.platform.requests.byOperation();
    expect(requests === undefined ? undefined : asked).toEqual(requests);
    const there: string[] = [];
    for (const key of ALL) if (await world.exists(`docs/${key}.md`)) there.push(key);
    expect(there).toEqual(files ?? there);
    const keys = (await world.platform.admin.pages()).map(
      ({ version, documentation, slug }) => `${version}/${documentation}/${slug}`,
    );
    expect(keys.toSorted()).toEqual([...ALL, ...made].toSorted());
  });

  test('pull: what a key may see that is limited to one version', async () => {
    const world = await open(api);
    const key = await world.platform.admin.createKey({
      name: 'limited',
      permissions: ['project.read', 'page.read'],
      versions: ['v1.0'],
    });
    const pulled = await world.runAs({ env: { DOCS_API_KEY: key } }, 'pull', '--yes');
    expect(pulled).toMatchObject({ exitCode: 0 });
    expect(await world.exists('docs/v1.0/station/start.md')).toBe(true);
    expect(await world.exists('docs/v2.0')).toBe(false);
  });

  test('pull: the page with an id', async () => {
    const world = await open(api);
    const id = (await world.page('v2.0/station/start'))?.id;
    expect(await world.run('pull', String(id), '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.exists('docs/v2.0/station/start.md')).toBe(true);
    expect(await world.exists('docs/v2.0/station/last.md')).toBe(false);
  });
});

test('every command that asks the platform is in the table', () => {
  const played = ROWS.flatMap(({ steps }) =>
    steps.flatMap((step) => ('run' in step ? [step.run] : [])),
  );
  const asking = Object.entries(COMMANDS).filter(
    ([, { expected }]) => expected['platform down'].exitCode === 8,
  );
  const missing = asking
    .map(([name]) => name.split(' '))
    .filter((words) => !played.some((argv) => words.every((word, at) => argv[at] === word)));
  expect(missing).toEqual([]);
});
