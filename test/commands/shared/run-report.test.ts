import { expect, test } from 'vitest';
import type { Change } from '../../../src/model/change.ts';
import type { PageKey } from '../../../src/model/ids.ts';
import type { SyncEvent } from '../../../src/sync/deps.ts';
import { reporter } from '../../../src/commands/shared/run-report.ts';
import type { ProgressText, Pause, Ui } from '../../../src/ui/ui.ts';

const progress = (done: number): SyncEvent => ({
  type: 'progress',
  phase: 'apply',
  done,
  total: 3,
  perSecond: 1,
  remainingMs: null,
});

const handled: SyncEvent = {
  type: 'handled',
  change: { kind: 'orphan', key: 'v1/guide/a', id: 1 } as Change,
  result: 'applied',
};

test('the line of a phase stays until the phase is over, whatever is told meanwhile', () => {
  const seen: string[] = [];
  const line = { update: () => seen.push('update'), stop: () => seen.push('stop') };
  const ui = {
    progress: () => {
      seen.push('start');
      return line;
    },
    detail: () => seen.push('detail'),
    say: () => seen.push('say'),
  } as unknown as Ui;
  const report = reporter(ui);

  for (const event of [progress(1), handled, progress(2)]) report(event);
  report({ type: 'busy', host: 'build-3', pid: 1 });
  report(progress(3));

  expect(seen).toEqual(['start', 'detail', 'update', 'say', 'update', 'stop']);
});

test.each<[number, Partial<Pause>, string]>([
  [200, {}, '200 of 1000 (162/s, about 5 s left)'],
  // 200 in each minute: 58 s, then three more minutes.
  [
    200,
    { nextMs: 57_500, count: 1, sinceMs: 2500 },
    '200 of 1000 (next in 58 s, about 4 min left)',
  ],
  [
    600,
    { nextMs: 59_000, count: 3, sinceMs: 121_000 },
    '600 of 1000 (next in 59 s, about 1 min 59 s left)',
  ],
  [950, { nextMs: 800, count: 1, sinceMs: 59_200 }, '950 of 1000 (next in 1 s, about 1 s left)'],
  [0, { nextMs: 3_000_000, count: 1, sinceMs: 0 }, '0 of 1000 (next in 50 min)'],
])('%i written, %j: the line says %j', (done, pause, said) => {
  let text: ProgressText = '';
  const ui = {
    progress: (first: ProgressText) => {
      text = first;
    },
  } as unknown as Ui;

  reporter(ui)({
    type: 'progress',
    phase: 'apply',
    done,
    total: 1000,
    perSecond: 162,
    remainingMs: done === 0 ? null : 4900,
  });

  const shown = text as ProgressText;
  const line = typeof shown === 'function' && shown({ nextMs: 0, count: 0, sinceMs: 0, ...pause });
  expect(line).toBe(`Writing: ${said}`);
});

test('of many lost answers three are said, the others are details', () => {
  const said: string[] = [];
  const details: string[] = [];
  const into = (list: string[]) => (text: string | ((style: unknown) => string)) =>
    list.push(typeof text === 'string' ? text : text({ text: (part: string) => part }));
  const report = reporter({ say: into(said), detail: into(details) } as unknown as Ui);
  const settled = (key: string, result: 'done' | 'conflict'): void =>
    report({ type: 'settled', key: key as PageKey, result });

  for (const key of ['v/d/a', 'v/d/b', 'v/d/c', 'v/d/e', 'v/d/f']) settled(key, 'done');
  settled('v/d/g', 'conflict');

  expect(said).toEqual([
    'The answer to the write of v/d/a was lost: it had been carried out.',
    'The answer to the write of v/d/b was lost: it had been carried out.',
    'The answer to the write of v/d/c was lost: it had been carried out.',
    'More answers were lost; --verbose lists their pages.',
    'The answer to the write of v/d/g was lost: the page now has different content.',
  ]);
  expect(details).toHaveLength(2);
});
