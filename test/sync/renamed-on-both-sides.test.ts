import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorkbench, pageFile } from './workbench.ts';
import type { Workbench } from './workbench.ts';

const fileOf = (slug: string, documentation = 'guide'): string =>
  `docs/v1/${documentation}/${slug}.md`;

const FILES = {
  [fileOf('intro')]: pageFile('Intro', 'Hello.\n'),
  [fileOf('setup')]: pageFile('Setup', 'How to.\n'),
};

const said = ({ prepared }: Awaited<ReturnType<Workbench['push']>>): string[] =>
  prepared.plan.changes.map(({ kind, key }) => `${kind} ${key}`);

const move = (bench: Workbench, from: string, to: string): Promise<void> =>
  rename(join(bench.folder, from), join(bench.folder, to));

/** Somebody takes the page away and makes another with its slug. */
async function replaceOnPlatform(bench: Workbench, slug: string, content: string): Promise<void> {
  const editor = bench.platform.admin.editor();
  await editor.remove(await bench.idOf(`v1/guide/${slug}`));
  const documentation = await bench.platform.admin.documentationId('v1', 'guide');
  await editor.create(documentation, { title: 'Made anew', slug, content });
}

describe('a folder that is renamed like its documentation on the platform', () => {
  test.each(['refuse', 'suffix'] as const)('keeps its pages (taken slugs: %s)', async (taken) => {
    const bench = await openWorkbench(FILES, { takenSlugs: taken });
    await bench.push();
    const id = await bench.idOf('v1/guide/intro');
    await bench.platform.admin.renameDocumentation('v1', 'guide', 'manual');
    await move(bench, 'docs/v1/guide', 'docs/v1/manual');
    await bench.write({
      'docs/v1/manual/settings.yaml': 'slug: manual\n',
      [fileOf('intro', 'manual')]: pageFile('Intro', 'Hello again.\n'),
    });

    const pushed = await bench.push();

    expect(said(pushed)).toEqual(['update v1/manual/intro', 'adopt v1/manual/setup']);
    expect(pushed.requests).toEqual({ listAll: 1, readPage: 2, updatePage: 1 });
    expect([...(await bench.pages()).keys()]).toEqual(['v1/manual/intro', 'v1/manual/setup']);
    expect(await bench.idOf('v1/manual/intro')).toBe(id);
    expect((await bench.push()).requests).toEqual({ listAll: 1 });
  });

  test('keeps its pages if the version was renamed', async () => {
    const bench = await openWorkbench(FILES);
    await bench.push();
    await bench.platform.admin.renameVersion('v1', 'v2');
    await move(bench, 'docs/v1', 'docs/v2');
    await bench.write({ 'docs/v2/settings.yaml': 'name: v2\nslug: v2\n' });

    expect(said(await bench.push())).toEqual(['adopt v2/guide/intro', 'adopt v2/guide/setup']);
    expect((await bench.push()).requests).toEqual({ listAll: 1 });
  });
});

describe('a file that is renamed like its page on the platform', () => {
  test('keeps its page, even if nothing of its text and title is unchanged', async () => {
    const bench = await openWorkbench(FILES);
    await bench.push();
    const id = await bench.idOf('v1/guide/intro');
    await bench.platform.admin.editor().edit(id, { slug: 'start' });
    await bench.remove(fileOf('intro'));
    await bench.write({ [fileOf('start')]: pageFile('Begin', 'Quite another text.\n') });

    const pushed = await bench.push();

    expect(pushed.prepared.plan.changes).toMatchObject([
      { kind: 'update', key: 'v1/guide/start', id, fields: ['title', 'body'] },
    ]);
    expect(pushed.requests).toEqual({ listAll: 1, readPage: 1, updatePage: 1 });
    expect([...(await bench.pages()).keys()].toSorted()).toEqual([
      'v1/guide/setup',
      'v1/guide/start',
    ]);
    expect((await bench.push()).requests).toEqual({ listAll: 1 });
  });

  test('is looked up by its slug if that takes fewer requests', async () => {
    const many = Array.from({ length: 11 }, (_, n) => `page-${n}`);
    const bench = await openWorkbench(
      Object.fromEntries(many.map((slug) => [fileOf(slug), pageFile(slug, `Of ${slug}.\n`)])),
    );
    await bench.push();
    for (const slug of many) {
      const id = await bench.idOf(`v1/guide/${slug}`);
      await bench.platform.admin.editor().edit(id, { slug: `${slug}-now` });
      await bench.remove(fileOf(slug));
    }
    await bench.write({ [fileOf('page-3-now')]: pageFile('Anew', 'Anew.\n') });

    const { prepared, requests } = await bench.push({ force: true });

    expect(requests).toMatchObject({ findPage: 1, updatePage: 1 });
    expect(prepared.summary).toMatchObject({ update: 1, create: 0, orphan: 10 });
  });
});

test('a new file with the slug that the page of another file already has is not a new page', async () => {
  const bench = await openWorkbench(FILES, { takenSlugs: 'suffix' });
  await bench.push();
  const id = await bench.idOf('v1/guide/intro');
  await bench.platform.admin.editor().edit(id, { slug: 'start' });
  await bench.write({ [fileOf('start')]: pageFile('Start', 'Another page.\n') });

  const pushed = await bench.push();

  expect(pushed.prepared.plan.changes).toMatchObject([
    { kind: 'pull', key: 'v1/guide/intro', fields: ['slug'] },
    {
      kind: 'unplaced',
      key: 'v1/guide/start',
      reason: expect.stringContaining(`page ${id}, the page of docs/v1/guide/intro.md`),
    },
  ]);
  expect((await bench.pages()).size).toBe(2);
});

describe('a page that was deleted and created again on the platform', () => {
  test.each([{}, { recreate: true }])('belongs to the file: %o', async (options) => {
    const bench = await openWorkbench(FILES, { takenSlugs: 'suffix' });
    await bench.push();
    await replaceOnPlatform(bench, 'intro', 'Hello.');

    const pushed = await bench.push(options);

    expect(pushed.prepared.plan.changes).toMatchObject([
      { kind: 'pull', key: 'v1/guide/intro', fields: ['title'] },
    ]);
    expect((await bench.pages()).size).toBe(2);
    await bench.push({ ...options, pull: true });
    expect((await bench.push(options)).requests).toEqual({ listAll: 1 });
  });

  test('is not overwritten if both sides changed', async () => {
    const bench = await openWorkbench(FILES);
    await bench.push();
    await replaceOnPlatform(bench, 'intro', 'Of the editor.');
    await bench.write({ [fileOf('intro')]: pageFile('Intro', 'Of the file.\n') });

    const { plan } = await bench.prepare({ recreate: true });

    expect(plan.changes).toMatchObject([
      { kind: 'conflict', key: 'v1/guide/intro', group: 'diverged' },
    ]);
  });
});
