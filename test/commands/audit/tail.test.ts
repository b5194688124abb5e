import { describe, expect, test } from 'vitest';
import type { Log, TailEvent, TailRequest } from '../../../src/commands/audit/entries.ts';
import { tail } from '../../../src/commands/audit/entries.ts';
import { Failure } from '../../../src/model/failure.ts';
import { formatInstant } from '../../../src/model/time.ts';
import type { AuditEntry } from '../../../src/model/resources.ts';
import { SkippingClock } from '../../api/support/hand-clock.ts';

const START = Date.UTC(2026, 0, 31, 12);

const entry = (second: number, message = String(second)): AuditEntry => ({
  ipAddress: '::1',
  entity: 'page',
  entityId: '1',
  details: {},
  scope: 'content',
  message,
  operation: 'UPD',
  timestamp: formatInstant(START + second * 1000),
  user: 'Ann',
  apiKey: false,
});

/** A log in memory that grows while the follower sleeps, and interrupts it at the end. */
class GrowingLog implements Log {
  readonly #interruption = new AbortController();
  readonly clock: SkippingClock;
  readonly asked: { hits: number; cursor: string | undefined; untilMs: number | undefined }[] = [];
  waiting: number[] = [];
  #entries: AuditEntry[];

  constructor(entries: readonly AuditEntry[], growth: readonly (() => AuditEntry[])[] = []) {
    this.#entries = entries.toReversed();
    const left = [...growth];
    const grow = (): boolean => {
      const more = left.shift();
      if (more !== undefined) this.#entries = [...more().toReversed(), ...this.#entries];
      return more !== undefined;
    };
    const interruption = this.#interruption;
    this.clock = new (class extends SkippingClock {
      override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
        await super.sleep(ms, signal);
        if (!grow()) interruption.abort();
        signal?.throwIfAborted();
      }
    })();
  }

  get signal(): AbortSignal {
    return this.#interruption.signal;
  }

  async page({ hits, cursor, untilMs }: Parameters<Log['page']>[0]) {
    this.asked.push({ hits, cursor, untilMs });
    await Promise.resolve();
    const from = cursor === undefined ? 0 : Number(cursor);
    const data = this.#entries.slice(from, from + hits);
    const next = from + hits < this.#entries.length ? String(from + hits) : null;
    return { data, count: data.length, total: this.#entries.length, cursor: next };
  }

  waitMs(): number {
    return this.waiting.shift() ?? 0;
  }
}

/** Everything the tail tells until it ends: by itself, or because the log's growth does. */
async function play(log: GrowingLog, request: Partial<TailRequest>): Promise<TailEvent[]> {
  const events: TailEvent[] = [];
  for await (const event of tail(log, { follow: false, ...request }, log.signal)) {
    events.push(event);
  }
  return events;
}

const messages = (events: readonly TailEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'entry' ? [event.entry.message] : []));

const seconds = (from: number, to: number): AuditEntry[] =>
  Array.from({ length: to - from + 1 }, (_, n) => entry(from + n));

const texts = (from: number, to: number): string[] => seconds(from, to).map((e) => e.message);

describe('without following', () => {
  test('the newest ten come, oldest first, by one request for ten', async () => {
    const log = new GrowingLog(seconds(1, 300));
    expect(messages(await play(log, {}))).toEqual(texts(291, 300));
    expect(log.asked).toEqual([{ hits: 10, cursor: undefined, untilMs: undefined }]);
  });

  test('more than a page holds come by cursor', async () => {
    const log = new GrowingLog(seconds(1, 300));
    expect(messages(await play(log, { last: 250 }))).toEqual(texts(51, 300));
    expect(log.asked).toHaveLength(3);
  });

  test('all since a moment come, and no page beyond it is asked for', async () => {
    const log = new GrowingLog(seconds(1, 1000));
    const sinceMs = START + 850 * 1000;
    expect(messages(await play(log, { sinceMs }))).toEqual(texts(850, 1000));
    expect(log.asked).toHaveLength(2);
  });

  test('what does not match is passed over, and not counted', async () => {
    const log = new GrowingLog(seconds(1, 1000));
    const match = ({ message }: AuditEntry): boolean => message.endsWith('00');
    expect(messages(await play(log, { last: 3, match }))).toEqual(['800', '900', '1000']);
    expect(log.asked).toHaveLength(3);
  });

  test('an empty log has no entries', async () => {
    expect(await play(new GrowingLog([]), {})).toEqual([]);
  });

  test('a cursor that leads in circles ends the walk', async () => {
    const log = new GrowingLog(seconds(1, 100));
    const page = log.page.bind(log);
    log.page = async (request) => ({ ...(await page(request)), cursor: '0' });
    expect(messages(await play(log, { last: 1000 })).length).toBeLessThanOrEqual(300);
  });
});

describe('following', () => {
  test('continues where the history ended, with every entry once', async () => {
    const log = new GrowingLog(seconds(1, 30), [
      () => [entry(30), entry(30), entry(31)],
      () => [],
      () => seconds(32, 400),
    ]);
    const events = await play(log, { last: 2, follow: true });
    expect(messages(events)).toEqual(['29', '30', '30', '30', '31', ...texts(32, 400)]);
  });

  test('an empty log is followed from its beginning', async () => {
    const log = new GrowingLog([], [() => [], () => [entry(1)], () => [entry(2)]]);
    expect(messages(await play(log, { follow: true }))).toEqual(['1', '2']);
  });

  test('looks 360 times an hour at most', async () => {
    const log = new GrowingLog(
      seconds(1, 5),
      Array.from({ length: 20 }, () => () => []),
    );
    await play(log, { follow: true });
    expect(Math.min(...log.clock.sleeps)).toBeGreaterThanOrEqual(10_000);
  });

  test('tells how far it lags where the rate limit makes it wait', async () => {
    const log = new GrowingLog(seconds(1, 20), [() => seconds(21, 500), () => []]);
    log.waiting = [0, 0, 0, 1_200_000];
    const events = await play(log, { last: 0, follow: true });
    const lag = events.find(({ type }) => type === 'lag');
    expect(lag).toEqual({ type: 'lag', waitMs: 1_200_000, since: null });
    expect(messages(events)).toEqual(texts(21, 500));
  });

  test('tells since when it lags where only older entries were reported', async () => {
    const log = new GrowingLog(seconds(1, 20), [() => seconds(21, 500), () => []]);
    log.waiting = [0, 0, 0, 1_200_000];
    const events = await play(log, { last: 2, follow: true });
    const lag = events.find(({ type }) => type === 'lag');
    const [, second] = events.filter(({ type }) => type === 'entry');
    expect(lag).toMatchObject({ since: second?.type === 'entry' && second.entry.timestamp });
  });

  test('outlives a platform that is away, and misses nothing', async () => {
    const log = new GrowingLog(seconds(1, 20), [
      () => seconds(21, 25),
      () => seconds(26, 30),
      () => seconds(31, 35),
    ]);
    const page = log.page.bind(log);
    let looks = 0;
    log.page = (request) => {
      looks += 1;
      if (looks === 2 || looks === 3) throw new Failure('unreachable', 'away');
      return page(request);
    };
    const events = await play(log, { last: 0, follow: true });
    expect(events.map((event) => (event.type === 'trouble' ? event.retryMs : event.type))).toEqual([
      20_000,
      40_000,
      ...Array.from({ length: 15 }, () => 'entry'),
    ]);
    expect(messages(events)).toEqual(texts(21, 35));
  });

  test('ends with a failure that does not pass', async () => {
    const log = new GrowingLog(seconds(1, 20), [() => []]);
    log.waitMs = () => {
      throw new Failure('forbidden', 'no more');
    };
    await expect(play(log, { follow: true })).rejects.toMatchObject({ code: 'forbidden' });
  });
});
