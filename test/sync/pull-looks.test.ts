/** How often a pull looks at a page that changed on the platform. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apply } from '../../src/sync/run/apply.ts';
import { FixedClock } from '../support/clocks.ts';
import { realClock } from '../support/host.ts';
import { openWorkbench, pageFile } from './workbench.ts';
import type { Workbench, WorkbenchOptions } from './workbench.ts';

const PULL = { pull: true, newFiles: true, send: false } as const;

const fileOf = (n: number): string => `docs/v1/guide/page-${n}.md`;

/** A folder of pages, all of which an editor changed since they were pushed. */
async function openChanged(count: number, options: WorkbenchOptions = {}): Promise<Workbench> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const files = numbers.map((n) => [fileOf(n), pageFile(`Page ${n}`, 'One.\n')]);
  const bench = await openWorkbench(Object.fromEntries(files), options);
  await bench.push();
  const pages = await bench.pages();
  for (const n of numbers) {
    const id = pages.get(`v1/guide/page-${n}`)?.id ?? 0;
    await bench.platform.admin.editor().edit(id, { content: `Two, of ${n}.` });
  }
  return bench;
}

const textOf = (bench: Workbench, n: number): Promise<string> =>
  readFile(join(bench.folder, fileOf(n)), 'utf8');

describe('pull', () => {
  test('reads each changed page once', async () => {
    const bench = await openChanged(60, { rateLimits: false });

    const { outcome, requests } = await bench.push(PULL);

    expect(outcome).toMatchObject({ failed: [], skipped: [], stopped: null });
    expect(outcome.applied).toHaveLength(60);
    expect(requests).toEqual({ listAll: 1, readPage: 60 });
    expect(await textOf(bench, 59)).toBe(pageFile('Page 59', 'Two, of 59.\n'));
    const again = await bench.push(PULL);
    expect(again.prepared.summary).toMatchObject({ unchanged: 60 });
    expect(again.requests).toEqual({ listAll: 1 });
  });

  test('reads a page again if it was read more than five seconds ago', async () => {
    let sleptMs = 0;
    const syncClock = { ...realClock, now: () => realClock.now() + sleptMs };
    const bench = await openChanged(2, { syncClock });
    const prepared = await bench.prepare(PULL);
    const id = await bench.idOf('v1/guide/page-1');
    await bench.platform.admin.editor().edit(id, { content: 'Three.' });
    bench.platform.requests.reset();
    sleptMs = 5001;

    const outcome = await apply(prepared, bench.deps);

    expect(bench.platform.requests.byOperation()).toEqual({ readPage: 2 });
    expect(outcome.applied).toMatchObject([{ key: 'v1/guide/page-0' }]);
    expect(outcome.skipped).toMatchObject([{ change: { key: 'v1/guide/page-1' } }]);
    expect(await textOf(bench, 1)).toBe(pageFile('Page 1', 'One.\n'));
  });

  test.each([
    ['later', {}],
    ['in the same second', { clock: new FixedClock() }],
  ])('shows an edit that was made after the page was read, %s', async (_, options) => {
    const bench = await openChanged(1, options);
    const prepared = await bench.prepare(PULL);
    const id = await bench.idOf('v1/guide/page-0');
    await bench.platform.admin.editor().edit(id, { content: 'Three.' });

    await apply(prepared, bench.deps);

    expect(await textOf(bench, 0)).toBe(pageFile('Page 0', 'Two, of 0.\n'));
    const { prepared: next } = await bench.push(PULL);
    expect(next.summary).toMatchObject({ pull: 1 });
    expect(await textOf(bench, 0)).toBe(pageFile('Page 0', 'Three.\n'));
  });
});
