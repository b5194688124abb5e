/** `docs list`, `report` and `links`: on today's revision, and on a platform that lacks them. */
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/model/time.ts';
import { realClock } from '../../support/host.ts';
import { expectOfSchema } from '../../support/schema.ts';
import { openToday, type TodayProject } from '../../support/today-stub.ts';

const DATE = '2026-03-20T19:02:14+0000';
const NOW = Date.UTC(2026, 5, 1, 12);
const clock: Clock = { ...realClock, now: () => NOW };

const user = (name: string) => ({ id: 1, email: `${name.toLowerCase()}@example.com`, name });
const NOBODY = { id: null, email: null, name: null };

const row = (id: number, title: string, more: object) => ({
  id,
  title,
  hasDraft: false,
  listed: true,
  created: DATE,
  createdBy: user('Ann'),
  updated: DATE,
  updatedBy: user('Bo'),
  sourceCreated: DATE,
  sourceCreatedBy: user('Ann'),
  ...more,
});

const REPORT = [
  row(111, 'Intro', { hasDraft: true, updated: '2026-05-31T12:00:00+0000' }),
  row(112, 'Errors', { updated: '2025-01-01T00:00:00+0000' }),
  row(113, 'Limits', { hasDraft: true, listed: false, createdBy: NOBODY, updatedBy: {} }),
];

const link = (id: number, title: string, severity: string, more: object = {}) => ({
  severity,
  issue: severity === 'error' ? 'broken_link' : 'something_new',
  message: 'The link points to a page or reference that does not exist in this version.',
  isDraft: false,
  page: { id, title },
  link: { text: 'our login', href: '/guide/login', type: 'page', fragment: null, targetId: null },
  target: { title: null, section: null },
  ...more,
});

const LINKS = [
  link(112, 'Errors', 'warning', { isDraft: true }),
  link(111, 'Intro', 'error', {
    link: { text: null, href: '/x', type: 'page', fragment: 'top', targetId: null },
  }),
];

const PROJECT: TodayProject = {
  versions: [
    { id: 2, slug: 'v2.0', name: 'Version 2', ordr: 1, published: false },
    { id: 1, slug: 'v1.0', ordr: 2 },
  ],
  documentations: [
    { id: 12, version: 1, slug: 'data', title: 'Data', published: false },
    { id: 11, version: 1, slug: 'guide', title: 'The guide' },
    { id: 21, version: 2, slug: 'guide', title: 'The guide' },
  ],
  pages: [
    { id: 111, documentation: 11, slug: 'intro', title: 'Intro' },
    { id: 112, documentation: 11, slug: 'errors', title: 'Errors' },
    { id: 121, documentation: 12, slug: 'tables', title: 'Tables' },
  ],
  references: [{ id: 5, version: 1, title: 'Pets' }],
  answers: {
    'GET /version/1/report': [200, REPORT],
    'GET /version/1/broken-links': [200, LINKS],
    'GET /version/2/broken-links': [200, []],
    'GET /changelog/77/post': [200, { posts: [], count: 0, total: 646, cursor: null }],
  },
};

const CONFIG = { 'docs-cli.config.yml': 'content: []\nchangelogs:\n  whats-new: 77\n  gone: 78\n' };

const GOLDEN: readonly (readonly [file: string, ...lines: string[]])[] = [
  ['list/list', 'list', 'list v1.0', 'list v3'],
  ['report/report', 'report', 'report --stale 90 --exact', 'report --by nobody@example.com --all'],
  ['links/remote', 'links --remote', 'links --remote v2.0', 'links', 'links a --remote'],
];

test.each(GOLDEN)('%s', async (file, ...lines) => {
  const today = await openToday(PROJECT, CONFIG);
  const outputs: string[] = [];
  for (const line of lines) {
    const options = { clock, terminal: true, env: { PAGER: 'cat', TZ: 'UTC' } };
    const { exitCode, stdout, stderr } = await today.runAs(options, ...line.split(' '));
    outputs.push(
      `$ docs ${line}\n${stdout}${stderr === '' ? '' : `--- stderr\n${stderr}`}--- exit ${exitCode}\n`,
    );
  }

  await expect(outputs.join('\n')).toMatchFileSnapshot(`../../golden/${file}.txt`);
});

test.each([
  ['list', 'list'],
  ['report', 'report --all'],
  ['links', 'links --remote'],
])('docs %s --json prints one document of its schema', async (schema, line) => {
  const today = await openToday(PROJECT, CONFIG);

  const run = await today.run('--json', ...line.split(' '));

  expect(run.stdout).not.toBe('');
  await expectOfSchema(schema, JSON.parse(run.stdout));
});

describe('docs list', () => {
  test('costs a request for each version beside the two that name them', async () => {
    const today = await openToday(PROJECT);

    await today.run('list');

    expect(today.asked).toEqual([
      'GET /version',
      'GET /all',
      'GET /version/2/documentation',
      'GET /version/1/documentation',
    ]);
  });

  test('shows what there is to know without the lists, and no title as a slug', async () => {
    const answers = { 'GET /version/1/documentation': [404, {}] as const };
    const today = await openToday({ ...PROJECT, answers });

    const run = await today.run('list', 'v1.0', '--json');

    expect(JSON.parse(run.stdout)).toMatchObject({
      versions: [
        {
          slug: 'v1.0',
          documentations: [
            { id: 11, slug: null, title: 'The guide', published: null, pages: 2 },
            { id: 12, slug: null, title: 'Data', published: null, pages: 1 },
          ],
        },
      ],
    });
  });
});

describe('docs report', () => {
  test('sends the address to the platform, and does not rely on its being heeded', async () => {
    const today = await openToday(PROJECT);

    const run = await today.run('report', '--by', 'ANN@example.com', '--all', '--json');

    const { pages } = JSON.parse(run.stdout) as { pages: { id: number }[] };
    expect(pages.map(({ id }) => id)).toEqual([112, 111]);
    expect(today.asked).toContain('GET /version/1/report?created_by_email=ANN%40example.com');
  });

  test.each([404, 405])('says that a platform which answers %d has no reports', async (status) => {
    const answers = { 'GET /version/1/report': [status, { message: 'Not found' }] as const };
    const today = await openToday({ ...PROJECT, answers });

    const run = await today.run('report');

    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain('This platform has no GET /version/1/report');
  });
});

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

describe('docs links <page>', () => {
  const FILES = {
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
    'docs/v1.0/guide/intro.md': page('Intro', 'See [itself](intro.md).'),
    'docs/v1.0/guide/a.md': page(
      'A',
      'First.\n\n[One](intro.md#top) and [two](/guide/intro), not `[three](intro.md)`.',
    ),
    'docs/v1.0/data/b.md': page('B', '[Up](../guide/intro.md)\n\n[Other](../guide/a.md)'),
    'docs/v2.0/guide/intro.md': page('Intro', 'Another.'),
    'docs/v2.0/guide/c.md': page('C', '[Here](intro.md) and [there](/v1.0/guide/intro)'),
  };

  test.each([['v1.0/guide/intro'], ['docs/v1.0/guide/intro.md']])(
    'finds the links to %s, with their lines, and asks no platform',
    async (name) => {
      const today = await openToday(PROJECT, FILES);

      const run = await today.run('links', name, '--json');

      expect(JSON.parse(run.stdout)).toEqual({
        page: 'v1.0/guide/intro',
        links: [
          { file: 'docs/v1.0/data/b.md', line: 5, href: '../guide/intro.md', from: 'v1.0/data/b' },
          { file: 'docs/v1.0/guide/a.md', line: 7, href: 'intro.md#top', from: 'v1.0/guide/a' },
          { file: 'docs/v1.0/guide/a.md', line: 7, href: '/guide/intro', from: 'v1.0/guide/a' },
          {
            file: 'docs/v2.0/guide/c.md',
            line: 5,
            href: '/v1.0/guide/intro',
            from: 'v2.0/guide/c',
          },
        ],
      });
      await expectOfSchema('links', JSON.parse(run.stdout));
      expect(today.asked).toEqual([]);
    },
  );

  test('shows them as places in files', async () => {
    const today = await openToday(PROJECT, FILES);

    const run = await today.run('links', 'v1.0/guide/a');
    const none = await today.run('links', 'v2.0/guide/c');

    expect(run.stdout).toBe('docs/v1.0/data/b.md:7  ../guide/a.md\n\n1 link in 1 file\n');
    expect(none.stdout).toBe('No page here links to v2.0/guide/c.\n');
  });

  test('does not know a page without a file', async () => {
    const today = await openToday(PROJECT, FILES);

    const run = await today.run('links', 'v1.0/guide/intra');

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('No file here is the page "v1.0/guide/intra".');
    expect(run.stderr).toContain('Did you mean v1.0/guide/intro?');
  });
});
