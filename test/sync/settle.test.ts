import { describe, expect, onTestFinished, test } from 'vitest';
import { apply } from '../../src/sync/run/apply.ts';
import { readLogFile } from '../../src/sync/record/read-log.ts';
import { FAULTS, startFaultProxy } from '../faults/proxy.ts';
import type { FaultProxy } from '../faults/proxy.ts';
import { stand, type Between } from '../support/acting-proxy.ts';
import { impatientClock } from '../support/clocks.ts';
import { openWorkbench, pageFile } from './workbench.ts';
import type { Workbench, WorkbenchOptions } from './workbench.ts';

const BOTH = '---\ntype: page\ntitle: Both\n---draft\n\nNewer.\n\n---published\n\nOlder.\n';

const FILES = {
  'docs/v1/guide/intro.md': pageFile('Intro', '* Hello.\n'),
  'docs/v1/guide/both.md': BOTH,
};

const EDITED = {
  'docs/v1/guide/intro.md': pageFile('Introduction', '* Hello again.\n'),
  'docs/v1/guide/both.md': BOTH.replace('Newer.', 'Newest.').replace('Older.', 'Old.'),
};

async function openFaulty(
  options: WorkbenchOptions,
): Promise<{ bench: Workbench; proxy: FaultProxy }> {
  let proxy: FaultProxy | undefined;
  const bench = await openWorkbench(FILES, {
    ...options,
    requestTimeoutMs: 250,
    baseUrl: async (platform) => {
      proxy = await startFaultProxy(platform.baseUrl);
      return proxy.baseUrl;
    },
  });
  if (!proxy) throw new Error('the proxy was not started');
  const started = proxy;
  onTestFinished(() => started.close());
  return { bench, proxy: started };
}

/** Pushes until it is done; what it took is returned. */
async function converge(bench: Workbench): Promise<number> {
  for (let run = 1; run <= 3; run += 1) {
    const { outcome } = await bench.push({ publish: true });
    if (outcome.failed.length === 0 && outcome.stopped === null) return run;
  }
  throw new Error('three runs were not enough');
}

async function expectTexts(bench: Workbench, texts: Record<string, unknown>): Promise<void> {
  const pages = await bench.pages();
  expect(Object.fromEntries(pages)).toMatchObject(texts);
  expect(pages.size).toBe(2);
  const again = await bench.push({ publish: true });
  expect(again.prepared.summary).toMatchObject({
    create: 0,
    update: 0,
    publish: 0,
    conflict: 0,
    unchanged: 2,
  });
}

const words = (text: string) => expect.stringContaining(text);

const INTRO = 'v1/guide/intro';

describe('a run that is stopped while a write is under way', () => {
  test.each([
    ['the platform has not seen', 'request'],
    ['the platform has carried out', 'answer'],
  ] as const)('reports it, and the next run checks: a write that %s', async (_, end) => {
    const stop = new AbortController();
    const { bench, proxy } = await openFaulty({ takenSlugs: 'suffix' });
    const prepared = await bench.prepare({ publish: true });
    proxy.onPass = (what) => {
      if (what === end) stop.abort();
      return what !== end;
    };

    const outcome = await apply(prepared, { ...bench.deps, signal: stop.signal });

    const { applied, skipped, unsettled } = outcome;
    expect(outcome.stopped).toMatchObject({ code: 'interrupted', message: 'Interrupted.' });
    expect(unsettled.map(({ reason }) => reason)).toContainEqual(words('the next run checks'));
    expect(applied.length + skipped.length + unsettled.length).toBe(4);
    const log = await readLogFile(bench.deps.project);
    expect(new Set(log.open.map(({ key }) => key))).toEqual(
      new Set(unsettled.map(({ change }) => change.key)),
    );
    proxy.onPass = () => true;
    await converge(bench);
    await expectTexts(bench, {
      [INTRO]: { draft: null, published: words('Hello.') },
      'v1/guide/both': { draft: words('Newer.'), published: words('Older.') },
    });
  });
});

/** Rate limits have tests of their own. */
const cases = FAULTS.filter((fault) => !fault.startsWith('429')).flatMap((fault) =>
  [1, 2, 4].map((write) => ({ fault, write })),
);

const options = { reprint: true, takenSlugs: 'suffix' } as const;

describe('a write that fails, on a platform that re-prints and suffixes', () => {
  test.each(cases)('first push, write $write: $fault', async ({ fault, write }) => {
    const { bench, proxy } = await openFaulty(options);
    proxy.arm(write, fault);
    await converge(bench);
    expect(proxy.struck).toBe(true);
    await expectTexts(bench, {
      'v1/guide/intro': { title: 'Intro', draft: null, published: words('Hello.') },
      'v1/guide/both': { draft: words('Newer.'), published: words('Older.') },
    });
  });

  test.each(cases)('push after edits, write $write: $fault', async ({ fault, write }) => {
    const { bench, proxy } = await openFaulty(options);
    await bench.push({ publish: true });
    await bench.write(EDITED);
    proxy.arm(proxy.writes + write, fault);
    await converge(bench);
    expect(proxy.struck).toBe(true);
    await expectTexts(bench, {
      'v1/guide/intro': { title: 'Introduction', draft: null, published: words('Hello again.') },
      'v1/guide/both': { draft: words('Newest.'), published: words('Old.') },
    });
  });
});

test('a write whose answer is lost each time, and which was not carried out, is sent twice and no more', async () => {
  const between: Between = {};
  const bench = await openWorkbench(FILES, {
    syncClock: impatientClock(),
    baseUrl: ({ baseUrl }) => stand(baseUrl, between),
  });
  await bench.push();
  await bench.write({ 'docs/v1/guide/intro.md': EDITED['docs/v1/guide/intro.md'] });
  let sent = 0;
  between.before = ({ method }) => {
    if (method === 'GET') return Promise.resolve();
    sent += 1;
    return Promise.resolve({ status: 504 });
  };
  const { failed } = (await bench.push()).outcome;
  expect(sent).toBe(2);
  expect(failed).toMatchObject([
    { code: 'outcome-unknown', reason: `The answer for ${INTRO} was lost twice.` },
  ]);
});

const FILE = 'docs/v1/guide/intro.md';

test.each<[number, 'PUT' | 'POST', number]>([
  [500, 'PUT', 0],
  [503, 'PUT', 0],
  [502, 'PUT', 1],
  [504, 'PUT', 1],
  [500, 'POST', 1],
])(
  'after a %d to a %s that changed nothing, it is sent again after %d waits',
  async (status, method, waits) => {
    const between: Between = {};
    const bench = await openWorkbench(
      { [FILE]: FILES[FILE] },
      { syncClock: impatientClock(), baseUrl: ({ baseUrl }) => stand(baseUrl, between) },
    );
    if (method === 'PUT') await bench.push();
    await bench.write({ [FILE]: EDITED[FILE] });
    let sent = 0;
    between.before = (request) => {
      if (request.method !== method) return Promise.resolve();
      sent += 1;
      return Promise.resolve(sent === 1 ? { status } : undefined);
    };

    const { failed } = (await bench.push()).outcome;

    expect(failed).toEqual([]);
    expect(sent).toBe(2);
    expect(bench.events.filter(({ type }) => type === 'settling')).toHaveLength(waits);
    const pages = await bench.pages();
    expect(pages.size).toBe(1);
    expect(pages.get(INTRO)).toMatchObject({ title: 'Introduction', draft: words('Hello again.') });
  },
);
