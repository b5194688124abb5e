import { describe, expect, test } from 'vitest';
import { apply } from '../../src/sync/engine.ts';
import { readLogFile } from '../../src/sync/record/read-log.ts';
import { openWorkbench, pageFile } from './workbench.ts';
import type { Workbench, WorkbenchOptions } from './workbench.ts';

const FILE = 'docs/v1/guide/intro.md';
const RENAMED = 'docs/v1/guide/start.md';

/** A file that was renamed to what a page of the editor's is called. */
async function openRenamed(options: WorkbenchOptions): Promise<Workbench> {
  const bench = await openWorkbench({ [FILE]: pageFile('Intro', 'Hello.\n') }, options);
  await bench.push();
  const documentation = await bench.platform.admin.documentationId('v1', 'guide');
  const other = { title: 'Of the editor', slug: 'start', content: 'Other.' };
  await bench.platform.admin.editor().create(documentation, other);
  await bench.remove(FILE);
  await bench.write({ [RENAMED]: pageFile('Intro', 'Hello.\n') });
  return bench;
}

describe('a file that is renamed to a slug which another page has', () => {
  test('fails, and names the page', async () => {
    const bench = await openRenamed({ takenSlugs: 'refuse' });
    const other = await bench.idOf('v1/guide/start');

    const { outcome } = await bench.push();

    expect(outcome.applied).toEqual([]);
    expect(outcome.failed).toMatchObject([
      {
        change: { kind: 'update', key: 'v1/guide/start' },
        reason: `The slug "start" is taken on the platform: page ${other} has it.`,
        hint: 'Change the slug of the file, or of that page in the editor. If two files exchanged their slugs, push once with a third one for one of them',
      },
    ]);
  });

  test('fails if the platform gives it a suffix, and is not reported as done', async () => {
    const bench = await openRenamed({ takenSlugs: 'suffix' });
    const id = await bench.idOf('v1/guide/intro');
    const other = await bench.idOf('v1/guide/start');

    const { outcome } = await bench.push();

    expect(outcome.applied).toEqual([]);
    expect(outcome.failed).toMatchObject([
      {
        reason: `The platform gave page ${id} the slug "start-1", for the slug "start" is taken: page ${other} has it.`,
      },
    ]);
    // Nothing is left that the next run would have to look into.
    expect((await readLogFile(bench.deps.project)).open).toEqual([]);
    expect((await bench.prepare()).plan.changes).toMatchObject([
      { kind: 'conflict', key: 'v1/guide/start', id, fields: ['slug'] },
    ]);
    await bench.platform.admin.editor().edit(other, { slug: 'elsewhere' });
    await bench.push({ conflicts: 'ours' });
    expect(await bench.idOf('v1/guide/start')).toBe(id);
    expect((await bench.push()).requests).toEqual({ listAll: 1 });
  });
});

describe('a new page that another job creates between plan and write', () => {
  const open = async (publish: boolean, takenSlugs: 'refuse' | 'suffix' = 'refuse') => {
    const bench = await openWorkbench({ [FILE]: pageFile('Intro', 'Hello.\n') }, { takenSlugs });
    const prepared = await bench.prepare({ publish });
    const documentation = await bench.platform.admin.documentationId('v1', 'guide');
    return { bench, prepared, documentation, editor: bench.platform.admin.editor() };
  };

  test.each([
    [false, false],
    [true, false],
    [true, true],
    [false, true],
  ])(
    'is used without a change if it is equal (published here: %s, there: %s)',
    async (publish, isShown) => {
      const { bench, prepared, documentation, editor } = await open(publish);
      const id = await editor.create(documentation, {
        title: 'Intro',
        slug: 'intro',
        content: 'Hello.\n',
      });
      if (isShown) await editor.publish(id);

      const outcome = await apply(prepared, bench.deps);

      expect(outcome.failed).toEqual([]);
      expect(outcome.applied).toMatchObject([
        { kind: 'adopt', key: 'v1/guide/intro', id },
        ...(publish && !isShown ? [{ kind: 'publish' }] : []),
      ]);
      expect(await bench.platform.admin.pages()).toHaveLength(1);
      expect((await bench.push({ publish })).requests).toEqual({ listAll: 1 });
    },
  );

  test.each([
    ['another title', { title: 'Other', slug: 'intro', content: 'Hello.\n' }],
    ['another text', { title: 'Intro', slug: 'intro', content: 'Bye.\n' }],
  ])('fails if it has %s', async (_, other) => {
    const { bench, prepared, documentation, editor } = await open(false);
    const id = await editor.create(documentation, other);

    const outcome = await apply(prepared, bench.deps);

    expect(outcome.applied).toEqual([]);
    expect(outcome.failed).toMatchObject([
      { reason: `The slug "intro" is taken on the platform: page ${id} has it.` },
    ]);
  });

  test('is named with what deletes the second page, in this run and the next', async () => {
    const { bench, prepared, documentation, editor } = await open(false, 'suffix');
    const page = { title: 'Intro', slug: 'intro', content: 'Hello.\n' };
    const id = await editor.create(documentation, page);

    const outcome = await apply(prepared, bench.deps);
    // Nobody reads that nothing was written.
    expect(outcome.failed).toMatchObject([{ begun: true }]);

    const second = await bench.idOf('v1/guide/intro-1');
    expect(outcome.failed).toMatchObject([
      {
        reason: `The platform made page ${second} as "intro-1", for the slug "intro" is taken: page ${id} has it, with the same title and text.`,
        hint: 'docs page delete v1/guide/intro-1 --force deletes the second one; then push again',
      },
    ]);
    const next = await bench.prepare();
    expect(next.plan.changes).toMatchObject([{ kind: 'adopt', id }]);
    expect(next.warnings).toEqual([
      `v1/guide/intro-1 has no file, but the title and the text of the file of v1/guide/intro: it seems to be the same page, created twice. docs page delete v1/guide/intro-1 --force deletes it.`,
    ]);
    await editor.remove(second);
    expect((await bench.prepare()).warnings).toEqual([]);
  });

  test('is not called the same page if its text differs; the page that was made is named', async () => {
    const { bench, prepared, documentation, editor } = await open(false, 'suffix');
    await editor.create(documentation, { title: 'Intro', slug: 'intro', content: 'Bye.\n' });

    const outcome = await apply(prepared, bench.deps);

    expect(outcome.failed).toMatchObject([
      {
        reason: expect.stringMatching(/for the slug "intro" is taken: page \d+ has it\.$/),
        hint: 'docs page delete v1/guide/intro-1 --force deletes what was made; if the other is not this page, give the file another slug',
      },
    ]);
    expect((await bench.prepare()).warnings).toEqual([
      expect.stringContaining('docs page delete v1/guide/intro-1 --force deletes it.'),
    ]);
  });
});
