import * as fc from 'fast-check';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { apply } from '../../src/sync/run/apply.ts';
import { openLogFile } from '../../src/sync/record/log-file.ts';
import type { OpenLog } from '../../src/sync/deps.ts';
import type { SyncApi } from '../../src/sync/deps.ts';
import { impatientClock } from '../support/clocks.ts';
import { stand, type Between } from '../support/acting-proxy.ts';
import { sampled } from '../support/sampled.ts';
import { openWorkbench, pageFile } from './workbench.ts';
import type { Workbench } from './workbench.ts';

const BOTH = '---\ntype: page\ntitle: Both\n---draft\n\nNewer.\n\n---published\n\nOlder.\n';

const FILES = {
  'docs/v1/guide/intro.md': pageFile('Intro', '* Hello.\n'),
  'docs/v1/guide/both.md': BOTH,
};

/** A log that stops for good before an entry is durable, or just after. Entry 0 is its opening. */
function stoppingLog(at: number, side: 'before' | 'after', underWay: Set<Promise<unknown>>) {
  let reached = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const never = new Promise<void>(() => undefined);
  let count = 0;
  let close = (): Promise<void> => Promise.resolve();
  const openLog: OpenLog = async (path) => {
    if (at === 0) {
      reached();
      await never;
    }
    const file = await openLogFile(path);
    close = () => file.close();
    return {
      close: () => Promise.resolve(),
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
        return never;
      },
    };
  };
  return { openLog, stopped, close: () => close() };
}

/** Once its log stops, the process is gone: nothing runs, no lock is written, the log is closed. */
async function crash(
  bench: Workbench,
  at: number,
  side: 'before' | 'after',
  only: readonly string[] = [],
): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  const { openLog, stopped, close } = stoppingLog(at, side, underWay);
  const prepared = await bench.prepare({ publish: true, only });
  const api = watched(bench.deps.api, underWay);
  const run = apply(prepared, { ...bench.deps, api, openLog });
  await Promise.race([run, stopped]);
  for (let quiet = 0; quiet < 20; quiet += 1) {
    await Promise.allSettled(underWay);
    await setImmediate();
    if (underWay.size > 0) quiet = 0;
  }
  await close();
}

/** What is under way on the wire when the process dies is over before the next one starts. */
function watched(api: SyncApi, underWay: Set<Promise<unknown>>): SyncApi {
  const pages = watchedPages(api.pages, underWay);
  return new Proxy(api, {
    get: (target, name): unknown => (name === 'pages' ? pages : Reflect.get(target, name, target)),
  });
}

const watchedPages = (pages: SyncApi['pages'], underWay: Set<Promise<unknown>>): SyncApi['pages'] =>
  new Proxy(pages, {
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

const boundaries = [1, 2, 3, 4, 5].flatMap((at) =>
  (['before', 'after'] as const).flatMap((side) =>
    (['kept', 'lost'] as const).map((state) => ({ at, side, state })),
  ),
);

describe('a run that is killed', () => {
  test.each(boundaries)(
    'at log entry $at, $side it is durable, state folder $state: the same command does the rest',
    async ({ at, side, state }) => {
      const bench = await openWorkbench(FILES, { reprint: true, syncClock: impatientClock() });
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

  test('after it created a page whose file was edited since: the page is updated, without a conflict', async () => {
    const bench = await openWorkbench(FILES, { syncClock: impatientClock() });
    await crash(bench, 3, 'before');
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', '* Edited.\n') });
    await bench.push({ publish: true });
    const page = (await bench.pages()).get('v1/guide/intro');
    expect(page?.published).toContain('Edited.');
  });

  test('after it created a page whose file was renamed since: the run asks a person, and creates no page', async () => {
    const only = ['v1/guide/intro'];
    const bench = await openWorkbench(FILES, { reprint: true, syncClock: impatientClock() });
    await crash(bench, 2, 'before', only);
    const id = await bench.idOf('v1/guide/intro');
    await bench.remove('docs/v1/guide/intro.md');
    await bench.write({ 'docs/v1/guide/start.md': FILES['docs/v1/guide/intro.md'] });

    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
    await bench.push({ conflicts: 'ours' });

    expect([...(await bench.pages()).keys()].toSorted()).toEqual([
      'v1/guide/both',
      'v1/guide/start',
    ]);
    expect(await bench.idOf('v1/guide/start')).toBe(id);
    expect((await bench.push()).requests).toEqual({ listAll: 1 });
  });

  test('after it created a page whose file was deleted since: only the platform has the page', async () => {
    const only = ['v1/guide/intro'];
    const bench = await openWorkbench(FILES, { syncClock: impatientClock() });
    await crash(bench, 2, 'before', only);
    await bench.remove('docs/v1/guide/intro.md');

    await bench.push();

    const { plan } = await bench.prepare();
    expect(plan).toMatchObject({ changes: [], remoteOnly: 1 });
    expect(await bench.idOf('v1/guide/intro')).toBeGreaterThan(0);
  });

  test.each(['named', 'renamed'])(
    'its writes are still known after a push of other pages (file %s later)',
    async (later) => {
      const bench = await openWorkbench(FILES, { reprint: true, syncClock: impatientClock() });
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
    'after it had %s a page, re-printed, whose file was edited since: its own write is not a conflict',
    async (what) => {
      const only = ['v1/guide/intro'];
      const bench = await openWorkbench(FILES, { reprint: true, syncClock: impatientClock() });
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

  test('its writes are still known after a pull', async () => {
    const bench = await openWorkbench(FILES, { reprint: true, syncClock: impatientClock() });
    await bench.push();
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', '* Hello\n* again.\n') });
    await crash(bench, 2, 'before', ['v1/guide/intro']);
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', '* Edited.\n') });
    const id = await bench.idOf('v1/guide/both');
    await bench.platform.admin.editor().edit(id, { title: 'By an editor' });
    const pulled = await bench.push({ pull: true, send: false });
    expect(pulled.outcome.applied).toHaveLength(1);

    const { prepared } = await bench.push();

    expect(prepared.summary).toMatchObject({ conflict: 0, update: 1 });
    expect((await bench.pages()).get('v1/guide/intro')?.draft).toContain('Edited.');
  });

  test('after it created a page whose title was changed since: the page gets the title, without a conflict', async () => {
    const only = ['v1/guide/intro'];
    const bench = await openWorkbench(FILES, { reprint: true, syncClock: impatientClock() });
    await crash(bench, 2, 'before', only);
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Hi', '* Hello.\n') });
    await bench.push({ only });
    expect((await bench.pages()).get('v1/guide/intro')?.title).toBe('Hi');
  });

  test('a title that an editor gave to the page that it created is kept', async () => {
    const only = ['v1/guide/intro'];
    const bench = await openWorkbench(FILES, { reprint: true, syncClock: impatientClock() });
    await crash(bench, 2, 'before', only);
    const id = await bench.idOf('v1/guide/intro');
    await bench.platform.admin.editor().edit(id, { title: 'By an editor' });
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', '* Edited.\n') });
    await bench.push({ only });
    expect((await bench.pages()).get('v1/guide/intro')).toMatchObject({
      title: 'By an editor',
      draft: expect.stringContaining('Edited.') as string,
    });
  });

  test('a text that an editor published before its draft was put is a conflict, and no push replaces it', async () => {
    const only = ['v1/guide/intro'];
    const between: Between = {};
    const bench = await openWorkbench(FILES, {
      reprint: true,
      syncClock: impatientClock(),
      baseUrl: ({ baseUrl }) => stand(baseUrl, between),
    });
    await bench.push({ publish: true });
    const id = await bench.idOf('v1/guide/intro');
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', '* Hello\n* again.\n') });
    const editor = bench.platform.admin.editor();
    between.before = async ({ method }) => {
      if (method !== 'PUT') return;
      delete between.before;
      await editor.edit(id, { content: 'By an editor.' });
      await editor.publish(id);
    };
    await crash(bench, 2, 'before', only);
    expect((await bench.pages()).get('v1/guide/intro')).toMatchObject({
      draft: expect.stringContaining('again.') as string,
      published: expect.stringContaining('By an editor.') as string,
    });
    await bench.push({ publish: true, conflicts: 'skip' });
    expect((await bench.pages()).get('v1/guide/intro')?.published).toContain('By an editor.');
    await expect(bench.push({ publish: true })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('an edit on the platform after it is still a conflict', async () => {
    const bench = await openWorkbench(FILES, { reprint: true, syncClock: impatientClock() });
    await bench.push();
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', '* Hello\n* again.\n') });
    await crash(bench, 2, 'before');
    const id = await bench.idOf('v1/guide/intro');
    await bench.platform.admin.editor().edit(id, { content: 'By an editor.' });
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', '* Edited.\n') });
    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
  });
});

/** Where a run is killed, and whether the file is edited before the next one. */
interface Kill {
  readonly at: number;
  readonly side: 'before' | 'after';
  readonly edited: boolean;
}

/** `made`: the first of the runs makes the page; `updated`: it was made before. */
interface Case {
  readonly what: 'made' | 'updated';
  readonly reprint: boolean;
  readonly kills: readonly Kill[];
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five'];
const numbered = (number: number): string =>
  pageFile(`Intro ${NUMBERS[number]}`, `* Text\n* ${NUMBERS[number]}.\n`);

/** Kills runs, then pushes: only the tool wrote anything, so nothing may be in its way. */
async function killAndFinish({ what, reprint, kills }: Case): Promise<void> {
  const only = ['v1/guide/intro'];
  const bench = await openWorkbench(FILES, { reprint, syncClock: impatientClock() });
  const edit = (number: number) => bench.write({ 'docs/v1/guide/intro.md': numbered(number) });
  let number = 0;
  await edit(number);
  if (what === 'updated') {
    await bench.push({ only, publish: true });
    await edit((number += 1));
  }
  for (const { at, side, edited } of kills) {
    await crash(bench, at, side, only);
    if (edited) await edit((number += 1));
  }
  const { outcome } = await bench.push({ publish: true });
  expect(outcome).toMatchObject({ failed: [], skipped: [], unsettled: [], stopped: null });
  const pages = await bench.pages();
  expect([...pages.keys()].toSorted()).toEqual(['v1/guide/both', 'v1/guide/intro']);
  expect(pages.get('v1/guide/intro')).toMatchObject({
    title: `Intro ${NUMBERS[number]}`,
    draft: null,
    published: expect.stringContaining(`${NUMBERS[number]}.`) as string,
  });
  const again = await bench.push({ publish: true });
  expect(again.prepared.summary.unchanged).toBe(2);
  expect(again.requests).toEqual({ listAll: 1 });
}

const KILLS = [0, 1, 2, 3, 4].flatMap((at) =>
  (['before', 'after'] as const).flatMap((side) =>
    [true, false].map((edited): Kill => ({ at, side, edited })),
  ),
);

describe('runs that are killed one after the other', () => {
  const edits = KILLS.filter(({ edited }) => edited);
  const firsts = edits.flatMap((first) =>
    (['made', 'updated'] as const).flatMap((what) =>
      [true, false].map((reprint) => ({ at: first.at, side: first.side, first, what, reprint })),
    ),
  );
  test.each(firsts)(
    'a page $what, first killed at entry $at ($side it is durable), reprint $reprint, edited, then killed at any other entry: no text of the tool is a conflict',
    async (play) => {
      const { first, what, reprint } = play;
      for (const second of sampled(edits, firsts.indexOf(play), 6)) {
        const end = killAndFinish({ what, reprint, kills: [first, second] });
        await expect(end).resolves.toBeUndefined();
      }
    },
    60_000,
  );

  test('three times in a row, with edits between or without: no text of the tool is a conflict', async () => {
    const kills = fc.array(fc.constantFrom(...KILLS), { minLength: 3, maxLength: 3 });
    const cases = fc.record({
      what: fc.constantFrom('made', 'updated'),
      reprint: fc.boolean(),
      kills,
    });
    const plays = fc.asyncProperty(cases, killAndFinish);
    // The same plays each time: the next test has the one that is known to fail.
    await expect(fc.assert(plays, { numRuns: 20, seed: 7 })).resolves.toBeUndefined();
  }, 120_000);

  test('a page that is created and edited between kills at entries 3, 2 and 1 is not a conflict', async () => {
    const kills = [
      { at: 3, side: 'before', edited: true },
      { at: 2, side: 'before', edited: true },
      { at: 1, side: 'before', edited: false },
    ] as const;
    const play = killAndFinish({ what: 'made', reprint: false, kills });
    await expect(play).resolves.toBeUndefined();
  });
});
