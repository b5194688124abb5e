/** Texts of others in the log of a job on GitHub Actions: the runner obeys nothing in them. */
import { expect, test } from 'vitest';
import { git } from '../support/git.ts';
import { obeyed } from '../support/github-runner.ts';
import { openWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';

const FORGED = [
  '::warning file=docs/x.md,line=1::forged',
  '  ::add-mask::a',
  '\u0085\u2003::notice::b',
  '##[error]old',
  '::stop-commands::mine',
];
const TEXT = ['```', 'first', ...FORGED, 'last', '```', ''].join('\n');
const PAGE = `---\ntitle: Intro\n---\n\n${TEXT}`;
const DEFINITION = [
  'openapi: 3.0.3',
  'info:',
  '  title: Pets',
  '  version: "1"',
  '  description: |',
  ...FORGED.map((line) => `    ${line}`),
  'paths: {}',
  '',
].join('\n');
const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\npublished: true\n',
  'docs/v1.0/guides/intro.md': PAGE,
  'pets.yaml': DEFINITION,
};
const ACTIONS = { GITHUB_ACTIONS: 'true' };

/** Each text as it is and, in the folder, with a changed line. */
async function openHostile(): Promise<World> {
  const world = await openWorld(FILES);
  git(world.folder, 'init', '--quiet', '--initial-branch=main');
  git(world.folder, 'add', '.');
  git(world.folder, 'commit', '--quiet', '-m', 'First');
  await world.run('push', '--publish', '--yes');
  await world.run('ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--create', '--yes');
  await world.write({
    'docs/v1.0/guides/intro.md': PAGE.replace('first', 'changed'),
    'pets.yaml': DEFINITION.replace('title: Pets', 'title: Pets\n  termsOfService: /t'),
  });
  return world;
}

/** What is printed as it is. */
const RAW = [
  'page get v1.0/guides/intro',
  'page get v1.0/guides/intro --format text',
  'page get v1.0/guides/intro --format html',
  'ref get pets --in v1.0',
  'review --against HEAD --format markdown',
  'review --against HEAD --format html',
  'push --dry-run --format markdown',
  'ref diff pets.yaml --against pets --in v1.0 --format markdown',
  'ref diff pets.yaml --against pets --in v1.0 --format html',
  'ref diff pets.yaml --against pets --in v1.0 --format sarif',
  'check --format sarif',
];

test.each([...RAW, 'review', 'diff', 'search forged', 'search forged --json'])(
  'docs %s gives the runner no command of a text',
  async (line) => {
    const world = await openHostile();

    const run = await world.runAs({ env: ACTIONS }, ...line.split(' '));

    expect(run).toMatchObject({ exitCode: 0 });
    expect(obeyed(run.stdout + run.stderr)).toEqual([]);
  },
);

test.each(RAW)('docs %s writes the same to a file on GitHub Actions as elsewhere', async (line) => {
  const world = await openHostile();

  const elsewhere = await world.run(...line.split(' '));
  const file = await world.runAs({ env: ACTIONS, stdoutIsFile: true }, ...line.split(' '));

  expect(file.stdout).toBe(elsewhere.stdout);
});

test('the word that ends a text on GitHub Actions is different each time', async () => {
  const world = await openHostile();
  const get = () => world.runAs({ env: ACTIONS }, 'page', 'get', 'v1.0/guides/intro');

  const [{ stdout: one }, { stdout: other }] = [await get(), await get()];

  expect(one).toMatch(/^::stop-commands::([\w-]{36})\n[^]*\n::\1::\n$/);
  expect(other.split('\n')[0]).not.toBe(one.split('\n')[0]);
});

test('a text without commands is as it is on GitHub Actions, too', async () => {
  const world = await openWorld({
    ...FILES,
    'docs/v1.0/guides/intro.md': '---\ntitle: A\n---\n\nIt :: is.\n',
  });
  await world.run('push', '--publish', '--yes');

  const run = await world.runAs({ env: ACTIONS }, 'page', 'get', 'v1.0/guides/intro');

  expect(run.stdout).toBe('It :: is.');
});

test('docs check --format github marks findings where its output is a file, too', async () => {
  const world = await openWorld({
    ...FILES,
    'docs/v1.0/guides/intro.md': 'No title.\n[x](nowhere.md)\n',
  });
  const check = ['check', '--format', 'github'];

  const log = await world.runAs({ env: ACTIONS }, ...check);
  const file = await world.runAs({ env: ACTIONS, stdoutIsFile: true }, ...check);

  expect(obeyed(log.stdout)).toContainEqual(expect.stringContaining('nowhere.md'));
  expect(obeyed(log.stderr)).toEqual([]);
  expect(obeyed(file.stderr)).toEqual(obeyed(log.stdout));
});

test.each([['check --format github'], ['check'], ['push --yes']])(
  'an annotation of docs %s has no command in its old form from a text or a name',
  async (line) => {
    const world = await openWorld({
      ...FILES,
      'docs/v1.0/guides/##[group]a.md': '---\ntitle: A\n---\n\n[x](##[error]nowhere.md)\n',
      'docs/v1.0/guides/intro.md': '---\ntitle: "##[error]A"\n---\n\n[x](<##[error]no.md>)\n',
    });

    const { stdout, stderr } = await world.runAs({ env: ACTIONS }, ...line.split(' '));

    expect(stdout + stderr).toContain('::error');
    expect(stdout + stderr).not.toContain('##[');
  },
);
