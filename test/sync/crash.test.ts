import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Api } from '../../src/api/api.ts';
import { apply } from '../../src/sync/apply.ts';
import { openJournalFile } from '../../src/sync/journal-file.ts';
import type { OpenJournal } from '../../src/sync/journal-file.ts';
import { openWorkbench, pageFile } from './workbench.ts';
import type { Workbench } from './workbench.ts';

const BOTH = '---\ntype: page\ntitle: Both\n---draft\n\nNewer.\n\n---published\n\nOlder.\n';

const FILES = {
  'docs/v1/guide/intro.md': pageFile('Intro', '* Hello.\n'),
  'docs/v1/guide/both.md': BOTH,
};

/** A journal that stops the run for good at one boundary: before an entry is durable, or just after. */
function stoppingJournal(at: number, side: 'before' | 'after', underWay: Set<Promise<unknown>>) {
  let reached = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let count = 0;
  const openJournal: OpenJournal = async (path) => {
    const file = await openJournalFile(path);
    return {
      clear: () => file.clear(),
      close: () => file.close(),
      async append(text) {
        count += 1;
        if (count < at) {
          const durable = file.append(text);
          underWay.add(durable);
          await durable;
          underWay.delete(durable);
          return;
        }
        if (count === at && side === 'after') await file.append(text);
        reached();
        return new Promise<void>(() => undefined);
      },
    };
  };
  return { openJournal, stopped };
}

/** The process is gone once its journal stops: nothing of it runs any more, no lock is written. */
async function crash(
  bench: Workbench,
  at: number,
  side: 'before' | 'after',
  only: readonly string[] = [],
): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  const { openJournal, stopped } = stoppingJournal(at, side, underWay);
  const prepared = await bench.prepare({ publish: true, only });
  const api = watched(bench.deps.api, underWay);
  const run = apply(prepared, { ...bench.deps, api, openJournal });
  await Promise.race([run, stopped]);
  for (let quiet = 0; quiet < 20; quiet += 1) {
    await Promise.allSettled(underWay);
    await setImmediate();
    if (underWay.size > 0) quiet = 0;
  }
}

/** What is under way on the wire when the process dies is over before the next one starts. */
function watched(api: Api, underWay: Set<Promise<unknown>>): Api {
  const pages = new Proxy(api.pages, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]): unknown => {
        const answer: unknown = Reflect.apply(member, target, args);
        if (answer instanceof Promise) {
          underWay.add(answer);
          const over = (): unknown => underWay.delete(answer);
          answer.then(over, over);
        }
        return answer;
      };
    },
  });
  return new Proxy(api, {
    get: (target, name): unknown => (name === 'pages' ? pages : Reflect.get(target, name, target)),
  });
}

const boundaries = [1, 2, 3, 4, 5].flatMap((at) =>
  (['before', 'after'] as const).flatMap((side) =>
    (['kept', 'lost'] as const).map((state) => ({ at, side, state })),
  ),
);

describe('a run that is killed', () => {
  test.each(boundaries)(
    'at journal entry $at, $side it is durable, state folder $state: the same command finishes the job',
    async ({ at, side, state }) => {
      const bench = await openWorkbench(FILES, { reprint: true, requestTimeoutMs: 50 });
      await crash(bench, at, side);
      if (state === 'lost') await rm(join(bench.folder, '.docs-cli'), { recursive: true });

      await bench.push({ publish: true });
      const pages = await bench.pages();
      expect(pages.size).toBe(2);
      const words = (text: string) => expect.stringContaining(text);
      expect(Object.fromEntries(pages)).toMatchObject({
        'v1/guide/intro': { title: 'Intro', draft: null, published: words('Hello.') },
        'v1/guide/both': { draft: words('Newer.'), published: words('Older.') },
      });
      const again = await bench.push({ publish: true });
      expect(again.prepared.summary.unchanged).toBe(2);
      expect(again.requests).toEqual({ listAll: 1 });
    },
  );

  test('after it made a page whose file was edited since: the page is updated, not a conflict', async () => {
    const bench = await openWorkbench(FILES, { requestTimeoutMs: 50 });
    await crash(bench, 3, 'before');
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', '* Edited.\n') });
    await bench.push({ publish: true });
    const page = (await bench.pages()).get('v1/guide/intro');
    expect(page?.published).toContain('Edited.');
  });

  test('after it made a page whose file was renamed since: that page is renamed, none is made', async () => {
    const only = ['v1/guide/intro'];
    const bench = await openWorkbench(FILES, { reprint: true, requestTimeoutMs: 50 });
    await crash(bench, 2, 'before', only);
    const id = await bench.idOf('v1/guide/intro');
    await bench.remove('docs/v1/guide/intro.md');
    await bench.write({ 'docs/v1/guide/start.md': FILES['docs/v1/guide/intro.md'] });

    await bench.push();

    expect([...(await bench.pages()).keys()].toSorted()).toEqual([
      'v1/guide/both',
      'v1/guide/start',
    ]);
    expect(await bench.idOf('v1/guide/start')).toBe(id);
    expect((await bench.push()).requests).toEqual({ listAll: 1 });
  });

  test('after it made a page whose file was removed since: the page has no file, and is known', async () => {
    const only = ['v1/guide/intro'];
    const bench = await openWorkbench(FILES, { requestTimeoutMs: 50 });
    await crash(bench, 2, 'before', only);
    await bench.remove('docs/v1/guide/intro.md');

    await bench.push();

    const { plan } = await bench.prepare();
    expect(plan).toMatchObject({
      changes: [{ kind: 'orphan', key: 'v1/guide/intro' }],
      remoteOnly: 0,
    });
  });

  test.each(['named', 'renamed'])(
    'a push of other pages does not make it forget its writes (file %s later)',
    async (later) => {
      const bench = await openWorkbench(FILES, { reprint: true, requestTimeoutMs: 50 });
      await bench.push();
      await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', '* Hello\n* again.\n') });
      await crash(bench, 2, 'before', ['v1/guide/intro']);
      await bench.write({ 'docs/v1/guide/both.md': BOTH.replace('Newer', 'Newest') });
      await bench.push({ only: ['v1/guide/both'] });
      if (later === 'renamed') await bench.remove('docs/v1/guide/intro.md');
      const name = later === 'renamed' ? 'start' : 'intro';
      await bench.write({ [`docs/v1/guide/${name}.md`]: pageFile('Intro', '* Edited.\n') });

      const { prepared } = await bench.push();

      expect(prepared.summary).toMatchObject({ conflict: 0, create: 0, update: 1 });
      expect((await bench.pages()).get(`v1/guide/${name}`)?.draft).toContain('Edited.');
      expect((await bench.push()).requests).toEqual({ listAll: 1 });
    },
  );

  test.each(['made', 'updated'])(
    'after it had %s a page, re-printed, whose file was edited since: its own write is no conflict',
    async (what) => {
      const only = ['v1/guide/intro'];
      const bench = await openWorkbench(FILES, { reprint: true, requestTimeoutMs: 50 });
      if (what === 'updated') await bench.push({ only });
      await bench.write({ 'docs/v1/guide/intro.md': pageFile('Hi', '* Hello\n* again.\n') });
      // The outcome of the first write would be noted with the second one's intent.
      await crash(bench, 2, 'before', only);
      expect((await bench.pages()).get('v1/guide/intro')?.draft).toContain('Hello');
      await bench.write({ 'docs/v1/guide/intro.md': pageFile('Hi', '* Edited.\n') });
      const { prepared } = await bench.push({ only });
      expect(prepared.summary).toMatchObject({ conflict: 0, create: 0, update: 1 });
      expect((await bench.pages()).get('v1/guide/intro')).toMatchObject({
        title: 'Hi',
        draft: expect.stringContaining('Edited.') as string,
      });
    },
  );

  test('an edit made on the platform after it stays a conflict', async () => {
    const bench = await openWorkbench(FILES, { reprint: true, requestTimeoutMs: 50 });
    await bench.push();
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', '* Hello\n* again.\n') });
    await crash(bench, 2, 'before');
    const id = await bench.idOf('v1/guide/intro');
    await bench.platform.admin.editor().edit(id, { content: 'By an editor.' });
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', '* Edited.\n') });
    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
  });
});
