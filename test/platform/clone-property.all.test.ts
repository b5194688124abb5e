/** A version's copy has all that its source has; later changes of one are not in the other. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { request, type Json } from '../support/request.ts';
import { REVISIONS } from '../support/revisions.ts';
import { archiveOf, definitionOf, edits, project, type Edit } from './support/clonable-projects.ts';
import { start } from './support/platform.ts';
import { unzip } from './support/zip.ts';
import type { TestPlatform } from '../support/platform.ts';

const rows = (json: Json): Json[] => json as unknown as Json[];

async function upload(platform: TestPlatform, kind: string): Promise<void> {
  const versions = rows((await request(platform, 'GET', '/version')).json);
  const path = `/version/${String(versions[0]?.['id'])}/reference`;
  const send = async (text: string, query: string): Promise<void> => {
    const form = new FormData();
    form.set('file', new Blob([definitionOf(kind, text)]), 'api.yaml');
    await request(platform, 'POST', path + query, { body: form });
  };
  if (kind !== 'drafted') await send('published', '?allow_download=true&expandable=false');
  if (kind !== 'published') await send('draft', '?publish=false');
}

const HIDDEN = /,\s*"published": false(?=\s*\}$)/;

/**
 * All that the platform shows of a version, but for ids, dates, who did it, its own name, and what
 * of it readers see: nothing of a copy.
 */
async function seen(platform: TestPlatform, slug: string): Promise<Json> {
  const get = async (path: string) => request(platform, 'GET', path);
  const version = rows((await get('/version')).json).find((each) => each['slug'] === slug);
  const path = `/version/${String(version?.['id'])}`;
  const pages = (await platform.admin.pages()).filter((page) => page.version === slug);
  const exported = await unzip((await get(`/export?version_slug=${slug}`)).bytes);
  const all = (await get('/all')).json['reference'] as Record<string, Json>;
  const references = Object.entries(all).filter(
    ([, each]) => each['versionId'] === version?.['id'],
  );
  return {
    files: [...exported].flatMap(([name, text]) =>
      name.endsWith('.settings.yaml') && text === 'published: false\n'
        ? []
        : [[name.replace(/^[^/]+/, ''), text.replace(HIDDEN, '')]],
    ),
    documentations: rows((await get(`${path}/documentation`)).json).map(
      ({ title, slug: own, description, wide, locale, ordr }) => [
        title,
        own,
        description,
        wide,
        locale,
        ordr,
      ],
    ),
    report: rows((await get(`${path}/report`)).json).map(
      ({ title, hasDraft, listed, sourceCreated, sourceCreatedBy }) => [
        title,
        hasDraft,
        listed,
        sourceCreated,
        sourceCreatedBy,
      ],
    ),
    pages: await Promise.all(
      pages.map(async ({ id, documentation, history }) => {
        const { json } = await get(`/page/${id}`);
        const { title, slug: own, listed, contentDraft, contentPublished } = json;
        return { documentation, title, own, listed, contentDraft, contentPublished, history };
      }),
    ),
    references: await Promise.all(
      references.map(async ([id, { title }]) => [
        title,
        (await get(`/reference/${id}/definition`)).text,
        (await get(`/reference/${id}/definition?draft=true`)).text,
        await platform.admin.referenceSettings(Number(id)),
      ]),
    ),
  };
}

async function edit(
  platform: TestPlatform,
  slug: string,
  { what, where }: { readonly what: Edit; readonly where: number },
): Promise<void> {
  const pages = (await platform.admin.pages()).filter(({ version }) => version === slug);
  const page = pages[where % Math.max(pages.length, 1)];
  const documentation = await platform.admin.documentationId(slug, 'one');
  const put = (json: Json) =>
    request(platform, 'PUT', `/page/${page?.id}`, { json: { slug: page?.slug, ...json } });
  switch (what) {
    case 'create':
      await request(platform, 'POST', `/documentation/${documentation}/page`, {
        json: { title: 'Later', content: 'Later.' },
      });
      return;
    case 'upload': {
      const version = rows((await request(platform, 'GET', '/version')).json).find(
        (each) => each['slug'] === slug,
      );
      const form = new FormData();
      form.set('file', new Blob([definitionOf('both', 'later')]), 'api.yaml');
      await request(platform, 'POST', `/version/${String(version?.['id'])}/reference`, {
        body: form,
      });
      return;
    }
    case 'text':
      await put({ content: 'Edited.' });
      return;
    case 'title':
      await put({ title: 'Retitled' });
      return;
    case 'slug':
      await put({ slug: `moved-${where}` });
      return;
    case 'publish':
      await request(platform, 'PUT', `/page/${page?.id}/publish`);
      return;
    case 'delete':
      await request(platform, 'DELETE', `/page/${page?.id}`);
      return;
    case 'move':
      if (page?.documentation === 'one') await platform.admin.editor().move(page.id, null);
      return;
    default:
      what satisfies never;
  }
}

test.each(REVISIONS)(
  'a copy has all content of its source, and later edits of one do not change the other (%s)',
  { timeout: 240_000 },
  async (api) => {
    await fc.assert(
      fc.asyncProperty(project, edits, fc.boolean(), async (generated, later, inCopy) => {
        const empty = { versions: [], documentations: [], references: [] };
        const archive = archiveOf(generated);
        const platform = await start({ api, seed: empty, archive, rateLimits: false });
        try {
          for (const kind of generated.references) await upload(platform, kind);
          const [source] = rows((await request(platform, 'GET', '/version')).json);
          const before = await seen(platform, 'v1');
          const json = { name: 'Copy', slug: 'copy' };
          const path = `/version/${String(source?.['id'])}/clone`;
          expect((await request(platform, 'POST', path, { json })).status).toBe(201);

          const copy = await seen(platform, 'copy');
          const repointed = JSON.stringify(before).replaceAll('(/v1/', '(/copy/');
          const inMarks = repointed.replaceAll('url: /v1/', 'url: /copy/');
          expect(copy).toEqual(JSON.parse(inMarks));
          expect(await seen(platform, 'v1')).toEqual(before);

          for (const each of later) await edit(platform, inCopy ? 'copy' : 'v1', each);
          expect(await seen(platform, inCopy ? 'v1' : 'copy')).toEqual(inCopy ? before : copy);
        } finally {
          await platform.close();
        }
      }),
      { numRuns: 12 },
    );
  },
);
