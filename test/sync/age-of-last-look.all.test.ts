/** How old the last look at a page is when a write to it is sent from its slot. */
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Pages } from '../../src/api/resources/pages.ts';
import type { PageId } from '../../src/model/ids.ts';
import { momentOf } from '../../src/model/time.ts';
import type { Clock, Moment } from '../../src/model/time.ts';
import { apply } from '../../src/sync/run/apply.ts';
import { stand, type Between } from '../support/acting-proxy.ts';
import { watchLeaving } from '../support/watch-leaving.ts';
import type { Leaving } from '../support/watch-leaving.ts';
import { openWorkbench, pageFile } from './workbench.ts';

const FRESH_MS = 5000;

/** Waiting is over at once, and moves both hands. While the machine sleeps, only the wall clock continues. */
class SleepyClock implements Clock {
  #wallMs = Date.parse('2026-01-31T12:00:00.400Z');
  #elapsedMs = 0;

  now(): number {
    return this.#wallMs;
  }

  elapsed(): number {
    return this.#elapsedMs;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    signal?.throwIfAborted();
    this.pass(ms);
  }

  pass(ms: number): void {
    this.#wallMs += ms;
    this.#elapsedMs += ms;
  }

  suspend(ms: number): void {
    this.#wallMs += ms;
  }

  /** By hand, or by a time server. */
  setBack(ms: number): void {
    this.#wallMs -= ms;
  }
}

const TWO = 'The draft.\n\n---published\n\nWhat readers see.\n';

/** What comes between one request and the next. */
interface Trouble {
  readonly latencyMs: number;
  readonly refusal: 'none' | 'headers' | 'bare';
  readonly jumpMs: number;
}

interface Story {
  readonly pages: number;
  readonly fresh: number;
  readonly two: readonly number[];
  readonly edited: readonly number[];
  readonly publish: boolean;
  readonly merges: boolean;
  readonly planAgeMs: number;
  readonly asleepMs: number;
  /** Jumps of the wall clock, ahead or back. Never both: nobody could tell the time that passed. */
  readonly jumps: 'ahead' | 'back';
  readonly troubles: readonly Trouble[];
}

const trouble = fc.record({
  latencyMs: fc.oneof(
    { arbitrary: fc.constant(0), weight: 60 },
    { arbitrary: fc.nat({ max: 150 }), weight: 40 },
    { arbitrary: fc.integer({ min: 1000, max: 7000 }), weight: 1 },
  ),
  refusal: fc.oneof(
    { arbitrary: fc.constant('none' as const), weight: 40 },
    { arbitrary: fc.constantFrom('headers' as const, 'bare' as const), weight: 1 },
  ),
  jumpMs: fc.oneof(
    { arbitrary: fc.constant(0), weight: 50 },
    { arbitrary: fc.integer({ min: 100, max: 3_600_000 }), weight: 1 },
  ),
});

const stories: fc.Arbitrary<Story> = fc.record({
  pages: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 33, max: 40 })),
  fresh: fc.nat({ max: 4 }),
  two: fc.uniqueArray(fc.nat({ max: 40 }), { maxLength: 12 }),
  edited: fc.uniqueArray(fc.nat({ max: 40 }), { maxLength: 6 }),
  publish: fc.boolean(),
  merges: fc.boolean(),
  planAgeMs: fc.constantFrom(0, 4000, 20_000),
  asleepMs: fc.constantFrom(0, 6000, 3_600_000),
  jumps: fc.constantFrom('ahead', 'back'),
  troubles: fc.array(trouble, { minLength: 40, maxLength: 160 }),
});

interface Tally {
  writes: number;
  looks: number;
  refused: number;
}

const file = (story: Story, n: number, word: string): string =>
  story.two.includes(n)
    ? pageFile(`Page ${n}`, `${word}\n\nFirst.\n\nMiddle.\n\n${TWO}`).replace(
        '---\n\n',
        '---draft\n\n',
      )
    : pageFile(`Page ${n}`, `${word}\n\nFirst.\n\nMiddle.\n\nLast.\n`);

const pathOf = (n: number): string => `docs/v1/guide/page-${n}.md`;

const filesOf = (story: Story, from: number, to: number, word: string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: to - from }, (_, n) => [pathOf(from + n), file(story, from + n, word)]),
  );

const PAGE = /^\/page\/(\d+)(?:\/publish)?(?:\?|$)/;

/** Told apart from what the tool says of it. */
const ageBy = (then: Moment, clock: Clock): number =>
  Math.max(clock.now() - then.now, clock.elapsed() - then.elapsed);

const slugIn = (body: unknown): string =>
  (JSON.parse(Buffer.from(body as string).toString()) as { slug: string }).slug;

/** Plays it; throws at the first write that leaves later than it may. */
async function play(story: Story, tally: Tally): Promise<void> {
  const clock = new SleepyClock();
  const between: Between = {};
  let origin = '';
  const bench = await openWorkbench(filesOf(story, 0, story.pages, 'Ours.'), {
    clock,
    syncClock: clock,
    requestTimeoutMs: 20_000,
    baseUrl: async ({ baseUrl }) => (origin = await stand(baseUrl, between)),
  });
  await bench.push({ publish: true });

  const left = new Map<Leaving, Moment>();
  const lookedAt = new Map<string, Moment>();
  /** By slug, when the request left that made the page. */
  const made = new Map<string, Moment>();
  const tooLate: string[] = [];
  watchLeaving(origin, {
    leaves: (request) => {
      left.set(request, momentOf(clock));
      if (request.method === 'POST') made.set(slugIn(request.body), momentOf(clock));
    },
    answered: (request, status) => {
      const moment = left.get(request);
      if (moment === undefined || status >= 300) return;
      const { method, path } = request;
      const id = PAGE.exec(path)?.[1];
      if (id !== undefined) lookedAt.set(id, moment);
      if (id !== undefined && method === 'GET') tally.looks += 1;
    },
  });

  /** Whatever the tool does in the slot of a write comes before this. */
  const sent = (id: PageId): void => {
    tally.writes += 1;
    const looked = lookedAt.get(String(id));
    const age = looked === undefined ? Infinity : ageBy(looked, clock);
    if (!(age <= FRESH_MS)) tooLate.push(`${id}: ${age} ms`);
  };
  // oxlint-disable-next-line typescript/unbound-method -- called with `this` below
  const { update, publish } = Pages.prototype;
  vi.spyOn(Pages.prototype, 'update').mockImplementation(function update_(this: Pages, ...args) {
    sent(args[0]);
    return update.apply(this, args);
  });
  vi.spyOn(Pages.prototype, 'publish').mockImplementation(function publish_(this: Pages, ...args) {
    sent(args[0]);
    return publish.apply(this, args);
  });

  let next = 0;
  between.before = async ({ method }) => {
    const { latencyMs, refusal, jumpMs } = story.troubles[
      next++ % story.troubles.length
    ] as Trouble;
    clock.pass(latencyMs);
    if (story.jumps === 'ahead') clock.suspend(jumpMs);
    else clock.setBack(jumpMs);
    if (refusal === 'none' || method === 'GET') return undefined;
    tally.refused += 1;
    return { status: 429, headers: refusal === 'bare' ? {} : { 'retry-after': '7' } };
  };
  between.after = async ({ method, status, body }) => {
    if (method === 'POST' && status < 300) {
      const moment = made.get(slugIn(body));
      if (moment) lookedAt.set(String((JSON.parse(body) as { id: number }).id), moment);
    }
    clock.pass(story.troubles[next++ % story.troubles.length]?.latencyMs ?? 0);
  };

  await bench.write(filesOf(story, 0, story.pages + story.fresh, 'Newer.'));
  for (const n of story.edited.filter((n) => n < story.pages)) {
    const id = await bench.idOf(`v1/guide/page-${n}`);
    await bench.platform.admin
      .editor()
      .edit(id, { content: 'Ours.\n\nFirst.\n\nMiddle.\n\nTheirs.' });
  }
  const conflicts = story.merges ? 'merge' : 'skip';
  const prepared = await bench.prepare({ publish: story.publish, conflicts, force: true });
  clock.pass(story.planAgeMs);
  // As a laptop that is closed while the plan waits for a yes.
  if (story.jumps === 'ahead') clock.suspend(story.asleepMs);
  await apply(prepared, bench.deps)
    .catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error)) throw error;
    })
    .finally(() => vi.restoreAllMocks());
  expect(tooLate).toEqual([]);
}

test(
  'a page is read at most five seconds before a write to it is sent, by both clocks, however long the write waits',
  { timeout: 240_000 },
  async () => {
    const tally: Tally = { writes: 0, looks: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(stories, (story) => play(story, tally)),
      { numRuns: 10, endOnFailure: true },
    );
    expect(Math.min(...Object.values(tally))).toBeGreaterThan(0);
    expect(tally.writes).toBeGreaterThan(20);
  },
);

test('new pages are created however long they wait, because there is no page to read', async () => {
  const clock = new SleepyClock();
  const between: Between = {};
  const files = Object.fromEntries(
    Array.from({ length: 4 }, (_, n) => [pathOf(n), pageFile(`Page ${n}`, 'Ours.\n')]),
  );
  const bench = await openWorkbench(files, {
    clock,
    syncClock: clock,
    requestTimeoutMs: 20_000,
    baseUrl: ({ baseUrl }) => stand(baseUrl, between),
  });
  between.before = async ({ method }) => {
    if (method === 'POST') clock.pass(7000);
  };
  const { outcome } = await bench.push();
  expect(outcome.skipped).toEqual([]);
  expect(outcome.applied).toHaveLength(4);
});

test.each([
  ['is taken in time for the write', false],
  ['shows what an editor saved meanwhile', true],
])('a read that waits a minute for its slot %s', async (_, isEdited) => {
  const clock = new SleepyClock();
  const between: Between = {};
  const bench = await openWorkbench(
    { [pathOf(0)]: pageFile('Page 0', 'Ours.\n') },
    {
      clock,
      syncClock: clock,
      requestTimeoutMs: 20_000,
      baseUrl: ({ baseUrl }) => stand(baseUrl, between),
    },
  );
  await bench.push();
  const id = await bench.idOf('v1/guide/page-0');
  await bench.write({ [pathOf(0)]: pageFile('Page 0', 'Newer.\n') });
  const prepared = await bench.prepare();
  clock.pass(20_000);
  const sent: string[] = [];
  const began = clock.elapsed();
  between.before = async ({ method }) => {
    sent.push(method);
    if (sent.length > 1) return undefined;
    if (isEdited) await bench.platform.admin.editor().edit(id, { content: 'Theirs.' });
    return { status: 429, headers: { 'retry-after': '60' } };
  };

  const { applied, skipped } = await apply(prepared, bench.deps);

  expect(clock.elapsed() - began).toBeGreaterThanOrEqual(60_000);
  expect(sent).toEqual(isEdited ? ['GET', 'GET'] : ['GET', 'GET', 'PUT']);
  expect([applied.length, skipped.length]).toEqual(isEdited ? [0, 1] : [1, 0]);
  expect((await bench.pages()).get('v1/guide/page-0')?.draft).toBe(isEdited ? 'Theirs.' : 'Newer.');
});
