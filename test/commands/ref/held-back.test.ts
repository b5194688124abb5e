/** A definition whose settings file does not let readers see it: its upload publishes nothing. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REVISIONS } from '../../support/revisions.ts';
import { openWorld, type World } from '../../support/world.ts';
import { NEWER_PETS, PETS, VERSIONS } from './definitions.ts';

const DEFINITION = 'v1.0/refs/pets.yaml';
const SETTINGS = 'v1.0/refs/pets.settings.yaml';
const UPLOAD = ['ref', 'upload', DEFINITION, '--in', 'v1.0', '--create', '--yes'] as const;

async function openPets(settings: string): Promise<World> {
  const world = await openWorld(VERSIONS);
  await world.write({ [DEFINITION]: PETS, [SETTINGS]: settings });
  return world;
}

/** What readers get, or writers with `--draft`. Null: there is none. */
async function served(world: World, ...argv: string[]): Promise<string | null> {
  const run = await world.run('ref', 'get', 'v1.0/pets', ...argv);
  return run.exitCode === 0 ? run.stdout : null;
}

describe('docs ref upload holds a reference back whose settings say', () => {
  test.each([
    ['false', 'published: false\n'],
    ['false, in quotes and with a comment', 'title: Pets\npublished: "False" # soon\n'],
    ['no', 'published: no\n'],
    ['off', 'published: OFF\n'],
    ['nothing', 'published:\n'],
    ['null', 'published: null\n'],
    ['a tilde', 'published: ~\n'],
    ['an empty text', "published: ''\n"],
    ['a word that is neither yes nor no', 'published: soon\n'],
    ['a list', 'published: [true]\n'],
    ['false under a key in capital letters', 'Published: false\n'],
    ['draft', 'published: true\ndraft: yes\n'],
    ['private, without a value', 'private:\n'],
  ])('%s', async (_, settings) => {
    const world = await openPets(settings);

    const run = await world.run(...UPLOAD);

    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stdout).toContain(
      `✔ v1.0/Pets created as a draft; held back by ${SETTINGS}; docs ref publish v1.0/Pets publishes it`,
    );
    expect(await served(world)).toBeNull();
    expect(await served(world, '--draft')).toBe(PETS);

    expect((await world.run(...UPLOAD)).stdout).toContain(
      `v1.0/Pets is already up to date: nothing to upload; held back by ${SETTINGS}`,
    );
    expect(await world.run('ref', 'publish', 'v1.0/Pets', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await served(world)).toBe(PETS);
  });
});

test('the command that publishes a reference has its name as a shell takes it', async () => {
  const world = await openWorld(VERSIONS);
  const titled = PETS.replace('title: Pets', "title: 'Pets $(id) `id`'");
  await world.write({ [DEFINITION]: titled, [SETTINGS]: 'published: false\n' });

  const { stdout } = await world.run(...UPLOAD);

  expect(stdout).toContain("docs ref publish 'v1.0/Pets $(id) `id`' publishes it");
});

describe('docs ref upload publishes a reference', () => {
  test.each([
    ['whose settings say true', 'published: true\n'],
    ['whose settings say True, in quotes', 'published: "True"\n'],
    ['whose settings do not say it', 'title: Pets\n'],
    ['whose settings say that it is no draft', 'draft: false\nhidden: no\n'],
  ])('%s', async (_, settings) => {
    const world = await openPets(settings);

    expect(await world.run(...UPLOAD)).toMatchObject({ exitCode: 0 });
    expect(await served(world)).toBe(PETS);
  });
});

test('docs ref upload says that readers keep what was published before its settings held it back', async () => {
  const world = await openPets('title: Pets\n');
  await world.run(...UPLOAD);
  await world.write({ [DEFINITION]: NEWER_PETS, [SETTINGS]: 'published: false\n' });

  const run = await world.run(...UPLOAD);

  expect(run.stdout).toContain(
    'readers see what was published before: unpublish that in the editor',
  );
  expect(await served(world)).toBe(PETS);
  expect(await served(world, '--draft')).toBe(NEWER_PETS);
});

test('the question of docs ref upload names what is published and what is not', async () => {
  const world = await openPets('published: false\n');
  await world.write({ 'v1.0/refs/shop.yaml': PETS.replace('title: Pets', 'title: Shop') });

  const run = await world.runAs(
    { terminal: true, answer: 'n\r' },
    ...UPLOAD.filter((word) => word !== '--yes'),
    'v1.0/refs/shop.yaml',
  );

  expect(run.stderr).toContain(
    'Upload and publish v1.0/refs/shop.yaml; and v1.0/refs/pets.yaml, not published',
  );
});

describe('a version whose settings hold it back', () => {
  const SAYS = { 'docs/v1.0/_settings.yaml': 'name: Version 1\npublished: false\n' };
  const FILES = {
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
    'docs/v1.0/_settings.yaml': 'name: Version 1\n',
    'docs/v1.0/guide/page.md': '---\ntitle: Page\n---\n\nText.\n',
  };
  const PETS_FILES = {
    'docs-cli.config.yml':
      'content:\n  - path: docs\nreferences:\n  - { file: pets.yaml, version: v1.0 }\n',
    'pets.yaml': PETS,
  };
  const SEND = ['ref', 'upload', '--create', '--yes'] as const;

  test.each(REVISIONS)(
    'has its definitions uploaded as drafts, if the platform shows it (%s)',
    async (api) => {
      const world = await openWorld(FILES, { api });
      await world.write({ ...PETS_FILES, ...SAYS });
      const words = 'held back by v1.0, which is published on the platform';

      expect((await world.run(...SEND, '--dry-run')).stdout).toContain(words);
      expect((await world.run(...SEND)).stdout).toContain(`created as a draft; ${words}`);
      expect((await world.run('ref', 'get', 'Pets')).stdout).toBe('');
      expect((await world.run(...SEND)).stdout).toContain(words);

      await world.write({ 'docs/v1.0/_settings.yaml': 'name: Version 1\n' });
      expect(await world.run(...SEND)).toMatchObject({ exitCode: 0 });
      expect((await world.run('ref', 'get', 'Pets')).stdout).toBe(PETS);
    },
  );

  test('gets them published, as pages are, as long as it is prepared unpublished', async () => {
    const world = await openWorld({ ...FILES, ...SAYS });
    await world.write(PETS_FILES);
    expect((await world.run(...SEND)).stdout).toContain('created and published');
  });

  test('is not known without its content folder', async () => {
    const world = await openWorld(FILES);
    await world.write(PETS_FILES);
    await rm(join(world.folder, 'docs'), { recursive: true });
    expect((await world.run(...SEND)).stdout).toContain('created and published');
  });

  test('may be one if its settings cannot be read: nothing is uploaded', async () => {
    const world = await openWorld(FILES);
    await world.write({ ...PETS_FILES, 'docs/v1.0/_settings.yaml': 'published: [\n' });
    const run = await world.run(...SEND);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('docs/v1.0/_settings.yaml');
    expect(await served(world)).toBeNull();
  });
});

test.each(['openapi', 'v1.0/api', '.'])(
  'settings beside a definition in the folder %s hold it back from docs ref upload and docs build',
  async (folder) => {
    const world = await openWorld(VERSIONS);
    const file = folder === '.' ? 'pets.yaml' : `${folder}/pets.yaml`;
    const beside = file.replace('.yaml', '.settings.yaml');
    await world.write({
      [file]: PETS,
      [beside]: 'title: Pets\npublished: false\nshowTryItOut: true\n',
      'docs-cli.config.yml': `content:\n  - path: docs\nreferences:\n  - { file: ${file}, version: v1.0 }\n`,
      'docs/v1.0/guide/page.md': '---\ntitle: Page\n---\n\nText.\n',
    });

    const run = await world.run('ref', 'upload', '--create', '--yes');

    expect(run.stdout).toContain(`held back by ${beside}`);
    expect(await served(world)).toBeNull();
    expect((await world.run('build', '--out', 'site')).exitCode).toBe(0);
    expect(await world.read('site/docs-build.json')).not.toContain('pets');
  },
);

test.each([
  ['openapi', '.settings.yml', 'published: false\n'],
  ['docs/v1.0/refs', '.settings.yml', 'draft: yes\n'],
  ['docs/v1.0/refs', '.settings.json', '{ "published": false }\n'],
  ['.', '.settings.json', '{ "published": false }\n'],
])(
  'settings in %s that nobody reads under their name (%s) hold back, and docs check has an error',
  async (folder, ending, settings) => {
    const world = await openWorld(VERSIONS);
    const file = folder === '.' ? 'pets.yaml' : `${folder}/pets.yaml`;
    const beside = file.replace('.yaml', ending);
    await world.write({
      [file]: PETS,
      [file.replace('.yaml', '.settings.yaml')]: 'published: true\n',
      'docs-cli.config.yml': `content:\n  - path: docs\nreferences:\n  - { file: ${file}, version: v1.0 }\n`,
      'docs/v1.0/_settings.yaml': 'name: v1.0\npublished: true\n',
      'docs/v1.0/guide/page.md': '---\ntitle: Page\n---\n\nSee [pets](/v1.0/pets).\n',
    });
    await world.write({ [beside]: settings });

    const { stdout, exitCode } = await world.run('check', '--json');
    const { findings } = JSON.parse(stdout) as { findings: Record<string, unknown>[] };
    expect(findings.find(({ code }) => code === 'unread-settings')).toMatchObject({
      file: beside,
      line: 1,
      hint: 'Rename it to `pets.settings.yaml`',
    });
    expect(exitCode).toBe(1);
    const run = await world.run('ref', 'upload', '--create', '--yes');
    expect(run.stdout).toContain(`held back by ${beside}`);
    expect(await served(world)).toBeNull();
    const built = await world.run('build', '--out', 'site');
    expect(built).toMatchObject({ exitCode: 0 });
    expect(built.stderr).toContain(`${beside}: Nobody reads these settings.`);
    expect(await world.read('site/docs-build.json')).not.toMatch(/pets[/.](?!settings)/);
  },
);
