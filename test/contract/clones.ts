/** POST /version/{id}/clone, on both revisions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import type { Json } from '../support/request.ts';
import { DEFINITION } from './rows.ts';
import { publish, refusal, rows, versionId, write } from './revisions.ts';
import { openTarget, type Target } from './target.ts';

const DRAFT = 'openapi: 3.0.3\ninfo: { title: Only a draft, version: 1.0.0 }\npaths: {}\n';

export function clonedVersions(api: ApiRevision): void {
  let target: Target;
  let source: number;
  let count = 0;

  beforeAll(async () => {
    target = await openTarget(api);
    source = await versionId(target, 'v1');
  });

  afterAll(() => target.close());

  const uniqueName = () => `Clone ${(count += 1)}`;

  async function clone(fields: Json = { name: uniqueName() }): Promise<Json> {
    const answer = await target.post(`/version/${source}/clone`, fields);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json;
  }

  const documentations = async (version: unknown) =>
    rows(await target.get(`/version/${String(version)}/documentation`));
  const report = async (version: unknown) =>
    rows(await target.get(`/version/${String(version)}/report`));

  /** A page of the clone, by its title. */
  async function copyOf(version: Json, title: string): Promise<Json> {
    const row = (await report(version['id'])).find((each) => each['title'] === title);
    return (await target.get(`/page/${String(row?.['id'])}`)).json;
  }

  test('answers 201 with an unpublished version that comes first', async () => {
    const before = rows(await target.get('/version'));
    const made = await clone({ name: 'v2.5' });
    expect(made).toMatchObject({ name: 'v2.5', slug: 'v2-5', published: false });
    const after = rows(await target.get('/version'));
    expect(after[0]).toEqual(made);
    expect(after.map(({ id }) => id)).toEqual([made['id'], ...before.map(({ id }) => id)]);
    const order = after.map(({ ordr }) => Number(ordr));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(order).size).toBe(order.length);
  });

  test('takes a slug of letters, digits and dashes, and refuses one that is taken', async () => {
    const path = `/version/${source}/clone`;
    expect(await clone({ name: 'Any', slug: 'My-Slug-2' })).toMatchObject({ slug: 'My-Slug-2' });
    for (const slug of ['v1.0', 'a b', 'ä', 'a_b', '', 7]) {
      const refused = refusal(await target.post(path, { name: 'Any', slug }));
      expect(refused).toMatchObject({ status: 400, message: expect.stringMatching(/slug/) });
    }
    expect(refusal(await target.post(path, { name: 'Any', slug: 'v1' }))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/slug.*v1.*taken/) as unknown,
    });
    // The slug of a name is not given a suffix either.
    await clone({ name: 'Taken name' });
    expect(refusal(await target.post(path, { name: 'taken NAME' })).status).toBe(400);
    expect(refusal(await target.post(path, { name: '版本' }))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/slug/) as unknown,
    });
  });

  test('wants a name, a known version and one that the key sees', async () => {
    const path = `/version/${source}/clone`;
    for (const body of [{}, { name: '' }, { name: 1 }, { slug: 'x' }]) {
      const refused = refusal(await target.post(path, body));
      expect(refused).toMatchObject({ status: 400, message: expect.stringMatching(/name/) });
    }
    const name = uniqueName();
    expect(refusal(await target.post('/version/999999999999/clone', { name })).status).toBe(404);
    const limited = (versions: string[]) =>
      target.platform.admin.createKey({ name: 'limited', permissions: null, versions });
    const blind = { key: await limited(['v2']) };
    expect(refusal(await target.post(path, { name }, blind)).status).toBe(404);
    // The clone would not be among the versions of the key.
    const seeing = { key: await limited(['v1']) };
    expect(refusal(await target.post(path, { name }, seeing)).status).toBe(403);
  });

  test('copies published text, draft, title, slug and history of each page, under new ids', async () => {
    const page = await write(target, 'v1', { title: 'Both texts', content: 'Published.' });
    await publish(target, page);
    await target.put(`/page/${page.id}`, { slug: page.slug, content: 'Draft.', message: 'Why' });
    const before = (await target.get(`/page/${page.id}`)).json;

    const version = await clone();
    const copy = await copyOf(version, 'Both texts');
    expect(copy).toMatchObject({
      title: 'Both texts',
      slug: page.slug,
      contentPublished: 'Published.',
      contentDraft: 'Draft.',
      listed: before['listed'],
    });
    expect(copy['id']).not.toBe(page.id);
    expect(copy['path']).toBe(
      String(before['path']).replace(/^v1\//, `${String(version['slug'])}/`),
    );
    const history = async (id: unknown) => (await target.platform.admin.page(Number(id))).history;
    expect(await history(copy['id'])).toEqual(await history(page.id));

    await target.put(`/page/${String(copy['id'])}`, { slug: page.slug, content: 'Elsewhere.' });
    expect((await target.get(`/page/${page.id}`)).json).toEqual(before);
  });

  test('copies categories and pages below pages', async () => {
    const { admin } = target.platform;
    const parent = await write(target, 'v1', { title: 'Above', categoryTitle: 'Advanced' });
    const child = await write(target, 'v1', { title: 'Below' });
    await admin.editor().move(child.id, parent.id);
    const version = await clone({ name: 'Tree' });
    const copy = await copyOf(version, 'Above');
    expect(refusal(await target.ask('DELETE', `/page/${String(copy['id'])}`)).status).toBe(400);
    const added = await write(target, 'tree', { title: 'Added', categoryTitle: 'advanced' });
    expect(added.id).toBeGreaterThan(0);
  });

  test('copies documentations with their settings, unpublished', async () => {
    const version = await clone();
    const strip = (row: Json) => ({ ...row, id: 0, created: '', updated: '', pagesUpdated: '' });
    const [before, after] = [await documentations(source), await documentations(version['id'])];
    expect(after.map(strip)).toEqual(before.map((row) => strip({ ...row, published: false })));
    expect(new Set([...before, ...after].map(({ id }) => id)).size).toBe(2 * before.length);
  });

  test('copies references with definition and draft, unpublished', async () => {
    await target.upload(source, DEFINITION.replace('List all pets', 'List every quagga'));
    await target.upload(source, DRAFT, '?publish=false');
    const version = await clone();
    await target.platform.admin.publishDocumentation(String(version['slug']), 'guides');
    await target.put(`/version/${String(version['id'])}`, { published: true });
    const ofVersion = async (query = '') => {
      const { reference } = (await target.get(`/all${query}`)).json as Record<string, Json>;
      return new Map(
        Object.entries(reference ?? {}).flatMap(([id, details]) =>
          (details as Json)['versionId'] === version['id']
            ? [[String((details as Json)['title']), id] as const]
            : [],
        ),
      );
    };
    const references = await ofVersion();
    expect(references.size).toBe(2);
    const id = references.get('Contract pets') ?? '';
    expect((await target.get(`/reference/${id}/definition`)).text).toContain('every quagga');
    const drafted = references.get('Only a draft') ?? '';
    expect((await target.get(`/reference/${drafted}/definition?draft=true`)).text).toBe(DRAFT);

    const quaggas = async () =>
      (
        (await target.get(`/search?query=quagga&version_slug=${String(version['slug'])}`)).json[
          'hits'
        ] as Json[]
      ).length;
    expect(await quaggas()).toBe(0);
    expect((await target.put(`/reference/${id}/publish`)).status).toBeLessThan(300);
    expect(await quaggas()).toBe(1);
    expect(refusal(await target.put(`/reference/${id}/publish`)).status).toBe(400);
  });

  test('re-points links that name the version, and leaves all others', async () => {
    const page = await write(target, 'v1', {
      title: 'Links',
      content: [
        '[named](/v1/guides/links#top), [own](/guides/links), [other](/v2/guides/links)',
        '`[code](/v1/guides/links)`',
        '[unknown](/v1/nowhere/links)',
      ].join('\n\n'),
    });
    await publish(target, page);
    const version = await clone({ name: 'Linked' });
    expect((await copyOf(version, 'Links'))['contentPublished']).toBe(
      [
        '[named](/linked/guides/links#top), [own](/guides/links), [other](/v2/guides/links)',
        '`[code](/v1/guides/links)`',
        '[unknown](/v1/nowhere/links)',
      ].join('\n\n'),
    );
  });

  test('shows readers nothing of the clone until it and a documentation in it are published', async () => {
    const page = await write(target, 'v1', { title: 'Zebra', content: '## Okapi\n\nText.' });
    await publish(target, page);
    const version = await clone();
    const slug = String(version['slug']);
    const okapis = async () =>
      ((await target.get(`/search?query=okapi&version_slug=${slug}`)).json['hits'] as Json[])
        .length;
    expect(await okapis()).toBe(0);

    const path = `/version/${String(version['id'])}`;
    const answer = await target.put(path, { published: true });
    const { status, message } = refusal(answer);
    const refused = { status: 400, message: expect.stringMatching(/no documentation or API/i) };
    expect({ status, message }).toMatchObject(api === '2026' ? refused : { status: 200 });
    expect((await target.put(path, { name: 'Renamed' })).json['published']).toBe(api === 'classic');
    expect(await okapis()).toBe(0);
    await target.platform.admin.publishDocumentation(slug, 'guides');
    expect((await target.put(path, { published: true })).json['published']).toBe(true);
    expect(await okapis()).toBe(1);
  });

  test('is the default version once it is published', async () => {
    const version = await clone();
    await target.platform.admin.publishDocumentation(String(version['slug']), 'guides');
    await target.put(`/version/${String(version['id'])}`, { published: true });
    const page = await write(target, String(version['slug']), {
      title: 'Newest',
      content: '## Serval\n\nText.',
    });
    await publish(target, page);
    const { hits } = (await target.get('/search?query=serval&version_slug=latest')).json;
    expect(hits).toMatchObject([{ version: version['name'] }]);
  });

  test('is one entry of the audit log, of the new version', async () => {
    const version = await clone();
    const [entry] = (await target.get('/audit?hits=1')).json['data'] as Json[];
    expect(entry).toMatchObject({
      entity: 'version',
      entityId: String(version['id']),
      operation: 'INS',
      details: { from: 'v1', slug: version['slug'], name: version['name'] },
    });
  });
}
