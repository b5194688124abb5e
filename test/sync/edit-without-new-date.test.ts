import { describe, expect, test } from 'vitest';
import { requireDone } from '../../src/api/call.ts';
import type { PageKey } from '../../src/model/ids.ts';
import { FixedClock } from '../support/clocks.ts';
import { openWorkbench, pageFile } from './workbench.ts';
import type { Workbench, WorkbenchOptions } from './workbench.ts';

const FILE = 'docs/v1/guide/a.md';
const KEY = 'v1/guide/a' as PageKey;

/** All of it happens in one second, until the test moves the platform's clock. */
async function open(options: WorkbenchOptions = {}) {
  const time = new FixedClock();
  const bench = await openWorkbench(
    {
      [FILE]: pageFile('A', 'Ours.\n'),
      'docs/v1/guide/other.md': pageFile('Other', 'Of the other.\n'),
    },
    { clock: time, ...options },
  );
  await bench.push();
  return { bench, time };
}

/** A write has moved a date: they are known to move. */
async function openMoving() {
  const { bench, time } = await open();
  time.advance(60);
  await bench.write({ 'docs/v1/guide/other.md': pageFile('Other', 'Of the other, newer.\n') });
  await bench.push();
  await bench.write({ [FILE]: pageFile('A', 'Ours, second.\n') });
  await bench.push();
  return { bench, time };
}

const edit = async (bench: Workbench, content: string): Promise<void> =>
  bench.platform.admin.editor().edit(await bench.idOf(KEY), { content });

const draftOf = async (bench: Workbench) => (await bench.pages()).get(KEY)?.draft;

const KINDS: readonly WorkbenchOptions[] = [{ dates: 'seconds' }, { dates: 'frozen' }];

describe.each(KINDS)('an edit that does not change the date of its page, %j', (kind) => {
  test.each([{ publish: false }, { publish: true }])(
    'is not overwritten by the next push of the page, %j',
    async (options) => {
      const { bench } = await open(kind);
      await edit(bench, 'Theirs.');
      await bench.write({ [FILE]: pageFile('A', 'Ours, newer.\n') });

      await expect(bench.push(options)).rejects.toMatchObject({ code: 'conflict' });

      expect(await draftOf(bench)).toBe('Theirs.');
    },
  );

  test('is not published silently by a push that only publishes', async () => {
    const { bench } = await open(kind);
    await edit(bench, 'Theirs.');
    const { plan } = await bench.prepare({ publish: true, only: [KEY] });
    expect(plan.changes).toMatchObject([
      { kind: 'pull', key: KEY },
      { kind: 'publish', key: KEY, foreignDraft: true },
    ]);
  });

  test('is shown by commands that read the page, and taken over by a pull', async () => {
    const { bench } = await open(kind);
    await edit(bench, 'Theirs.');

    const { plan } = await bench.prepare({ looks: 'all' });
    expect(plan.changes).toMatchObject([{ kind: 'pull', key: KEY, fields: ['body'] }]);
    const { outcome } = await bench.push({ send: false, pull: true });
    expect(outcome.applied).toMatchObject([{ kind: 'pull', key: KEY }]);
  });

  test('is not reported as missing by a push that has nothing to send', async () => {
    const { bench } = await open(kind);
    await edit(bench, 'Theirs.');
    expect((await bench.prepare({ looks: 'all' })).looked).toBe('all');
    const { prepared, requests } = await bench.push();
    expect(requests).toEqual({ listAll: 1 });
    expect(prepared.looked).toBe('written');
  });

  test('of another tool from another folder is not overwritten', async () => {
    const { bench } = await open(kind);
    const id = await bench.idOf(KEY);
    const change = { slug: 'a' as never, content: 'Of another tool.' };
    requireDone(await bench.deps.api.pages.update(id, change));
    await bench.write({ [FILE]: pageFile('A', 'Ours, newer.\n') });
    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
    expect(await draftOf(bench)).toBe('Of another tool.');
  });
});

test('an edit after the second write to a page is noticed if dates do not change', async () => {
  const { bench, time } = await open({ dates: 'frozen' });
  time.advance(60);
  await bench.write({ [FILE]: pageFile('A', 'Ours, newer.\n') });
  await bench.push();
  time.advance(60);
  await edit(bench, 'Theirs.');
  const { plan } = await bench.prepare({ looks: 'all' });
  expect(plan.changes).toMatchObject([{ kind: 'pull', key: KEY, fields: ['body'] }]);
  expect((await bench.lock()).pages.get(KEY)?.racy).toBe(true);
});

describe('if dates do not change, an edit of a page that was created and read since', () => {
  const openProven = async () => {
    const { bench, time } = await open({ dates: 'frozen' });
    time.advance(60);
    await bench.push({ send: false, pull: true });
    expect((await bench.lock()).pages.get(KEY)?.racy).toBeUndefined();
    time.advance(60);
    await edit(bench, 'Theirs.');
    return bench;
  };

  test('is not overwritten by the first push of the page', async () => {
    const bench = await openProven();
    await bench.write({ [FILE]: pageFile('A', 'Ours, newer.\n') });
    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
    expect(await draftOf(bench)).toBe('Theirs.');
  });

  test('costs a push without changes one request', async () => {
    const bench = await openProven();
    expect((await bench.push()).requests).toEqual({ listAll: 1 });
  });
});

test('a push without changes directly after a push costs one request', async () => {
  const { bench } = await open();
  expect((await bench.push()).requests).toEqual({ listAll: 1 });
  expect((await bench.push({ publish: false })).requests).toEqual({ listAll: 1 });
});

test('a page is read until the lock has a read that is at least a second later than its date', async () => {
  const { bench, time } = await openMoving();
  const pull = { send: false, pull: true } as const;
  expect((await bench.push(pull)).requests).toEqual({ listAll: 1, readPage: 2 });
  time.advance(1);
  expect((await bench.push(pull)).requests).toEqual({ listAll: 1, readPage: 2 });
  time.advance(1);
  expect((await bench.push(pull)).requests).toEqual({ listAll: 1, readPage: 2 });
  expect((await bench.push(pull)).requests).toEqual({ listAll: 1 });
  const racy = [...(await bench.lock()).pages.values()].map((line) => line.racy);
  expect(racy).toEqual([undefined, undefined]);
});

test('a page is read before it is written, whatever its date proves', async () => {
  const { bench, time } = await openMoving();
  time.advance(5);
  await bench.push({ send: false, pull: true });
  await bench.write({ [FILE]: pageFile('A', 'Ours, newer.\n') });
  expect((await bench.push()).requests).toEqual({ listAll: 1, readPage: 1, updatePage: 1 });
});

test('a wrong clock of this machine proves nothing: only the clock of the platform counts', async () => {
  const syncClock = new FixedClock('2031-01-01T00:00:00Z');
  const { bench } = await open({ syncClock });
  await edit(bench, 'Theirs.');
  await bench.write({ [FILE]: pageFile('A', 'Ours, newer.\n') });
  await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
});
