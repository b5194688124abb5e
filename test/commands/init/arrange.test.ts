/** How `docs init` arranges the folders of pages: proposals, questions, and what it takes without them. */
import { readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Folders, propose, type There } from '../../../src/commands/init/proposals.ts';
import { versionsThere } from '../../../src/commands/init/platform.ts';
import { placeWords } from '../../../src/commands/init/place.ts';
import { survey } from '../../../src/commands/init/survey.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld } from '../../support/world.ts';

const PAGE = '---\ntitle: A page\n---\n\nText\n';

const tree = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, PAGE]));

const SECTIONS = tree('docs/api/index.md', 'docs/api/keys.md', 'docs/guides/index.md');
const VERSIONS = tree('docs/v1/index.md', 'docs/v2/index.md', 'docs/v2/new.md');
const FLAT = tree('docs/index.md', 'docs/usage.md');

const DOWN = '\u001B[B';

const NOTHING = versionsThere(undefined);

const there = (...places: readonly string[]): There => {
  const split = places.map((place) => place.split('/'));
  return {
    isKnown: true,
    versions: [...new Set(split.map(([version = '']) => version))],
    places: split.flatMap(([version = '', documentation]) =>
      documentation === undefined ? [] : [{ version, documentation }],
    ),
  };
};

describe('proposals', () => {
  test.each([
    [
      'folders of sections',
      SECTIONS,
      NOTHING,
      [
        ['documentations', 'docs/api v1.0/api', 'docs/guides v1.0/guides'],
        ['one', 'docs v1.0/guide'],
        ['versions', 'docs/api api/guide', 'docs/guides guides/guide'],
      ],
    ],
    [
      'folders of versions',
      VERSIONS,
      NOTHING,
      [
        ['versions', 'docs/v1 v1/guide', 'docs/v2 v2/guide'],
        ['one', 'docs v1.0/guide'],
        ['documentations', 'docs/v1 v1.0/v1', 'docs/v2 v1.0/v2'],
      ],
    ],
    ['no folders', FLAT, NOTHING, [['one', 'docs v1.0/guide']]],
    [
      'pages beside a folder',
      tree('docs/index.md', 'docs/Next Steps/a.md'),
      NOTHING,
      [
        ['one', 'docs v1.0/guide'],
        ['documentations', 'docs v1.0/guide', 'docs/Next Steps v1.0/next-steps'],
        ['versions', 'docs v1.0/guide', 'docs/Next Steps next-steps/guide'],
      ],
    ],
    [
      'packages',
      tree('packages/client/docs/a.md', 'packages/server/docs/a.md'),
      NOTHING,
      [['documentations', 'packages/client/docs v1.0/client', 'packages/server/docs v1.0/server']],
    ],
    [
      'the version that has most of the folders',
      SECTIONS,
      there('v1/other', 'v2/guides', 'v2/api'),
      [
        ['documentations', 'docs/api v2/api', 'docs/guides v2/guides'],
        ['one', 'docs v1/other'],
        ['versions', 'docs/api api/guide', 'docs/guides guides/guide'],
      ],
    ],
    [
      'paths that may be versions',
      tree('docs/docs/api/a.md'),
      NOTHING,
      [
        ['paths', 'docs'],
        ['documentations', 'docs/docs v1.0/guide'],
        ['one', 'docs v1.0/guide'],
        ['versions', 'docs/docs docs/guide'],
      ],
    ],
  ])('for %s', async (_, files, platform, expected) => {
    const { folders } = survey(await temporaryFolder(files));
    const { proposals } = propose(folders as unknown as Folders, platform);
    const told = proposals.map(({ kind, content }) => [
      kind,
      content.map(({ path, place }) => (place ? `${path} ${placeWords(place)}` : path)),
    ]);
    expect(told.map((way) => way.flat())).toEqual(expected);
  });

  test.each([
    ['nothing is known', SECTIONS, NOTHING, undefined],
    [
      'each folder is one of a version',
      SECTIONS,
      there('v1/guides', 'v1/api', 'v2/x'),
      'documentations',
    ],
    [
      'a folder could be of two versions',
      SECTIONS,
      there('v1/guides', 'v1/api', 'v2/api'),
      undefined,
    ],
    ['a folder is missing there', SECTIONS, there('v1/guides', 'v1/other'), undefined],
    ['each folder is a version with one', VERSIONS, there('v1/guide', 'v2/handbook'), 'versions'],
    ['a version has two', VERSIONS, there('v1/guide', 'v2/handbook', 'v2/api'), undefined],
    ['there is one documentation', FLAT, there('v1/handbook'), 'one'],
    ['there are two', FLAT, there('v1/handbook', 'v1/api'), undefined],
    ['paths are versions by name', tree('docs/v1.0/guide/a.md'), NOTHING, 'paths'],
    [
      'paths are versions there',
      tree('docs/lake/guide/a.md'),
      there('lake/guide', 'sea/guide'),
      'paths',
    ],
    ['pages are beside folders', { ...SECTIONS, ...FLAT }, there('v1/guides', 'v1/api'), undefined],
  ])('are certain or not, if %s', async (_, files, platform, expected) => {
    const { folders } = survey(await temporaryFolder(files));
    const { proposals, isCertain } = propose(folders as unknown as Folders, platform);
    expect(isCertain ? proposals[0].kind : undefined).toBe(expected);
  });
});

const ARGV = ['init', '--ci', 'none', '--no-publish'];

const contentIn = async (folder: string): Promise<unknown> =>
  (parse(await readFile(join(folder, 'docs-cli.config.yml'), 'utf8')) as { content: unknown })
    .content;

const asked = async (
  files: Readonly<Record<string, string>>,
  ...answers: readonly (readonly [text: string, keys: string])[]
) => {
  const cwd = await temporaryFolder(files);
  const run = await runDocs([...ARGV, '--no-check'], { cwd, terminal: true, answers });
  expect(run).toMatchObject({ exitCode: 0 });
  const said = run.stderr.replaceAll(/\s+/g, ' ');
  return { ...run, cwd, said, content: await contentIn(cwd) };
};

describe('questions', () => {
  test('each folder is a documentation, which check agrees to', async () => {
    const run = await asked(SECTIONS, ['Is this right?', '\r']);

    expect(run.said).toContain(
      'Each folder is a documentation: FOLDER DOCUMENTATION PAGES docs/api v1.0/api 2 docs/guides v1.0/guides 1',
    );
    expect(run.content).toEqual([
      { path: 'docs/api', version: 'v1.0', documentation: 'api' },
      { path: 'docs/guides', version: 'v1.0', documentation: 'guides' },
    ]);
    const check = await runDocs(['check'], { cwd: run.cwd });
    expect(check.stdout + check.stderr).not.toContain('duplicate-slug');
  });

  test('each folder is a version, chosen by its number', async () => {
    const run = await asked(
      tree('docs/api/a.md', 'docs/legacy/b.md'),
      ['No. Each folder is a version: api/guide and legacy/guide', '3\r'],
      ['No. Each folder is a documentation', '\r'],
    );
    expect(run.content).toEqual([
      { path: 'docs/api', version: 'api', documentation: 'guide' },
      { path: 'docs/legacy', version: 'legacy', documentation: 'guide' },
    ]);
  });

  test('pages with one address are shown before anything is written', async () => {
    const run = await asked(
      SECTIONS,
      ['No. All of it is one documentation: v1.0/guide', '2\r'],
      ['No. Each folder is a documentation: v1.0/api and v1.0/guides', '2\r'],
      ['No. All of it is one documentation: v1.0/guide', '\r'],
    );
    expect(run.said).toContain(
      'docs/api/index.md and docs/guides/index.md have the same address, v1.0/guide/index',
    );
    expect(run.content).toHaveLength(2);
  });

  test('a row is changed, and a refusal says what can be typed there', async () => {
    const run = await asked(
      FLAT,
      ['Put docs elsewhere', '2\r'],
      ['Where do the pages of docs go?', 'v1.0/My Guide\r'],
      ['"My Guide" cannot be part of an address.', '\u0015guide\r'],
      ['"guide" is not a version/documentation.', '\u0015v2/my-guide\r'],
      ['Is this right?', '\r'],
    );
    expect(run.said).toContain('Use letters, digits and hyphens: my-guide');
    expect(run.said).toContain('Write version/documentation, such as v1.0/docs');
    expect(run.said).not.toContain('--');
    expect(run.content).toEqual([{ path: 'docs', version: 'v2', documentation: 'my-guide' }]);
  });

  test('a folder is left out', async () => {
    const run = await asked(
      SECTIONS,
      ['Put docs/guides elsewhere', '5\r'],
      ['Nowhere: leave the folder out', `${DOWN}\r`],
      ['Is this right?', '\r'],
    );
    expect(run.content).toEqual([{ path: 'docs/api', version: 'v1.0', documentation: 'api' }]);
  });

  test('with a key, what the platform has is offered, and what it lacks is said', async () => {
    const seedFolder = await temporaryFolder(
      tree('docs/v1/api/a.md', 'docs/v1/handbook/a.md', 'docs/v2/api/a.md'),
    );
    const world = await openWorld(SECTIONS, { seedFolder });
    const answers = [
      ['Put docs/guides elsewhere', '5\r'],
      ['1. v2/api', '3\r'],
      ['Is this right?', '\r'],
    ] as const;
    const run = await world.runAs({ terminal: true, answers }, ...ARGV);

    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'The platform has no documentation v2/guides: what is in docs/guides cannot be placed. It has v2/api, v1/api and v1/handbook',
    );
    expect(await contentIn(world.folder)).toEqual([
      { path: 'docs/api', version: 'v2', documentation: 'api' },
      { path: 'docs/guides', version: 'v1', documentation: 'handbook' },
    ]);
  });
});

describe('without questions', () => {
  test('takes the documentations that the platform has', async () => {
    const seedFolder = await temporaryFolder(tree('docs/v7/api/a.md', 'docs/v7/guides/a.md'));
    const world = await openWorld(SECTIONS, { seedFolder });
    const run = await world.run('init');

    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await contentIn(world.folder)).toEqual([
      { path: 'docs/api', version: 'v7', documentation: 'api' },
      { path: 'docs/guides', version: 'v7', documentation: 'guides' },
    ]);
  });

  test('does not put folders that repeat names into the only documentation', async () => {
    const seedFolder = await temporaryFolder(tree('docs/v7/handbook/a.md'));
    const world = await openWorld(SECTIONS, { seedFolder });

    expect(await world.run('init', '--yes')).toMatchObject({ exitCode: 2 });
  });

  test.each([
    ['sections', SECTIONS, 2],
    ['versions', VERSIONS, 2],
    ['packages', tree('a b/docs/a.md', 'packages/x/docs/a.md'), 2],
    ['pages beside folders', { ...FLAT, ...tree('docs/api/a.md') }, 2],
  ])('the lines for %s can be pasted', async (_, files, rows) => {
    const cwd = await temporaryFolder(files);
    const run = await runDocs(['init'], { cwd });

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(existsSync(join(cwd, 'docs-cli.config.yml'))).toBe(false);
    const [hint = '', lines = ''] = run.stderr.split('\n\n');
    expect(hint).toContain('or write such lines into docs-cli.config.yml:');
    await writeFile(join(cwd, 'docs-cli.config.yml'), lines);
    const config = await runDocs(['config', '--json'], { cwd });
    expect(config).toMatchObject({ exitCode: 0 });
    expect(await contentIn(cwd)).toHaveLength(rows);
  });

  test.each([
    ['sections', SECTIONS, 'docs'],
    ['no folders', FLAT, 'docs'],
    ['packages', tree('a b/docs/a.md', 'packages/x/docs/a.md'), 'a b/docs'],
  ])('the options for %s can be typed', async (_, files, path) => {
    const cwd = await temporaryFolder(files);
    const { stderr } = await runDocs(['init', '--json'], { cwd });
    const { error } = JSON.parse(stderr) as { error: { hint: string } };
    await expectOfSchema('error', { error });
    const [, options = ''] = /(--content .*?) (?:if|for) /.exec(error.hint) ?? [];
    const words = [...options.matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare,
    );

    const run = await runDocs(['init', ...words.map(String)], { cwd });
    expect(run).toMatchObject({ exitCode: 0 });
    expect(await contentIn(cwd)).toMatchObject([{ path, version: 'v1.0' }]);
  });
});

test('a file whose name the platform refuses has no place in a proposal, and is never its example', async () => {
  const folder = await temporaryFolder({
    'docs/de/guides/Über uns.md': '---\ntitle: Über uns\n---\n\nWir.\n',
    'docs/de/start.md': '---\ntitle: Start\n---\n\nHier.\n',
  });

  const run = await runDocs(
    ['init', '--yes', '--json', '--content', 'docs/de', '--in', 'v1.0/de'],
    { cwd: folder },
  );

  expect(JSON.parse(run.stdout)).toMatchObject({
    content: [{ pages: 1, unplaced: 1, example: { file: 'docs/de/start.md' } }],
  });
});
