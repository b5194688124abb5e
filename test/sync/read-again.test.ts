/** A page that is read again after it was compared counts only if it is as it was then. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { HttpHandler } from '../../src/system/http/exchange.ts';
import type { PageId, PageKey } from '../../src/model/ids.ts';
import { pathOfCall } from '../../src/platform/app.ts';
import { apply } from '../../src/sync/run/apply.ts';
import { storedOf } from '../../src/sync/record/stored-page.ts';
import { withChoices } from '../../src/sync/run/prepare.ts';
import { realClock } from '../support/host.ts';
import { openWorkbench, pageFile } from './workbench.ts';
import type { Workbench, WorkbenchOptions } from './workbench.ts';

const KEY = 'v1/guide/intro' as PageKey;
const FILE = 'docs/v1/guide/intro.md';
const BASE = 'One.\n\nTwo.\n\nThree.';

/** What somebody saves after the page was compared, by the part of the page that changes. */
const SAVED = {
  title: (bench, id) => bench.platform.admin.editor().edit(id, { title: 'Theirs, again' }),
  slug: (bench, id) => bench.platform.admin.editor().edit(id, { slug: 'introduction' }),
  draft: (bench, id) =>
    bench.platform.admin.editor().edit(id, { content: 'One.\n\nTwo.\n\nThree.\n\nFour, theirs.' }),
  published: async (bench, id) => bench.platform.admin.editor().publish(id),
  'nothing else: it is removed': (bench, id) => bench.platform.admin.editor().remove(id),
} satisfies Record<string, (bench: Workbench, id: PageId) => Promise<unknown>>;

const parts = Object.entries(SAVED);

/** Somebody who saves just after a page was read, once. */
class AfterRead {
  save: (() => Promise<unknown>) | undefined;

  readonly inFront =
    (service: HttpHandler): HttpHandler =>
    async (request) => {
      const answer = await service(request);
      const { save } = this;
      if (
        save === undefined ||
        request.method !== 'GET' ||
        !/\/page\/\d+$/.test(pathOfCall(request))
      )
        return answer;
      this.save = undefined;
      await save();
      return answer;
    };
}

/** A page whose title changed on both sides, and whose text changed in the file. */
async function openDiverged(options: WorkbenchOptions = {}): Promise<Workbench> {
  const bench = await openWorkbench({ [FILE]: pageFile('Intro', `${BASE}\n`) }, options);
  await bench.push();
  const id = await bench.idOf(KEY);
  await bench.platform.admin.editor().edit(id, { title: 'Theirs' });
  await bench.write({ [FILE]: pageFile('Ours', `${BASE.replace('One', 'One, ours')}\n`) });
  return bench;
}

const fileOf = (bench: Workbench): Promise<string> => readFile(join(bench.folder, FILE), 'utf8');

describe('a merge does not use a text that was saved after the page was compared', () => {
  test.each(parts)('%s, while the prompt was open', async (_, save) => {
    const bench = await openDiverged();
    const before = await fileOf(bench);
    const asked = await bench.prepare();
    expect(asked.plan.changes).toMatchObject([{ kind: 'conflict', key: KEY }]);
    await save(bench, await bench.idOf(KEY));
    const there = await bench.pages();

    const chosen = await withChoices(asked, new Map([[KEY, 'merge']]), bench.deps);
    const outcome = await apply(chosen, bench.deps);

    expect(outcome).toMatchObject({ applied: [], failed: [], stopped: null });
    expect(outcome.skipped).toMatchObject([{ change: { kind: 'conflict', key: KEY } }]);
    expect(outcome.skipped[0]?.reason).toMatch(/^It was (changed again|removed) on the platform/);
    expect(await fileOf(bench)).toBe(before);
    expect(await bench.pages()).toEqual(there);
  });

  test.each(parts)('%s, without a prompt', async (_, save) => {
    const editor = new AfterRead();
    const bench = await openDiverged({ inFront: editor.inFront });
    const before = await fileOf(bench);
    editor.save = async () => save(bench, await bench.idOf(KEY));

    const { outcome } = await bench.push({ conflicts: 'merge' });

    expect(editor.save).toBeUndefined();
    expect(outcome).toMatchObject({ applied: [], failed: [], stopped: null });
    expect(outcome.skipped).toMatchObject([{ change: { kind: 'conflict', key: KEY } }]);
    expect(await fileOf(bench)).toBe(before);
  });

  test('the next run has both edits', async () => {
    const bench = await openDiverged();
    const asked = await bench.prepare();
    await SAVED.draft(bench, await bench.idOf(KEY));
    const chosen = await withChoices(asked, new Map([[KEY, 'merge']]), bench.deps);
    await apply(chosen, bench.deps);

    await bench.push({ conflicts: 'merge' });

    const merged = await fileOf(bench);
    expect(merged).toContain('One, ours.');
    expect(merged).toContain('Four, theirs.');
    expect(merged).toContain('title: Theirs');
  });
});

describe('a pull does not use a text that was saved after the page was compared', () => {
  test.each(parts)('%s', async (_, save) => {
    let sleptMs = 0;
    const syncClock = { ...realClock, now: () => realClock.now() + sleptMs };
    const bench = await openWorkbench(
      { [FILE]: `---\ntype: page\ntitle: Intro\n---draft\n\n${BASE}\n` },
      { syncClock },
    );
    await bench.push();
    const id = await bench.idOf(KEY);
    await bench.platform.admin.editor().edit(id, { content: 'Two, theirs.' });
    const before = await fileOf(bench);
    const prepared = await bench.prepare({ pull: true, send: false });
    expect(prepared.plan.changes).toMatchObject([{ kind: 'pull', key: KEY }]);
    await save(bench, id);
    sleptMs = 5001;

    const outcome = await apply(prepared, bench.deps);

    expect(outcome).toMatchObject({ applied: [], failed: [], stopped: null });
    expect(outcome.skipped).toMatchObject([{ change: { kind: 'pull', key: KEY } }]);
    expect(await fileOf(bench)).toBe(before);
  });
});

describe('a new file does not get a text that was saved after its page was read, if the text could not be kept in memory', () => {
  test.each(parts)('%s', async (part, save) => {
    const bench = await openWorkbench({ [FILE]: pageFile('Intro', `${BASE}\n`) });
    await bench.push();
    for (const file of [FILE, 'docs-cli.lock']) await bench.remove(file);
    const prepared = await bench.prepare({ pull: true, newFiles: true, send: false });
    const newFiles = new Map(
      Array.from(prepared.newFiles, ([key, file]) => {
        if (!('id' in file.page)) throw new Error('the page was not kept');
        const { title, slug } = file.page;
        return [key, { ...file, page: { title, slug, stored: storedOf(file.page) } }] as const;
      }),
    );
    expect(newFiles.size).toBe(1);
    await save(bench, await bench.idOf(KEY));

    const outcome = await apply({ ...prepared, newFiles }, bench.deps);

    const why = part === 'nothing else: it is removed' ? 'removed' : 'changed';
    expect(outcome.skipped).toMatchObject([
      { change: { key: KEY }, reason: `It was ${why} on the platform since the plan was made.` },
    ]);
    await expect(fileOf(bench)).rejects.toThrow('ENOENT');
  });
});
