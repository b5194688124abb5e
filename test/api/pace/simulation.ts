/** One client and one operation of a platform, played event by event without a clock. */
import assert from 'node:assert/strict';
import { readLimit, Pace } from '../../../src/api/pace/pace.ts';

export interface Simulation {
  /** Requests in a window, which is fixed. */
  readonly limit: number;
  readonly windowMs: number;
  /** Which answers have the headers. */
  readonly headers: 'all' | 'successes' | 'none';
  /** What the platform's clock is ahead of ours. */
  readonly skewMs: number;
  /** When the first window began, before the start. */
  readonly phaseMs: number;
  /** Our requests, all wanted at once. */
  readonly requests: number;
  readonly concurrency: number;
  /** Milliseconds to the platform and back, by request: answers overtake each other. */
  readonly thereMs: readonly number[];
  readonly backMs: readonly number[];
  /** Requests of others with the key, before ours begin. */
  readonly consumedBefore: number;
  /** Moments at which others send one more. */
  readonly othersAtMs: readonly number[];
  /** One of so many of ours is answered with 404. */
  readonly errorEvery: number;
}

export interface Played {
  /** When the last answer came. */
  readonly atMs: number;
  /** Our 429s. */
  readonly refused: number;
  /** Our most requests under way at once. */
  readonly most: number;
}

interface Event {
  readonly atMs: number;
  readonly happen: () => void;
}

const START = Date.UTC(2026, 0, 31, 12);

/** Throws if the requests are never all done, or a wait is longer than a window. */
export function simulate(simulation: Simulation): Played {
  const { limit, windowMs, requests, concurrency, othersAtMs, consumedBefore } = simulation;
  const pace = new Pace({ requests: limit, windowMs });
  const take = openLimiter(simulation);
  const events: Event[] = othersAtMs.map((atMs) => ({ atMs, happen: () => void take(atMs) }));
  for (let n = 0; n < consumedBefore; n += 1) take(0);
  const now = { atMs: 0, wanted: requests, sent: 0, pending: 0, most: 0, refused: 0 };

  const send = (): void => {
    const { atMs: sentAtMs, sent: number } = now;
    const delay = (of: readonly number[]): number => of[number % of.length] ?? 1;
    pace.sent(sentAtMs);
    now.wanted -= 1;
    now.sent += 1;
    now.pending += 1;
    now.most = Math.max(now.most, now.pending);
    const arrive = (): void => {
      const isError = number % simulation.errorEvery === simulation.errorEvery - 1;
      const { status, headers } = take(now.atMs, isError ? 404 : 200);
      const end = (): void => {
        pace.ended(sentAtMs, readLimit({ status, headers }, START + now.atMs), now.atMs);
        now.pending -= 1;
        if (status !== 429) return;
        now.wanted += 1;
        now.refused += 1;
      };
      events.push({ atMs: now.atMs + delay(simulation.backMs), happen: end });
    };
    events.push({ atMs: sentAtMs + delay(simulation.thereMs), happen: arrive });
  };

  for (let step = 0; now.wanted + now.pending > 0; step += 1) {
    assert(step < 100_000, 'it comes to no end');
    const maySend = now.wanted > 0 && now.pending < concurrency;
    const freeAtMs = maySend ? pace.freeAtMs(now.atMs) : Infinity;
    if (freeAtMs <= now.atMs) {
      send();
      continue;
    }
    assert(freeAtMs === Infinity || freeAtMs - now.atMs <= windowMs, 'it waits too long');
    events.sort((a, b) => a.atMs - b.atMs);
    const isFirst = (events[0]?.atMs ?? Infinity) <= freeAtMs;
    const next = isFirst ? events.shift() : undefined;
    now.atMs = next?.atMs ?? freeAtMs;
    assert(now.atMs < Infinity, 'nothing will ever happen');
    next?.happen();
  }
  return now;
}

/** Counts requests in fixed windows. Its headers round as the platform's do. */
function openLimiter({ limit, windowMs, headers, skewMs, phaseMs }: Simulation) {
  let [window, consumed] = [-1, 0];
  return (atMs: number, status = 200): { status: number; headers: Record<string, string> } => {
    const current = Math.floor((atMs + phaseMs) / windowMs);
    if (current !== window) [window, consumed] = [current, 0];
    const isRefused = consumed >= limit;
    if (!isRefused) consumed += 1;
    const told = isRefused ? 429 : status;
    const sends = headers === 'all' || (headers === 'successes' && told === 200);
    const resetMs = START + skewMs + (window + 1) * windowMs - phaseMs;
    const date = new Date(Math.floor((START + atMs + skewMs) / 1000) * 1000).toUTCString();
    return {
      status: told,
      headers: {
        date,
        ...(sends && {
          'x-ratelimit-limit': String(limit),
          // Says nothing: deployments differ in what it counts.
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(Math.ceil(resetMs / 1000)),
        }),
      },
    };
  };
}
