/** The audit log: an entry for every change, and the ways to ask for them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import type { Json } from '../support/request.ts';
import { EXTERNAL, openTarget, type Target, type World } from './target.ts';

const entries = async (target: Target, query = ''): Promise<Json[]> =>
  (await target.get(`/audit?hits=100${query}`)).json['data'] as Json[];

export function auditLog(api: ApiRevision): void {
  describe('asking', () => {
    let target: Target;

    beforeAll(async () => {
      target = await openTarget(api);
      for (let n = 0; n < 5; n += 1) await target.newPage();
    });

    afterAll(() => target.close());

    test('answers newest first, with count, total and cursor', async () => {
      const { json } = await target.get('/audit?hits=2');
      expect(json).toHaveProperty('count', 2);
      expect(json['data']).toHaveLength(2);
      expect(Number(json['total'])).toBeGreaterThanOrEqual(5);
      expect(json['cursor']).toBeTypeOf('string');
    });

    test('has 20 hits by default', async () => {
      for (let n = 0; n < 20; n += 1) await target.newPage();
      expect((await target.get('/audit')).json).toHaveProperty('count', 20);
    });

    test('the cursor leads through all of them, each once, and ends', async () => {
      const total = Number((await target.get('/audit')).json['total']);
      const seen: Json[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const { json } = await target.get(`/audit?hits=10${more}`);
        seen.push(...(json['data'] as Json[]));
        cursor = json['cursor'] as string | null;
      }
      expect(seen).toHaveLength(total);
      const pages = seen.filter(({ entity }) => entity === 'page').map(({ entityId }) => entityId);
      expect(new Set(pages).size).toBe(pages.length);
      const times = seen.map(({ timestamp }) => Date.parse(String(timestamp)));
      expect(times).toEqual(times.toSorted((a, b) => b - a));
    });

    test('scopes come repeated, with brackets, or with commas', async () => {
      await target.post('/reader-access', { email: 'audited@example.com' });
      const forms = [
        '&scopes=users&scopes=content',
        '&scopes[]=users&scopes[]=content',
        '&scopes=users,content',
      ];
      for (const form of forms) {
        const scopes = (await entries(target, form)).map(({ scope }) => scope);
        expect(new Set(scopes)).toEqual(new Set(['users', 'content']));
      }
      const users = (await entries(target, '&scopes=users')).map(({ scope }) => scope);
      expect(new Set(users)).toEqual(new Set(['users']));
    });

    test('the default scope is content', async () => {
      const scopes = (await entries(target)).map(({ scope }) => scope);
      expect(new Set(scopes)).toEqual(new Set(['content']));
    });

    test.each([
      ['hits=0', /hits/],
      ['hits=101', /hits/],
      ['hits=ten', /hits/],
      ['scopes=everything', /scopes/],
      ['max_date=yesterday', /max_date/],
      ['max_date=2027-02-29T12:00:00-01:00', /max_date/],
      ['max_date=2026-01-31T12:00:00+00:00', /max_date.*%2B/],
      ['cursor=nonsense', /cursor/],
    ])('refuses %s by its name', async (query, name) => {
      expect(await target.get(`/audit?${query}`)).toBeRefused(400, name);
    });
  });

  describe.skipIf(EXTERNAL)('max_date', () => {
    test('leaves out what is newer, and keeps its own second', async () => {
      const target = await openTarget(api);
      const first = await target.newPage();
      target.clock.advance(60);
      await target.newPage();
      const at = (date: string) => `&max_date=${encodeURIComponent(date)}`;
      const found = await entries(target, at('2026-01-31T12:00:00+00:00'));
      expect(found[0]).toMatchObject({ entity: 'page', entityId: String(first.id) });
      const none = await entries(target, at('2026-01-31T12:59:59+01:00'));
      expect(none.filter(({ entity }) => entity === 'page')).toEqual([]);
      await target.close();
    });
  });

  describe.skipIf(EXTERNAL)('every change leaves its entry', () => {
    let target: Target;
    let world: World;

    beforeEach(async () => {
      target = await openTarget(api);
      world = await target.world();
    });

    afterEach(() => target.close());

    const newest = async (scopes = 'content') => (await entries(target, `&scopes=${scopes}`))[0];

    test('page INS and UPD, with address, key, message and what changed', async () => {
      const key = await target.platform.admin.createKey({
        name: 'CI',
        permissions: null,
        versions: null,
      });
      const path = `/documentation/${world.documentation}/page`;
      const page = { title: 'T', slug: 'one', content: '' };
      const made = await target.post(path, page, { key });
      expect(await newest()).toEqual({
        ipAddress: expect.stringMatching(/127\.0\.0\.1|::1/) as unknown,
        entity: 'page',
        entityId: String(made.json['id']),
        details: { title: 'T', slug: 'one', documentationId: world.documentation },
        scope: 'content',
        message: 'Created using API',
        operation: 'INS',
        timestamp: '2026-01-31T12:00:00+00:00',
        user: 'CI',
        apiKey: true,
      });
      await target.put(`/page/${String(made.json['id'])}`, { slug: 'two', message: 'Moved' });
      expect(await newest()).toMatchObject({
        entity: 'page',
        operation: 'UPD',
        message: 'Moved',
        details: { slug: { from: 'one', to: 'two' } },
      });
      await target.put(`/page/${String(made.json['id'])}/publish`);
      expect(await newest()).toMatchObject({ operation: 'UPD', details: { content: 'published' } });
    });

    test('version UPD', async () => {
      await target.put(`/version/${world.version}`, { published: false });
      expect(await newest()).toMatchObject({
        entity: 'version',
        entityId: String(world.version),
        operation: 'UPD',
        details: { published: { from: true, to: false } },
      });
    });

    test('reference INS and UPD', async () => {
      const text = 'openapi: 3.0.0\ninfo: { title: New, version: "1" }\npaths: {}\n';
      const made = await target.upload(world.version, text);
      const entry = { entity: 'reference', entityId: String(made.json['id']) };
      expect(await newest()).toMatchObject({ ...entry, operation: 'INS' });
      await target.upload(world.version, text, '?publish=false');
      expect(await newest()).toMatchObject({ ...entry, operation: 'UPD' });
      await target.put(`/reference/${entry.entityId}/publish`);
      expect(await newest()).toMatchObject({ ...entry, operation: 'UPD' });
    });

    test('project-user ADD and REM, in the scope users', async () => {
      const email = 'reader@example.com';
      await target.post('/reader-access', { email });
      const entry = { entity: 'project-user', scope: 'users', details: { email } };
      expect(await newest('users')).toMatchObject({ ...entry, operation: 'ADD' });
      await target.patch('/reader-access', { email });
      expect(await newest('users')).toMatchObject({ ...entry, operation: 'REM' });
    });

    test('project READ for an export', async () => {
      await target.get('/export');
      const format = api === 'classic' ? 'darkdown' : 'markdoc';
      const entry = { entity: 'project', operation: 'READ' };
      expect(await newest()).toMatchObject({ ...entry, details: { format } });
      await target.get('/export?format=markdown');
      expect(await newest()).toMatchObject({ ...entry, details: { format: 'markdown' } });
    });

    test('what is refused leaves none', async () => {
      const { total } = (await target.get('/audit')).json;
      await target.post(`/documentation/${world.documentation}/page`, {
        title: 'T',
        content: '',
        categoryTitle: 'Nowhere',
      });
      await target.put(`/version/${world.version}`, { slug: 'v2' });
      expect((await target.get('/audit')).json['total']).toBe(total);
    });

    test('what the platform does of itself names nobody today', async () => {
      const all = await entries(target);
      const ofVersion = all.find(({ entity }) => entity === 'version');
      expect(ofVersion).toMatchObject({ operation: 'INS' });
      const expected = api === 'classic' ? ['platform', false] : [undefined, undefined];
      expect([ofVersion?.['user'], ofVersion?.['apiKey']]).toEqual(expected);
    });

    test('a change in the editor carries the user, not a key', async () => {
      const { id } = await target.newPage();
      await target.platform.admin.editor('ada@example.com').edit(id, { content: 'by hand' });
      expect(await newest()).toMatchObject({ user: 'ada@example.com', apiKey: false });
    });
  });

  describe.skipIf(EXTERNAL)('on the free plan', () => {
    test('the audit log is refused, naming the plan, and the export with "Upgrade Plan"', async () => {
      const free = await openTarget(api, { plan: 'free' });
      expect(await free.get('/audit')).toBeRefused(400, /Client Error.*enterprise/);
      expect(await free.get('/export')).toBeRefused(400, /Upgrade Plan/);
      await free.close();
    });

    test('search is for the Grow plan and higher ones today', async () => {
      const said: string[] = [];
      for (const plan of ['free', 'grow'] as const) {
        const target = await openTarget(api, { plan });
        const { status, json } = await target.get('/search?query=x');
        said.push(`${plan}: ${status} ${JSON.stringify(json['message'] ?? '')}`);
        await target.close();
      }
      expect(said).toEqual([
        api === 'classic'
          ? 'free: 200 ""'
          : 'free: 400 "Client Error: search needs the Grow plan or a higher one"',
        'grow: 200 ""',
      ]);
    });
  });
}
