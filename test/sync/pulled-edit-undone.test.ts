import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireDone } from '../../src/api/call.ts';
import { recordPublished } from '../../src/sync/run/after-publish.ts';
import { openWorkbench, pageFile, type Workbench } from './workbench.ts';

const FILE = 'docs/v1/guide/intro.md';
const KEY = 'v1/guide/intro';
const OLD = pageFile('Intro', 'Of the team.\n');

/** A page that was pushed, edited on the platform, and pulled; then its file became again what it was. */
async function restored(edit: { content?: string; title?: string }): Promise<Workbench> {
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
])('a pulled edit %j is not overwritten by a file that no longer has it', async (edit, field) => {
  const bench = await restored(edit);
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
  'a pulled edit %j is not overwritten by a file that no longer has it and has an earlier edit of its own',
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
  'an edit %j from a run that also sent an edit of the file is not overwritten by the earlier text of the file',
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

test('choosing a side settles the conflict', async () => {
  const bench = await restored({ content: 'Of an editor.' });

  const { requests } = await bench.push({ conflicts: 'ours' });

  expect(requests).toEqual({ listAll: 1, readPage: 1, updatePage: 1 });
  expect((await pageOf(bench))?.draft).toBe('Of the team.');
  expect((await bench.push()).requests).toEqual({ listAll: 1 });
});

test('the text of the platform can be taken over again', async () => {
  const bench = await restored({ content: 'Of an editor.' });

  await bench.push({ conflicts: 'theirs' });

  expect(await fileIn(bench)).toBe(pageFile('Intro', 'Of an editor.\n'));
  expect((await bench.prepare()).summary.unchanged).toBe(1);
});

test('a merge does not treat the undone text as a change by the team', async () => {
  const bench = await restored({ content: 'Of an editor.' });

  await bench.push({ conflicts: 'merge' });

  expect(await fileIn(bench)).toContain('Of an editor.');
  expect((await pageOf(bench))?.draft).toBe('Of an editor.');
});

test('after two pulls, the text before the first one is also known', async () => {
  const bench = await openWorkbench({ [FILE]: OLD });
  await bench.push();
  await pulled(bench, { content: 'Of an editor.' });
  await pulled(bench, { content: 'Of another one.' });
  await bench.write({ [FILE]: OLD });

  await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
});

test('it is still a conflict if an editor published the edit meanwhile', async () => {
  const bench = await restored({ content: 'Of an editor.' });
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
])('it is still a conflict if the edit was %s before it was undone', async (_, then) => {
  const bench = await openWorkbench({ [FILE]: OLD });
  await bench.push();
  await pulled(bench, { content: 'Of an editor.' });
  await then(bench);
  await bench.write({ [FILE]: OLD });

  await expect(bench.push({ publish: true })).rejects.toMatchObject({ code: 'conflict' });
  expect((await pageOf(bench))?.published).toBe('Of an editor.');
});

test('a merge that was sent and then undone is not overwritten', async () => {
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

test('it is still a conflict if the page has changed again on the platform', async () => {
  const bench = await restored({ content: 'Of an editor.' });
  await bench.platform.admin.editor().edit(await bench.idOf(KEY), { content: 'Of another one.' });

  await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
  expect((await pageOf(bench))?.draft).toBe('Of another one.');
});

test('after another text was sent, the old text is an edit like any other', async () => {
  const bench = await restored({ content: 'Of an editor.' });
  await bench.write({ [FILE]: pageFile('Intro', 'Of both.\n') });
  await bench.push();
  await bench.write({ [FILE]: OLD });

  expect((await bench.push()).requests).toEqual({ listAll: 1, readPage: 1, updatePage: 1 });
  expect((await pageOf(bench))?.draft).toBe('Of the team.');
});
