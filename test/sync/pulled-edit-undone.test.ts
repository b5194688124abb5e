import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireDone } from '../../src/api/call.ts';
import { recordPublished } from '../../src/sync/published.ts';
import { openWorkbench, pageFile, type Workbench } from './workbench.ts';

const FILE = 'docs/v1/guide/intro.md';
const KEY = 'v1/guide/intro';
const OLD = pageFile('Intro', 'Of the team.\n');

/** A page that was pushed, edited on the platform, and pulled; then its file became again what it was. */
async function takenBack(edit: { content?: string; title?: string }): Promise<Workbench> {
  const bench = await openWorkbench({ [FILE]: OLD });
  await bench.push();
  await pulled(bench, edit);
  await bench.write({ [FILE]: OLD });
  return bench;
}

async function pulled(bench: Workbench, edit: { content?: string; title?: string }): Promise<void> {
  await bench.platform.admin.editor().edit(await bench.idOf(KEY), edit);
  await bench.push({ pull: true, send: false });
  expect(await fileIn(bench)).not.toBe(OLD);
}

const fileIn = (bench: Workbench) => readFile(join(bench.folder, FILE), 'utf8');
const pageOf = async (bench: Workbench) => (await bench.pages()).get(KEY);

test.each([
  [{ content: 'Of an editor.' }, 'body'],
  [{ title: 'Better' }, 'title'],
])('a pulled edit %j that the file lacks again is not overwritten', async (edit, field) => {
  const bench = await takenBack(edit);
  const before = await pageOf(bench);

  expect((await bench.prepare()).plan.changes).toMatchObject([
    { kind: 'conflict', key: KEY, fields: [field], group: 'diverged', undone: true },
  ]);
  await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
  expect(await pageOf(bench)).toEqual(before);
});

test.each([
  [{ content: 'Of an editor.' }, pageFile('Of the team', 'Of the team.\n')],
  [{ title: 'Better' }, pageFile('Intro', 'Of the team, edited.\n')],
])(
  'a pulled edit %j is not overwritten by a file that lacks it again, and has an edit of its own of before',
  async (edit, own) => {
    const bench = await openWorkbench({ [FILE]: OLD });
    await bench.push();
    await bench.write({ [FILE]: own });
    await pulled(bench, edit);
    await bench.write({ [FILE]: own });
    const before = await pageOf(bench);

    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
    expect(await pageOf(bench)).toEqual(before);
  },
);

test.each([
  [{ content: 'Of an editor.' }, pageFile('Of the team', 'Of the team.\n')],
  [{ title: 'Better' }, pageFile('Intro', 'Of the team, edited.\n')],
])(
  "an edit %j that a run took over, which sent the file's own edit too, is not overwritten by the file as it was before",
  async (edit, own) => {
    const bench = await openWorkbench({ [FILE]: OLD });
    await bench.push();
    await bench.write({ [FILE]: own });
    await bench.platform.admin.editor().edit(await bench.idOf(KEY), edit);
    await bench.push({ pull: true });
    await bench.write({ [FILE]: own });
    const before = await pageOf(bench);

    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
    expect(await pageOf(bench)).toEqual(before);
  },
);

test('a choice settles it', async () => {
  const bench = await takenBack({ content: 'Of an editor.' });

  const { requests } = await bench.push({ conflicts: 'ours' });

  expect(requests).toEqual({ listAll: 1, readPage: 1, updatePage: 1 });
  expect((await pageOf(bench))?.draft).toBe('Of the team.');
  expect((await bench.push()).requests).toEqual({ listAll: 1 });
});

test('the platform’s text can be taken over once more', async () => {
  const bench = await takenBack({ content: 'Of an editor.' });

  await bench.push({ conflicts: 'theirs' });

  expect(await fileIn(bench)).toBe(pageFile('Intro', 'Of an editor.\n'));
  expect((await bench.prepare()).summary.unchanged).toBe(1);
});

test('a merge does not take it for a change of the team', async () => {
  const bench = await takenBack({ content: 'Of an editor.' });

  await bench.push({ conflicts: 'merge' });

  expect(await fileIn(bench)).toContain('Of an editor.');
  expect((await pageOf(bench))?.draft).toBe('Of an editor.');
});

test('after two pulls the text before the first is known, too', async () => {
  const bench = await openWorkbench({ [FILE]: OLD });
  await bench.push();
  await pulled(bench, { content: 'Of an editor.' });
  await pulled(bench, { content: 'Of another one.' });
  await bench.write({ [FILE]: OLD });

  await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
});

test('where an editor published it meanwhile it is a conflict all the same', async () => {
  const bench = await takenBack({ content: 'Of an editor.' });
  await bench.platform.admin.editor().publish(await bench.idOf(KEY));

  await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
  expect((await pageOf(bench))?.published).toBe('Of an editor.');
});

test.each([
  [
    'published from here',
    async (bench: Workbench) => {
      const { deps } = bench;
      const id = await bench.idOf(KEY);
      const before = await deps.api.pages.read(id);
      const after = requireDone(await deps.api.pages.publish(id));
      await recordPublished([{ before, after }], deps);
    },
  ],
  [
    'published in the editor, which the lock was told',
    async (bench: Workbench) => {
      await bench.platform.admin.editor().publish(await bench.idOf(KEY));
      await bench.push();
    },
  ],
])('where it was %s before it was taken back it is a conflict all the same', async (_, then) => {
  const bench = await openWorkbench({ [FILE]: OLD });
  await bench.push();
  await pulled(bench, { content: 'Of an editor.' });
  await then(bench);
  await bench.write({ [FILE]: OLD });

  await expect(bench.push({ publish: true })).rejects.toMatchObject({ code: 'conflict' });
  expect((await pageOf(bench))?.published).toBe('Of an editor.');
});

test('a merge that was sent, and is taken back, is not overwritten', async () => {
  const ours = pageFile('Intro', 'Of the team.\n\nMore.\n');
  const bench = await openWorkbench({ [FILE]: pageFile('Intro', 'Of the team.\n\nEnd.\n') });
  await bench.push();
  await bench.platform.admin.editor().edit(await bench.idOf(KEY), {
    content: 'Of an editor.\n\nEnd.',
  });
  await bench.write({ [FILE]: ours });
  await bench.push({ conflicts: 'merge' });
  expect((await pageOf(bench))?.draft).toBe('Of an editor.\n\nMore.');
  await bench.write({ [FILE]: ours });

  await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
  expect((await pageOf(bench))?.draft).toBe('Of an editor.\n\nMore.');
});

test('where the platform moved once more it is a conflict all the same', async () => {
  const bench = await takenBack({ content: 'Of an editor.' });
  await bench.platform.admin.editor().edit(await bench.idOf(KEY), { content: 'Of another one.' });

  await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
  expect((await pageOf(bench))?.draft).toBe('Of another one.');
});

test('once something else was sent, the old text is an edit like any other', async () => {
  const bench = await takenBack({ content: 'Of an editor.' });
  await bench.write({ [FILE]: pageFile('Intro', 'Of both.\n') });
  await bench.push();
  await bench.write({ [FILE]: OLD });

  expect((await bench.push()).requests).toEqual({ listAll: 1, readPage: 1, updatePage: 1 });
  expect((await pageOf(bench))?.draft).toBe('Of the team.');
});
