/** Pages: fields, transitions, slugs, categories, addresses, formats. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import { parseInstant } from '../../src/model/time.ts';
import type { Json } from '../support/request.ts';
import { EXTERNAL, openTarget, uniqueSlug, type Target, type World } from './target.ts';

export function pages(api: ApiRevision): void {
  let target: Target;
  let world: World;

  beforeAll(async () => {
    target = await openTarget(api);
    world = await target.world();
  });

  afterAll(() => target.close());

  const post = (json: Json) => target.post(`/documentation/${world.documentation}/page`, json);
  /** With what today's service wants of a new page. */
  const create = (json: Json) => post({ title: 'A page', content: '', ...json });

  describe('create', () => {
    test('makes a page with a draft and no published content', async () => {
      const slug = uniqueSlug();
      const { json } = await create({ title: 'A title', slug, content: 'Some *text*.' });
      expect(json).toMatchObject({
        title: 'A title',
        slug,
        listed: api === 'classic',
        contentDraft: 'Some *text*.',
        contentPublished: null,
        path: `${world.versionSlug}/${world.documentationSlug}/${slug}`,
      });
      expect(json['created']).toBe(json['updated']);
    });

    test.runIf(api === 'classic')('requires no field at all', async () => {
      expect(await post({})).toHoldA('page');
    });

    test.runIf(api === '2026')('requires title and content', async () => {
      expect(await post({ content: 'x' })).toBeRefused(400, /title/);
      expect(await post({ title: 'x' })).toBeRefused(400, /content/);
    });

    test('generates a slug from the title where none is given', async () => {
      const title = `Über (v1.2) ${uniqueSlug()}`;
      const { json } = await create({ title });
      const generated = title.toLowerCase().replace(/[^a-z0-9]/gu, '-');
      expect(json['slug']).toBe(generated.slice(0, 64));
    });

    test('gives a generated slug that is taken -1, then -2', async () => {
      const title = uniqueSlug();
      const slugs = [];
      for (let n = 0; n < 3; n += 1) slugs.push((await create({ title })).json['slug']);
      expect(slugs).toEqual([title, `${title}-1`, `${title}-2`]);
    });

    test('refuses an explicit slug that is taken, naming it', async () => {
      const { slug } = await target.newPage();
      expect(await create({ title: 'Another', slug })).toBeRefused(
        400,
        new RegExp(`slug.*${slug}`),
      );
    });

    test('the same slug in another documentation is free', async () => {
      const { json } = await target.get('/all');
      const other = Object.keys(json['documentation'] as Json).find(
        (id) => Number(id) !== world.documentation,
      );
      const { slug } = await target.newPage();
      const page = { title: 'x', slug, content: '' };
      const made = await target.post(`/documentation/${other}/page`, page);
      expect(made.json['slug']).toBe(slug);
    });

    test('keeps upper case, dots and underscores in a given slug, and compares it exactly', async () => {
      const slug = `${uniqueSlug()}_A.b`;
      expect((await create({ slug })).json['slug']).toBe(slug);
      expect((await create({ slug: slug.toLowerCase() })).json['slug']).toBe(slug.toLowerCase());
    });

    test.each([
      ['title', 7],
      ['title', ''],
      ['slug', ''],
      ['slug', 'a/b'],
      ['slug', '..'],
      ['slug', 'a b'],
      ['slug', 'ä'],
      ['slug', 'a?b'],
      ['content', null],
      ['content', 'a\0b'],
      ['content', '\ud800'],
      ['message', true],
      ['categoryTitle', []],
    ])('refuses %s = %j by its name', async (field, value) => {
      expect(await create({ [field]: value })).toBeRefused(400, new RegExp(field));
    });

    test('keeps every character of the content', async () => {
      const content = '---published\r\n\ttab {% x %} 日本語 😀 \u0001 </script>\n\n';
      const { json } = await create({ slug: uniqueSlug(), content });
      const read = await target.get(`/page/${String(json['id'])}`);
      expect(read.json['contentDraft']).toBe(content);
    });

    test('takes a page of a megabyte and refuses one of nine', async () => {
      const content = 'x'.repeat(1024 * 1024);
      expect(await create({ content })).toHoldA('page');
      expect(await create({ content: content.repeat(9) })).toBeRefused(400, /larger/);
    });
  });

  describe.skipIf(EXTERNAL)('create in a category', () => {
    test('matches its title whatever the case', async () => {
      expect(await create({ categoryTitle: 'getting STARTED' })).toHoldA('page');
    });

    test('names the ones there are where there is no such one', async () => {
      const answer = await create({ title: 'x', categoryTitle: 'Nowhere' });
      expect(answer).toBeRefused(400, /Nowhere.*"Getting Started", "Advanced"/);
    });
  });

  describe.skipIf(EXTERNAL)('history messages', () => {
    const messages = async (id: number) =>
      (await target.platform.admin.page(id)).history.map(({ message }) => message);

    test('are the ones given', async () => {
      const { id, slug } = await target.newPage({ message: 'First (abc1234)' });
      await target.put(`/page/${id}`, { slug, content: 'x', message: 'Second' });
      expect(await messages(id)).toEqual(['First (abc1234)', 'Second']);
    });

    test('have the defaults of the contract', async () => {
      const { id, slug } = await target.newPage();
      await target.put(`/page/${id}`, { slug, content: 'x' });
      expect(await messages(id)).toEqual(['Created using API', 'Updated using API']);
    });
  });

  describe('update', () => {
    test('changes what is sent and leaves the rest', async () => {
      const { id, slug } = await target.newPage({ title: 'Before', content: 'Body' });
      const { json } = await target.put(`/page/${id}`, { slug, title: 'After' });
      expect(json).toMatchObject({ title: 'After', slug, contentDraft: 'Body' });
      const renamed = await target.put(`/page/${id}`, { slug: `${slug}-new` });
      expect(renamed.json).toMatchObject({ title: 'After', slug: `${slug}-new` });
    });

    test('makes a draft beside the published content', async () => {
      const { id, slug } = await target.newPage({ content: 'one' });
      await target.put(`/page/${id}/publish`);
      const { json } = await target.put(`/page/${id}`, { slug, content: 'two' });
      expect(json).toMatchObject({ contentDraft: 'two', contentPublished: 'one' });
    });

    test('makes no draft where no content is sent', async () => {
      const { id, slug } = await target.newPage({ content: 'one' });
      await target.put(`/page/${id}/publish`);
      const { json } = await target.put(`/page/${id}`, { slug, title: 'New title' });
      expect(json).toMatchObject({ contentDraft: null, contentPublished: 'one' });
    });

    test('without a slug generates one from the title', async () => {
      const title = uniqueSlug();
      const { id } = await target.newPage({ title });
      expect((await target.put(`/page/${id}`, { content: 'x' })).json['slug']).toBe(title);
      expect((await target.put(`/page/${id}`, { title: `${title} B` })).json['slug']).toBe(
        `${title}-b`,
      );
    });

    test("refuses another page's slug, and takes its own", async () => {
      const one = await target.newPage();
      const two = await target.newPage();
      expect(await target.put(`/page/${two.id}`, { slug: one.slug })).toBeRefused(400, /slug/);
      expect((await target.put(`/page/${two.id}`, { slug: two.slug })).status).toBe(200);
    });

    test('moves updated to the second of the change, and created never', async () => {
      const { id, slug } = await target.newPage();
      const dates: number[] = [];
      for (const request of ['read', 'update', 'update', 'publish', 'update']) {
        await target.passSecond();
        const path = request === 'publish' ? `/page/${id}/publish` : `/page/${id}`;
        const { json } =
          request === 'read'
            ? await target.get(path)
            : await target.put(path, request === 'update' ? { slug, content: 'same' } : undefined);
        dates.push(parseInstant(String(json['updated'])) ?? Number.NaN);
        expect(json['created']).toBe((await target.get(`/page/${id}`)).json['created']);
      }
      expect(dates).toEqual(dates.toSorted((a, b) => a - b));
      expect(new Set(dates).size).toBe(dates.length);
      const { json } = await target.get('/all');
      const listed = (json['page'] as Record<string, Json>)[id]?.['updated'];
      expect(parseInstant(String(listed))).toBe(dates.at(-1));
    });
  });

  describe('publish', () => {
    test('makes the draft the published content', async () => {
      const { id } = await target.newPage({ content: 'text' });
      const { json } = await target.put(`/page/${id}/publish`);
      expect(json).toMatchObject({ listed: true, contentDraft: null, contentPublished: 'text' });
      expect((await target.get(`/page/${id}`)).json).toEqual(json);
    });

    test('without a draft keeps the published content', async () => {
      const { id } = await target.newPage({ content: 'text' });
      await target.put(`/page/${id}/publish`);
      const { json } = await target.put(`/page/${id}/publish`);
      expect(json).toMatchObject({ contentDraft: null, contentPublished: 'text' });
    });

    test('takes no body', async () => {
      const { id } = await target.newPage();
      expect(await target.put(`/page/${id}/publish`, { title: 'x' })).toBeRefused(400, /body/);
      expect((await target.put(`/page/${id}/publish`, {})).status).toBe(200);
    });
  });

  describe('get by slug', () => {
    const find = (query: Record<string, string>) =>
      target.get(`/page?${new URLSearchParams(query).toString()}`);

    test('takes ids and slugs in any combination', async () => {
      const { id, slug } = await target.newPage();
      const versions = [{ version_id: String(world.version) }, { version_slug: world.versionSlug }];
      const documentations = [
        { documentation_id: String(world.documentation) },
        { documentation_slug: world.documentationSlug },
      ];
      for (const version of versions) {
        for (const documentation of documentations) {
          const { json } = await find({ ...version, ...documentation, page_slug: slug });
          expect(json['id']).toBe(id);
        }
      }
    });

    test('wants a version, a documentation and a page', async () => {
      const version = { version_id: String(world.version) };
      const documentation = { documentation_id: String(world.documentation) };
      expect(await find({ ...documentation, page_slug: 'x' })).toBeRefused(400, /version_id/);
      expect(await find({ ...version, page_slug: 'x' })).toBeRefused(400, /documentation_id/);
      expect(await find({ ...version, ...documentation })).toBeRefused(400, /page_slug/);
    });

    test('400 for an id and a slug that are not of one thing', async () => {
      const { slug } = await target.newPage();
      const known = {
        version_id: String(world.version),
        version_slug: world.versionSlug,
        documentation_id: String(world.documentation),
        documentation_slug: world.documentationSlug,
        page_slug: slug,
      };
      expect((await find(known)).status).toBe(200);
      expect(await find({ ...known, version_slug: 'none' })).toBeRefused(400, /version_slug/);
      const other = { ...known, documentation_slug: 'none' };
      expect(await find(other)).toBeRefused(400, /documentation_slug/);
    });

    test('404 for an unknown version, documentation or page', async () => {
      const known = {
        version_slug: world.versionSlug,
        documentation_slug: world.documentationSlug,
        page_slug: 'nothing-of-that-name',
      };
      expect(await find(known)).toBeRefused(404, /page/i);
      expect(await find({ ...known, documentation_slug: 'none' })).toBeRefused(
        404,
        /documentation/i,
      );
      expect(await find({ ...known, version_slug: 'none' })).toBeRefused(404, /version/i);
    });

    test('compares slugs exactly', async () => {
      const { slug } = await target.newPage();
      const { versionSlug: version_slug, documentationSlug: documentation_slug } = world;
      const query = { version_slug, documentation_slug, page_slug: slug.toUpperCase() };
      expect(await find(query)).toBeRefused(404);
    });
  });

  describe('format', () => {
    const content =
      '## Title\n\nSome **bold** text.\n\n{% callout type="info" %}\nMind.\n{% /callout %}\n';

    test('markdoc is the source, and the default', async () => {
      const { id } = await target.newPage({ content });
      const byDefault = await target.get(`/page/${id}`);
      expect(byDefault.json['contentDraft']).toBe(content);
      expect((await target.get(`/page/${id}?format=markdoc`)).json).toEqual(byDefault.json);
    });

    test('darkdown is its name in the older contract, and no name at all today', async () => {
      const { id } = await target.newPage({ content });
      const { status, json } = await target.get(`/page/${id}?format=darkdown`);
      expect(status).toBe(api === 'classic' ? 200 : 400);
      expect(json['contentDraft']).toBe(api === 'classic' ? content : undefined);
    });

    test('markdown, html and text are conversions of draft and published content', async () => {
      const { id, slug } = await target.newPage({ content });
      await target.put(`/page/${id}/publish`);
      await target.put(`/page/${id}`, { slug, content: 'Only **draft**.' });
      const read = async (format: string) =>
        (await target.get(`/page/${id}?format=${format}`)).json;
      const html = await read('html');
      expect(html['contentPublished']).toMatch(/<strong>bold<\/strong>/);
      expect(html['contentDraft']).toMatch(/<p>Only <strong>draft<\/strong>/);
      const markdown = await read('markdown');
      expect(markdown['contentPublished']).toMatch(/\*\*bold\*\*/);
      expect(markdown['contentPublished']).not.toMatch(/callout/);
      const text = await read('text');
      expect(text['contentPublished']).toMatch(/Some bold text\./);
      expect(text['contentDraft']).toMatch(/^Only draft\.$/m);
    });

    test('get by slug has it too', async () => {
      const { slug } = await target.newPage({ content });
      const query = `version_id=${world.version}&documentation_id=${world.documentation}`;
      const { json } = await target.get(`/page?${query}&page_slug=${slug}&format=html`);
      expect(json['contentDraft']).toMatch(/<strong>bold<\/strong>/);
    });

    test('a link that takes its title from its target has it, by id and by slug', async () => {
      const title = `Target ${uniqueSlug()}`;
      const linked = await target.newPage({ title });
      const href = `/${world.documentationSlug}/${linked.slug}`;
      const { id, slug } = await target.newPage({ content: `See [auto$](${href}#part).` });
      const query = `version_id=${world.version}&documentation_id=${world.documentation}&page_slug=${slug}`;
      for (const path of [`/page/${id}?`, `/page?${query}&`]) {
        const { json } = await target.get(`${path}format=text`);
        expect(json['contentDraft']).toMatch(`See ${title}.`);
        const html = await target.get(`${path}format=html`);
        expect(html.json['contentDraft']).toMatch(`${href}#part"`);
        expect(html.json['contentDraft']).toMatch(`>${title}</a>`);
      }
      const source = await target.get(`/page/${id}`);
      expect(source.json['contentDraft']).toMatch(`[auto$](${href}#part)`);
    });

    test('a link to no page keeps its address', async () => {
      const href = `/${world.documentationSlug}/${uniqueSlug()}`;
      const { id } = await target.newPage({ content: `[There](${href})` });
      const { json } = await target.get(`/page/${id}?format=html`);
      expect(json['contentDraft']).toMatch(`href="${href}"`);
    });

    test('another one is refused by name', async () => {
      const { id } = await target.newPage();
      expect(await target.get(`/page/${id}?format=pdf`)).toBeRefused(400, /format/);
      const query = `version_id=${world.version}&documentation_id=${world.documentation}&page_slug=x`;
      expect(await target.get(`/page?${query}&format=pdf`)).toBeRefused(400, /format/);
      expect(await target.get(`/page/${id}?format=html&format=text`)).toBeRefused(400, /format/);
    });
  });

  describe.skipIf(EXTERNAL)('taken slugs, with suffixes', () => {
    test('an explicit slug gets one without a word, on create and on update', async () => {
      const other = await openTarget(api, { takenSlugs: 'suffix' });
      const { documentation } = await other.world();
      const path = `/documentation/${documentation}/page`;
      const page = { title: 'x', content: '' };
      await other.post(path, { ...page, slug: 'intro' });
      expect((await other.post(path, { ...page, slug: 'intro' })).json['slug']).toBe('intro-1');
      const { json } = await other.post(path, { ...page, slug: 'third' });
      const updated = await other.put(`/page/${String(json['id'])}`, { slug: 'intro' });
      expect(updated.json['slug']).toBe('intro-2');
      await other.close();
    });
  });
}
