/** Every operation: what it answers, who may call it, what it says where it refuses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import { askRow, namesFor, pathOf, type Names } from './ask-row.ts';
import { ALL_PERMISSIONS, rowsIn, type Row } from './rows.ts';
import { errorOf } from './shapes.ts';
import { EXTERNAL, openTarget, type Target } from './target.ts';

const READING = ALL_PERMISSIONS.filter((each) => each.endsWith('.read'));

const isReading = ({ permission }: Row): boolean =>
  READING.some((permitted) => permitted === permission);

export function operations(api: ApiRevision): void {
  let target: Target;
  let names: Names;

  beforeAll(async () => {
    target = await openTarget(api);
    names = await namesFor(target);
  });

  afterAll(() => target.close());

  const rows = rowsIn(api).filter(({ isForEver }) => !EXTERNAL || !isForEver);

  test('there are twenty-four operations, and search', () => {
    expect(rowsIn(api)).toHaveLength(24);
  });

  describe.each(rows)('$name ($method $path)', (row) => {
    test('answers with its status, its resource and the rate-limit headers', async () => {
      if (row.name === 'Publish API reference') {
        await target.upload(Number(names['version']), draftDefinition, '?publish=false');
      }
      const answer = await askRow(target, row, names);
      expect(answer.status).toBe(row.success);
      expect(answer).toHoldA(row.shape);
      expect(answer.headers.get('X-RateLimit-Limit')).toBe(String(row.limit));
      expect(answer.headers.get('X-RateLimit-Remaining')).toMatch(/^\d+$/);
      const now = Date.parse(answer.headers.get('Date') ?? '') / 1000;
      const reset = Number(answer.headers.get('X-RateLimit-Reset'));
      expect(reset - now).toBeGreaterThan(0);
      expect(reset - now).toBeLessThanOrEqual(row.windowSeconds);
    });

    test('refuses a request without a key with 403', async () => {
      expect(await askRow(target, row, names, { key: null })).toBeRefused(403, /access denied/i);
    });

    test('refuses a key that does not exist with 400 "API Key is invalid"', async () => {
      const answer = await askRow(target, row, names, { key: 'no-such-key' });
      expect(answer).toBeRefused(400, /^API Key is invalid$/);
      expect(errorOf(answer)).toMatchObject({ code: 0 });
    });

    test.skipIf(EXTERNAL)(
      `refuses a key that has every permission but ${row.permission}`,
      async () => {
        const permissions = ALL_PERMISSIONS.filter((each) => each !== row.permission);
        const key = await target.platform.admin.createKey({
          name: 'all but',
          permissions,
          versions: null,
        });
        const answer = await askRow(target, row, names, { key });
        expect(answer).toBeRefused(403, /access denied/i);
        expect(errorOf(answer)).toMatchObject({ code: 403 });
      },
    );

    test.skipIf(EXTERNAL)(`takes a key that has only ${row.permission}`, async () => {
      if (row.name === 'Publish API reference') {
        await target.upload(Number(names['version']), draftDefinition, '?publish=false');
      }
      const key = await target.platform.admin.createKey({
        name: 'only',
        permissions: [row.permission as (typeof ALL_PERMISSIONS)[number]],
        versions: null,
      });
      expect((await askRow(target, row, names, { key })).status).toBe(row.success);
    });

    test.skipIf(EXTERNAL)('is open to a key that may only read if it reads', async () => {
      const key = await target.platform.admin.createKey({
        name: 'reads',
        permissions: READING,
        versions: null,
      });
      const { status } = await askRow(target, row, names, { key });
      expect(status).toBe(isReading(row) ? row.success : 403);
    });

    test('refuses a parameter that it does not know, by its name', async () => {
      const path = pathOf(row, names);
      const { query, ...rest } = row;
      const asked = { ...rest, path: `${path}${query === undefined ? '?' : '&'}colour=red` };
      expect(await askRow(target, asked, names)).toBeRefused(400, /colour/);
    });
  });

  const draftDefinition =
    'openapi: 3.0.3\ninfo: { title: Contract drafts, version: 2.0.0 }\npaths: {}\n';

  describe.each(rows.filter(({ body }) => body !== undefined && body !== 'definition'))(
    '$name ($method $path), media type',
    (row) => {
      const body = JSON.stringify(row.body);

      test('415 where the body is of another type', async () => {
        const ask = { json: undefined, body, headers: { 'Content-Type': 'text/plain' } };
        const answer = await askRow(target, row, names, ask);
        expect(answer).toBeRefused(415, /unsupported content-type/i);
        expect(errorOf(answer)).toMatchObject({ code: 415 });
      });

      test('415 where the body comes without a type', async () => {
        const ask = { json: undefined, body: new TextEncoder().encode(body) };
        expect(await askRow(target, row, names, ask)).toBeRefused(415);
      });

      test('takes a charset', async () => {
        const headers = { 'Content-Type': 'application/json; charset=UTF-8' };
        expect((await askRow(target, row, names, { headers })).status).toBe(row.success);
      });

      test('400 if the body is not JSON, is not an object, or is empty', async () => {
        const headers = { 'Content-Type': 'application/json' };
        for (const bad of ['{"title":', '[]', '"text"', 'null', '']) {
          expect(
            await askRow(target, row, names, { json: undefined, body: bad, headers }),
          ).toBeRefused(400);
        }
      });

      test('400 where the body is larger than 8 MiB', async () => {
        const json = { ...(row.body as object), content: 'x'.repeat(8 * 1024 * 1024) };
        expect(await askRow(target, row, names, { json })).toBeRefused(400, /larger than/);
      });

      test('400 naming a field that it does not know', async () => {
        expect(await askRow(target, row, names, { json: { colour: 'red' } })).toBeRefused(
          400,
          /colour/,
        );
      });
    },
  );

  describe('Publish a page, media type', () => {
    test('415 where a type that is not JSON is named', async () => {
      const ask = { headers: { 'Content-Type': 'text/plain' }, body: '' };
      expect(await target.ask('PUT', `/page/${names['page']}/publish`, ask)).toBeRefused(415);
    });

    test('takes a request without type and one that names JSON', async () => {
      const path = `/page/${names['page']}/publish`;
      expect((await target.ask('PUT', path)).status).toBe(200);
      const ask = { headers: { 'Content-Type': 'application/json' } };
      expect((await target.ask('PUT', path, ask)).status).toBe(200);
    });
  });

  test('exactly the eight operations with 415 are tested for it', () => {
    expect(
      rowsIn(api)
        .filter(({ media }) => media)
        .map(({ name }) => name),
    ).toEqual([
      'Create a page',
      'Publish a page',
      'Update a page',
      'Update a version',
      'Grant access',
      'Revoke access',
      'Clone a version',
      'Create a changelog post',
    ]);
  });

  describe.skipIf(EXTERNAL)('ids of others', () => {
    const named = rows.filter(({ path, query = '' }) => `${path}${query}`.includes('{'));
    let other: Target;
    let foreign: Names;

    beforeAll(async () => {
      other = await openTarget(api);
      const page = String((await other.newPage()).id);
      foreign = { ...(await namesFor(other)), 'fresh page': page };
    });

    afterAll(() => other.close());

    test.each(named)('$name ($method $path): 404 for one of another project', async (row) => {
      expect(await askRow(target, row, foreign)).toBeRefused(404, /not found/i);
      expect((await askRow(other, row, foreign)).status).toBe(row.success);
    });

    test.each(named.filter(({ path }) => !path.includes('{changelog}')))(
      '$name ($method $path): 404 for one that the key does not see',
      async (row) => {
        const versions = ['v2'];
        const key = await target.platform.admin.createKey({
          name: 'of another version',
          permissions: null,
          versions,
        });
        expect(await askRow(target, row, names, { key })).toBeRefused(404, /not found/i);
      },
    );
  });

  describe('ids', () => {
    test.each([
      ['DELETE', '/page/999999999999'],
      ['GET', '/version/999999999999/documentation'],
      ['GET', '/version/999999999999/report'],
      ['GET', '/version/999999999999/broken-links'],
      ['GET', '/changelog/999999999999/post'],
      ['GET', '/page/999999999999'],
      ['PUT', '/page/999999999999/publish'],
      ['GET', '/reference/999999999999/definition'],
      ['PUT', '/reference/999999999999/publish'],
    ])('%s %s: 404 for an unknown one', async (method, path) => {
      expect(await target.ask(method, path)).toBeRefused(404, /not found/i);
    });

    test.each([
      ['PUT', '/page/999999999999', { slug: 'x' }],
      ['POST', '/documentation/999999999999/page', { title: 'x', content: '' }],
      ['PUT', '/version/999999999999', { published: true }],
      ['POST', '/version/999999999999/clone', { name: 'x' }],
      ['POST', '/changelog/999999999999/post', { title: 'x', content: 'x' }],
    ])('%s %s: 404 for an unknown one', async (method, path, json) => {
      expect(await target.ask(method, path, { json })).toBeRefused(404, /not found/i);
    });

    test('404 for a definition in an unknown version', async () => {
      expect(await target.upload(999_999_999_999, draftDefinition)).toBeRefused(404, /version/i);
    });

    test.each([
      '/page/abc',
      '/page/1.5',
      '/page/-1',
      '/reference/abc/definition',
      '/version/abc/report',
      '/changelog/abc/post',
    ])('400 naming id for %s', async (path) => {
      expect(await target.get(path)).toBeRefused(400, /id/);
    });

    test('404 for a path that is no operation, 405 for another method of one that is', async () => {
      expect(await target.get('/nothing')).toBeRefused(404);
      const answer = await target.ask('DELETE', '/version');
      expect(answer).toBeRefused(405);
      expect(answer.headers.get('Allow')).toBe('GET');
    });
  });
}
