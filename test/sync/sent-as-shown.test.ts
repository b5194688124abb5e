/** What was shown before it is sent is what goes out, whatever happens to the file meanwhile. */
import { expect, test } from 'vitest';
import type { PageKey } from '../../src/model/ids.ts';
import { apply } from '../../src/sync/run/apply.ts';
import { textsOf } from '../../src/sync/run/diff-texts.ts';
import { withChoices } from '../../src/sync/run/prepare.ts';
import { openWorkbench, pageFile } from './workbench.ts';

const KEY = 'v1/guide/intro' as PageKey;
const FILE = 'docs/v1/guide/intro.md';

test('a diff that was shown before a push does not change what the push sends', async () => {
  const bench = await openWorkbench({ [FILE]: pageFile('Intro', 'One.\n') });
  await bench.push();
  await bench.write({ [FILE]: pageFile('Intro', 'Two, scanned.\n') });
  const prepared = await bench.prepare();

  expect((await textsOf(prepared, bench.deps, KEY)).local?.text).toContain('Two');
  await bench.write({ [FILE]: pageFile('Intro', 'Three, while the question was open.\n') });
  expect((await textsOf(prepared, bench.deps, KEY)).local?.text).toContain('Two');
  const outcome = await apply(prepared, bench.deps);

  expect(outcome).toMatchObject({ failed: [], skipped: [], stopped: null });
  expect((await bench.pages()).get(KEY)?.draft).toBe('Two, scanned.');
  await bench.push();
  expect((await bench.pages()).get(KEY)?.draft).toBe('Three, while the question was open.');
});

test('a merge that was tried for the plan does not change what is sent if this side is chosen', async () => {
  const bench = await openWorkbench({ [FILE]: pageFile('Intro', 'One.\n') });
  await bench.push();
  const id = await bench.idOf(KEY);
  await bench.platform.admin.editor().edit(id, { content: 'Theirs.' });
  await bench.write({ [FILE]: pageFile('Intro', 'Two, scanned.\n') });
  const merged = await bench.prepare({ conflicts: 'merge' });
  expect(merged.plan.changes).toMatchObject([{ kind: 'conflict', key: KEY }]);

  await bench.write({ [FILE]: pageFile('Intro', 'Three, while the question was open.\n') });
  const chosen = await withChoices(merged, new Map([[KEY, 'ours']]), bench.deps);
  const outcome = await apply(chosen, bench.deps);

  expect(outcome).toMatchObject({ failed: [], skipped: [], stopped: null });
  expect((await bench.pages()).get(KEY)?.draft).toBe('Two, scanned.');
});

test('a file that a merge wrote is sent as merged, not as scanned', async () => {
  const bench = await openWorkbench({ [FILE]: pageFile('Intro', 'One.\n\nEnd.\n') });
  await bench.push();
  const id = await bench.idOf(KEY);
  await bench.platform.admin.editor().edit(id, { content: 'One.\n\nEnd, theirs.' });
  await bench.write({ [FILE]: pageFile('Intro', 'Two.\n\nEnd.\n') });

  await bench.push({ conflicts: 'merge' });

  expect((await bench.pages()).get(KEY)?.draft).toBe('Two.\n\nEnd, theirs.');
});
