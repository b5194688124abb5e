/** DELETE /page/{id}, on both revisions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import type { Json } from '../support/request.ts';
import { publish, refusal, rows, versionId, write } from './revisions.ts';
import { openTarget, type Target } from './target.ts';

export function deletedPages(api: ApiRevision): void {
  let target: Target;

  beforeAll(async () => {
    target = await openTarget(api);
  });

  afterAll(() => target.close());

  const found = async (query: string): Promise<string[]> =>
    ((await target.get(`/search?query=${query}`)).json['hits'] as Json[]).map(({ path }) =>
      String(path),
    );

  test('answers with an empty object, and the page is gone from everywhere', async () => {
    const page = await write(target, 'v1', { title: 'Gone', content: '## Whortleberry\n\nText.' });
    await publish(target, page);
    expect(await found('whortleberry')).toHaveLength(1);

    const answer = await target.ask('DELETE', `/page/${page.id}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({});

    expect(refusal(await target.get(`/page/${page.id}`)).status).toBe(404);
    const address = `version_slug=v1&documentation_slug=guides&page_slug=${page.slug}`;
    expect(refusal(await target.get(`/page?${address}`)).status).toBe(404);
    expect((await target.get('/all')).json['page']).not.toHaveProperty(String(page.id));
    expect(await found('whortleberry')).toEqual([]);
    const report = rows(await target.get(`/version/${await versionId(target, 'v1')}/report`));
    expect(report.map(({ id }) => id)).not.toContain(page.id);
  });

  test('cannot be done twice, nor to a page that never was', async () => {
    const { id } = await write(target, 'v1', { title: 'Twice' });
    await target.ask('DELETE', `/page/${id}`);
    expect(refusal(await target.ask('DELETE', `/page/${id}`))).toMatchObject({ status: 404 });
    expect(refusal(await target.ask('DELETE', '/page/999999999999')).status).toBe(404);
    expect(refusal(await target.ask('DELETE', '/page/abc')).status).toBe(400);
  });

  test('frees the slug, and a page that takes it has no history of the old one', async () => {
    const first = await write(target, 'v1', { title: 'Again' });
    await target.ask('DELETE', `/page/${first.id}`);
    const second = await write(target, 'v1', { title: 'Again' });
    expect(second.slug).toBe(first.slug);
    expect(second.id).not.toBe(first.id);
    expect((await target.platform.admin.page(second.id)).history).toHaveLength(1);
  });

  test('is refused while there are subpages: children first', async () => {
    const parent = await write(target, 'v1', { title: 'Parent' });
    const child = await write(target, 'v1', { title: 'Child' });
    await target.platform.admin.editor().move(child.id, parent.id);

    const refused = refusal(await target.ask('DELETE', `/page/${parent.id}`));
    expect(refused).toMatchObject({ status: 400, message: expect.stringMatching(/subpages/) });
    expect((await target.get(`/page/${parent.id}`)).status).toBe(200);

    expect((await target.ask('DELETE', `/page/${child.id}`)).status).toBe(200);
    expect((await target.ask('DELETE', `/page/${parent.id}`)).status).toBe(200);
  });

  test('leaves pages that link to it as they are, and their links broken', async () => {
    const page = await write(target, 'v1', { title: 'Linked' });
    const content = `See [the other](/guides/${page.slug}).`;
    const linking = await write(target, 'v1', { title: 'Linking', content });
    const broken = async () => {
      const answer = await target.get(`/version/${await versionId(target, 'v1')}/broken-links`);
      return rows(answer).map((row) => (row['page'] as Json)['id']);
    };
    expect(await broken()).not.toContain(linking.id);
    await target.ask('DELETE', `/page/${page.id}`);
    expect((await target.get(`/page/${linking.id}`)).json['contentDraft']).toBe(content);
    expect(await broken()).toContain(linking.id);
  });

  test('leaves an entry in the audit log that tells what was deleted', async () => {
    const page = await write(target, 'v1', { title: 'Logged' });
    await target.ask('DELETE', `/page/${page.id}`);
    const [entry] = (await target.get('/audit?hits=1')).json['data'] as Json[];
    expect(entry).toMatchObject({
      entity: 'page',
      entityId: String(page.id),
      operation: 'DEL',
      scope: 'content',
      details: { title: 'Logged', slug: page.slug },
    });
  });

  test('is not for a key of another version', async () => {
    const key = await target.platform.admin.createKey({
      name: 'v2 only',
      permissions: null,
      versions: ['v2'],
    });
    const page = await write(target, 'v1', { title: 'Elsewhere' });
    expect(refusal(await target.ask('DELETE', `/page/${page.id}`, { key })).status).toBe(404);
    expect((await target.get(`/page/${page.id}`)).status).toBe(200);
  });
}
