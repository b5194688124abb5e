import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as fc from 'fast-check';
import { candidateAt, surveyFolders } from '../../src/features/init/survey.ts';
import { configText, withIgnored } from '../../src/features/init/templates.ts';
import { main } from '../../src/main.ts';
import { temporaryFolder } from '../support/folder.ts';
import { createHost, runDocs } from '../support/host.ts';
import { openWorld } from '../support/world.ts';

const PAGE = '---\ntitle: A page\n---\n\nText\n';

describe('the survey', () => {
  test('finds the folder with pages, usual names first', async () => {
    const folder = await temporaryFolder({
      'README.md': '# Read me',
      'src/notes.md': 'Notes',
      'node_modules/x/README.md': '# x',
      'docs/v1.0/guides/a.md': PAGE,
      'docs/v2.0/guides/b.md': PAGE,
    });
    const [first] = surveyFolders(folder);
    expect(first).toEqual({
      path: 'docs',
      layout: 'repository',
      pages: 2,
      versions: ['v1.0', 'v2.0'],
    });
  });

  test('knows a folder that is one documentation', () => {
    expect(candidateAt('guides', ['intro.md', 'setup/install.md'])).toMatchObject({
      layout: 'plain',
      pages: 2,
    });
  });

  test.each(['', 'docs/', 'site/files/'])(
    'takes no reserved folder for a version, at the base path "%s"',
    async (base) => {
      const names = [
        'developerhub.yaml',
        'v1.0/guides/a.md',
        'changelogs/news/more/a.md',
        'changelogs/refs/a.md',
        '_synced-blocks/a.md',
        '_drafts/guides/a.md',
      ];
      const folder = await temporaryFolder(
        Object.fromEntries(names.map((name) => [`${base}${name}`, PAGE])),
      );
      const [first, ...others] = surveyFolders(folder);
      expect(first).toMatchObject({
        path: base.replace(/\/$/, '') || '.',
        pages: 1,
        versions: ['v1.0'],
      });
      expect(others.map(({ path }) => path)).not.toContain('changelogs');
    },
  );

  test('of an empty folder finds nothing', async () => {
    expect(surveyFolders(await temporaryFolder())).toEqual([]);
  });
});

test('whatever a config is made of, it reads back', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/\p{C}/u.test(text));
  fc.assert(
    fc.property(
      name,
      name,
      name,
      fc.boolean(),
      fc.boolean(),
      (path, version, documentation, publish, isSynced) => {
        const place = { version, documentation };
        const text = configText({ baseUrl: null, content: [{ path, place }], publish, isSynced });
        expect(parse(text)).toEqual({ content: [{ path, version, documentation }], publish });
      },
    ),
  );
});

test.each([
  ['', true],
  ['node_modules', true],
  ['.docs-cli/\n', false],
  ['dist\r\n/.docs-cli\r\n', false],
])('.gitignore %j gets a line: %s', (text, gets) => {
  const changed = withIgnored(text);
  expect(changed !== null).toBe(gets);
  expect((changed ?? text).startsWith(text)).toBe(true);
});

describe('docs init', () => {
  test('writes settings that docs reads', async () => {
    const folder = await temporaryFolder({ 'docs/v1.0/guides/a.md': PAGE });
    const run = await runDocs(['init', '--yes'], { cwd: folder });

    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await runDocs(['config'], { cwd: folder })).toMatchObject({ exitCode: 0 });
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toContain('.docs-cli/\n');
  });

  test('checks the place against the platform, and uses its slugs', async () => {
    const world = await openWorld({
      'docs/v1.0/_settings.yaml': 'name: Version 1\n',
      'docs/v1.0/guides/a.md': PAGE,
    });
    const init = (inside: string) =>
      world.run('init', '--content', 'notes', '--in', inside, '--yes', '--force');

    const wrong = await init('v1.0/guide');
    expect(wrong).toMatchObject({ exitCode: 1, stdout: '' });
    expect(wrong.stderr).toContain('There is no documentation "guide"; there is guides.');
    await init('version 1/guides');
    expect(parse(await world.read('docs-cli.config.yml'))).toMatchObject({
      content: [{ path: 'notes', version: 'v1.0', documentation: 'guides' }],
    });
  });

  test('takes versions at the top of the project for what they are, and says which the platform lacks', async () => {
    const seed = await temporaryFolder({ 'docs/v2/my-docs/a.md': PAGE });
    const world = await openWorld(
      { 'README.md': '# Read me', 'v1.0/guide/a.md': PAGE, 'v1.0/guide/b.md': PAGE },
      { seedFolder: seed },
    );
    const run = await world.run('init', '--yes');

    expect(run.exitCode).toBe(0);
    expect(parse(await world.read('docs-cli.config.yml'))).toMatchObject({
      content: [{ path: '.' }],
    });
    expect(run.stderr).toContain(
      'The platform has no version v1.0: what is in v1.0 cannot be placed.',
    );
    expect(run.stderr).toContain('it has v2');
  });

  test.each([
    ['the only documentation', { 'docs/v1/basics/a.md': PAGE }, 'v1/basics'],
    [
      'of the only published version the documentation with its name',
      {
        'docs/v1/_settings.yaml': 'published: false\n',
        'docs/v1/basics/a.md': PAGE,
        'docs/v2/_settings.yaml': 'published: true\n',
        'docs/v2/notes/a.md': PAGE,
        'docs/v2/other/a.md': PAGE,
      },
      'v2/notes',
    ],
  ])('--yes puts a folder that is one documentation into %s', async (_what, there, place) => {
    const seedFolder = await temporaryFolder(there);
    const world = await openWorld({ 'notes/a.md': PAGE }, { seedFolder });
    const run = await world.run('init', '--yes');

    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain(`pages in notes go to ${place}\n`);
    const [version, documentation] = place.split('/');
    expect(parse(await world.read('docs-cli.config.yml'))).toMatchObject({
      content: [{ path: 'notes', version, documentation }],
    });
  });

  test.each([
    ['documentations', { 'docs/v1/a/a.md': PAGE, 'docs/v1/b/a.md': PAGE }],
    ['versions', { 'docs/v1/notes/a.md': PAGE, 'docs/v2/notes/a.md': PAGE }],
  ])('--yes guesses none of several %s', async (_what, there) => {
    const seedFolder = await temporaryFolder(there);
    const world = await openWorld({ 'notes/a.md': PAGE }, { seedFolder });
    const run = await world.run('init', '--yes');

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('say which with --in version/documentation');
    expect(await world.exists('docs-cli.config.yml')).toBe(false);
  });

  test('asks on a terminal', async () => {
    const folder = await temporaryFolder({ 'docs/v1.0/guides/a.md': PAGE });
    const run = await runDocs(['init', '--ci', 'none', '--no-check'], {
      cwd: folder,
      terminal: true,
      answer: 'y\r',
    });

    expect(run.exitCode).toBe(0);
    expect(parse(await readFile(join(folder, 'docs-cli.config.yml'), 'utf8'))).toMatchObject({
      publish: true,
    });
  });

  test('leaves a config alone that somebody else wrote while it asked', async () => {
    const folder = await temporaryFolder({ 'docs/v1.0/guides/a.md': PAGE });
    const config = join(folder, 'docs-cli.config.yml');
    const options = { cwd: folder, terminal: true, answer: 'y\r' };
    const { host, stderr } = createHost(options);
    host.stderr.on('data', () => writeFileSync(config, 'content: []\n'));

    expect(await main(['init', '--ci', 'none', '--no-check'], host)).toBe(2);
    expect(stderr()).toContain('docs-cli.config.yml is there already.');
    expect(await readFile(config, 'utf8')).toBe('content: []\n');
  });

  test('asks nobody where nobody is', async () => {
    const folder = await temporaryFolder({ 'docs/v1.0/guides/a.md': PAGE });
    const run = await runDocs(['init'], { cwd: folder });

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('docs init --yes takes what is found');
  });

  test('leaves a pipeline alone that is there', async () => {
    const folder = await temporaryFolder({
      'docs/v1.0/guides/a.md': PAGE,
      '.gitlab-ci.yml': 'test: {}\n',
    });
    const run = await runDocs(['init', '--yes', '--ci', 'gitlab'], { cwd: folder });

    expect(run.stderr).toContain('was left as it is');
    expect(await readFile(join(folder, '.gitlab-ci.yml'), 'utf8')).toBe('test: {}\n');
  });
});
