/** Pages and pictures that git ignores are sent, checked and built as others are, with a warning. */
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { commitAll } from '../support/git.ts';
import { openWorld } from '../support/world.ts';
import { PETS } from './ref/definitions.ts';

const page = (body: string): string => `---\ntitle: Page\n---\n\n${body}\n`;

const FILES = {
  'docs-cli.config.yml': 'content: [{ path: docs }]\n',
  '.gitignore': '/docs/v1/d/made-*\n/site\n.docs-cli\n',
  'docs/v1/d/a.md': page('Text'),
  'docs/v1/d/made-b.md': page('![A](made-p.png)'),
  'docs/v1/d/made-p.png': 'picture',
};

const B = 'so no other computer has it: docs/v1/d/made-b.md.';
const SENT = `Git ignores 1 file that a push sends, ${B}`;

test('a push, a plan, a check and a build name the files that git ignores', async () => {
  const world = await openWorld(FILES);
  commitAll(world.folder);

  expect((await world.run('status')).stderr).toContain(SENT);
  expect((await world.run('check')).stderr).toContain(
    `Git ignores 1 file that this check reads, ${B}`,
  );
  const built = await world.run('build', '--out', 'site', '--drafts');
  expect(built.stderr).toContain(
    'Git ignores 2 files that the site shows, so no other computer has them: docs/v1/d/made-b.md and docs/v1/d/made-p.png.',
  );
  const pushed = await world.run('push', '--yes');
  expect(pushed).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(SENT) });
  expect((await world.page('v1/d/made-b'))?.draft).toContain('made-p.png');
});

test.each([
  ['names a file that git ignores', 'docs/v1/d/made-b.md', true],
  ['names none that git tracks', 'note.md', false],
  ['names none outside the repository', '', false],
  ['does not name standard input', '-', false],
])('docs page push %s', async (_, name, isNamed) => {
  const note = page('A note');
  const world = await openWorld({ ...FILES, 'note.md': note });
  commitAll(world.folder);
  const outside = await temporaryFolder({ 'x.md': note });
  const file = name === '' ? relative(world.folder, join(outside, 'x.md')) : name;
  const where = ['--in', 'v1/d', '--slug', 'note', '--dry-run'];

  const run = await world.runAs({ stdin: note }, 'page', 'push', file, ...where);

  expect(run.exitCode).toBe(0);
  expect(run.stderr.includes(SENT)).toBe(isNamed);
  expect(run.stderr.includes('Git ignores')).toBe(isNamed);
});

const DEFINITIONS = {
  'docs-cli.config.yml':
    'content: [{ path: docs }]\nreferences: [{ file: docs/v1/refs/made.yaml, version: v1 }, { file: docs/v1/refs/pets.yaml, version: v1 }, { file: docs/v1/refs/made-by-build.yaml, version: v1, generated: true }]\n',
  '.gitignore': '/docs/v1/refs/made*\n/site\n.docs-cli\n',
  'docs/v1/d/a.md': page('Text'),
  'docs/v1/refs/made.yaml': PETS.replace('title: Pets', 'title: Made'),
  'docs/v1/refs/made-by-build.yaml': PETS.replace('title: Pets', 'title: Built'),
  'docs/v1/refs/pets.yaml': PETS.replace(
    'version: 2023-03-20',
    'version: 2023-03-20\n  description: {$ref: made.md}',
  ),
  'docs/v1/refs/made.md': 'Words',
};
const BOTH = 'so no other computer has them: docs/v1/refs/made.yaml and docs/v1/refs/made.md.';

test('an upload and a check of definitions name them and their files, and a build the definitions, but not generated ones', async () => {
  const world = await openWorld(DEFINITIONS);
  commitAll(world.folder);
  await world.run('push', '--yes');
  const sent = `Git ignores 2 files that an upload sends, ${BOTH}`;

  expect((await world.run('ref', 'check')).stderr).toContain(
    `Git ignores 2 files that this check reads, ${BOTH}`,
  );
  const built = await world.run('build', '--out', 'site', '--drafts');
  expect(built.stderr).toContain(
    'Git ignores 1 file that the site shows, so no other computer has it: docs/v1/refs/made.yaml.',
  );
  // The platform began with the definitions of the folder.
  await world.write({
    'docs/v1/refs/made.yaml': DEFINITIONS['docs/v1/refs/made.yaml'].replace('Made', 'Remade'),
    'docs/v1/refs/made-by-build.yaml': PETS.replace('title: Pets', 'title: Rebuilt'),
  });
  const upload = ['ref', 'upload', '--create'];
  expect((await world.run(...upload, '--dry-run')).stderr).toContain(sent);
  const uploaded = await world.run(...upload, '--yes');
  expect(uploaded).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(sent) });
  expect((await world.run(...upload, '--yes')).stderr).not.toContain('ignores');
});

test('a push names only what it sends, and a check what was asked for', async () => {
  const world = await openWorld(FILES);
  commitAll(world.folder);
  await world.run('push', '--yes');
  await world.write({ 'docs/v1/d/a.md': page('Other text') });

  expect((await world.run('check', 'docs/v1/d/a.md')).stderr).not.toContain('ignores');
  expect((await world.run('push', '--yes')).stderr).not.toContain('ignores');
});

test('a file that git tracks is not ignored', async () => {
  const { '.gitignore': ignored, ...files } = FILES;
  const world = await openWorld(files);
  commitAll(world.folder);
  await world.write({ '.gitignore': ignored });

  expect((await world.run('push', '--yes')).stderr).not.toContain('ignores');
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['without a repository', {}],
  ['in a repository that git cannot read', { '.git/HEAD': 'nothing', '.git/objects/x': '' }],
])('%s nothing is said of ignored files, and nothing fails', async (_, more) => {
  const world = await openWorld({ ...FILES, ...DEFINITIONS, ...more });
  for (const argv of [
    ['check'],
    ['build', '--out', 'site', '--drafts'],
    ['push', '--yes'],
    ['ref', 'check'],
    ['ref', 'upload', '--create', '--yes'],
  ]) {
    const { exitCode, stderr } = await world.run(...argv);
    expect(exitCode).toBe(0);
    expect(stderr).not.toMatch(/ignore/);
  }
});
