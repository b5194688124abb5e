import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git } from '../support/git.ts';
import { openWorkbench, pageFile, type Workbench } from './workbench.ts';

const INTRO = 'docs/v1/guide/intro.md';
const KEY = 'v1/guide/intro';
const SHARED = 'First.\n\nSecond.\n\nThird.\n';
const THEIRS = 'First.\n\nSecond, theirs.\n\nThird.';
const CLASHING = pageFile('Intro', 'First.\n\nSecond, ours.\n\nThird.\n');
const APART = pageFile('Intro', 'First, ours.\n\nSecond.\n\nThird.\n');

/** A page that was pushed and committed, then edited on the platform, and here. */
async function edited(ours: string, theirs: { content?: string; title?: string } = {}) {
  const bench = await openWorkbench({ [INTRO]: pageFile('Intro', SHARED) });
  git(bench.folder, 'init', '--quiet');
  await bench.push();
  git(bench.folder, 'add', '--all');
  git(bench.folder, 'commit', '--quiet', '--message', 'Push');
  await bench.platform.admin.editor().edit(await bench.idOf(KEY), { content: THEIRS, ...theirs });
  await bench.write({ [INTRO]: ours });
  return bench;
}

const changesOf = async (bench: Workbench) => (await bench.prepare()).plan.changes;
const draftOf = async (bench: Workbench) => (await bench.pages()).get(KEY)?.draft;
const fileIn = (bench: Workbench) => readFile(join(bench.folder, INTRO), 'utf8');

describe('a merge that is undone', () => {
  test.each([
    ['with marked lines', CLASHING, { conflicts: 'merge' }],
    ['without a clash, not sent yet', APART, { conflicts: 'merge', send: false }],
  ] as const)('%s: the previous text of the file is a conflict again', async (_, ours, options) => {
    const bench = await edited(ours);
    await bench.push(options);
    expect(await fileIn(bench)).not.toBe(ours);

    await bench.write({ [INTRO]: ours });

    expect(await changesOf(bench)).toMatchObject([
      { kind: 'conflict', key: KEY, fields: ['body'], group: 'diverged', undone: true },
    ]);
    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
    expect(await draftOf(bench)).toBe(THEIRS);
    const merged = await bench.prepare({ conflicts: 'merge' });
    expect(merged.plan.changes).toMatchObject([{ merge: 'markers' }]);
    expect((await bench.push({ conflicts: 'ours' })).prepared.summary.update).toBe(1);
    expect((await bench.prepare()).summary.unchanged).toBe(1);
  });

  test('to the committed text: a conflict, which --theirs settles', async () => {
    const bench = await edited(CLASHING);
    await bench.push({ conflicts: 'merge' });

    git(bench.folder, 'checkout', '--quiet', INTRO);

    expect(await changesOf(bench)).toMatchObject([{ kind: 'conflict', key: KEY, undone: true }]);
    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
    expect(await draftOf(bench)).toBe(THEIRS);
    await bench.push({ conflicts: 'theirs' });
    expect(await fileIn(bench)).toBe(pageFile('Intro', `${THEIRS}\n`));
  });

  test('to a text that was committed and never pushed: a conflict', async () => {
    const bench = await edited(CLASHING);
    git(bench.folder, 'commit', '--quiet', '--all', '--message', 'Work');
    await bench.write({ [INTRO]: CLASHING.replace('First.', 'First, ours, not committed.') });
    await bench.push({ conflicts: 'merge' });

    git(bench.folder, 'checkout', '--quiet', INTRO);

    expect(await fileIn(bench)).toBe(CLASHING);
    expect(await changesOf(bench)).toMatchObject([{ kind: 'conflict', undone: true }]);
  });

  test('if the common ancestor is unknown: a conflict', async () => {
    const bench = await edited(CLASHING, { title: 'Theirs' });
    const { rm } = await import('node:fs/promises');
    await rm(join(bench.folder, '.git'), { recursive: true });
    await rm(join(bench.folder, '.docs-cli'), { recursive: true });
    await rm(join(bench.folder, 'docs-cli.lock'));
    await bench.push({ conflicts: 'merge' });

    await bench.write({ [INTRO]: CLASHING });

    expect(await changesOf(bench)).toMatchObject([{ kind: 'conflict', fields: ['title', 'body'] }]);
    await bench.write({ [INTRO]: pageFile('Settled', 'Settled.\n') });
    expect(await changesOf(bench)).toMatchObject([{ kind: 'update', fields: ['title', 'body'] }]);
  });
});

describe('a merge that was settled', () => {
  test('is sent, even from a clone that has only lock and files', async () => {
    const bench = await edited(CLASHING);
    await bench.push({ conflicts: 'merge' });
    await bench.write({ [INTRO]: pageFile('Intro', 'First.\n\nSecond, of both.\n\nThird.\n') });
    const { rm } = await import('node:fs/promises');
    await rm(join(bench.folder, '.docs-cli'), { recursive: true });

    const { prepared } = await bench.push();

    expect(prepared.plan.changes).toMatchObject([{ kind: 'update', fields: ['body'] }]);
    expect(await draftOf(bench)).toBe('First.\n\nSecond, of both.\n\nThird.');
    const again = await bench.push();
    expect(again.requests).toEqual({ listAll: 1 });
    expect((await bench.lock()).pages.get(KEY as never)).not.toHaveProperty('formerStates', []);
  });

  test('is a conflict if the page has changed meanwhile', async () => {
    const bench = await edited(CLASHING);
    await bench.push({ conflicts: 'merge' });
    await bench.write({ [INTRO]: pageFile('Intro', 'First.\n\nSecond, of both.\n\nThird.\n') });
    await bench.platform.admin.editor().edit(await bench.idOf(KEY), { content: 'Once more.' });

    const changes = await changesOf(bench);

    expect(changes).toMatchObject([{ kind: 'conflict' }]);
    expect(changes[0]).not.toHaveProperty('undone');
  });
});
