import { writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as fc from 'fast-check';
import { survey } from '../../../src/commands/init/survey.ts';
import { projectIn } from '../../../src/commands/init/platform.ts';
import { type Setup, configText, withIgnored } from '../../../src/commands/init/templates.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { schemaAddress } from '../../../src/config/schema-address.ts';
import type { Version } from '../../../src/model/resources.ts';
import { main } from '../../../src/main.ts';
import { generatedFiles } from '../../../tools/generated.js';
import { temporaryFolder } from '../../support/folder.ts';
import { createHost, runDocs } from '../../support/host.ts';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld } from '../../support/world.ts';

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
    const [first] = survey(folder).folders;
    expect(first).toEqual({
      path: 'docs',
      pages: 2,
      parts: ['v1.0', 'v2.0'],
      hasOwn: false,
      versions: ['v1.0', 'v2.0'],
      isSure: true,
      tool: null,
    });
  });

  test('knows a folder that is one documentation', async () => {
    const folder = await temporaryFolder({
      'guides/intro.md': PAGE,
      'guides/setup/install.md': PAGE,
    });
    expect(survey(folder).at('guides')).toMatchObject({ versions: [], pages: 2 });
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
      const [first, ...others] = survey(folder).folders;
      expect(first).toMatchObject({
        path: base.replace(/\/$/, '') || '.',
        pages: 1,
        versions: ['v1.0'],
      });
      expect(others.map(({ path }) => path)).not.toContain('changelogs');
    },
  );

  test('of an empty folder finds nothing', async () => {
    expect(survey(await temporaryFolder())).toMatchObject({ folders: [], configs: [] });
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
      fc.array(fc.record({ file: name, version: name })),
      fc.option(fc.record({ id: fc.integer({ min: 1 }), slug: fc.constantFrom('v1.0', 'x') })),
      (path, version, documentation, publish, isSynced, references, project) => {
        const place = { version, documentation };
        const text = configText({
          schema: 'x.json',
          baseUrl: null,
          project: project as Setup['project'],
          content: [{ path, place }],
          references,
          publish,
          isSynced,
        });
        expect(parse(text)).toEqual({
          ...(project === null ? {} : { project: project.id }),
          content: [{ path, version, documentation }],
          ...(references.length === 0 ? {} : { references }),
          publish,
        });
      },
    ),
  );
});

test.each([
  ['the version of the content', ['v2.0'], 2],
  ['the first one, if the content has another', ['v3.0'], 1],
])('the project is named by %s', (_, slugs, id) => {
  const versions = [
    { id: 1, slug: 'v1.0' },
    { id: 2, slug: 'v2.0' },
  ] as unknown as Version[];
  expect(projectIn({ versions }, slugs)?.id).toBe(id);
  expect(projectIn({ versions: [] }, slugs)).toBeNull();
  expect(projectIn(undefined, slugs)).toBeNull();
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

/** Files of a project, each a page unless it says what else it is. */
const tree = (...names: readonly (string | readonly [name: string, text: string])[]) =>
  Object.fromEntries(names.map((name) => (typeof name === 'string' ? [name, PAGE] : name)));

describe('the content folder is found', () => {
  test.each([
    [
      'by the settings of a version of any name',
      tree(
        ['latest/_settings.yaml', 'name: latest\n'],
        ['latest/guide/_settings.yaml', 'title: G\n'],
        'latest/guide/sub/a.md',
      ),
      { path: '.', versions: ['latest'] },
    ],
    [
      'by the settings of documentations alone',
      tree(['docs/Red/guide/_settings.yaml', 'title: G\n'], 'docs/Red/guide/a.md', 'notes/a.md'),
      { path: 'docs', versions: ['Red'] },
    ],
    [
      'in a folder in a folder',
      tree(['site/files/v1.0/guide/_nav.yaml', 'items: []\n'], 'site/files/v1.0/guide/a.md'),
      { path: 'site/files', versions: ['v1.0'] },
    ],
    [
      'in an export',
      tree(
        ['Quick Start/Guide/settings.json', '{}'],
        'Quick Start/Guide/1 One.md',
        'FAQ/Questions/1 What.md',
      ),
      { path: '.', versions: ['FAQ', 'Quick Start'] },
    ],
    [
      'and settings of other tools mark none',
      tree(['config/settings.json', '{}'], 'docs/v1.0/guide/a.md'),
      { path: 'docs', versions: ['v1.0'] },
    ],
    [
      'and the settings of one documentation make it no version',
      tree(['guide/_settings.yaml', 'title: G\n'], 'guide/a.md', 'guide/b.md'),
      { path: 'guide', versions: [] },
    ],
    [
      'in a site of Docusaurus, where folders are not versions',
      tree(['docusaurus.config.ts', ''], 'docs/api/deep/a.md', 'docs/api/deep/b.mdx'),
      { path: 'docs', versions: [], pages: 2, tool: 'Docusaurus' },
    ],
    [
      'in a site of MkDocs',
      tree(['mkdocs.yml', ''], 'docs/a/b/c.md', 'README.md'),
      { path: 'docs', versions: [], tool: 'MkDocs' },
    ],
    [
      'in a site of VitePress',
      tree(['site/.vitepress/config.ts', ''], 'site/a/b/c.md'),
      { path: 'site', versions: [], tool: 'VitePress' },
    ],
    [
      'in a site of Mintlify',
      tree(['docs.json', '{}'], 'a/b/c.mdx', 'index.mdx'),
      { path: '.', tool: 'Mintlify' },
    ],
    [
      'in a book of GitBook',
      tree(['.gitbook.yaml', ''], 'SUMMARY.md', 'guide/a/b.md'),
      { path: '.', tool: 'GitBook' },
    ],
  ])('%s', async (_what, files, expected) => {
    const [first] = survey(await temporaryFolder(files)).folders;
    expect(first).toMatchObject(expected);
  });

  test('and folders of other configs are left to them', async () => {
    const files = tree(
      ['packages/a/docs-cli.config.yml', 'publish: false\n'],
      'packages/a/docs/v1.0/guide/a.md',
      'notes/a.md',
    );
    expect(survey(await temporaryFolder(files))).toMatchObject({
      folders: [{ path: 'notes' }],
      configs: ['packages/a/docs-cli.config.yml'],
    });
  });
});

describe('docs init, where only the depth of folders suggests versions', () => {
  const UNCLEAR = tree('docs/docs/api/Pool.md', 'docs/docs/api/Client.md');

  test('asks how they are meant', async () => {
    const folder = await temporaryFolder(UNCLEAR);
    const run = await runDocs(['init', '--ci', 'none', '--no-check', '--no-publish'], {
      cwd: folder,
      terminal: true,
      answers: [
        ['No. All of it is one documentation: v1.0/guide', '3\r'],
        ['No. Folders name versions', '\r'],
      ],
    });

    expect(run.stderr).toContain('docs/docs/api  docs/api           2');
    expect(parse(await readFile(join(folder, 'docs-cli.config.yml'), 'utf8'))).toMatchObject({
      content: [{ path: 'docs', version: 'v1.0', documentation: 'guide' }],
    });
  });

  test('takes no folder for a version without asking', async () => {
    const run = await runDocs(['init', '--yes'], { cwd: await temporaryFolder(UNCLEAR) });

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('It is not clear where the pages of docs go.');
    expect(run.stderr).toContain('--content docs if the folders in it are versions');
  });
});

describe('docs init shows one page with its place', () => {
  test('also with --json', async () => {
    const folder = await temporaryFolder(
      tree('docs/v1.0/guides/a.md', 'docs/v1.0/guides/b.md', 'docs/stray.md'),
    );
    const run = await runDocs(['init', '--yes', '--json'], { cwd: folder });
    const document: unknown = JSON.parse(run.stdout);

    await expectOfSchema('init', document);
    expect(document).toMatchObject({
      content: [
        {
          pages: 2,
          unplaced: 1,
          example: {
            file: 'docs/v1.0/guides/a.md',
            version: 'v1.0',
            documentation: 'guides',
            page: 'a',
          },
        },
      ],
      next: 'docs dev',
    });
  });
});

describe('docs init in a folder without pages', () => {
  test('makes a first page, which every command understands', async () => {
    const folder = await temporaryFolder();
    const run = await runDocs(['init', '--yes'], { cwd: folder });

    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain('docs dev shows the pages in a browser');
    expect(run.stdout).toContain(
      'docs/v1.0/guide/welcome.md → version v1.0, documentation guide, page welcome',
    );
    expect(await runDocs(['check'], { cwd: folder })).toMatchObject({ exitCode: 0 });
    expect(await runDocs(['fmt', '--check'], { cwd: folder })).toMatchObject({ exitCode: 0 });
  });

  test('makes it in the one documentation that --in names', async () => {
    const folder = await temporaryFolder();
    await runDocs(['init', '--yes', '--no-check', '--in', 'v2/api'], { cwd: folder });

    expect(await readFile(join(folder, 'docs/welcome.md'), 'utf8')).toContain('title: Welcome');
    expect(await runDocs(['check'], { cwd: folder })).toMatchObject({ exitCode: 0 });
  });

  test('begins with the pages of the platform, if it has some', async () => {
    const world = await openWorld(tree('docs/v1.0/guides/a.md'));
    await world.run('push', '--yes');
    const cwd = await temporaryFolder();
    const run = await world.runAs({ cwd }, 'init', '--yes');

    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain('Next: docs pull downloads the pages of the platform.');
    expect(await world.runAs({ cwd }, 'pull', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await readFile(join(cwd, 'docs/v1.0/guides/a.md'), 'utf8')).toContain('title: A page');
  });

  test('or with a first page in the first documentation of a platform without pages', async () => {
    const seedFolder = await temporaryFolder(tree('docs/v3/api/a.md'));
    const world = await openWorld({}, { seedFolder });
    const cwd = await temporaryFolder();
    const run = await world.runAs({ cwd }, 'init', '--yes');

    expect(run).toMatchObject({ exitCode: 0 });
    expect(await readFile(join(cwd, 'docs/v3/api/welcome.md'), 'utf8')).toContain('Welcome');
  });

  test('refuses to set up a second time what is set up below', async () => {
    const files = tree(
      ['packages/a/docs-cli.config.yml', 'publish: false\n'],
      'packages/a/docs/v1.0/guide/a.md',
    );
    const run = await runDocs(['init', '--yes'], { cwd: await temporaryFolder(files) });

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('already set up: packages/a/docs-cli.config.yml');
    expect(run.stderr).toContain('--config packages/a/docs-cli.config.yml');
  });
});

describe('the schema of the config file', () => {
  test.each([
    ['/work/site/node_modules/docs-cli', '/work/site', 'node_modules/docs-cli/'],
    ['/work/site/node_modules/docs-cli', '/work/site/packages/a', '../../node_modules/docs-cli/'],
  ])('of %s is, seen from %s, in %s', (packageFolder, from, expected) => {
    expect(schemaAddress(packageFolder, from)).toBe(`${expected}docs/docs-cli.config.schema.json`);
  });

  test.each([
    ['somewhere', ''],
    ['in the modules of another folder', 'lib/node_modules/docs-cli'],
  ])(
    'of a tool that is installed %s is that of its release, not of this machine',
    async (_, at) => {
      const manifest = { homepage: 'https://forge.example/docs', version: '3.1.0' };
      const folder = await temporaryFolder({
        [join(at, 'package.json')]: JSON.stringify(manifest),
      });

      expect(schemaAddress(join(folder, at), '/work/site')).toBe(
        'https://forge.example/docs/raw/v3.1.0/docs/docs-cli.config.schema.json',
      );
    },
  );

  test('is named in the first line, and its file ships', async () => {
    const folder = await temporaryFolder(tree('docs/v1.0/guides/a.md'));
    await runDocs(['init', '--yes'], { cwd: folder });
    const [line = ''] = (await readFile(join(folder, 'docs-cli.config.yml'), 'utf8')).split('\n');

    const { homepage, version } = manifest;
    const released = `${homepage}/raw/v${version}/`;
    const file = line.split(`# yaml-language-server: $schema=${released}`)[1] ?? '';
    expect(manifest.files).toContain(file);
    expect(JSON.parse((await generatedFiles()).get(file) ?? '')).toMatchObject({
      title: 'docs-cli.config.yml',
    });
  });
});

test.each(['environment', 'flag'])(
  'an address of this machine from the %s is not written',
  async (source) => {
    const world = await openWorld({ 'docs/v1.0/guides/a.md': PAGE });
    const address = world.platform.baseUrl;
    const run =
      source === 'flag'
        ? await world.runAs({ env: { DOCS_BASE_URL: '' } }, 'init', '--yes', '--base-url', address)
        : await world.run('init', '--yes');

    expect(run.exitCode).toBe(0);
    expect(parse(await world.read('docs-cli.config.yml'))).not.toHaveProperty('baseUrl');
    expect(parse(await world.read('docs-cli.config.yml'))).not.toHaveProperty('project');
  },
);

test.each([
  ['https://docs.team.example', 'warning https://docs.team.example does not end in /api/v1'],
  ['https://docs.team.example/api/v1/', ''],
])('the address %s is written, and doubted if it is no API', async (address, doubt) => {
  const folder = await temporaryFolder({ 'docs/v1.0/guides/a.md': PAGE });
  const run = await runDocs(['init', '--yes', '--base-url', address], { cwd: folder });
  expect(run.exitCode).toBe(0);
  expect(run.stderr.split(',')[0]).toBe(doubt);
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
      'The platform has no version v1.0: what is in v1.0/guide cannot be placed.',
    );
    expect(run.stderr).toContain('It has v2; create it with docs platform start');
  });

  test('--yes puts a folder that is one documentation into the only documentation', async () => {
    const seedFolder = await temporaryFolder({ 'docs/v1/basics/a.md': PAGE });
    const world = await openWorld({ 'notes/a.md': PAGE }, { seedFolder });
    const run = await world.run('init', '--yes');

    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain('  1 page in notes: they go to v1/basics\n');
    expect(parse(await world.read('docs-cli.config.yml'))).toMatchObject({
      content: [{ path: 'notes', version: 'v1', documentation: 'basics' }],
    });
  });

  test.each([
    ['several documentations', { 'docs/v1/a/a.md': PAGE, 'docs/v1/b/a.md': PAGE }, 'v1/a'],
    ['several versions', { 'docs/v1/notes/a.md': PAGE, 'docs/v2/notes/a.md': PAGE }, 'v2/notes'],
    [
      'several versions, one of them published, with a documentation of the same name',
      {
        'docs/v1/_settings.yaml': 'published: false\n',
        'docs/v1/basics/a.md': PAGE,
        'docs/v2/_settings.yaml': 'published: true\n',
        'docs/v2/notes/a.md': PAGE,
        'docs/v2/other/a.md': PAGE,
      },
      'v2/notes',
    ],
    ['no platform', null, 'v1.0/notes'],
  ])('--yes guesses no place: %s', async (_what, there, such) => {
    const world =
      there === null
        ? undefined
        : await openWorld({}, { seedFolder: await temporaryFolder(there) });
    const cwd = await temporaryFolder({ 'notes/a.md': PAGE });
    const run = await (world?.runAs({ cwd }, 'init', '--yes') ??
      runDocs(['init', '--yes'], { cwd }));

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('It is not clear where the pages of notes go.');
    expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain(`--in ${such} if`);
    expect(await readdir(cwd)).toEqual(['notes']);
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
    expect(stderr()).toContain('docs-cli.config.yml already exists.');
    expect(await readFile(config, 'utf8')).toBe('content: []\n');
  });

  test('takes what is certain if nobody can be asked', async () => {
    const folder = await temporaryFolder({ 'docs/v1.0/guides/a.md': PAGE });
    const run = await runDocs(['init'], { cwd: folder });

    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(parse(await readFile(join(folder, 'docs-cli.config.yml'), 'utf8'))).toMatchObject({
      content: [{ path: 'docs' }],
      publish: false,
    });
  });

  test('leaves a pipeline alone that is there', async () => {
    const folder = await temporaryFolder({
      'docs/v1.0/guides/a.md': PAGE,
      '.gitlab-ci.yml': 'test: {}\n',
    });
    const run = await runDocs(['init', '--yes', '--ci', 'gitlab'], { cwd: folder });

    expect(run.stdout).toContain('include: [{ local: .gitlab/docs.yml }]');
    expect(await readFile(join(folder, '.gitlab-ci.yml'), 'utf8')).toBe('test: {}\n');
  });
});

describe('a folder with pages at two levels', () => {
  test('is one documentation, as the question and the result say', async () => {
    const cwd = await temporaryFolder({ 'docs/welcome.md': PAGE, 'docs/guide/start.md': PAGE });
    const run = await runDocs(['init', '--no-check'], {
      cwd,
      terminal: true,
      answers: [
        ['Put docs elsewhere', '4\r'],
        ['Where do the pages of docs go?', 'v1.0/handbook\r'],
        ['Is this right?', '\r'],
        ['Publish what a push changes?', '\r'],
        ['Write a pipeline', '\r'],
      ],
    });
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain(
      'such as docs/guide/start.md → version v1.0, documentation handbook, page start',
    );
  });
});
