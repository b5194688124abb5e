import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorkbench, pageFile } from './workbench.ts';

const FILES = {
  'docs/v1/guide/intro.md': pageFile('Intro', 'See [setup](setup.md).\n', 'keywords:  a,b\n'),
  'docs/v1/guide/setup.md': pageFile('Setup', 'Install it.\n'),
};

describe('what moved on the platform, taken into the files', () => {
  test.each([false, true])(
    'keeps the rest of the file to the byte (re-prints: %s)',
    async (reprint) => {
      const bench = await openWorkbench(FILES, { reprint });
      await bench.push({ publish: true });
      await bench.platform.admin.editor().edit(await bench.idOf('v1/guide/intro'), {
        title: 'Welcome',
        content: 'Edited. See [setup](/guide/setup).',
      });
      const { prepared } = await bench.push({ pull: true });
      expect(prepared.summary).toMatchObject({ pull: 1, conflict: 0, update: 0 });
      const text = await readFile(join(bench.folder, 'docs/v1/guide/intro.md'), 'utf8');
      expect(text).toBe(
        pageFile('Welcome', 'Edited. See [setup](setup.md).\n', 'keywords:  a,b\n'),
      );
      const again = await bench.push({ pull: true });
      expect(again.prepared.summary).toMatchObject({ unchanged: 2 });
      expect(again.requests).toEqual({ listAll: 1 });
      const { plan } = await bench.prepare({ publish: true });
      expect(plan.changes).toContainEqual(
        expect.objectContaining({ kind: 'publish', key: 'v1/guide/intro', foreignDraft: false }),
      );
    },
  );

  test('writes no file unless that was asked for', async () => {
    const bench = await openWorkbench(FILES);
    await bench.push();
    await bench.platform.admin.editor().edit(await bench.idOf('v1/guide/intro'), { content: 'X' });
    await bench.push();
    const text = await readFile(join(bench.folder, 'docs/v1/guide/intro.md'), 'utf8');
    expect(text).toBe(FILES['docs/v1/guide/intro.md']);
  });

  test('where the platform is to win a conflict, its text replaces the file, whose text is kept', async () => {
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
    const { readObject } = await import('../../src/sync/objects.ts');
    expect(await readObject(bench.deps.project, digestOf(ours))).toBe(ours);
    expect((await bench.push()).prepared.summary.unchanged).toBe(2);
  });
});
