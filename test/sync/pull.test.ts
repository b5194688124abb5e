import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apply } from '../../src/sync/run/apply.ts';
import { openWorkbench, pageFile } from './workbench.ts';

const FILES = {
  'docs/v1/guide/intro.md': pageFile('Intro', 'See [setup](setup.md).\n', 'keywords:  a,b\n'),
  'docs/v1/guide/setup.md': pageFile('Setup', 'Install it.\n'),
};

describe('changes on the platform, taken into the files', () => {
  test.each([false, true])('keep every other byte of the file (re-prints: %s)', async (reprint) => {
    const bench = await openWorkbench(FILES, { reprint });
    await bench.push({ publish: true });
    await bench.platform.admin.editor().edit(await bench.idOf('v1/guide/intro'), {
      title: 'Welcome',
      content: 'Edited. See [setup](/guide/setup).',
    });
    const { prepared } = await bench.push({ pull: true });
    expect(prepared.summary).toMatchObject({ pull: 1, conflict: 0, update: 0 });
    const text = await readFile(join(bench.folder, 'docs/v1/guide/intro.md'), 'utf8');
    expect(text).toBe(pageFile('Welcome', 'Edited. See [setup](setup.md).\n', 'keywords:  a,b\n'));
    const again = await bench.push({ pull: true });
    expect(again.prepared.summary).toMatchObject({ unchanged: 2 });
    expect(again.requests).toEqual({ listAll: 1 });
    const { plan } = await bench.prepare({ publish: true });
    expect(plan.changes).toContainEqual(
      expect.objectContaining({ kind: 'publish', key: 'v1/guide/intro', held: 'pulled' }),
    );
  });

  const edits = [
    ['title', { title: 'Theirs' }, pageFile('Setup', 'New.\n'), { title: 'Theirs', draft: 'New.' }],
    [
      'text',
      { content: 'New.' },
      pageFile('Ours', 'Install it.\n'),
      { title: 'Ours', draft: 'New.' },
    ],
  ] as const;

  test.each(edits)('a %s is taken over, and local edits are sent', async (_, edit, ours, both) => {
    const bench = await openWorkbench(FILES);
    await bench.push();
    await bench.platform.admin.editor().edit(await bench.idOf('v1/guide/setup'), edit);
    await bench.write({ 'docs/v1/guide/setup.md': ours });

    const { outcome } = await bench.push({ pull: true });

    expect(outcome.failed).toEqual([]);
    expect(outcome.applied.map(({ kind }) => kind).toSorted()).toEqual(['pull', 'update']);
    expect((await bench.pages()).get('v1/guide/setup')).toMatchObject(both);
    const text = await readFile(join(bench.folder, 'docs/v1/guide/setup.md'), 'utf8');
    expect(text).toBe(pageFile(both.title, `${both.draft}\n`));
    await bench.push();
    expect((await bench.push()).requests).toEqual({ listAll: 1 });
  });

  test('the text is taken over and a title is sent, if the platform is chosen in conflicts', async () => {
    const bench = await openWorkbench(FILES);
    await bench.push();
    const id = await bench.idOf('v1/guide/setup');
    await bench.platform.admin.editor().edit(id, { content: 'Theirs.' });
    await bench.write({ 'docs/v1/guide/setup.md': pageFile('Ours', 'Edited here.\n') });

    const { outcome } = await bench.push({ conflicts: 'theirs' });

    expect(outcome.failed).toEqual([]);
    expect((await bench.pages()).get('v1/guide/setup')).toMatchObject({
      title: 'Ours',
      draft: 'Theirs.',
    });
    expect((await bench.push()).prepared.summary).toMatchObject({
      update: 0,
      pull: 0,
      conflict: 0,
    });
  });

  test('the title of the file becomes the base', async () => {
    const bench = await openWorkbench(FILES);
    await bench.push();
    const id = await bench.idOf('v1/guide/setup');
    await bench.platform.admin.editor().edit(id, { title: ' Two\nlines: one title ' });
    await bench.push({ pull: true });
    expect((await bench.push()).requests).toEqual({ listAll: 1 });
  });

  test.each(edits)(
    'a %s is taken over, and local edits remain to be sent',
    async (_, edit, ours, both) => {
      const bench = await openWorkbench(FILES);
      await bench.push();
      await bench.platform.admin.editor().edit(await bench.idOf('v1/guide/setup'), edit);
      await bench.write({ 'docs/v1/guide/setup.md': ours });
      await bench.push({ pull: true, send: false });
      const { prepared } = await bench.push();
      expect(prepared.summary).toMatchObject({ update: 1, pull: 0 });
      expect((await bench.pages()).get('v1/guide/setup')).toMatchObject(both);
    },
  );

  test('no file is written without --pull', async () => {
    const bench = await openWorkbench(FILES);
    await bench.push();
    await bench.platform.admin.editor().edit(await bench.idOf('v1/guide/intro'), { content: 'X' });
    await bench.push();
    const text = await readFile(join(bench.folder, 'docs/v1/guide/intro.md'), 'utf8');
    expect(text).toBe(FILES['docs/v1/guide/intro.md']);
  });

  test('if the platform is chosen in a conflict, its text replaces the file, whose text is kept', async () => {
    const bench = await openWorkbench(FILES);
    await bench.push();
    await bench.platform.admin
      .editor()
      .edit(await bench.idOf('v1/guide/setup'), { content: 'Theirs.' });
    const ours = pageFile('Setup', 'Ours.\n');
    await bench.write({ 'docs/v1/guide/setup.md': ours });
    await bench.push({ conflicts: 'theirs' });
    const text = await readFile(join(bench.folder, 'docs/v1/guide/setup.md'), 'utf8');
    expect(text).toBe(pageFile('Setup', 'Theirs.\n'));
    const { digestOf } = await import('../../src/content/digest.ts');
    const digest = digestOf(ours);
    const kept = join(bench.folder, '.docs-cli/objects', digest.slice(0, 2), digest);
    expect(await readFile(kept, 'utf8')).toBe(ours);
    expect((await bench.push()).prepared.summary.unchanged).toBe(2);
  });
});

describe('both sides merged', () => {
  const TEXT = 'First.\n\nSecond.\n\nThird.\n';
  const intro = 'docs/v1/guide/intro.md';

  async function edited(
    ours: string,
    theirs: { content?: string; title?: string },
    reprint: boolean,
  ) {
    const bench = await openWorkbench({ [intro]: pageFile('Intro', TEXT) }, { reprint });
    await bench.push();
    await bench.platform.admin.editor().edit(await bench.idOf('v1/guide/intro'), theirs);
    await bench.write({ [intro]: ours });
    return bench;
  }

  test.each([false, true])(
    'changes on different lines: file and platform have both (re-prints: %s)',
    async (reprint) => {
      const bench = await edited(
        pageFile('Intro', 'First, ours.\n\nSecond.\n\nThird.\n'),
        { title: 'Welcome', content: 'First.\n\nSecond.\n\nThird, theirs.' },
        reprint,
      );
      const { prepared } = await bench.push({ conflicts: 'merge' });
      expect(prepared.plan.changes).toMatchObject([{ kind: 'conflict', merge: 'clean' }]);
      const both = 'First, ours.\n\nSecond.\n\nThird, theirs.';
      expect(await readFile(join(bench.folder, intro), 'utf8')).toBe(
        pageFile('Welcome', `${both}\n`),
      );
      const page = (await bench.pages()).get('v1/guide/intro');
      expect(page?.title).toBe('Welcome');
      expect(page?.draft?.trim()).toBe(both);
      const again = await bench.push();
      expect(again.prepared.summary).toMatchObject({ unchanged: 1 });
      expect(again.requests).toEqual({ listAll: 1 });
    },
  );

  test('changes on the same line: the file has both, and is not sent until the markers are gone', async () => {
    const theirs = { title: 'Theirs', content: 'First.\n\nTheirs.\n\nThird.' };
    const bench = await edited(pageFile('Ours', 'First.\n\nOurs.\n\nThird.\n'), theirs, false);
    const { prepared, outcome } = await bench.push({ conflicts: 'merge' });
    expect(prepared.plan.changes).toMatchObject([{ kind: 'conflict', merge: 'markers' }]);
    expect(outcome.skipped[0]?.hint).toContain('.docs-cli/objects/');
    const text = await readFile(join(bench.folder, intro), 'utf8');
    for (const part of ['Ours', 'Theirs', 'Ours.', 'Theirs.', '<<<<<<< file']) {
      expect(text).toContain(part);
    }
    for (const conflicts of ['ours', 'merge', 'skip'] as const) {
      const held = await bench.push({ conflicts });
      expect(held.prepared.summary).toMatchObject({ unplaced: 1, update: 0, orphan: 0, gone: 0 });
    }
    expect((await bench.pages()).get('v1/guide/intro')?.draft).toBe(theirs.content);

    await bench.write({ [intro]: pageFile('Settled', 'First.\n\nSettled.\n\nThird.\n') });
    const settled = await bench.push();
    expect(settled.prepared.summary).toMatchObject({ update: 1, conflict: 0 });
    expect((await bench.pages()).get('v1/guide/intro')).toMatchObject({ title: 'Settled' });
  });

  test('without a common ancestor, all differences are between markers', async () => {
    const ours = pageFile('Intro', 'First, ours.\n\nSecond.\n\nThird.\n');
    const bench = await edited(ours, { content: 'First.\n\nSecond.\n\nTheirs.' }, false);
    const { rm } = await import('node:fs/promises');
    await rm(join(bench.folder, '.docs-cli'), { recursive: true });
    await rm(join(bench.folder, 'docs-cli.lock'));
    const { prepared } = await bench.push({ conflicts: 'merge' });
    expect(prepared.plan.changes).toMatchObject([{ group: 'no-base', merge: 'markers' }]);
  });

  test('a slug that both changed cannot be merged: the run stops before it writes anything', async () => {
    const bench = await edited(pageFile('Intro', 'Ours.\n'), { content: 'Theirs.' }, false);
    const id = await bench.idOf('v1/guide/intro');
    await bench.platform.admin.editor().edit(id, { slug: 'start' });
    const ours = await readFile(join(bench.folder, intro), 'utf8');
    await bench.remove(intro);
    await bench.write({ 'docs/v1/guide/begin.md': ours });
    const before = await bench.pages();
    await bench.push({ conflicts: 'merge' }).catch(() => undefined);
    expect((await bench.pages()).get('v1/guide/start')?.draft).toBe(
      before.get('v1/guide/start')?.draft,
    );
  });
});

describe('a file that is edited after it was read, as while a prompt waits', () => {
  const setup = 'docs/v1/guide/setup.md';
  const theirs = { title: 'Theirs', content: 'Install it.\n\nTheirs.' };

  const CHANGED = `"${setup}" changed since it was read.`;

  /** Files are read again, as in a fresh clone: what a scan read it also keeps. */
  async function moved(ours: string) {
    const bench = await openWorkbench(FILES);
    await bench.push();
    await bench.platform.admin.editor().edit(await bench.idOf('v1/guide/setup'), theirs);
    await bench.write({ [setup]: ours });
    const { rm } = await import('node:fs/promises');
    await rm(join(bench.folder, '.docs-cli'), { recursive: true });
    return bench;
  }

  const EDITED = [
    ['text', pageFile('Setup', 'Install it, in a minute.\n')],
    ['title', pageFile('Setting up', 'Install it.\n')],
  ] as const;

  test.each(EDITED)('is not overwritten by a pull: %s', async (_, edited) => {
    const bench = await moved(FILES[setup]);
    const prepared = await bench.prepare({ pull: true });
    expect(prepared.summary).toMatchObject({ pull: 1 });
    await bench.write({ [setup]: edited });
    const outcome = await apply(prepared, bench.deps);
    expect(outcome).toMatchObject({ applied: [], failed: [{ reason: CHANGED }] });
    expect(await readFile(join(bench.folder, setup), 'utf8')).toBe(edited);
    expect((await bench.push({ conflicts: 'skip' })).prepared.summary).toMatchObject({
      conflict: 1,
    });
  });

  test('keeps its new slug and its place', async () => {
    const bench = await openWorkbench(FILES);
    await bench.push();
    const id = await bench.idOf('v1/guide/setup');
    await bench.platform.admin.editor().edit(id, { slug: 'theirs' });
    const prepared = await bench.prepare({ pull: true });
    const edited = pageFile('Setup', 'Install it.\n', 'slug: ours\n');
    await bench.write({ [setup]: edited });
    const outcome = await apply(prepared, bench.deps);
    expect(outcome).toMatchObject({ applied: [], failed: [{ reason: CHANGED }] });
    expect(await readFile(join(bench.folder, setup), 'utf8')).toBe(edited);
  });

  test('keeps fields that a pull does not write', async () => {
    const bench = await moved(FILES[setup]);
    const prepared = await bench.prepare({ pull: true });
    await bench.write({ [setup]: pageFile('Setup', 'Install it.\n', 'keywords: new\n') });
    expect(await apply(prepared, bench.deps)).toMatchObject({ failed: [] });
    expect(await readFile(join(bench.folder, setup), 'utf8')).toBe(
      pageFile('Theirs', `${theirs.content}\n`, 'keywords: new\n'),
    );
  });

  test.each([
    ...EDITED,
    ['rest of the header', pageFile('Setup', 'Ours.\n\nInstall it.\n', 'keywords: new\n')],
  ] as const)('is not overwritten by a merge: %s', async (_, edited) => {
    const bench = await moved(pageFile('Setup', 'Ours.\n\nInstall it.\n'));
    const prepared = await bench.prepare({ conflicts: 'merge' });
    expect(prepared.plan.changes).toContainEqual(expect.objectContaining({ kind: 'conflict' }));
    await bench.write({ [setup]: edited });
    const outcome = await apply(prepared, bench.deps);
    expect(outcome).toMatchObject({ applied: [], failed: [{ reason: CHANGED }] });
    expect(await readFile(join(bench.folder, setup), 'utf8')).toBe(edited);
  });
});

describe('pages that only the platform has', () => {
  const only = { pull: true, newFiles: true, send: false } as const;

  async function withStranger(reprint: boolean) {
    const bench = await openWorkbench(FILES, { reprint });
    await bench.push();
    // Dates are known to move from then on.
    await bench.write({ 'docs/v1/guide/setup.md': pageFile('Setup', 'Install it now.\n') });
    await bench.push();
    const editor = bench.platform.admin.editor();
    const guide = (await bench.lock()).documentations.get('v1/guide') ?? 0;
    for (const slug of ['added', 'more']) {
      await editor.create(guide, {
        title: `Page ${slug}`,
        slug,
        content: 'See [intro](/guide/intro) and [more](/guide/more).',
      });
    }
    return bench;
  }

  test.each([false, true])('get files, once (re-prints: %s)', async (reprint) => {
    const bench = await withStranger(reprint);
    const { prepared, outcome } = await bench.push(only);
    expect(prepared.summary).toMatchObject({ pull: 2, unchanged: 2 });
    expect(prepared.plan.remoteOnly).toBe(0);
    expect(outcome.applied).toHaveLength(2);
    const text = await readFile(join(bench.folder, 'docs/v1/guide/added.md'), 'utf8');
    expect(text).toContain('title: Page added');
    expect(text).toContain('See [intro](intro.md) and [more](more.md).');
    const again = await bench.push(only);
    expect(again.prepared.summary).toMatchObject({ pull: 0, unchanged: 4 });
    expect(again.requests).toEqual({ listAll: 1 });
    const pushed = await bench.push();
    expect(pushed.prepared.summary).toMatchObject({ update: 0, unchanged: 4 });
  });

  test('count as done on the progress line once they have files', async () => {
    const bench = await withStranger(false);
    await bench.push(only);
    const progress = bench.events.filter((event) => event.type === 'progress');
    expect(progress.at(-1)).toMatchObject({ phase: 'apply', done: 2, total: 2 });
  });

  test('are not written to files, and nothing is sent, unless that was requested', async () => {
    const bench = await withStranger(false);
    const { prepared } = await bench.push({ pull: true });
    expect(prepared.summary).toMatchObject({ pull: 0 });
    expect(prepared.plan.remoteOnly).toBe(2);
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Intro', 'Edited here.\n') });
    const pulled = await bench.push(only);
    expect(pulled.requests['updatePage']).toBeUndefined();
    const text = await readFile(join(bench.folder, 'docs/v1/guide/intro.md'), 'utf8');
    expect(text).toContain('Edited here.');
  });
});
