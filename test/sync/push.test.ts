import { describe, expect, test } from 'vitest';
import type { PageKey } from '../../src/model/ids.ts';
import type { Lock } from '../../src/sync/record/lock.ts';
import { openWorkbench, pageFile } from './workbench.ts';

const THREE = {
  'docs/v1/guide/intro.md': pageFile('Intro', 'Hello.\n'),
  'docs/v1/guide/setup.md': pageFile('Setup', 'Install it.\n'),
  'docs/v1/api/errors.md': pageFile('Errors', 'None.\n'),
};

const one = (kind: string) => expect.objectContaining({ kind });

describe('push', () => {
  test('creates new pages with one request each, then needs one request and reports that nothing changed', async () => {
    const bench = await openWorkbench(THREE);
    const first = await bench.push();
    expect(first.outcome).toMatchObject({ failed: [], skipped: [], stopped: null });
    expect(first.requests).toEqual({ listAll: 1, createPage: 3 });
    expect([...(await bench.pages()).keys()].toSorted()).toEqual([
      'v1/api/errors',
      'v1/guide/intro',
      'v1/guide/setup',
    ]);
    const second = await bench.push();
    expect(second.prepared.summary).toMatchObject({ unchanged: 3, create: 0, update: 0, adopt: 0 });
    expect(second.requests).toEqual({ listAll: 1 });
  });

  test('sends only edited pages, and only their changed fields', async () => {
    const bench = await openWorkbench(THREE);
    await bench.push();
    await bench.write({
      'docs/v1/guide/intro.md': pageFile('Introduction', 'Hello.\n'),
      'docs/v1/guide/setup.md': pageFile('Setup', 'Install it twice.\n'),
    });
    const { prepared, requests } = await bench.push();
    expect(prepared.plan.changes.filter(({ kind }) => kind === 'update')).toMatchObject([
      { key: 'v1/guide/intro', fields: ['title'] },
      { key: 'v1/guide/setup', fields: ['body'] },
    ]);
    expect(requests).toEqual({ listAll: 1, readPage: 2, updatePage: 2 });
    const pages = await bench.pages();
    expect(pages.get('v1/guide/intro')).toMatchObject({ title: 'Introduction', draft: 'Hello.' });
    expect(pages.get('v1/guide/setup')?.draft).toBe('Install it twice.');
    expect((await bench.push()).requests).toEqual({ listAll: 1 });
  });

  test.each([{ publish: false }, { publish: true }])(
    'reads pages that were saved on the platform without a change once, %j',
    async (options) => {
      const bench = await openWorkbench(THREE);
      await bench.push(options);
      const before = await bench.lock();
      const id = await bench.idOf('v1/guide/setup');
      await bench.platform.admin.editor().edit(id, { content: 'Install it.\n' });

      const { prepared, requests } = await bench.push(options);
      expect(prepared.summary).toMatchObject({ unchanged: 2, adopt: 1, update: 0, pull: 0 });
      expect(requests).toEqual({ listAll: 1, readPage: 1 });
      const updatedIn = ({ pages }: Lock) => pages.get('v1/guide/setup' as PageKey)?.updated;
      expect(updatedIn(await bench.lock())).not.toBe(updatedIn(before));
      expect((await bench.push(options)).requests).toEqual({ listAll: 1 });
    },
  );

  test('publishes a text that an earlier push left as a draft, once', async () => {
    const bench = await openWorkbench(THREE);
    await bench.push();
    const { requests } = await bench.push({ publish: true });
    expect(requests).toEqual({ listAll: 1, readPage: 3, publishPage: 3 });
    for (const page of (await bench.pages()).values()) {
      expect(page).toMatchObject({ draft: null, published: expect.any(String) });
    }
    const again = await bench.push({ publish: true });
    expect(again.requests).toEqual({ listAll: 1 });
    expect(again.prepared.summary.unchanged).toBe(3);
  });

  test('writes both texts of a file, the draft and the published one', async () => {
    const both = '---\ntype: page\ntitle: Both\n---draft\n\nNewer.\n\n---published\n\nOlder.\n';
    const draft = '---\ntype: page\ntitle: Draft\n---draft\n\nNot yet.\n';
    const bench = await openWorkbench({
      'docs/v1/guide/both.md': both,
      'docs/v1/guide/draft.md': draft,
    });
    await bench.push({ publish: true });
    const pages = await bench.pages();
    expect(pages.get('v1/guide/both')).toMatchObject({ draft: 'Newer.', published: 'Older.' });
    expect(pages.get('v1/guide/draft')).toMatchObject({ draft: 'Not yet.', published: null });
    expect((await bench.push({ publish: true })).requests).toEqual({ listAll: 1 });

    await bench.write({ 'docs/v1/guide/both.md': both.replace('Older.', 'Less old.') });
    await bench.push({ publish: true });
    expect((await bench.pages()).get('v1/guide/both')).toMatchObject({
      draft: 'Newer.',
      published: 'Less old.',
    });
    expect((await bench.push({ publish: true })).requests).toEqual({ listAll: 1 });
  });

  test('stops before it writes anything if a page was edited on both sides', async () => {
    const bench = await openWorkbench(THREE);
    await bench.push();
    await bench.platform.admin.editor().edit(await bench.idOf('v1/guide/intro'), {
      content: 'Edited in the browser.',
    });
    await bench.write({
      'docs/v1/guide/intro.md': pageFile('Intro', 'Edited here.\n'),
      'docs/v1/guide/setup.md': pageFile('Setup', 'Edited too.\n'),
    });
    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
    const pages = await bench.pages();
    expect(pages.get('v1/guide/intro')?.draft).toBe('Edited in the browser.');
    expect(pages.get('v1/guide/setup')?.draft).toBe('Install it.');

    const skipping = await bench.push({ conflicts: 'skip' });
    expect(skipping.outcome.skipped).toMatchObject([{ change: { kind: 'conflict' } }]);
    expect((await bench.pages()).get('v1/guide/setup')?.draft).toBe('Edited too.');

    await bench.push({ conflicts: 'ours' });
    expect((await bench.pages()).get('v1/guide/intro')?.draft).toBe('Edited here.');
    expect((await bench.push()).requests).toEqual({ listAll: 1 });
  });

  test('does not change a page that only the platform edited, and reports it each time', async () => {
    const bench = await openWorkbench(THREE);
    await bench.push();
    const id = await bench.idOf('v1/guide/intro');
    await bench.platform.admin.editor().edit(id, { content: 'Edited in the browser.' });
    for (let run = 0; run < 2; run += 1) {
      const { prepared, requests } = await bench.push();
      expect(prepared.plan.changes).toContainEqual(
        expect.objectContaining({ kind: 'pull', key: 'v1/guide/intro', fields: ['body'] }),
      );
      expect(requests).toEqual({ listAll: 1, readPage: 1 });
    }
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro!', 'Hello.\n') });
    await bench.push();
    expect(await bench.platform.admin.page(id)).toMatchObject({
      title: 'Intro!',
      draft: 'Edited in the browser.',
    });
    expect((await bench.prepare()).summary).toMatchObject({ pull: 1, update: 0, conflict: 0 });
  });

  test('warns if it would publish a text that somebody else wrote', async () => {
    const bench = await openWorkbench(THREE);
    await bench.push();
    await bench.platform.admin.editor().edit(await bench.idOf('v1/guide/intro'), {
      content: 'A colleague is at it.',
    });
    const { plan } = await bench.prepare({ publish: true });
    const publish = plan.changes.filter(({ kind }) => kind === 'publish');
    expect(publish).toMatchObject([
      { key: 'v1/api/errors', foreignDraft: false },
      { key: 'v1/guide/intro', foreignDraft: true },
      { key: 'v1/guide/setup', foreignDraft: false },
    ]);
  });

  test('finds 35 pages with one title again without a lock, and creates no duplicate', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 35 }, (_, n) => [
        `docs/v1/guide/interfaces-${n}.md`,
        pageFile('Interfaces', `Number ${n}.\n`),
      ]),
    );
    const bench = await openWorkbench({
      ...files,
      'docs/v1/guide/zzz.md': pageFile('Überschrift', 'Nothing in common.\n'),
    });
    await bench.push();
    await bench.remove('docs-cli.lock');
    await bench.write({ 'docs/v1/guide/interfaces-7.md': pageFile('Interfaces', 'Edited.\n') });
    const { prepared, requests } = await bench.push({ conflicts: 'ours' });
    expect(prepared.summary).toMatchObject({ adopt: 35, update: 1, create: 0 });
    expect(requests).toEqual({ listAll: 1, readPage: 36, updatePage: 1 });
    expect((await bench.pages()).size).toBe(36);
    expect((await bench.push()).requests).toEqual({ listAll: 1 });
  });

  test('puts pages without a base that differ into a group of their own', async () => {
    const bench = await openWorkbench(THREE);
    await bench.push();
    await bench.remove('docs-cli.lock');
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', 'Other.\n') });
    const { plan } = await bench.prepare();
    expect(plan.changes).toContainEqual(
      expect.objectContaining({ kind: 'conflict', group: 'no-base', key: 'v1/guide/intro' }),
    );
  });

  test('keeps the page of a file whose slug changed', async () => {
    const bench = await openWorkbench(THREE);
    await bench.push();
    const id = await bench.idOf('v1/guide/intro');
    await bench.remove('docs/v1/guide/intro.md');
    await bench.write({ 'docs/v1/guide/welcome.md': pageFile('Intro', 'Hello.\n') });
    const { prepared, requests } = await bench.push();
    expect(prepared.plan.changes).toContainEqual(
      expect.objectContaining({
        kind: 'update',
        key: 'v1/guide/welcome',
        from: 'v1/guide/intro',
        fields: ['slug'],
      }),
    );
    expect(requests).toEqual({ listAll: 1, readPage: 1, updatePage: 1 });
    expect(await bench.idOf('v1/guide/welcome')).toBe(id);
    expect((await bench.pages()).size).toBe(3);
    expect((await bench.push()).requests).toEqual({ listAll: 1 });
  });

  test('keeps the line of a page without a file, and does not create a deleted page again', async () => {
    const bench = await openWorkbench(THREE);
    await bench.push();
    await bench.remove('docs/v1/guide/setup.md');
    await bench.platform.admin.editor().remove(await bench.idOf('v1/guide/intro'));
    const { prepared } = await bench.push();
    expect(prepared.plan).toMatchObject({ changes: [one('gone'), one('orphan')], unchanged: 1 });
    expect((await bench.lock()).pages.size).toBe(3);
    await bench.push({ recreate: true });
    expect([...(await bench.pages()).keys()]).toContain('v1/guide/intro');

    await bench.platform.admin.editor().remove(await bench.idOf('v1/guide/intro'));
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', 'Edited.\n') });
    const again = await bench.prepare();
    expect(again.plan.changes).toContainEqual(
      expect.objectContaining({ kind: 'conflict', group: 'gone-but-edited' }),
    );
  });

  test('forgets silently a page that neither the folder nor the platform has any more', async () => {
    const bench = await openWorkbench(THREE);
    await bench.push();
    await bench.remove('docs/v1/guide/setup.md');
    await bench.platform.admin.editor().remove(await bench.idOf('v1/guide/setup'));

    const { prepared, requests } = await bench.push();
    expect(prepared.plan).toMatchObject({ changes: [], unchanged: 2 });
    expect(requests).toEqual({ listAll: 1 });

    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', 'Edited.\n') });
    await bench.push();
    expect([...(await bench.lock()).pages.keys()]).not.toContain('v1/guide/setup');
    expect((await bench.lock()).pages.size).toBe(2);
  });

  test('continues with the other pages if one fails, and says why', async () => {
    const bench = await openWorkbench({
      ...THREE,
      'docs/v1/guide/lost.md': pageFile('Lost', 'Where?\n', 'category: Nowhere\n'),
    });
    const { outcome } = await bench.push();
    expect(outcome.applied).toHaveLength(3);
    expect(outcome.failed).toMatchObject([{ change: { key: 'v1/guide/lost' } }]);
    expect(outcome.failed[0]?.reason).toContain('Basics');
  });

  test('reports files that cannot be placed', async () => {
    const bench = await openWorkbench({
      ...THREE,
      'docs/v9/guide/settings.yaml': 'slug: guide\n',
      'docs/v9/guide/a.md': pageFile('A', 'a\n'),
    });
    const { prepared } = await bench.push();
    expect(prepared.plan.changes).toContainEqual(
      expect.objectContaining({ kind: 'unplaced', key: 'v9/guide/a' }),
    );
    expect((await bench.pages()).size).toBe(3);
  });
});
