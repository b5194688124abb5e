import { expect, test } from 'vitest';
import type { Create } from '../../../../src/model/change.ts';
import type { FilePath, PageKey } from '../../../../src/model/ids.ts';
import { summarise } from '../../../../src/sync/run/decide.ts';
import { createStyle } from '../../../../src/ui/style.ts';
import { reportView } from '../../../../src/commands/shared/plan-text/report.ts';

const style = createStyle({ colour: false, width: 80, now: 0 });

const ASKED = { sends: true, isNamed: false };

const create = (name: string, because: string): Create & { because: string } => ({
  kind: 'create',
  key: `v1/guide/${name}` as PageKey,
  file: `docs/v1/guide/${name}.md` as FilePath,
  title: name,
  category: null,
  notes: [],
  because,
});

const NONE = summarise({ changes: [], unchanged: 0, remoteOnly: 0 });

test('a push that was stopped names what was sent, and counts what many pages have in common', () => {
  const left = Array.from({ length: 300 }, (_, n) => create(`page-${n}`, 'The run was stopped.'));
  const report = {
    plan: [],
    looked: 'all' as const,
    remoteOnly: 0,
    outOfSight: 0,
    summary: { ...NONE, create: 303 },
    applied: [create('done', '')],
    failed: [],
    skipped: left,
    unsettled: [create('a', 'Not seen.'), create('b', 'Not seen.')],
    requests: { total: 4, byOperation: {} },
    durationMs: 1000,
  };
  expect(reportView(report, ASKED, style)).toBe(
    `Left out, 300 pages: The run was stopped.
  v1/guide/page-0
  v1/guide/page-1
  v1/guide/page-2
  v1/guide/page-3
  v1/guide/page-4
  … and 295 more

Sent, outcome unknown: Not seen.
  v1/guide/a
  v1/guide/b

1 page created (4 requests, 1.0 s)`,
  );
});

const REPORT = {
  plan: [],
  looked: 'all' as const,
  remoteOnly: 0,
  outOfSight: 0,
  summary: NONE,
  applied: [],
  failed: [],
  skipped: [],
  unsettled: [],
  requests: { total: 1, byOperation: {} },
  durationMs: 1000,
};

test('a page that was neither made nor published is named once', () => {
  const made = create('a', 'Refused.');
  const published = {
    ...made,
    kind: 'publish',
    id: null,
    foreignDraft: false,
    held: null,
  } as const;
  expect(reportView({ ...REPORT, failed: [made, published] }, ASKED, style)).toBe(
    `Failed: Refused.
  v1/guide/a

Nothing was written (1 request, 1.0 s)`,
  );
});

test('nothing is said to be as on the platform where no file could be placed', () => {
  const unplaced = ['a', 'b'].map((name) => ({
    kind: 'unplaced' as const,
    key: null,
    file: `docs/${name}.md` as FilePath,
    reason: 'is in no folder of a documentation',
  }));
  const report = { ...REPORT, plan: unplaced, summary: { ...NONE, unplaced: 2 } };
  expect(reportView(report, ASKED, style)).toBe(
    'Nothing sent: 2 files cannot be sent, as said above (1 request, 1.0 s)',
  );
});
