/** Versions, and the map of everything. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import type { Json } from '../support/request.ts';
import { DEFINITION } from './rows.ts';
import { EXTERNAL, openTarget, uniqueSlug, type Target, type World } from './target.ts';

export function versions(api: ApiRevision): void {
  let target: Target;
  let world: World;

  beforeAll(async () => {
    target = await openTarget(api);
    world = await target.world();
  });

  afterAll(() => target.close());

  const versions = async () => (await target.get('/version')).json as unknown as Json[];
  const dictionary = async (name: string, query = ''): Promise<Record<string, Json>> =>
    (await target.get(`/all${query}`)).json[name] as Record<string, Json>;

  describe.skipIf(EXTERNAL)('versions', () => {
    test('are listed in their order', async () => {
      const listed = await versions();
      expect(listed.map(({ slug }) => slug)).toEqual(['v1', 'v2', 'v3']);
      const order = listed.map(({ ordr }) => Number(ordr));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      expect(new Set(order).size).toBe(3);
    });

    test('are published and unpublished', async () => {
      const id = Number((await versions())[2]?.['id']);
      expect((await target.put(`/version/${id}`, { published: true })).json['published']).toBe(
        true,
      );
      expect((await versions())[2]?.['published']).toBe(true);
      expect((await target.put(`/version/${id}`, { published: false })).json['published']).toBe(
        false,
      );
      expect((await versions())[2]?.['published']).toBe(false);
    });

    test('change name and slug, and nothing that is not sent', async () => {
      const before = (await versions())[1] ?? {};
      const path = `/version/${String(before['id'])}`;
      await target.passSecond();
      const named = await target.put(path, { name: 'Second' });
      expect(named.json).toEqual({ ...before, name: 'Second', updated: named.json['updated'] });
      expect(named.json['updated']).not.toBe(before['updated']);
      const moved = await target.put(path, { slug: 'second' });
      expect(moved.json).toMatchObject({ name: 'Second', slug: 'second', published: true });
      await target.put(path, { slug: 'v2' });
    });

    test('cannot share a slug', async () => {
      const id = String((await versions())[1]?.['id']);
      expect(await target.put(`/version/${id}`, { slug: 'v1' })).toBeRefused(400, /slug/);
    });

    test.each([
      ['name', 1],
      ['slug', 'a b/c'],
      ['published', 'true'],
    ])('refuse %s = %j by its name', async (field, value) => {
      const answer = await target.put(`/version/${world.version}`, { [field]: value });
      expect(answer).toBeRefused(400, new RegExp(field));
    });
  });

  describe.skipIf(EXTERNAL)('a key for one version', () => {
    let key: string;

    beforeAll(async () => {
      key = await target.platform.admin.createKey({
        name: 'v2 only',
        permissions: null,
        versions: ['v2'],
      });
    });

    test('sees this one and nothing of the others', async () => {
      const listed = (await target.get('/version', { key })).json as unknown as Json[];
      expect(listed.map(({ slug }) => slug)).toEqual(['v2']);
      const { json } = await target.get('/all', { key });
      expect(Object.values(json['version'] as Json)).toHaveLength(1);
      expect(Object.values(json['documentation'] as Json)).toHaveLength(1);
      expect(Object.values(json['page'] as Json)).toHaveLength(0);
      expect(Object.values(json['reference'] as Json)).toHaveLength(0);
    });

    test('can neither read nor change what is in the others', async () => {
      const { id, slug } = await target.newPage();
      const [reference] = Object.keys(await dictionary('reference'));
      expect(await target.get(`/page/${id}`, { key })).toBeRefused(404);
      expect(await target.put(`/page/${id}`, { slug }, { key })).toBeRefused(404);
      expect(await target.put(`/page/${id}/publish`, undefined, { key })).toBeRefused(404);
      expect(await target.put(`/version/${world.version}`, {}, { key })).toBeRefused(404);
      const path = `/documentation/${world.documentation}/page`;
      expect(await target.post(path, { title: 'x', content: '' }, { key })).toBeRefused(404);
      const query = `version_slug=v1&documentation_slug=guides&page_slug=${slug}`;
      expect(await target.get(`/page?${query}`, { key })).toBeRefused(404);
      expect(await target.get(`/reference/${reference}/definition`, { key })).toBeRefused(404);
      expect(await target.get('/search?query=x&version_slug=v1', { key })).toBeRefused(404);
    });

    test.runIf(api === 'classic')('cannot ask for all of another one', async () => {
      expect(await target.get(`/all?versionId=${world.version}`, { key })).toBeRefused(404);
    });

    test('reads the audit entries of this version and of the project, and no others', async () => {
      const { id } = await target.newPage();
      const { json: reference } = await target.upload(world.version, DEFINITION);
      const query = '/audit?hits=100&scopes=content&scopes=users';
      const all = (await target.get(query)).json['data'] as Json[];
      expect(all.map(({ entityId }) => entityId)).toEqual(
        expect.arrayContaining([String(id), String(reference['id'])]),
      );
      const { json } = await target.get(query, { key });
      const seen = json['data'] as Json[];
      const v2 = (await target.get('/version', { key })).json as unknown as Json[];
      const ofVersions = seen.filter(({ entity }) => entity === 'version');
      expect(new Set(ofVersions.map(({ entityId }) => entityId))).toEqual(
        new Set([String(v2[0]?.['id'])]),
      );
      expect(seen.filter(({ entity }) => entity === 'page' || entity === 'reference')).toEqual([]);
      expect(json['total']).toBe(seen.length);
    });
  });

  describe('everything', () => {
    test('has the page, its documentation and its version', async () => {
      const { id } = await target.newPage({ title: 'Listed' });
      const page = (await dictionary('page'))[id];
      expect(page).toMatchObject({
        title: 'Listed',
        documentationId: world.documentation,
        listed: api === 'classic',
      });
      const documentation = (await dictionary('documentation'))[world.documentation];
      const version = (await dictionary('version'))[world.version];
      expect(documentation).toMatchObject({ versionId: world.version });
      const slugs = [documentation?.['slug'], version?.['slug']];
      expect(slugs).toEqual(
        api === 'classic' ? [world.documentationSlug, world.versionSlug] : [undefined, undefined],
      );
    });

    test.runIf(api === '2026')('is the same whatever the query asks for', async () => {
      const { json } = await target.get('/all');
      for (const query of ['versionId=latest', `versionId=${world.version}`, 'published=true']) {
        expect((await target.get(`/all?${query}`)).json).toEqual(json);
      }
    });

    test.runIf(api === 'classic')('of one version', async () => {
      const query = `?versionId=${world.version}`;
      expect(Object.keys(await dictionary('version', query))).toEqual([String(world.version)]);
      const documentations = Object.values(await dictionary('documentation', query));
      expect(documentations.every(({ versionId }) => versionId === world.version)).toBe(true);
      expect(documentations.length).toBeGreaterThan(0);
    });

    test.runIf(api === 'classic')('refuses an unknown version and what is no version', async () => {
      expect(await target.get('/all?versionId=999999999999')).toBeRefused(404, /version/i);
      expect(await target.get('/all?versionId=newest')).toBeRefused(400, /versionId/);
      expect(await target.get('/all?published=yes')).toBeRefused(400, /published/);
    });
  });

  describe.skipIf(EXTERNAL || api === '2026')('everything, published', () => {
    test('has only published versions and pages with published content', async () => {
      const draft = await target.newPage();
      const published = await target.newPage({ slug: uniqueSlug() });
      await target.put(`/page/${published.id}/publish`);
      const pages = await dictionary('page', '?published=true');
      expect(Object.keys(pages)).toContain(String(published.id));
      expect(Object.keys(pages)).not.toContain(String(draft.id));
      const listed = Object.values(await dictionary('version', '?published=true'));
      expect(new Set(listed.map(({ slug }) => slug))).toEqual(new Set(['v1', 'v2']));
      expect(Object.values(await dictionary('documentation', '?published=true'))).toHaveLength(2);
      expect(Object.values(await dictionary('version', '?published=false'))).toHaveLength(3);
    });

    test('has only references with a published definition', async () => {
      const drafts = 'openapi: 3.0.0\ninfo: { title: Only a draft, version: "1" }\npaths: {}\n';
      await target.upload(world.version, drafts, '?publish=false');
      const titles = async (query: string) =>
        Object.values(await dictionary('reference', query)).map(({ title }) => title);
      expect(await titles('')).toContain('Only a draft');
      expect(await titles('?published=true')).not.toContain('Only a draft');
    });

    test('latest is the first published version, by order', async () => {
      const [slug] = Object.values(await dictionary('version', '?versionId=latest'));
      expect(slug).toMatchObject({ slug: 'v1' });
    });
  });
}
