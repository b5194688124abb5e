/** `docs init` on a platform whose `GET /all` has no slugs, as today's has none. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { serve } from '../../support/serve.ts';

interface Section {
  readonly title: string;
  readonly slug: string;
  /** Of its only page; none: it is empty. */
  readonly page?: string;
}

const DATE = '2026-08-04T10:00:00+0000';

/** Answers as the published description of the API has them. */
async function stub(
  versions: Readonly<Record<string, readonly Section[]>>,
  { lists = false }: { readonly lists?: boolean } = {},
) {
  const requests: string[] = [];
  const all = {
    page: {} as Record<number, object>,
    documentation: {} as Record<number, object>,
    reference: {},
    version: {} as Record<number, object>,
  };
  const pages: Record<string, object> = {};
  const documentations: Record<string, object[]> = {};
  for (const [index, [version, sections]] of Object.entries(versions).entries()) {
    const versionId = 500 + index;
    all.version[versionId] = { name: version, published: index === 0 };
    for (const [at, { title, slug, page }] of sections.entries()) {
      const id = versionId * 10 + at;
      all.documentation[id] = { title, versionId };
      (documentations[versionId] ??= []).push(documentation(id, title, slug));
      if (page === undefined) continue;
      all.page[id * 7] = { title: page, updated: DATE, documentationId: id, listed: true };
      pages[id * 7] = {
        id: id * 7,
        listed: true,
        title: page,
        created: DATE,
        updated: DATE,
        slug: page,
        contentDraft: null,
        contentPublished: 'Text',
        path: `${version}/${slug}/${page}`,
      };
    }
  }
  const list = Object.keys(versions).map((version, index) => ({
    id: 500 + index,
    name: version,
    slug: version,
    created: DATE,
    updated: DATE,
    published: index === 0,
    ordr: index,
  }));
  const baseUrl = await serve((asked, response) => {
    const [path = ''] = (asked.url ?? '').split('?');
    requests.push(`${asked.method} ${path}`);
    const [, kind, id = '', rest] = path.split('/');
    const answer =
      path === '/all'
        ? all
        : path === '/version'
          ? list
          : kind === 'page'
            ? pages[id]
            : lists && rest === 'documentation'
              ? documentations[id]
              : undefined;
    const body = answer ?? { message: 'Not found', httpCode: 404, code: 0 };
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  return { baseUrl, requests };
}

const documentation = (id: number, title: string, slug: string): object => ({
  id,
  title,
  slug,
  description: null,
  created: DATE,
  updated: DATE,
  ordr: 0,
  published: true,
  pagesUpdated: null,
  collapsed: false,
  wide: false,
  sticky: false,
  locale: 'en_us',
  showPagesLastUpdated: false,
  showPagesLastUpdateUser: false,
  hasExpandableCategories: false,
});

const GUIDE = { 'guide/a.md': '---\ntitle: A\n---\n\nText\n' };
const SUPPORT = { title: 'Support Center', slug: 'help', page: 'start' };

async function init(platform: { readonly baseUrl: string }, argv: readonly string[]) {
  const cwd = await temporaryFolder(GUIDE);
  const env = { DOCS_BASE_URL: platform.baseUrl, DOCS_API_KEY: 'x'.repeat(40) };
  const run = await runDocs(['init', '--content', 'guide', '--ci', 'none', ...argv], {
    cwd,
    env,
  });
  const config = join(cwd, 'docs-cli.config.yml');
  const text = existsSync(config) ? await readFile(config, 'utf8') : null;
  return { ...run, content: text === null ? null : parse(text).content[0], cwd };
}

describe('where one list tells the slugs', () => {
  const HELP = { path: 'guide', version: 'v1.0', documentation: 'help' };

  test.each([
    ['--yes', [], { 'v1.0': [SUPPORT] }],
    ['--in v1.0/Support Center', ['--in', 'v1.0/Support Center'], { 'v1.0': [SUPPORT] }],
    ['--in v1.0/help', ['--in', 'v1.0/help'], { 'v1.0': [SUPPORT] }],
    [
      '--in v1.0/support center',
      ['--in', 'v1.0/support center'],
      { 'v1.0': [SUPPORT], 'v2.0': [{ ...SUPPORT, slug: 'other' }] },
    ],
    [
      'the title of an empty one',
      ['--in', 'v1.0/Empty'],
      { 'v1.0': [{ title: 'Empty', slug: 'help' }] },
    ],
  ])('%s writes the slug', async (_what, argv, versions) => {
    const platform = await stub(versions, { lists: true });
    const run = await init(platform, ['--yes', ...argv]);

    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.content).toEqual(HELP);
    expect((await runDocs(['config'], { cwd: run.cwd })).exitCode).toBe(0);
    expect(platform.requests.filter((each) => each !== 'GET /version').toSorted()).toEqual([
      'GET /all',
      'GET /version/500/documentation',
    ]);
  });
});

test('names of folders that are versions need no list of documentations', async () => {
  const platform = await stub({ 'v1.0': [SUPPORT], 'v2.0': [SUPPORT] }, { lists: true });
  const cwd = await temporaryFolder({ 'docs/v2.0/help/a.md': 'Text\n' });
  const env = { DOCS_BASE_URL: platform.baseUrl, DOCS_API_KEY: 'x'.repeat(40) };

  expect(await runDocs(['init', '--yes'], { cwd, env })).toMatchObject({ exitCode: 0, stderr: '' });
  expect(platform.requests.toSorted()).toEqual(['GET /all', 'GET /version']);
});

describe.each([
  ['lists documentations', true, 'there is help.'],
  ['tells no slugs', false, 'there is Support Center.'],
])('where the platform %s', (_what, lists, there) => {
  test('a name that nothing has is refused, with those that there are', async () => {
    const run = await init(await stub({ 'v1.0': [SUPPORT] }, { lists }), [
      '--yes',
      '--in',
      'v1.0/no',
    ]);

    expect(run).toMatchObject({ exitCode: 1, content: null });
    expect(run.stderr).toContain(`There is no documentation "no"; ${there}`);
    expect(run.stderr).toContain('--no-check');
  });
});

test.each([
  ['--yes', [], 'It is not clear where the pages of guide go.'],
  ['its title', ['--in', 'v1.0/Support Center'], 'The platform reports no slug for'],
])(
  'where nobody tells the slug of a documentation, %s is not enough',
  async (_what, argv, message) => {
    const run = await init(await stub({ 'v1.0': [SUPPORT] }), ['--yes', ...argv]);

    expect(run).toMatchObject({ exitCode: 2, content: null });
    expect(run.stderr).toContain(message);
  },
);

test('--no-check takes its slug', async () => {
  const run = await init(await stub({ 'v1.0': [SUPPORT] }), [
    '--yes',
    '--no-check',
    '--in',
    'v1.0/help',
  ]);

  expect(run.content).toMatchObject({ version: 'v1.0', documentation: 'help' });
});

test('without a platform to ask, a title is refused', async () => {
  const run = await init({ baseUrl: 'http://127.0.0.1:9' }, [
    '--yes',
    '--no-check',
    '--in',
    'v1.0/Support Center',
  ]);

  expect(run).toMatchObject({ exitCode: 2, content: null });
  expect(run.stderr).toContain(
    '"Support Center" cannot be part of an address.\n  Use letters, digits and hyphens: support-center',
  );
});
