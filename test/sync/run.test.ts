import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_BASE_URL } from '../../src/model/address.ts';
import type { Change } from '../../src/model/change.ts';
import type { PageId, PageKey } from '../../src/model/ids.ts';
import { apply } from '../../src/sync/run/apply.ts';
import { guard } from '../../src/sync/plan/guard.ts';
import { prepareSaved, savePlan } from '../../src/sync/run/saved-plan.ts';
import { realClock } from '../support/host.ts';
import { openWorkbench, pageFile } from './workbench.ts';

const many = (count: number, text = 'Text'): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `docs/v1/guide/page-${n}.md`,
      pageFile(`Page ${n}`, `${text} ${n}.\n`),
    ]),
  );

describe('the guard', () => {
  test.each([
    // Pages deleted, of how many, for some pages only, sending nothing, number of files: refusals.
    [19, 25, false, false, 6, 0],
    [20, 25, false, false, 5, 1],
    [20, 25, true, false, 5, 1],
    [20, 40, true, false, 20, 0],
    [21, 40, false, false, 19, 1],
    [0, 7, false, false, 0, 1],
    [0, 7, true, false, 0, 0],
    [0, 7, false, true, 0, 0],
    [0, 0, false, false, 0, 0],
  ])(
    'of deletions: %i of %i pages, narrowed %j, files only %j, %i files: %i refusals',
    (deleted, lockPages, narrowed, filesOnly, localPages, refusals) => {
      const changes = Array.from({ length: deleted }, (_, n): Change => {
        const at = { key: `v1/guide/${n}` as PageKey, id: n as PageId };
        return { kind: 'delete', ...at, title: 'Page', isShown: true };
      });
      const found = guard({
        plan: { changes, unchanged: lockPages - deleted, remoteOnly: 0 },
        lockPages,
        isOtherProject: false,
        baseUrl: DEFAULT_BASE_URL,
        localPages,
        narrowed,
        filesOnly,
      });
      expect(found).toHaveLength(refusals);
    },
  );

  test('accepts pages without a file, however many, and updates of all pages', () => {
    const changes = Array.from({ length: 50 }, (_, n): Change => {
      const at = { key: `v1/guide/${n}` as PageKey, id: n as PageId };
      return { kind: 'orphan', ...at };
    });
    const found = guard({
      plan: { changes, unchanged: 1, remoteOnly: 0 },
      lockPages: 51,
      isOtherProject: false,
      baseUrl: DEFAULT_BASE_URL,
      localPages: 1,
      narrowed: false,
      filesOnly: false,
    });
    expect(found).toEqual([]);
  });

  test('refuses a folder that lost its pages, and a platform that is another project', async () => {
    const bench = await openWorkbench(many(25));
    await bench.push();
    const other = await openWorkbench(many(25));
    const { lock } = (await bench.prepare()).run;
    expect(lock.pages.size).toBe(25);
    const elsewhere = await bench.prepare();
    expect(elsewhere.refusals).toEqual([]);
    const moved = { ...bench.deps, api: other.deps.api };
    const { prepare } = await import('../../src/sync/run/prepare.ts');
    const { refusals } = await prepare(moved, elsewhere.options);
    expect(refusals[0]?.message).toContain('another project');

    for (const path of Object.keys(many(25))) await rm(join(bench.folder, path));
    expect((await bench.prepare()).refusals[0]?.message).toContain('no pages');
  });
});

describe('a saved plan', () => {
  test('is carried out as it was shown', async () => {
    const bench = await openWorkbench(many(2));
    const saved = savePlan(await bench.prepare());
    const { applied } = await apply(
      await prepareSaved(bench.deps, saved, { files: false }),
      bench.deps,
    );
    expect(applied).toHaveLength(2);
  });

  test('is refused if the files or the platform have changed', async () => {
    const bench = await openWorkbench(many(2));
    await bench.push();
    await bench.write({ 'docs/v1/guide/page-0.md': pageFile('Page 0', 'New.\n') });
    const saved = savePlan(await bench.prepare());
    await bench.write({ 'docs/v1/guide/page-0.md': pageFile('Page 0', 'Newer.\n') });
    await expect(prepareSaved(bench.deps, saved, { files: false })).rejects.toMatchObject({
      code: 'conflict',
    });

    const again = savePlan(await bench.prepare());
    await bench.platform.admin
      .editor()
      .edit(await bench.idOf('v1/guide/page-0'), { title: 'Mine' });
    await expect(prepareSaved(bench.deps, again, { files: false })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test.each([
    '',
    'null',
    '{}',
    '{"docs-cli-plan":1,"options":null}',
    '{"docs-cli-plan":1,"options":{"choices":[]}}',
    '{"docs-cli-plan":2,"options":{"choices":[]}}',
    '{"docs-cli-plan":2}',
  ])('is not accepted from another file: %s', async (text) => {
    const bench = await openWorkbench({});
    await expect(prepareSaved(bench.deps, text, { files: false })).rejects.toMatchObject({
      code: 'usage',
    });
  });
});

describe('while a run is under way', () => {
  test('a page that was edited after the plan was made is not changed', async () => {
    let ahead = 0;
    const syncClock = { ...realClock, elapsed: () => realClock.elapsed() + ahead };
    const bench = await openWorkbench(many(2), { syncClock });
    await bench.push();
    await bench.write(many(2, 'Edited'));
    const prepared = await bench.prepare();
    await bench.platform.admin
      .editor()
      .edit(await bench.idOf('v1/guide/page-0'), { content: 'Mine.' });
    ahead = 6000;
    const { applied, skipped } = await apply(prepared, bench.deps);
    expect(applied).toMatchObject([{ key: 'v1/guide/page-1' }]);
    expect(skipped).toMatchObject([{ change: { key: 'v1/guide/page-0' } }]);
    expect((await bench.pages()).get('v1/guide/page-0')?.draft).toContain('Mine.');
  });

  test('an interruption stops it; it reports what was done, and the next run does the rest', async () => {
    const stop = new AbortController();
    const bench = await openWorkbench(many(300));
    const prepared = await bench.prepare();
    let done = 0;
    const outcome = await apply(prepared, {
      ...bench.deps,
      signal: stop.signal,
      report: ({ type }) => {
        if (type === 'handled' && ++done === 40) stop.abort();
      },
    });
    expect(outcome.stopped?.code).toBe('interrupted');
    const { applied, skipped, unsettled } = outcome;
    expect(applied.length + skipped.length + unsettled.length).toBe(300);
    expect(skipped.length).toBeGreaterThan(0);
    await bench.push();
    expect((await bench.pages()).size).toBe(300);
    expect((await bench.push()).requests).toEqual({ listAll: 1 });
  });

  test('a wrong key stops it immediately', async () => {
    const bench = await openWorkbench(many(3));
    const prepared = await bench.prepare();
    const readOnly = await bench.platform.admin.createKey({
      name: 'reader',
      permissions: ['project.read', 'page.read'],
      versions: null,
    });
    const other = await openWorkbench(
      {},
      { key: readOnly, baseUrl: async () => bench.platform.baseUrl },
    );
    const outcome = await apply(prepared, { ...bench.deps, api: other.deps.api });
    expect(outcome.stopped?.code).toBe('forbidden');
    expect(outcome.applied).toEqual([]);
    // The same command would be refused again.
    const hints = new Set(outcome.skipped.map(({ hint }) => hint));
    expect(hints).toEqual(new Set([outcome.stopped?.hint]));
    expect((await bench.pages()).size).toBe(0);
  });

  test('a page that is not meant for all readers is not published without a question', async () => {
    const bench = await openWorkbench({
      'docs/v1/guide/quiet.md': pageFile('Quiet', 'Hush.\n', 'listed: false\n'),
    });
    const { outcome } = await bench.push({ publish: true });
    expect(outcome.skipped).toMatchObject([{ change: { kind: 'publish', held: 'unlisted' } }]);
    expect((await bench.pages()).get('v1/guide/quiet')?.published).toBeNull();
    await bench.push({ publish: true, allowListed: true });
    expect((await bench.pages()).get('v1/guide/quiet')?.published).toContain('Hush.');
  });

  test('only the named pages are pushed; an unknown name is an error', async () => {
    const bench = await openWorkbench(many(3));
    await bench.push({ only: ['docs/v1/guide/page-1.md', 'v1/guide/page-2'] });
    expect([...(await bench.pages()).keys()].toSorted()).toEqual([
      'v1/guide/page-1',
      'v1/guide/page-2',
    ]);
    await expect(bench.push({ only: ['page-9'] })).rejects.toMatchObject({ code: 'usage' });
  });
});
