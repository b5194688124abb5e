/** A lock file that is of another project, and pages that are gone or seem to be. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { seedFrom } from '../../../../src/commands/shared/seed-folder.ts';
import { stand } from '../../../support/acting-proxy.ts';
import { createHost } from '../../../support/host.ts';
import { platformWith } from '../../../support/platform.ts';
import { openWorld } from '../../../support/world.ts';
import type { World } from '../../../support/world.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;
const A = 'docs/v1/guide/a.md';
const B = 'docs/v1/guide/b.md';
const FILES = { [A]: page('A', 'One.'), [B]: page('B', 'One.') };

/** Another platform with the same versions and documentations, and none of the pages. */
async function elsewhere(world: World) {
  const seed = await seedFrom(world.folder, createHost({ cwd: world.folder }).host);
  const platform = await platformWith({ seed });
  onTestFinished(() => platform.close());
  return { platform, env: { DOCS_BASE_URL: platform.baseUrl, DOCS_API_KEY: platform.apiKey } };
}

test('a push with the lock of another project says so, and does not list its pages as gone', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  const { env, platform } = await elsewhere(world);

  const run = await world.runAs({ env }, 'push', '--yes');
  expect(run.exitCode).toBe(5);
  expect(run.stderr).toContain('the lock file is of another project');
  expect(run.stderr).toContain('docs push --recreate --force');
  const said = run.stdout + run.stderr;
  expect(said).not.toContain('delete the files');
  expect(said).not.toContain('gone from the platform');

  const status = await world.runAs({ env }, 'status');
  expect(status.stdout + status.stderr).not.toContain('delete the files');

  const forced = await world.runAs({ env }, 'push', '--recreate', '--force', '--yes');
  expect(forced.exitCode).toBe(0);
  expect(await platform.admin.pages()).toHaveLength(2);
  expect((await world.runAs({ env }, 'push', '--yes')).exitCode).toBe(0);
});

test('--force alone with the lock of another project does not say that all is as on the platform', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  const { env } = await elsewhere(world);

  const run = await world.runAs({ env }, 'push', '--force', '--yes');

  expect(run.exitCode).toBe(7);
  expect(run.stdout).toContain('Nothing sent: 2 pages are gone from the platform');
  expect(run.stderr).toContain('2 pages gone from the platform');
  expect(run.stderr).toContain('docs push --recreate --force creates them again');
});

test.each([
  ['v1/guide/introductoin', 'v1/guide/introduction'],
  ['docs/v1/guide/introductoin.md', 'docs/v1/guide/introduction.md'],
  ['introductoin', 'v1/guide/introduction'],
  ['Introducing it all', 'v1/guide/introduction'],
])('a name that is nearly that of a page leads to it: %s', async (name, near) => {
  const world = await openWorld({
    'docs/v1/guide/introduction.md': page('Introducing it al', 'One.'),
    'docs/v1/guide/cleaning.md': page('Cleaning', 'One.'),
  });

  // Only what talks with the platform knows titles.
  const offline = name.includes(' ') ? [] : [['check'], ['fmt']];
  for (const command of [['push', '--yes'], ['status'], ['diff'], ...offline]) {
    const run = await world.run(...command, name);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(`Did you mean ${near}?`);
  }
});

test('--recreate makes no page a second time that the list of all pages lacked', async () => {
  const world = await openWorld(FILES, { takenSlugs: 'suffix' });
  await world.run('push', '--yes');
  const url = await lacking(world, 'v1/guide/a');

  const run = await world.runAs({ env: { DOCS_BASE_URL: url } }, 'push', '--recreate', '--yes');

  expect(run.exitCode).toBe(7);
  expect(run.stdout).toContain('It is on the platform');
  expect((await world.platform.admin.pages()).map(({ slug }) => slug).toSorted()).toEqual([
    'a',
    'b',
  ]);
  expect((await world.run('push', '--yes')).exitCode).toBe(0);
});

/** The platform, whose list of all pages lacks this one. */
async function lacking(world: World, key: string): Promise<string> {
  const { id } = (await world.page(key)) ?? {};
  return stand(world.platform.baseUrl, {
    after: async (answer) => {
      if (!answer.path.startsWith('/all')) return;
      answer.body = JSON.stringify(without(JSON.parse(answer.body), id));
    },
  });
}

test('a push forgets no page that the list of all pages lacked for once, although its file is gone', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  const url = await lacking(world, 'v1/guide/a');
  await rm(join(world.folder, A));
  await world.write({ [B]: page('B', 'Two.') });

  const run = await world.runAs({ env: { DOCS_BASE_URL: url } }, 'push', '--yes');

  expect(run.exitCode).toBe(0);
  expect(await world.page('v1/guide/b')).toMatchObject({ draft: 'Two.' });
  expect((await world.run('status')).stdout).toContain('v1/guide/a');
  await world.write({ [A]: page('A', 'Two.') });
  expect((await world.run('push', '--yes')).exitCode).toBe(0);
  expect(await world.page('v1/guide/a')).toMatchObject({ draft: 'Two.' });
});

/** JSON without the objects of this id, wherever they are. */
function without(json: unknown, id: number | undefined): unknown {
  if (Array.isArray(json)) {
    return json.filter((each: { id?: number }) => each.id !== id).map((each) => without(each, id));
  }
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .filter(([key]) => key !== String(id))
      .map(([key, value]) => [key, without(value, id)]),
  );
}

test('--recreate makes a page again that is gone', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  const { id } = (await world.page('v1/guide/a')) ?? {};
  if (id !== undefined) await world.platform.admin.editor().remove(id);
  expect((await world.run('push', '--recreate', '--yes')).exitCode).toBe(0);
  expect(await world.page('v1/guide/a')).toMatchObject({ draft: 'One.' });
});

test('docs init does not keep the address of a trial on this machine', async () => {
  const world = await openWorld({ [A]: page('A', 'One.') });
  const run = await world.run('init', '--yes');
  expect(run.exitCode).toBe(0);
  expect(await world.read('docs-cli.config.yml')).not.toContain('127.0.0.1');
  expect(await world.read('docs-cli.config.yml')).not.toMatch(/^baseUrl:/m);
});
