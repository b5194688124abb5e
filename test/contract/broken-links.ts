/** GET /version/{id}/broken-links, on both revisions. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import type { Json } from '../support/request.ts';
import { DEFINITION } from './rows.ts';
import { publish, rows, versionId, write } from './revisions.ts';
import { openTarget, type Target } from './target.ts';

export function brokenLinks(api: ApiRevision): void {
  let target: Target;

  beforeEach(async () => {
    target = await openTarget(api);
  });

  afterEach(() => target.close());

  const broken = async (version = 'v1', key?: string): Promise<Json[]> => {
    const id = await versionId(target, version);
    return rows(await target.get(`/version/${id}/broken-links`, key === undefined ? {} : { key }));
  };

  /** A page that readers can open, with this text. */
  async function linking(content: string, title = 'Linking') {
    const page = await write(target, 'v1', { title, content });
    await publish(target, page);
    return page;
  }

  const issues = async (version?: string, key?: string) =>
    (await broken(version, key)).map((row) => [row['issue'], (row['link'] as Json)['href']]);

  test('have every field of the schema', async () => {
    const { id } = await linking('See [our *login* screen](/guides/nowhere#first-steps).');
    expect(await broken()).toEqual([
      {
        severity: 'error',
        issue: 'broken_link',
        message: 'The link points to a page or reference that does not exist in this version.',
        isDraft: false,
        page: { id, title: 'Linking' },
        link: {
          text: 'our login screen',
          href: '/guides/nowhere#first-steps',
          type: 'page',
          fragment: 'first-steps',
          targetId: null,
        },
        target: { title: null, section: null },
      },
    ]);
  });

  test('are those to pages, documentations, references and versions that are not there', async () => {
    await linking('# Start\n\nText.', 'Start');
    await linking(
      [
        '[a](/guides/start), [b](/v1/guides/start#no-such-heading), [c](/v2/guides/nowhere)',
        '[d](/v9/guides/start), [e](/nowhere/start), [f](/guides/start/deeper), [g](../start.md)',
        '[h](/pets/ref), [i](/v1/pets/ref), [j](/guides), [k](#start), [l](/anything)',
        '[m](https://example.com/guides/nowhere), [n](mailto:a@example.com), [o](file.pdf)',
        '[p](/changelog/nowhere), [q](/guides/%page%), [](/guides/empty)',
      ].join('\n\n'),
    );
    expect(await issues()).toEqual(
      [
        '/v2/guides/nowhere',
        '/v9/guides/start',
        '/nowhere/start',
        '/guides/start/deeper',
        '../start.md',
        '/guides/empty',
      ].map((href) => ['broken_link', href]),
    );
  });

  test('are found in tags and blocks, and not in code', async () => {
    await linking(
      [
        '`[a](/guides/a)`',
        '```\n[b](/guides/b)\n```',
        '{% callout type="info" %}\n[c](/guides/c)\n{% /callout %}',
        '| x |\n| ---- |\n| [d](/guides/d) |',
        '[e][f]',
        '[f]: /guides/e',
      ].join('\n\n'),
    );
    expect(await issues()).toEqual(
      ['/guides/c', '/guides/d', '/guides/e'].map((href) => ['broken_link', href]),
    );
  });

  test('are looked for in published texts and in drafts', async () => {
    const page = await linking('[a](/guides/a)');
    await target.put(`/page/${page.id}`, { slug: page.slug, content: '[b](/guides/b)' });
    const found = await broken();
    expect(found.map(({ isDraft, link }) => [isDraft, (link as Json)['text']])).toEqual([
      [false, 'a'],
      [true, 'b'],
    ]);
  });

  test('warn of links into the editor, but not to its sign-in page', async () => {
    await linking(
      '[a](https://app.developerhub.io/project/v1.0/guides) [b](https://app.developerhub.io/login)',
    );
    expect(await broken()).toMatchObject([
      { severity: 'warning', issue: 'app_link', link: { text: 'a', type: 'external' } },
    ]);
  });

  test('warn of pages in a documentation that is not published', async () => {
    const { admin } = target.platform;
    const hidden = await admin.createDocumentation({
      version: 'v1',
      slug: 'internal',
      title: 'Internal Docs',
    });
    const { json } = await target.post(`/documentation/${hidden}/page`, {
      title: 'Hidden Page',
      content: 'Text.',
    });
    await target.put(`/page/${String(json['id'])}/publish`);
    await linking('[a](/internal/hidden-page) [b](/internal)');
    expect(await broken()).toEqual([]);
    await admin.publishDocumentation('v1', 'internal', false);
    const issue = 'linked_page_in_unpublished_documentation';
    expect(await broken()).toMatchObject([
      {
        severity: 'warning',
        issue,
        link: { text: 'a', type: 'page', targetId: json['id'] },
        target: { title: 'Hidden Page', section: 'Internal Docs' },
      },
      {
        severity: 'warning',
        issue,
        link: { text: 'b', type: 'page', targetId: null },
        target: { title: null, section: 'Internal Docs' },
      },
    ]);
  });

  test('warn of references that are not published', async () => {
    const title = 'Only a draft';
    const draft = DEFINITION.replace('Contract pets', title);
    const made = await target.upload(await versionId(target, 'v1'), draft, '?publish=false');
    await linking('[a](/only-a-draft/ref)');
    expect(await broken()).toMatchObject([
      {
        severity: 'warning',
        issue: 'linked_page_in_unpublished_reference',
        link: { text: 'a', type: 'ref', targetId: made.json['id'] },
        target: { title: null, section: title },
      },
    ]);
    await target.put(`/reference/${String(made.json['id'])}/publish`);
    expect(await broken()).toEqual([]);
  });

  test('warn of pages that are unlisted, which is what a page is before its first publish today', async () => {
    const page = await write(target, 'v1', { title: 'Never published' });
    await linking('[a](/guides/never-published)');
    const warnings = [
      {
        severity: 'warning',
        issue: 'linked_page_unlisted',
        link: { targetId: page.id },
        target: { title: 'Never published', section: 'Guides' },
      },
    ];
    expect(await broken()).toMatchObject(api === '2026' ? warnings : []);
    await publish(target, page);
    expect(await broken()).toEqual([]);
  });

  test('are those of the clone in a clone, whose own pages are all hidden alike', async () => {
    await linking('[a](/v1/guides/linking) [b](/v1/guides/nowhere)');
    const path = `/version/${await versionId(target, 'v1')}/clone`;
    expect((await target.post(path, { name: 'Clone' })).status).toBe(201);
    expect(await issues('clone')).toEqual([['broken_link', '/clone/guides/nowhere']]);
  });

  test('say nothing about versions that the key does not see', async () => {
    await linking('[a](/v2/guides/nowhere) [b](/v9/guides/x) [c](/guides/nowhere)');
    const key = await target.platform.admin.createKey({
      name: 'v1 only',
      permissions: null,
      versions: ['v1'],
    });
    expect(await issues('v1', key)).toEqual([['broken_link', '/guides/nowhere']]);
    expect(await issues()).toHaveLength(3);
  });
}
