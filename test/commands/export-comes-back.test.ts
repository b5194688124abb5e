import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readArchive } from '../../src/content/archive/read-texts.ts';
import { readProject } from '../../src/platform/import/project.ts';
import type { RunningPlatform } from '../../src/platform/serve.ts';
import { start } from '../platform/support/platform.ts';
import { saved, unzip } from '../platform/support/zip.ts';
import { temporaryFolder } from '../support/folder.ts';
import { git } from '../support/git.ts';
import { openWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const NAMES = ['v1.0', '版本一', '版本二'] as const;

test('an export whose versions are called by their slugs comes back to where it came from, with nothing to send', async () => {
  const world = await openWorld(
    Object.fromEntries([
      ['docs-cli.config.yml', 'content:\n  - path: docs\n'],
      ...NAMES.flatMap((name) => [
        [`docs/${name}/_settings.yaml`, `name: ${name}\n`],
        [`docs/${name}/guide/_settings.yaml`, 'title: Guide\n'],
        [`docs/${name}/guide/a.md`, page('A', `See [B](/guide/b) of ${name}.`)],
        [`docs/${name}/guide/b.md`, page('B', `B, and [A](/${name}/guide/a).`)],
      ]),
    ]) as Record<string, string>,
  );
  expect(await world.run('push', '--yes', '--publish')).toMatchObject({ exitCode: 0 });
  const folder = await temporaryFolder({ 'docs-cli.config.yml': 'content:\n  - path: x\n' });
  expect(await world.run('export', '--extract', join(folder, 'x'))).toMatchObject({ exitCode: 0 });

  const { exitCode, stdout } = await world.runAs({ cwd: folder }, 'push', '--dry-run', '--json');

  expect(exitCode).toBe(0);
  const { plan, remoteOnly } = JSON.parse(stdout) as {
    plan: { kind: string }[];
    remoteOnly: number;
  };
  expect(new Set(plan.map(({ kind }) => kind))).toEqual(new Set(['adopt']));
  expect({ pages: plan.length, remoteOnly }).toEqual({ pages: 6, remoteOnly: 0 });
});

test('a platform that starts from an export has the slugs that its names tell, and none twice', () => {
  const { versions, notes } = readProject(
    new Map(
      ['v1.0', 'Version 2.0', '版本一', '版本二'].map((name) => [`${name}/Guide/1 A.md`, 'A']),
    ),
  );

  expect(versions.map(({ slug }) => slug)).toEqual(['v1.0', 'version-2-0', '版本一', '版本二']);
  expect(notes).toEqual([]);
});

/** Slugs of versions by their names. */
const VERSIONS = {
  'v1.0': 'v1.0',
  'v2-0': 'v2.0',
  v3: 'Version 3',
  next: '版本 1',
  last: '章节 1',
};
/** Slugs of documentations by their titles. */
const DOCUMENTATIONS = { guide: 'User guide', 'guide-2': 'User guide', ref: '参考', 'a-b': 'A/B' };

const mapped = (at: string): Record<string, string> => ({
  'docs-cli.config.yml': `content:\n  - path: ${at}\n`,
});

/** A platform with those, and pages that link across them by their slugs and to files. */
async function namedWorld(versions: Readonly<Record<string, string>> = VERSIONS) {
  const slugs = Object.keys(versions);
  const files = new Map<string, string>();
  for (const [at, [version, name]] of Object.entries(versions).entries()) {
    const other = slugs[(at + 1) % slugs.length] ?? '';
    const links = `See [B](/guide/b), [there](/${other}/ref/a), [here](/${version}/a-b/a).`;
    const news = `[New](/${other}/guide/new-in-${other})`;
    files.set(`docs/${version}/_settings.yaml`, `name: '${name}'\n`);
    files.set(`docs/${version}/guide/new-in-${version}.md`, page('New', news));
    for (const [documentation, title] of Object.entries(DOCUMENTATIONS)) {
      const folder = `docs/${version}/${documentation}`;
      files.set(`${folder}/_settings.yaml`, `title: '${title}'\n`);
      files.set(`${folder}/a.md`, page('A', links));
      files.set(`${folder}/b.md`, page('B', `B of ${version}/${documentation}.`));
    }
  }
  const world = await openWorld({ ...mapped('docs'), ...Object.fromEntries(files) });
  expect(await world.run('push', '--yes', '--publish')).toMatchObject({ exitCode: 0 });
  return world;
}

async function exported(world: World): Promise<string> {
  const folder = await temporaryFolder(mapped('x'));
  const run = await world.run('export', '--extract', join(folder, 'x'));
  expect(run).toMatchObject({ exitCode: 0 });
  return folder;
}

/** The file of the page with this title. Its number is that of its creation, and pages are created at once. */
async function fileNamed(folder: string, path: string, title: string): Promise<string> {
  const names = await readdir(join(folder, path));
  const name = names.find((each) => each.endsWith(` ${title}.md`));
  if (name === undefined) throw new Error(`${path} has no page ${title}`);
  return `${path}/${name}`;
}

interface Planned {
  readonly plan: readonly { readonly kind: string; readonly key?: string; reason?: string }[];
  readonly remoteOnly: number;
}

async function planned(world: World, cwd: string) {
  const run = await world.runAs({ cwd }, 'push', '--dry-run', '--json');
  const { plan, remoteOnly } = JSON.parse(run.stdout) as Planned;
  return { exitCode: run.exitCode, plan, remoteOnly, warnings: run.stderr };
}

const kindsOf = ({ plan }: Pick<Planned, 'plan'>): readonly string[] => [
  ...new Set(plan.map(({ kind }) => kind)),
];

test('an export whose versions and documentations are called by names comes back, with nothing to send', async () => {
  const world = await namedWorld();
  const folder = await exported(world);

  const first = await planned(world, folder);

  expect(first).toMatchObject({ exitCode: 0, remoteOnly: 0 });
  expect(kindsOf(first)).toEqual(['adopt']);
  expect(first.plan).toHaveLength(45);
  expect(await world.runAs({ cwd: folder }, 'push', '--yes')).toMatchObject({ exitCode: 0 });
  const lock = await readFile(join(folder, 'docs-cli.lock.json'), 'utf8');
  for (const slug of Object.keys(VERSIONS)) expect(lock).toContain(`${slug}/guide-2/a`);
  expect(lock).not.toContain('version-3');
  world.platform.requests.reset();
  expect(await planned(world, folder)).toMatchObject({ exitCode: 0, plan: [], remoteOnly: 0 });
  expect(world.platform.requests.byOperation()).toEqual({ listAll: 1 });
});

test('a page of an export is edited, linked by files and pushed under the slugs of its version', async () => {
  const world = await namedWorld();
  const folder = await exported(world);
  expect(await world.runAs({ cwd: folder }, 'push', '--yes')).toMatchObject({ exitCode: 0 });
  const far = await fileNamed(folder, 'x/v2.0/参考', 'A');
  const near = await fileNamed(folder, 'x/Version 3/A_B', 'B');
  const links = `[far](<../../${far.slice(2)}>), [near](<../../${near.slice(2)}>)`;
  await writeFile(
    join(folder, await fileNamed(folder, 'x/Version 3/User guide', 'B')),
    `---\ntitle: B\nslug: b\n---\n\n${links}.\n`,
  );
  await writeFile(join(folder, 'x/Version 3/User guide/4 C.md'), '---\ntitle: C\n---\n\nNew.\n');

  const run = await world.runAs({ cwd: folder }, 'push', '--yes', '--publish');

  expect(run).toMatchObject({ exitCode: 0 });
  expect((await world.page('v3/guide/b'))?.published).toContain(
    '[far](</v2-0/ref/a>), [near](</a-b/b>).',
  );
  expect(await world.page('v3/guide/c')).toMatchObject({ title: 'C' });
  expect(await planned(world, folder)).toMatchObject({ exitCode: 0, plan: [] });
});

test('a folder whose name two versions of the platform have is not sent, and both are named', async () => {
  const world = await namedWorld({ one: 'Same', two: 'Same', three: 'Other' });
  const folder = await exported(world);

  const { plan } = await planned(world, folder);

  expect(await world.runAs({ cwd: folder }, 'push', '--yes')).toMatchObject({ exitCode: 7 });
  const unplaced = plan.filter(({ kind }) => kind === 'unplaced');
  expect(unplaced).toHaveLength(18);
  for (const { reason } of unplaced) expect(reason).toMatch(/"one".*"two"/);
  expect(plan.filter(({ kind }) => kind === 'adopt')).toHaveLength(9);
});

test('documentations of an export without settings are known by their titles, and of two with one title neither is guessed', async () => {
  const world = await namedWorld();
  const folder = await exported(world);
  const settings = (title: string): string => join(folder, 'x/Version 3', title, 'settings.json');
  for (const title of ['参考', 'A_B', 'User guide (2)']) await rm(settings(title));

  const told = await planned(world, folder);
  await rm(settings('User guide'));
  const twins = await planned(world, folder);

  expect(told.plan.filter(({ kind }) => kind === 'unplaced')).toEqual([]);
  expect(kindsOf(told)).toEqual(['adopt']);
  const unplaced = twins.plan.filter(({ kind }) => kind === 'unplaced');
  expect(unplaced).toHaveLength(5);
  for (const { reason } of unplaced) expect(reason).toMatch(/"guide" and "guide-2"/);
});

test('a version that has the name which is the slug of an older one is not taken for that', async () => {
  const world = await namedWorld({ 'v2.0': 'v2.0 (old)', 'v2-0': 'v2.0' });
  const folder = await exported(world);

  const { exitCode, plan } = await planned(world, folder);

  expect(exitCode).toBe(0);
  expect(kindsOf({ plan })).toEqual(['adopt']);
  expect(plan).toHaveLength(18);
});

test('a platform that starts from an export has the slugs that its links tell, and gives back an equal export', async () => {
  const world = await namedWorld();
  const { file, entries } = await archiveOf(world.platform);

  const archive = readProject(await readArchive(file));
  const second = await start({ seed: EMPTY, archive, rateLimits: false });
  onTestFinished(() => second.close());

  const { versions, notes } = archive;
  expect(Object.fromEntries(versions.map(({ slug, name }) => [slug, name]))).toEqual(VERSIONS);
  for (const { documentations } of versions) {
    expect(documentations.map(({ slug }) => slug).toSorted()).toEqual(
      Object.keys(DOCUMENTATIONS).toSorted(),
    );
  }
  expect(notes.join('\n')).toContain('v2.0: links use the slug "v2-0"');
  expect((await archiveOf(second)).entries).toEqual(entries);
});

const EMPTY = { versions: [], documentations: [], references: [] };

async function archiveOf(platform: RunningPlatform) {
  const response = await fetch(`${platform.baseUrl}/export`, {
    headers: { 'X-Api-Key': platform.apiKey },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { file: await saved(bytes), entries: [...(await unzip(bytes))] };
}

test('a page of an export whose file was renamed and edited is known by what git had of it, without the lock', async () => {
  const world = await namedWorld();
  const folder = await exported(world);
  await writeFile(join(folder, '.gitignore'), '.docs-cli\ndocs-cli.lock.json\n');
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'Exported');
  const guide = 'x/Version 3/User guide';
  await rm(join(folder, await fileNamed(folder, guide, 'B')));
  await writeFile(join(folder, guide, '7 Beta.md'), '---\ntitle: B\nslug: b\n---\n\nEdited.\n');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'Edited');

  const { plan } = await planned(world, folder);

  const edited = plan.filter(({ key }) => key === 'v3/guide/b');
  expect(edited).toMatchObject([{ kind: 'update', commit: expect.any(String) }]);
});

test('a page of an export is named by its file', async () => {
  const world = await namedWorld();
  const folder = await exported(world);

  const file = await fileNamed(folder, 'x/Version 3/User guide', 'B');
  const read = await world.runAs({ cwd: folder }, 'page', 'get', file, '--json');
  const published = await world.runAs({ cwd: folder }, 'page', 'publish', file, '--yes');

  expect(read).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(read.stdout)).toMatchObject({ slug: 'b', path: expect.stringContaining('v3') });
  expect(published).toMatchObject({ exitCode: 0 });
});
