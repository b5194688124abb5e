/** A file named on the command line is in the result, or the name as it was typed is in a message. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitAll, git } from '../support/git.ts';
import { openWorld, type World } from '../support/world.ts';

/** With a finding of check and something for fmt to do, so that each command names it. */
const page = (title: string): string =>
  `---\ntitle: ${title}\n---\n\n[Gone](gone.md)  \nand *on*.\n`;
const definition = (title: string): string =>
  `openapi: 3.1.0\ninfo: { title: ${title}, version: '1' }\npaths: {}\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n    exclude: [v1.0/guide/private.md]\n',
  'docs/v1.0/guide/intro.md': page('Intro'),
  'docs/v1.0/guide/größe.md': page('Größe'),
  'docs/v1.0/guide/private.md': page('Private'),
  'docs/v1.0/guide/notes.txt': 'No page.\n',
  'docs/v1.0/empty/notes.txt': 'No page.\n',
  'api/pets.yaml': definition('Pets'),
  'api/größe.yaml': definition('Größe'),
  'api/secret.yaml': definition('Secret'),
};

async function openOdd(): Promise<World> {
  const world = await openWorld(FILES, { rateLimits: false });
  await symlink('/etc/hostname', join(world.folder, 'docs/v1.0/guide/link.md'));
  await symlink('/etc/hostname', join(world.folder, 'api/link.yaml'));
  return world;
}

const PAGES: Readonly<Record<string, readonly string[]>> = {
  push: ['push', '--dry-run'],
  check: ['check'],
  fmt: ['fmt', '--check'],
  review: ['review', '--against', 'HEAD'],
};
const DEFINITIONS: Readonly<Record<string, readonly string[]>> = {
  'ref upload': ['ref', 'upload', '--in', 'v1.0', '--dry-run'],
  'ref check': ['ref', 'check'],
};

const GUIDE = 'docs/v1.0/guide';
/** What is typed, and what each command has to name once. `/`: the folder of the project. */
const NAMED_PAGES: readonly (readonly [what: string, typed: readonly string[], told: string[]])[] =
  [
    [
      'twice, and in other spellings',
      [`${GUIDE}/intro.md`, `./${GUIDE}/intro.md`, `/${GUIDE}/intro.md`],
      ['v1.0/guide/intro'],
    ],
    [
      'a folder and a file in it',
      [GUIDE, `${GUIDE}/intro.md`],
      ['v1.0/guide/intro', 'v1.0/guide/größe'],
    ],
    ['not in ASCII', [`${GUIDE}/größe.md`], ['v1.0/guide/größe']],
    ['by its key', ['v1.0/guide/größe'], ['v1.0/guide/größe']],
  ];
const NO_PAGES: readonly (readonly [what: string, typed: string])[] = [
  ['nothing', ''],
  ['a file that does not exist', `${GUIDE}/gone.md`],
  ['a file in another case', `${GUIDE}/INTRO.md`],
  ['a symbolic link out of the project', `${GUIDE}/link.md`],
  ['a glob that the shell left as it is', `${GUIDE}/*.txt`],
  ['a file that is no page', `${GUIDE}/notes.txt`],
  ['a folder without a page', 'docs/v1.0/empty'],
  ['a page that the configuration excludes', `${GUIDE}/private.md`],
  ['the key of a page that the configuration excludes', 'v1.0/guide/private'],
  ['a file above the project', '../intro.md'],
];

const typedIn = ({ folder }: World, names: readonly string[]): string[] =>
  names.map((name) => (name.startsWith('/') ? join(folder, name) : name));

const linesWith = (text: string, name: string): number =>
  text.split('\n').filter((line) => line.includes(name) && !line.startsWith('error')).length;

describe.each(Object.entries(PAGES))('docs %s, given', (command, argv) => {
  async function openForReview(): Promise<World> {
    const world = await openOdd();
    git(world.folder, 'init', '-q');
    git(world.folder, 'commit', '-q', '--allow-empty', '-m', 'Before');
    return world;
  }

  test.each(NAMED_PAGES)('a page %s, names it once', async (_, typed, told) => {
    const world = await openForReview();
    const run = await world.run(...argv, ...typedIn(world, typed));

    for (const name of told) expect([name, linesWith(run.stdout, name)]).toEqual([name, 1]);
    expect(run.stdout).not.toContain('private');
  });

  test.each(NO_PAGES)('%s beside a page, says so', async (_, typed) => {
    const world = await openForReview();
    const run = await world.run(...argv, `${GUIDE}/intro.md`, typed);

    // A push lists files that it cannot send. A check may be given whatever a commit has.
    const isListed = typed !== '' && command === 'push' && run.stdout.includes(`? ${typed}`);
    const isRefused = run.exitCode === 2 && run.stdout === '';
    expect(isListed || run.stderr.includes(`"${typed}"`)).toBe(true);
    expect(isListed || isRefused || command === 'check').toBe(true);
  });
});

describe.each(Object.entries(DEFINITIONS))('docs %s, given', (_command, argv) => {
  test.each([
    [
      'twice, and in other spellings',
      ['api/pets.yaml', './api/pets.yaml', '/api/pets.yaml', 'api/p*.yaml'],
      ['api/pets.yaml'],
    ],
    ['not in ASCII', ['api/größe.yaml'], ['api/größe.yaml']],
  ])('a definition %s, names it once', async (_, typed, told) => {
    const world = await openOdd();
    const run = await world.run(...argv, ...typedIn(world, typed));

    const said = run.stdout + run.stderr;
    for (const name of told) expect(linesWith(said, name)).toBeGreaterThan(0);
    expect(said.match(/(?:✔|created from) api\//g)).toHaveLength(told.length);
  });

  test.each([
    ['nothing', ''],
    ['a file that does not exist', 'api/gone.yaml'],
    ['a folder', 'api'],
    ['a symbolic link out of the project', 'api/link.yaml'],
    ['a glob without a match', 'api/*.json'],
    ['a glob that only takes away', '!api/secret.yaml'],
  ])('%s beside a definition, refuses it', async (_, typed) => {
    const world = await openOdd();
    const run = await world.run(...argv, 'api/pets.yaml', typed);

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(`"${typed}"`);
  });
});

test('docs review of a folder names what changed in it besides pages', async () => {
  const nav = 'docs/v1.0/guide/_nav.yaml';
  const other = 'docs/v1.0/other';
  const files = { [nav]: 'items:\n  - intro\n', [`${other}/_nav.yaml`]: 'items:\n  - a\n' };
  const world = await openWorld({ ...FILES, ...files, [`${other}/a.md`]: page('A') });
  commitAll(world.folder);
  await world.write({ [nav]: 'items:\n  - größe\n', [`${other}/_nav.yaml`]: 'items: []\n' });

  const run = await world.run('review', '--against', 'HEAD', GUIDE);

  expect(run.stdout).toContain(nav);
  expect(run.stdout).not.toContain(other);
});
