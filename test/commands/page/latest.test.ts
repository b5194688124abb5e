/** `latest` and `--published` if `GET /all` has no parameters, slugs and default version. */
import { describe, expect, test } from 'vitest';
import { openToday, type TodayProject } from '../../support/today-stub.ts';
import { openWorld } from '../../support/world.ts';

const PROJECT: TodayProject = {
  versions: [
    { id: 1, slug: 'v1.0', ordr: 3 },
    { id: 2, slug: 'v2.0', ordr: 2 },
    { id: 3, slug: 'v3.0', ordr: 1, published: false },
  ],
  documentations: [
    { id: 11, version: 1, slug: 'guide', title: 'Guide' },
    { id: 21, version: 2, slug: 'guide', title: 'Guide' },
    { id: 22, version: 2, slug: 'data', title: 'Data', published: false },
    { id: 31, version: 3, slug: 'guide', title: 'Guide' },
  ],
  pages: [
    { id: 111, documentation: 11, slug: 'intro', title: 'Intro', published: 'One' },
    { id: 211, documentation: 21, slug: 'intro', title: 'Intro', published: 'Two' },
    { id: 212, documentation: 21, slug: 'draft', title: 'Draft', draft: 'Text', listed: false },
    { id: 221, documentation: 22, slug: 'tables', title: 'Tables', published: 'Closed' },
    { id: 311, documentation: 31, slug: 'intro', title: 'Intro', published: 'Three' },
  ],
  references: [{ id: 5, version: 2, title: 'Pets' }],
  answers: {
    'GET /reference/5/definition': [
      200,
      { openapi: '3.0.3', info: { title: 'Pets', version: '1' } },
    ],
    'PUT /version/2': [200, {}],
  },
};

const SAID = 'latest is v2.0: the first published version in the order of the project.\n';

describe('latest, on a platform that does not name its default version,', () => {
  test.each([
    [['page', 'get', 'latest/guide/intro'], 'Two'],
    [['page', 'get', 'intro', '--in', 'latest/guide'], 'Two'],
    [['page', 'get', 'Tables', '--in', 'latest/data'], 'Closed'],
    [['page', 'list', '--in', 'latest'], '211'],
    [
      ['page', 'publish', 'latest/guide/draft', '--dry-run'],
      'v2.0/guide/draft (212) would be',
      'Nothing was published.\n',
    ],
    [['version', 'publish', 'latest', '--dry-run'], 'v2.0 was already published'],
    [['ref', 'list', '--in', 'latest', '--no-drafts'], 'Pets'],
    [['ref', 'get', 'Pets', '--in', 'latest'], 'openapi'],
  ])(
    'is the first published version, and that is said: docs %j',
    async (argv, shown, also = '') => {
      const today = await openToday(PROJECT);

      const run = await today.run(...argv);

      expect(run).toMatchObject({ exitCode: 0, stderr: `${SAID}${also}` });
      expect(run.stdout).toContain(shown);
      expect(today.asked.filter((line) => line.startsWith('GET /all?'))).toEqual([]);
      expect(today.asked.filter((line) => line === 'GET /all').length).toBeLessThanOrEqual(1);
    },
  );

  test('is the version that an upload goes to, and is found out once for many files', async () => {
    const definition = (title: string): string =>
      JSON.stringify({ openapi: '3.0.3', info: { title, version: '1.0.0' }, paths: {} });
    const today = await openToday(PROJECT, {
      'a.json': definition('A'),
      'b.json': definition('B'),
    });

    const run = await today.run(
      ...'ref upload a.json b.json --in latest --create --dry-run --json --verbose'.split(' '),
    );

    expect(run.exitCode).toBe(0);
    const { items } = JSON.parse(run.stdout) as { items: { version: string }[] };
    expect(items.map(({ version }) => version)).toEqual(['v2.0', 'v2.0']);
    expect(run.stderr.split(SAID)).toHaveLength(2);
    expect(today.asked.filter((line) => line === 'GET /version')).toHaveLength(1);
  });

  test('is the only published version without another word', async () => {
    const [first, , third] = PROJECT.versions;
    const versions = first && third ? [first, third] : [];
    const today = await openToday({ ...PROJECT, versions });

    const run = await today.run('page', 'get', 'latest/guide/intro');

    expect(run).toEqual({ exitCode: 0, stdout: 'One', stderr: '' });
    expect(today.asked.some((line) => line.startsWith('GET /all'))).toBe(false);
  });

  test('is refused where no version is published', async () => {
    const versions = [1, 2].map((id) => ({ id, slug: `v${id}.0`, ordr: id, published: false }));
    const today = await openToday({ versions });

    const run = await today.run('version', 'publish', 'latest', '--yes');

    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain('No version is published, so there is no `latest`.');
  });

  test('is what the platform names where it names one', async () => {
    const world = await openWorld({
      'docs/v1.0/_settings.yaml': 'name: v1.0\npublished: true\n',
      'docs/v2.0/_settings.yaml': 'name: v2.0\npublished: true\n',
      'docs/v1.0/guide/a.md': 'A\n',
      'docs/v2.0/guide/a.md': 'A\n',
    });

    const run = await world.run('version', 'publish', 'latest', '--dry-run');

    expect(run.stderr).toBe('');
    expect(run.stdout).toMatch(/^· v\d\.0 was already published/);
  });
});

describe('docs page list, where GET /all has no slugs and heeds no parameter,', () => {
  test('shows slugs, from the lists of the versions', async () => {
    const today = await openToday(PROJECT);

    const run = await today.run('page', 'list', '--in', 'v2.0');

    expect(run.stdout).toContain('v2.0/data');
    expect(run.stdout).toContain('v2.0/guide');
    expect(today.asked).toEqual(['GET /version', 'GET /all', 'GET /version/2/documentation']);
  });

  test('never gives a title for a slug: without a list, titles stand in quotes, and JSON says null', async () => {
    const answers = { 'GET /version/2/documentation': [404, { message: 'Not found' }] as const };
    const today = await openToday({ ...PROJECT, answers });

    const shown = await today.run('page', 'list', '--in', 'v2.0');
    const json = await today.run('page', 'list', '--in', 'v2.0', '--json');

    expect(shown.stdout).toContain('v2.0, "Data"');
    expect(JSON.parse(json.stdout)).toContainEqual(
      expect.objectContaining({ id: 221, documentation: null, documentationTitle: 'Data' }),
    );
  });

  test('lists with --published what readers can see, and nothing else', async () => {
    const today = await openToday(PROJECT);

    const run = await today.run('page', 'list', '--published', '--json', '--verbose');

    const listed = JSON.parse(run.stdout) as { id: number }[];
    expect(listed.map(({ id }) => id)).toEqual([211, 111]);
    expect(run.exitCode).toBe(0);
  });

  test('says with --published what it cannot know', async () => {
    const gone = [405, { message: 'Method not allowed' }] as const;
    const answers = { 'GET /version/1/documentation': gone, 'GET /version/2/documentation': gone };
    const today = await openToday({ ...PROJECT, answers });

    const run = await today.run('page', 'list', '--published', '--json', '--verbose');

    const listed = JSON.parse(run.stdout) as { id: number }[];
    expect(listed.map(({ id }) => id)).toEqual([221, 211, 111]);
    expect(run.stderr).toContain('Pages of unpublished documentations may be among these');
  });
});

describe('docs page push, of a file that is in no content folder,', () => {
  test.each(['v2.0/data', 'v2.0/Data', '2/22', 'latest/Data'])(
    'takes the place %s by slug, name or id, as docs page get does',
    async (place) => {
      const today = await openToday(PROJECT, { 'notes.md': '---\ntitle: Notes\n---\n\nText\n' });

      const run = await today.run('page', 'push', 'notes.md', '--in', place, '-n', '--json');

      expect(run.exitCode).toBe(0);
      const { plan } = JSON.parse(run.stdout) as { plan: { key: string }[] };
      expect(plan.map(({ key }) => key)).toEqual(['v2.0/data/notes']);
    },
  );

  test('says what the version has where the documentation is not there, and shows no inner path', async () => {
    const today = await openToday(PROJECT, { 'notes.md': 'Text\n' });

    const run = await today.run('page', 'push', 'notes.md', '--in', 'v2.0/nope', '--yes');

    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain('There is no documentation "nope"; there are guide, data.');
    expect(run.stderr).not.toContain('.docs-cli');
  });
});
