/** The key of another project that has the same versions and documentations: nothing is written there. */
import { describe, expect, test } from 'vitest';
import type { PlatformOptions } from '../../src/platform/platform-options.ts';
import { REVISIONS } from '../support/revisions.ts';
import { openWorld, type World } from '../support/world.ts';
import { NEWER_PETS, PETS } from './ref/definitions.ts';

const POST = '---\ntitle: News\npublished: true\n---\n\nText\n';
const page = (text: string): string => `---\ntitle: A\n---\n\n${text}\n`;

/** Without the config file: tests say what it has. */
const FILES = {
  'docs/v1.0/guide/a.md': page('One.'),
  'docs/v1.0/guide/b.md': page('Two.'),
  'docs/changelogs/news/_settings.yaml': 'title: News\n',
};

interface TwoProjects {
  readonly own: World;
  readonly other: World;
  /** The id of the version of `own`. */
  readonly version: number;
  /** Runs in the folder of `own` with the address and the key of `other`. */
  readonly wrong: World['run'];
  /** Adds settings to the config file. */
  readonly configure: (more: string) => Promise<void>;
}

/** The id of its only version. */
async function versionOf(world: World): Promise<number> {
  const { stdout } = await world.run('version', 'list', '--json');
  return (JSON.parse(stdout) as { readonly id: number }[])[0]?.id ?? 0;
}

const configOf = (more: string): string => `content:\n  - path: docs\n${more}`;

/** Two projects of equal names; `own` has its pages and a definition. */
async function openTwo(options: Partial<PlatformOptions> = {}): Promise<TwoProjects> {
  const own = await openWorld({ ...FILES, 'docs-cli.config.yml': configOf('') }, options);
  const other = await openWorld({ ...FILES, 'docs-cli.config.yml': configOf('') }, options);
  const version = await versionOf(own);
  await other.run('push', '--yes');
  await other.write({ 'pets.yaml': PETS });
  await other.run('ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--create', '--draft', '--yes');
  await own.write({ 'pets.yaml': NEWER_PETS });
  const env = { DOCS_BASE_URL: other.platform.baseUrl, DOCS_API_KEY: other.platform.apiKey };
  other.platform.requests.reset();
  return {
    own,
    other,
    version,
    wrong: (...argv) => own.runAs({ env }, ...argv),
    configure: (more) => own.write({ 'docs-cli.config.yml': configOf(more) }),
  };
}

/** Writes that reached the platform. */
const writesOf = ({ platform }: World): string[] =>
  Object.keys(platform.requests.byOperation()).filter(
    (name) => !/^(?:list|get|read|find|search|export)/.test(name),
  );

const WRITES: readonly (readonly string[])[] = [
  ['push', '--yes', '--publish'],
  ['push', '--force', '--recreate', '--yes'],
  ['sync', '--pull', '--yes'],
  ['page', 'push', 'docs/v1.0/guide/a.md', '--yes', '--publish'],
  ['page', 'push', 'pets.yaml', '--in', 'v1.0/guide', '--title', 'Pets', '--yes'],
  ['page', 'publish', 'v1.0/guide/a', '--yes'],
  ['page', 'delete', 'v1.0/guide/a', '--force', '--yes'],
  ['ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--yes'],
  ['ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--create', '--yes'],
  ['ref', 'publish', 'v1.0/Pets', '--yes'],
  ['changelog', 'push', '--yes'],
  ['version', 'publish', 'v1.0', '--yes'],
  ['version', 'unpublish', 'v1.0', '--yes'],
  ['version', 'update', 'v1.0', '--name', 'Mine', '--yes'],
  ['version', 'clone', 'v1.0', '--name', 'Copy', '--yes'],
  ['api', 'PATCH', '/version/1', '-f', 'name=x', '--yes'],
];

describe('with `project`, and the key of another project, nothing is written by', () => {
  test.each(WRITES.map((argv) => [argv.join(' '), argv] as const))('docs %s', async (_, argv) => {
    const { own, other, version, wrong, configure } = await openTwo();
    const changelog = (await other.platform.admin.changelogs())[0]?.id ?? 0;
    await configure(`project: ${version}\nchangelogs:\n  news: ${changelog}\n`);
    await own.write({ 'docs/changelogs/news/first.md': POST });

    const run = await wrong(...argv);

    expect(run).toMatchObject({ exitCode: 5 });
    expect(run.stderr).toContain('docs-cli.config.yml:3:');
    expect(run.stderr).toContain(
      `The key is of another project: it does not see version ${version}`,
    );
    expect(run.stderr).toContain('Nothing was written.');
    expect(run.stderr).toMatch(/correct the setting: project: \d+ \(v1\.0\)/);
    expect(writesOf(other)).toEqual([]);
  });
});

describe.each(REVISIONS)('with `project`, and the right key, of revision %s,', (api) => {
  test('a push goes on and costs no request more', async () => {
    const { own, version, configure } = await openTwo({ api });
    await own.run('push', '--yes');
    await own.write({ 'docs/v1.0/guide/a.md': page('Three.') });
    own.platform.requests.reset();
    await own.run('push', '--yes');
    const without = own.platform.requests.byOperation();

    await configure(`project: ${version}\n`);
    await own.write({ 'docs/v1.0/guide/a.md': page('Four.') });
    own.platform.requests.reset();

    expect(await own.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(own.platform.requests.byOperation()).toEqual(without);
  });

  test('a command that reads no list of versions asks for it once, before its first write', async () => {
    const { own, version, configure } = await openTwo({ api });
    await own.run('push', '--yes');
    await configure(`project: ${version}\n`);
    own.platform.requests.reset();

    const run = await own.run('page', 'publish', 'v1.0/guide/a', 'v1.0/guide/b', '--yes');

    expect(run).toMatchObject({ exitCode: 0 });
    expect(own.platform.requests.byOperation()).toMatchObject({ listVersions: 1 });
  });
});

test('a key that sees another version of the same project is told the id to write', async () => {
  const { own, other, wrong, configure } = await openTwo();
  await own.run('push', '--yes');
  const there = await versionOf(other);
  const here = await versionOf(own);
  await configure(`project: ${here}\n`);

  const run = await wrong('push', '--dry-run');

  expect(run).toMatchObject({ exitCode: 5 });
  expect(run.stderr).toContain(`it does not see version v1.0 (${here})`);
  expect(run.stderr).toContain(`correct the setting: project: ${there} (v1.0)`);
});

test('a profile is another project: it is held to its own `project` and not to that of the file', async () => {
  const { own, other, wrong, configure } = await openTwo();
  const there = await versionOf(other);
  const here = await versionOf(own);

  await configure(`project: ${here}\nprofiles:\n  other: { publish: false }\n`);
  expect(await wrong('push', '--profile', 'other', '--dry-run')).toMatchObject({ exitCode: 0 });
  await configure(`project: ${here}\nprofiles:\n  other: { project: ${there} }\n`);
  expect(await wrong('push', '--profile', 'other', '--dry-run')).toMatchObject({ exitCode: 0 });
  await configure(`project: ${there}\nprofiles:\n  other: { project: ${here} }\n`);
  expect(await wrong('push', '--profile', 'other', '--dry-run')).toMatchObject({ exitCode: 5 });
});

test('commands that write nothing work with the key of another project', async () => {
  const { wrong, version, configure } = await openTwo();
  await configure(`project: ${version}\n`);

  for (const argv of [['status'], ['list'], ['version', 'list'], ['ref', 'list'], ['whoami']])
    expect(await wrong(...argv)).toMatchObject({ exitCode: 0 });
});

test('a key without the permission to list versions is told why it needs it', async () => {
  const { own, version, configure } = await openTwo();
  await own.run('push', '--yes');
  await configure(`project: ${version}\n`);
  const key = await own.platform.admin.createKey({
    name: 'narrow',
    permissions: ['page.read', 'page.publish'],
    versions: null,
  });

  const run = await own.runAs(
    { env: { DOCS_BASE_URL: own.platform.baseUrl, DOCS_API_KEY: key } },
    'page',
    'publish',
    'v1.0/guide/a',
    '--yes',
  );

  expect(run).toMatchObject({ exitCode: 4 });
  expect(run.stderr).toContain('Because of `project` in the configuration');
});

describe('without `project`, the versions of the lock keep another project from', () => {
  test.each(
    WRITES.filter(([noun]) => noun === 'ref' || noun === 'version').map(
      (argv) => [argv.join(' '), argv] as const,
    ),
  )('docs %s', async (_, argv) => {
    const { own, other, wrong } = await openTwo();
    await own.run('push', '--yes');

    const run = await wrong(...argv);

    expect(run).toMatchObject({ exitCode: 5 });
    expect(run.stderr).toContain(
      'The platform has none of the versions in docs-cli.lock: it was started again and kept nothing, or the lock file is of another project. Nothing was written.',
    );
    expect(writesOf(other)).toEqual([]);
  });
});

describe('the first push', () => {
  const settingsOf = (world: World, more = ''): Promise<void> =>
    world.write({
      'docs-cli.config.yml': `baseUrl: ${world.platform.baseUrl}\n${configOf(more)}`,
    });

  test('says how to name the project in the settings, and the next one does not', async () => {
    const world = await openWorld({ ...FILES, 'docs-cli.config.yml': configOf('') });
    await settingsOf(world);
    const version = await versionOf(world);
    const env = { DOCS_BASE_URL: '' };
    const words = `To keep a key of another project from writing, add this in docs-cli.config.yml: project: ${version} (its version v1.0)`;

    expect((await world.runAs({ env }, 'push', '--yes')).stderr).toContain(words);
    await world.write({ 'docs/v1.0/guide/a.md': page('Three.') });
    expect((await world.runAs({ env }, 'push', '--yes')).stderr).not.toContain('project:');
  });

  test('says nothing where the settings name the project, or the address is that of one run', async () => {
    const world = await openWorld({ ...FILES, 'docs-cli.config.yml': configOf('') });
    const version = await versionOf(world);
    await settingsOf(world, `project: ${version}\n`);

    const named = await world.runAs({ env: { DOCS_BASE_URL: '' } }, 'push', '--yes');
    expect(named).toMatchObject({ exitCode: 0 });
    expect(named.stderr).not.toContain('project:');

    const trial = await openWorld({ ...FILES, 'docs-cli.config.yml': configOf('') });
    expect((await trial.run('push', '--yes')).stderr).not.toContain('project:');
  });
});
