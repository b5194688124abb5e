/** Search, and who may call from a browser. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import type { Json } from '../support/request.ts';
import { rowsIn } from './rows.ts';
import { request } from 'undici';
import { EXTERNAL, openTarget, uniqueSlug, type Target, type World } from './target.ts';

export function search(api: ApiRevision): void {
  let target: Target;
  let world: World;

  beforeAll(async () => {
    target = await openTarget(api);
    world = await target.world();
  });

  afterAll(() => target.close());

  /** What a hit has where there is nothing to tell. */
  const nothing = api === 'classic' ? null : undefined;

  /** A word that stands nowhere else. */
  const word = () => uniqueSlug().replace(/[^a-z0-9]/g, '');

  async function publish(content: string, fields: Json = {}): Promise<number> {
    const { id } = await target.newPage({ content, ...fields });
    await target.put(`/page/${id}/publish`);
    return id;
  }

  const search = async (query: string, more = '') =>
    (await target.get(`/search?query=${encodeURIComponent(query)}${more}`)).json;
  const hits = async (query: string, more = '') => (await search(query, more))['hits'] as Json[];

  describe('search', () => {
    test('answers with a heading-2 section of a published page', async () => {
      const own = word();
      const slug = uniqueSlug();
      const id = await publish(
        `Intro.\n\n## First part\n\nHas ${own} in **it**.\n\n## Second\n\nNot.`,
        {
          title: 'The page',
          slug,
        },
      );
      expect(await search(own)).toEqual({
        hits: [
          {
            content: expect.stringContaining(`Has ${own} in it.`) as unknown,
            title: 'First part',
            sectionType: 'doc',
            version: expect.any(String) as unknown,
            section: expect.any(String) as unknown,
            page: 'The page',
            pageId: id,
            fragment: 'first-part',
            path: `/${world.versionSlug}/${world.documentationSlug}/${slug}#first-part`,
          },
        ],
        nbHits: 1,
        page: 0,
        nbPages: 1,
        hitsPerPage: 20,
        query: own,
        basepath: '',
        host: api === 'classic' ? new URL(target.baseUrl).host : new URL(target.baseUrl).origin,
      });
    });

    test('the part before any heading has the title of its page', async () => {
      const own = word();
      const slug = uniqueSlug();
      await publish(`${own} at the top.`, { title: 'Top', slug });
      const path = `/${world.versionSlug}/${world.documentationSlug}/${slug}`;
      const [hit = {}] = await hits(own);
      expect(hit).toMatchObject({ title: 'Top', path });
      expect(hit['fragment']).toBe(nothing);
    });

    test('does not find drafts, nor what a publish replaced', async () => {
      const [old, draft] = [word(), word()];
      const id = await publish(old);
      const { slug } = (await target.get(`/page/${id}`)).json;
      await target.put(`/page/${id}`, { slug, content: draft });
      expect(await hits(old)).toHaveLength(1);
      expect(await hits(draft)).toEqual([]);
      await target.put(`/page/${id}/publish`);
      expect(await hits(old)).toEqual([]);
      expect(await hits(draft)).toHaveLength(1);
    });

    test('does not find a draft once the title changes, and finds the new title', async () => {
      const [text, draft, title] = [word(), word(), word()];
      const id = await publish(text);
      const path = `/page/${id}`;
      const { slug } = (await target.get(path)).json;
      await target.put(path, { slug, content: draft });
      await target.put(path, { slug, title });
      expect(await hits(draft)).toEqual([]);
      expect(await hits(text)).toMatchObject([{ page: title }]);
      expect(await hits(title)).toHaveLength(1);
    });

    test('wants every word, whatever its case', async () => {
      const [a, b] = [word(), word()];
      await publish(`## Both\n\n${a} and ${b}\n\n## One\n\n${a} alone`);
      expect(await hits(a.toUpperCase())).toHaveLength(2);
      expect(await hits(`${a} ${b}`)).toMatchObject([{ title: 'Both' }]);
    });

    test('quotes match a phrase', async () => {
      const [a, b] = [word(), word()];
      await publish(`## In order\n\nx ${a} ${b} y\n\n## Apart\n\n${b} x ${a}`);
      expect(await hits(`${a} ${b}`)).toHaveLength(2);
      expect(await hits(`"${a} ${b}"`)).toMatchObject([{ title: 'In order' }]);
    });

    test('a leading minus excludes a word or a phrase', async () => {
      const [a, b, c] = [word(), word(), word()];
      await publish(`## One\n\n${a} ${b} ${c}\n\n## Two\n\n${a} ${c} ${b}\n\n## Three\n\n${a}`);
      expect(await hits(`${a} -${b}`)).toMatchObject([{ title: 'Three' }]);
      expect(await hits(`${a} -"${b} ${c}"`)).toHaveLength(2);
      expect(await hits(`-${a}`)).toEqual([]);
    });

    test('finds words of scripts without blanks', async () => {
      await publish('我们提供专业的技术支持服务');
      expect((await hits('技术支持')).length).toBeGreaterThan(0);
      expect(await hits('术技')).toEqual([]);
    });

    test.each(['"', '-', '""', '*', 'AND', 'a" OR b', 'title:x', "'; --", '(', '^x', 'NEAR(a b)'])(
      'takes %j for what it says',
      async (query) => {
        expect(await search(query)).toMatchObject({ query, nbHits: expect.any(Number) as unknown });
      },
    );

    test('pages through the hits', async () => {
      const own = word();
      const sections = Array.from({ length: 7 }, (_, n) => `## Part ${n}\n\n${own}`);
      await publish(sections.join('\n\n'));
      const first = await search(own, '&hits=3');
      expect(first).toMatchObject({ nbHits: 7, nbPages: 3, page: 0, hitsPerPage: 3 });
      const titles: unknown[] = [];
      for (let page = 0; page < 3; page += 1) {
        const found = await hits(own, `&hits=3&page=${page}`);
        titles.push(...found.map(({ title }) => title));
      }
      expect(new Set(titles).size).toBe(7);
      expect(await hits(own, '&page=5')).toEqual([]);
    });

    test('refuses no query, a bad page, an unknown version', async () => {
      expect(await target.get('/search')).toBeRefused(400, /query/);
      expect(await target.get('/search?query=x&page=-1')).toBeRefused(400, /page/);
      expect(await target.get('/search?query=x&hits=0')).toBeRefused(400, /hits/);
      expect(await target.get('/search?query=x&version_slug=none')).toBeRefused(404, /version/i);
      expect(await target.get('/search?query=x&colour=red')).toBeRefused(400, /colour/);
    });

    test('wants a key', async () => {
      expect(await target.get('/search?query=x', { key: null })).toBeRefused(403);
      expect(await target.get('/search?query=x', { key: 'none' })).toBeRefused(400, /API Key/);
    });

    test('carries the rate-limit headers: 10800 an hour', async () => {
      const { headers } = await target.get('/search?query=x');
      expect(headers.get('X-RateLimit-Limit')).toBe('10800');
    });
  });

  describe.skipIf(EXTERNAL)('search by version', () => {
    const inVersion = async (version: string, content: string) => {
      const id = await target.platform.admin.documentationId(version, 'guides');
      const page = { title: 'Found', content };
      const made = await target.post(`/documentation/${id}/page`, page);
      await target.put(`/page/${String(made.json['id'])}/publish`);
    };

    test('one, the latest published, or all that are published', async () => {
      const own = word();
      for (const version of ['v1', 'v2', 'v3']) await inVersion(version, own);
      expect(await hits(own, '&version_slug=v1')).toMatchObject([{ version: 'Version 1' }]);
      expect(await hits(own, '&version_slug=latest')).toMatchObject([{ version: 'Version 1' }]);
      expect(await hits(own)).toHaveLength(2);
      expect(await hits(own, '&version_slug=v3')).toEqual([]);
    });

    test('a key without any permission may search', async () => {
      const key = await target.platform.admin.createKey({
        name: 'none',
        permissions: [],
        versions: null,
      });
      expect((await target.get('/search?query=x', { key })).status).toBe(200);
    });
  });

  describe('search in references', () => {
    test('answers with an operation of a published definition', async () => {
      const own = word();
      const definition = (title: string) =>
        `openapi: 3.0.0\ninfo: { title: ${title}, version: "1" }\npaths:\n  /x:\n    get:\n      operationId: getX\n      summary: The ${own} operation\n`;
      const made = await target.upload(world.version, definition(`Searched ${own}`));
      const [hit = {}] = await hits(own);
      expect(hit).toMatchObject({
        sectionType: 'ref',
        title: `The ${own} operation`,
        section: `Searched ${own}`,
        fragment: 'getX',
        path: `/${world.versionSlug}/${String(made.json['slug'])}#getX`,
      });
      expect(hit['pageId']).toBe(nothing);
      expect('page' in hit).toBe(api === 'classic');
    });
  });

  describe('cross-origin', () => {
    const headers = { Origin: 'https://elsewhere.example' };

    test.each(rowsIn(api))('$method $path is refused with 403 and no CORS headers', async (row) => {
      const path = row.path.replace(/\{.*\}/, '1');
      const answer = await target.ask(row.method, path, { headers });
      expect(answer).toBeRefused(403, /cross-origin/i);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([]);
    });

    test.each(rowsIn(api))('OPTIONS $path is refused too', async (row) => {
      const path = row.path.replace(/\{.*\}/, '1');
      expect(await target.ask('OPTIONS', path, { headers, key: null })).toBeRefused(403);
    });

    test('the origin null is foreign', async () => {
      expect(await target.get('/version', { headers: { Origin: 'null' } })).toBeRefused(403);
    });

    test('the own origin is not', async () => {
      const { origin } = new URL(target.baseUrl);
      expect((await target.get('/version', { headers: { Origin: origin } })).status).toBe(200);
    });

    test.skipIf(EXTERNAL)('a name that may be pointed at this machine is refused', async () => {
      const as = (host: string, path: string) =>
        request(target.baseUrl + path, { headers: { host, 'x-api-key': target.key } });
      for (const path of ['/version', '/search?query=x']) {
        const { statusCode, body } = await as('attacker.example:8080', path);
        expect({ statusCode, text: await body.text() }).toMatchObject({
          statusCode: 403,
          text: expect.stringMatching(/Host header/),
        });
      }
      const { port } = new URL(target.baseUrl);
      for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'LOCALHOST']) {
        const { statusCode, body } = await as(host, '/version');
        await body.dump();
        expect(statusCode).toBe(200);
      }
    });

    test('no answer may be read as another type than it names', async () => {
      const { headers } = await target.get('/version');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    });

    test('search answers any origin, errors included', async () => {
      const answer = await target.get('/search?query=x', { headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
      const refused = await target.get('/search', { headers });
      expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');
    });

    test('search answers the preflight, which has no key', async () => {
      const answer = await target.ask('OPTIONS', '/search?query=x', { headers, key: null });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(answer.headers.get('Access-Control-Allow-Methods')).toMatch(/GET/);
      expect(answer.headers.get('Access-Control-Allow-Headers')).toMatch(/X-Api-Key/i);
    });
  });
}
