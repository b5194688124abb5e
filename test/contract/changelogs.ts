/** POST and GET /changelog/{id}/post, on both revisions. */
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import type { Json } from '../support/request.ts';
import { refusal } from './revisions.ts';
import { openTarget, type Target } from './target.ts';

export function changelogPosts(api: ApiRevision): void {
  let target: Target;
  let path: string;

  beforeEach(async () => {
    target = await openTarget(api, { rateLimits: false });
    const [changelog] = await target.platform.admin.changelogs();
    path = `/changelog/${changelog?.id}/post`;
  });

  afterEach(() => target.close());

  const list = async (query = '') => (await target.get(`${path}${query}`)).json;
  const post = (fields: Json) => target.post(path, { content: 'Text.', ...fields });

  test('a fresh platform has one changelog, without posts', async () => {
    expect(await target.platform.admin.changelogs()).toMatchObject([
      { path: 'changelog', title: 'Changelog' },
    ]);
    expect(await list()).toEqual({ posts: [], count: 0, total: 0, cursor: null });
  });

  test('a post has every field of the schema, a slug made of its title, and is not published', async () => {
    const content = 'We just shipped **2.0**\n\n## Highlights\n- Faster search\n';
    const made = await target.post(path, { title: '26 May 2026', content });
    expect(made.status).toBe(200);
    const date = expect.stringMatching(
      api === '2026' ? /T[\d:]{8}\+0000$/ : /T[\d:]{8}\+00:00$/,
    ) as unknown;
    expect(made.json).toEqual({
      id: expect.any(Number) as unknown,
      title: '26 May 2026',
      slug: '26-may-2026',
      published: false,
      content,
      created: date,
      updated: made.json['created'],
    });
    expect(await list()).toEqual({ posts: [made.json], count: 1, total: 1, cursor: null });
  });

  test('is published at once if it says so, and has no content if it is empty', async () => {
    const { json } = await target.post(path, { title: 'A', content: '', published: true });
    expect(json).toMatchObject({ published: true, content: null });
  });

  test('wants a title and a content', async () => {
    for (const [field, body] of [
      ['title', { content: 'x' }],
      ['title', { title: '', content: 'x' }],
      ['content', { title: 'x' }],
      ['content', { title: 'x', content: null }],
      ['published', { title: 'x', content: 'x', published: 'yes' }],
      ['date', { title: 'x', content: 'x', date: '2026-01-01' }],
    ] as const) {
      const refused = refusal(await target.post(path, body));
      expect(refused).toMatchObject({ status: 400, message: expect.stringContaining(field) });
    }
    expect((await list())['total']).toBe(0);
  });

  test('takes a slug of letters, digits and dashes, and refuses a taken one', async () => {
    expect((await post({ title: 'A', slug: 'V2-0' })).json['slug']).toBe('V2-0');
    for (const slug of ['v2.0', 'a_b', 'a b', '', 'é', 'V2-0']) {
      const refused = refusal(await post({ title: 'A', slug }));
      expect(refused).toMatchObject({ status: 400, message: expect.stringMatching(/slug/) });
    }
    expect((await list())['total']).toBe(1);
  });

  test('gives posts of one title slugs of their own, always of letters, digits and dashes', async () => {
    const slugs = [];
    for (const title of ['Größe 1.0', 'Größe 1.0', '版本', '版本', 'x'.repeat(900)]) {
      slugs.push(String((await post({ title })).json['slug']));
    }
    expect(slugs.slice(0, 4)).toEqual(['gr--e-1-0', 'gr--e-1-0-1', 'post', 'post-1']);
    for (const slug of slugs) expect(slug).toMatch(/^[a-zA-Z0-9-]+$/);
  });

  test('are listed newest first, ten unless told otherwise, fifty at most', async () => {
    for (let n = 1; n <= 12; n += 1) await post({ title: `Post ${n}` });
    const first = await list();
    expect(first).toMatchObject({ count: 10, total: 12, cursor: expect.any(String) as unknown });
    expect((first['posts'] as Json[])[0]).toMatchObject({ title: 'Post 12' });
    expect(await list('?count=50')).toMatchObject({ count: 12, cursor: null });
    for (const query of ['count=51', 'count=0', 'count=-1', 'count=x', 'cursor=x', 'page=2']) {
      expect(refusal(await target.get(`${path}?${query}`)).status).toBe(400);
    }
  });

  test('are all listed exactly once, newest first, however many a page has and whatever comes in between', async () => {
    let made = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        async (pauses, count, between) => {
          for (const pause of pauses) {
            target.clock.advance(pause);
            made += 1;
            await post({ title: `Post ${made}` });
          }
          const total = made;
          const seen: Json[] = [];
          let query = `?count=${count}`;
          for (let page = 0; page <= total; page += 1) {
            const { posts, cursor } = await list(query);
            seen.push(...(posts as Json[]));
            if (cursor === null) break;
            query = `?count=${count}&cursor=${encodeURIComponent(cursor as string)}`;
            if (between && page === 0) {
              made += 1;
              await post({ title: `Post ${made}` });
            }
          }
          const titles = seen.map(({ title }) => title);
          const all = Array.from({ length: total }, (_, n) => `Post ${total - n}`);
          expect(titles).toEqual(all);
        },
      ),
      { numRuns: 15 },
    );
  });

  test('are those of the changelog only, and of one that there is', async () => {
    await target.platform.admin.loadChangelogs([
      {
        path: 'news',
        title: 'News',
        description: null,
        published: true,
        posts: [
          { slug: 'a', title: 'A', date: 1_000_000_000, published: true, content: 'Old.' },
          { slug: 'b', title: 'B', date: 1_700_000_000, published: false, content: '' },
        ],
      },
    ]);
    await post({ title: 'Elsewhere' });
    const news = (await target.platform.admin.changelogs()).find((each) => each.path === 'news');
    const { json } = await target.get(`/changelog/${news?.id}/post`);
    expect(json).toMatchObject({
      total: 2,
      posts: [
        { slug: 'b', published: false, content: null },
        { slug: 'a', published: true, content: 'Old.' },
      ],
    });
    expect((json['posts'] as Json[])[1]?.['created']).toMatch(/^2001-09-09T01:46:40/);
    expect(refusal(await target.get('/changelog/999999999999/post')).status).toBe(404);
    const unknown = await target.post('/changelog/999999999999/post', { title: 'A', content: 'x' });
    expect(refusal(unknown).status).toBe(404);
  });

  test('leave an entry in the audit log', async () => {
    await post({ title: 'Logged' });
    const [entry] = (await target.get('/audit?hits=1')).json['data'] as Json[];
    expect(entry).toMatchObject({
      entity: 'project',
      message: 'Changelog post created',
      details: { slug: 'logged', title: 'Logged', published: false },
    });
  });
}
