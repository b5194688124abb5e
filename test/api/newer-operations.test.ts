/** Later operations: what is sent and read, and what is said if a platform lacks them. */
import { describe, expect, test } from 'vitest';
import type { Api } from '../../src/api/api.ts';
import { requireDone } from '../../src/api/call.ts';
import type { PageId, Slug, VersionId } from '../../src/model/ids.ts';
import { openApi } from './support/open-api.ts';
import { json, reset } from './support/scripted-server.ts';

const DATE = '2026-05-01T08:00:00+0000';
const VERSION = {
  id: 9,
  published: false,
  name: 'v2.0',
  created: DATE,
  updated: DATE,
  slug: 'v2-0',
  ordr: 1,
};
const DOCUMENTATION = {
  id: 4,
  title: 'Data',
  slug: 'data',
  created: DATE,
  updated: DATE,
  ordr: 1,
  published: true,
};
const ROW = {
  id: 17,
  title: 'Intro',
  hasDraft: true,
  listed: true,
  created: DATE,
  createdBy: { id: null, email: null, name: null },
  updated: DATE,
  updatedBy: {},
  sourceCreated: DATE,
  sourceCreatedBy: { email: 'ann@example.com' },
};
const LINK = {
  severity: 'error',
  issue: 'a_new_one',
  message: 'It leads nowhere.',
  isDraft: false,
  page: { id: 17, title: 'Intro' },
  link: { text: null, href: '/x', type: 'page', fragment: null, targetId: null },
  target: { title: null, section: null },
};
const POST = {
  id: 3,
  title: 'May',
  slug: 'may',
  published: true,
  content: null,
  created: DATE,
  updated: DATE,
};

const ID = 7 as VersionId;
const NOBODY = { id: null, email: null, name: null };
const NEW_POST = { title: 'May', slug: 'may' as Slug, content: 'Text', published: false };

/** Each with the request that it makes, an answer, and what is made of that. */
const CALLS: readonly (readonly [
  request: string,
  call: (api: Api) => Promise<unknown>,
  answer: unknown,
  expected: unknown,
])[] = [
  [
    'DELETE /page/7',
    (api) => api.pages.delete(7 as PageId),
    {},
    { kind: 'done', value: undefined },
  ],
  [
    'POST /version/7/clone',
    (api) => api.versions.clone(ID, { name: 'v2.0' }),
    VERSION,
    { kind: 'done', value: VERSION },
  ],
  [
    'GET /version/7/documentation',
    (api) => api.versions.documentations(ID),
    [DOCUMENTATION],
    [{ ...DOCUMENTATION, description: null, pagesUpdated: null }],
  ],
  [
    'GET /version/7/report?created_by_email=ann%40example.com',
    (api) => api.versions.report(ID, { createdByEmail: 'ann@example.com' }),
    [ROW],
    [{ ...ROW, updatedBy: NOBODY, sourceCreatedBy: { ...NOBODY, email: 'ann@example.com' } }],
  ],
  ['GET /version/7/broken-links', (api) => api.versions.brokenLinks(ID), [LINK], [LINK]],
  [
    'GET /changelog/7/post?count=50&cursor=XAr',
    (api) => api.changelogs.posts(7, { count: 50, cursor: 'XAr' }),
    { posts: [POST], count: 1, total: 1, cursor: null },
    { posts: [POST], count: 1, total: 1, cursor: null },
  ],
  [
    'POST /changelog/7/post',
    (api) => api.changelogs.createPost(7, NEW_POST),
    POST,
    { kind: 'done', value: POST },
  ],
];

const errorOf = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    const written = (await promise) as { failure?: unknown };
    return written.failure;
  } catch (error) {
    return error;
  }
};

describe.each(CALLS)('%s', (request, call, answer, expected) => {
  test('is sent, and its answer is decoded', async () => {
    const { api, server } = await openApi();
    server.otherwise(json(200, answer));

    expect(await call(api)).toEqual(expected);
    expect(
      server.asked.map(({ method, url }) => `${method} ${url.replace('/api/v1', '')}`),
    ).toEqual([request]);
  });

  test.each([
    [
      404,
      { message: 'Not found', httpCode: 404, code: 404 },
      /^This platform has no .+, or there is no /,
    ],
    [
      404,
      { error: { message: 'Not found', httpCode: 404, code: 404 } },
      /, or there is no (?:page|version|changelog) 7\.$/,
    ],
    [405, {}, /^This platform has no (?:GET|POST|DELETE) [\w/?&=%.-]+\.$/],
  ])('is possibly missing on a platform that answers %d with %j', async (status, body, message) => {
    const { api, server } = await openApi();
    server.otherwise(json(status, body));

    expect(await errorOf(call(api))).toMatchObject({
      code: 'unsupported',
      status,
      message: expect.stringMatching(message) as string,
      hint:
        status === 404
          ? 'Check the id; if it is right, the platform is older: use the editor instead'
          : 'Older platforms lack some operations: use the editor instead',
    });
  });

  test('is refused like every request', async () => {
    const { api, server } = await openApi();
    server.otherwise(json(403, { error: { message: 'Access Denied', httpCode: 403, code: 403 } }));

    expect(await errorOf(call(api))).toMatchObject({ code: 'forbidden' });
  });
});

test('a 403 names a permission only if the vendor names it', async () => {
  const { api, server } = await openApi();
  server.otherwise(json(403, { error: { message: 'Access Denied', httpCode: 403, code: 403 } }));

  const lists = await errorOf(api.versions.report(7 as VersionId));
  const clone = await errorOf(api.versions.clone(7 as VersionId, { name: 'v2' }).then(requireDone));

  expect(lists).toMatchObject({
    message: 'GET /version/7/report is forbidden (Access Denied).',
    hint: 'docs whoami shows what this key may do',
  });
  expect(clone).toMatchObject({ message: expect.stringContaining('version.edit') as string });
});

test('a clone whose answer is lost is not sent again', async () => {
  const { api, server } = await openApi();
  server.otherwise(reset);

  expect(await api.versions.clone(ID, { name: 'v2.0' })).toMatchObject({ kind: 'lost' });
  expect(server.asked).toHaveLength(1);
});
