import { afterEach, describe, expect, test } from 'vitest';
import { request } from '../support/request.ts';
import { start } from './support/platform.ts';
import type { TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;

afterEach(() => platform.close());

describe('a page', () => {
  test('is created with a draft, updated, and published', async () => {
    platform = await start();
    const id = await platform.admin.documentationId('v1', 'guides');
    const created = await request(platform, 'POST', `/documentation/${id}/page`, {
      json: { title: 'Setup (v1.2)', content: 'one' },
    });
    expect(created).toMatchObject({
      status: 200,
      json: {
        slug: 'setup--v1-2-',
        listed: true,
        contentDraft: 'one',
        contentPublished: null,
        path: 'v1/guides/setup--v1-2-',
      },
    });
    const page = `/page/${String(created.json['id'])}`;
    const updated = await request(platform, 'PUT', page, {
      json: { slug: 'setup', content: 'two' },
    });
    expect(updated.json).toMatchObject({ slug: 'setup', contentDraft: 'two' });
    const published = await request(platform, 'PUT', `${page}/publish`);
    expect(published.json).toMatchObject({ contentDraft: null, contentPublished: 'two' });
    expect(await request(platform, 'GET', page)).toMatchObject({
      status: 200,
      json: published.json,
    });
    const found = await request(
      platform,
      'GET',
      '/page?version_slug=v1&documentation_slug=guides&page_slug=setup',
    );
    expect(found.json).toEqual(published.json);
    const all = await request(platform, 'GET', '/all');
    expect(all.json).toMatchObject({
      page: { [String(created.json['id'])]: { title: 'Setup (v1.2)', documentationId: id } },
    });
    expect(platform.requests.byOperation()).toEqual({
      createPage: 1,
      updatePage: 1,
      publishPage: 1,
      readPage: 1,
      findPage: 1,
      listAll: 1,
    });
  });
});
