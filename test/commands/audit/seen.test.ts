import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SeenEntries } from '../../../src/commands/audit/seen.ts';
import { NOTHING_SEEN, OVERLAP_MS, goesBackTo, look } from '../../../src/commands/audit/seen.ts';
import { formatInstant } from '../../../src/model/time.ts';
import type { AuditEntry } from '../../../src/model/resources.ts';

const START = Date.UTC(2026, 0, 31, 12);

/** Entries of few kinds and whole seconds: many of them are identical. */
const entry = (second: number, kind: number): AuditEntry => ({
  ipAddress: '::1',
  entity: 'page',
  entityId: String(kind),
  details: {},
  scope: 'content',
  message: '',
  operation: 'UPD',
  timestamp: formatInstant(START + second * 1000),
  user: 'Ann',
  apiKey: false,
});

const textOf = ({ timestamp, entityId }: AuditEntry): string => `${timestamp} ${entityId}`;

/** The log from its newest entry back. */
const sorted = (log: readonly AuditEntry[]): AuditEntry[] =>
  log.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0));

/** As a follower reads it: pages from the newest entry back, as far as it must. */
function walk(log: readonly AuditEntry[], seen: SeenEntries, pageSize: number): AuditEntry[] {
  const read: AuditEntry[] = [];
  for (let from = 0; from < log.length; from += pageSize) {
    const page = log.slice(from, from + pageSize);
    read.push(...page);
    if (goesBackTo(seen.fromMs, page)) break;
  }
  return read;
}

/** What is written between two looks: how much later than the newest entry, or earlier within the overlap. */
const batch = fc.array(
  fc.record({
    later: fc.integer({ min: -OVERLAP_MS / 1000, max: 30 }),
    kind: fc.integer({ min: 0, max: 2 }),
  }),
  { maxLength: 40 },
);

test('over any series of looks every entry is fresh exactly once', () => {
  fc.assert(
    fc.property(
      fc.array(batch, { maxLength: 12 }),
      fc.integer({ min: 1, max: 25 }),
      (batches, pageSize) => {
        let log: AuditEntry[] = [];
        let seen = NOTHING_SEEN;
        let newest = 0;
        const fresh: AuditEntry[] = [];
        for (const written of batches) {
          // Late ones are late against the newest entry of the look before.
          const base = newest;
          for (const { later, kind } of written) {
            const second = log.length === 0 ? Math.max(0, later) : Math.max(0, base + later);
            log = sorted([...log, entry(second, kind)]);
            newest = Math.max(newest, second);
          }
          const looked = look(seen, walk(log, seen, pageSize));
          fresh.push(...looked.fresh);
          ({ seen } = looked);
        }
        expect(fresh.map(textOf).toSorted()).toEqual(log.map(textOf).toSorted());
      },
    ),
    { numRuns: 500 },
  );
});

test('entries come oldest first', () => {
  fc.assert(
    fc.property(batch, (written) => {
      const log = sorted(written.map(({ later, kind }) => entry(100 + later, kind)));
      const { fresh } = look(NOTHING_SEEN, log);
      expect(fresh).toEqual(log.toReversed());
    }),
  );
});

test('identical entries of one instant are counted, not merged', () => {
  const first = look(NOTHING_SEEN, [entry(5, 1), entry(5, 1)]);
  expect(first.fresh).toHaveLength(2);
  const second = look(first.seen, [entry(5, 1), entry(5, 1), entry(5, 1)]);
  expect(second.fresh).toEqual([entry(5, 1)]);
  expect(look(second.seen, [entry(5, 1), entry(5, 1), entry(5, 1)]).fresh).toEqual([]);
});

test('what is kept does not grow with the log', () => {
  let seen = NOTHING_SEEN;
  for (let second = 0; second < 1000; second++) {
    const log = Array.from({ length: 60 }, (_, n) => entry(second - n, n));
    ({ seen } = look(seen, log));
  }
  expect(seen.counts.size).toBeLessThanOrEqual(OVERLAP_MS / 1000 + 1);
});
