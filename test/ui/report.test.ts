import { expect, test } from 'vitest';
import type { Change } from '../../src/model/change.ts';
import type { SyncEvent } from '../../src/sync/events.ts';
import { reporter } from '../../src/ui/report.ts';
import type { Ui } from '../../src/ui/ui.ts';

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
