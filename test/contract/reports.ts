/** GET /version/{id}/documentation and /report, on both revisions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import type { Json } from '../support/request.ts';
import { publish, refusal, rows, versionId, write } from './revisions.ts';
import { openTarget, type Target } from './target.ts';

const NOBODY = { id: null, email: null, name: null };

export function reports(api: ApiRevision): void {
  let target: Target;
  let version: number;
  const date = expect.stringMatching(
    api === '2026'
      ? /^\d{4}(-\d\d){2}T(\d\d:){2}\d\d\+0000$/
      : /^\d{4}(-\d\d){2}T(\d\d:){2}\d\d\+00:00$/,
  ) as unknown;

  beforeAll(async () => {
    target = await openTarget(api);
    version = await versionId(target, 'v1');
  });

  afterAll(() => target.close());

  const report = async (query = '', id: unknown = version) =>
    rows(await target.get(`/version/${String(id)}/report${query}`));
  const rowOf = async (id: number, query = '') =>
    (await report(query)).find((row) => row['id'] === id);

  describe('its documentations', () => {
    test('have every field of the schema', async () => {
      const id = await target.platform.admin.createDocumentation({
        version: 'v1',
        slug: 'faq',
        title: 'Questions',
      });
      const listed = rows(await target.get(`/version/${version}/documentation`));
      expect(listed.map(({ slug }) => slug)).toEqual(['guides', 'faq']);
      expect(listed[1]).toEqual({
        id,
        title: 'Questions',
        slug: 'faq',
        description: null,
        created: date,
        updated: date,
        pagesUpdated: null,
        ordr: 2,
        published: true,
        collapsed: false,
        wide: true,
        sticky: false,
        locale: 'en_us',
        showPagesLastUpdated: false,
        showPagesLastUpdateUser: false,
        hasExpandableCategories: false,
      });
    });

    test('tell when one of their pages last changed, and when they did', async () => {
      const guides = async () =>
        rows(await target.get(`/version/${version}/documentation`)).find(
          ({ slug }) => slug === 'guides',
        );
      await target.passSecond();
      const page = await write(target, 'v1', { title: 'Newer' });
      const updated = (await target.get(`/page/${page.id}`)).json['updated'];
      expect(await guides()).toMatchObject({ pagesUpdated: updated });
      const before = await guides();
      await target.passSecond();
      await target.platform.admin.publishDocumentation('v1', 'guides', false);
      const after = await guides();
      expect(after).toMatchObject({ published: false, created: before?.['created'] });
      expect(after?.['updated']).not.toBe(before?.['updated']);
      await target.platform.admin.publishDocumentation('v1', 'guides');
    });
  });

  describe('its pages', () => {
    test('have every field of the schema; a key is not a user', async () => {
      const page = await write(target, 'v1', { title: 'By a key' });
      expect(await rowOf(page.id)).toEqual({
        id: page.id,
        title: 'By a key',
        hasDraft: true,
        listed: api === 'classic',
        created: date,
        createdBy: NOBODY,
        updated: date,
        updatedBy: NOBODY,
        sourceCreated: date,
        sourceCreatedBy: NOBODY,
      });
      await publish(target, page);
      expect(await rowOf(page.id)).toMatchObject({ hasDraft: false, listed: true });
    });

    test('name their authors as far as they are known, and can be asked for by them', async () => {
      const { admin } = target.platform;
      const documentation = await admin.documentationId('v1', 'guides');
      const ada = await admin.editor('ada@example.com').create(documentation, { title: 'By Ada' });
      const bob = await admin.editor('bob@example.com').create(documentation, { title: 'By Bob' });
      await admin.editor('bob@example.com').edit(ada, { content: 'Edited.' });
      const users = rows(await target.get('/users'));
      const ofAda = { id: users[0]?.['id'], email: 'ada@example.com', name: 'Ada' };
      const ofBob = { id: null, email: 'bob@example.com', name: null };
      expect(await rowOf(ada)).toMatchObject({ createdBy: ofAda, updatedBy: ofBob });
      expect(await rowOf(bob)).toMatchObject({ createdBy: ofBob, sourceCreatedBy: ofBob });

      const by = async (email: string) =>
        (await report(`?created_by_email=${encodeURIComponent(email)}`)).map(({ id }) => id);
      expect(await by('ada@example.com')).toEqual([ada]);
      expect(await by('Bob@Example.com')).toEqual([bob]);
      expect(await by('nobody@example.com')).toEqual([]);
      const cy = await admin.editor('Cy@Example.com').create(documentation, { title: 'By Cy' });
      expect(await by('cy@example.com')).toEqual([cy]);
    });

    test('are traced to their source through clones of clones', async () => {
      const { admin } = target.platform;
      const documentation = await admin.documentationId('v1', 'guides');
      const page = await admin.editor('ada@example.com').create(documentation, { title: 'Old' });
      const source = await rowOf(page);
      let last: Json = { id: version };
      for (const name of ['first', 'second']) {
        await target.passSecond();
        last = (await target.post(`/version/${String(last['id'])}/clone`, { name })).json;
      }
      const copy = (await report('', last['id'])).find(({ title }) => title === 'Old');
      expect(copy).toMatchObject({
        sourceCreated: source?.['created'],
        sourceCreatedBy: source?.['createdBy'],
        createdBy: NOBODY,
        created: last['created'],
      });
      expect(copy?.['created']).not.toBe(source?.['created']);
    });
  });

  test('are refused for an unknown version, and for one that the key does not see', async () => {
    const key = await target.platform.admin.createKey({
      name: 'v2 only',
      permissions: null,
      versions: ['v2'],
    });
    for (const kind of ['documentation', 'report', 'broken-links']) {
      expect(refusal(await target.get(`/version/999999999999/${kind}`)).status).toBe(404);
      expect(refusal(await target.get(`/version/abc/${kind}`)).status).toBe(400);
      expect(refusal(await target.get(`/version/${version}/${kind}`, { key })).status).toBe(404);
      expect(refusal(await target.get(`/version/${version}/${kind}?page=1`)).status).toBe(400);
    }
  });
}
