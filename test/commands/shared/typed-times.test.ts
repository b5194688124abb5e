import * as fc from 'fast-check';
import { formatLocal } from '../../../src/ui/when.ts';
import { afterEach, describe, expect, test } from 'vitest';
import {
  endOfDay,
  parseDay,
  parseLength,
  parseMoment,
  parsePast,
} from '../../../src/commands/shared/typed-times.ts';

const ZONES = ['UTC', 'Europe/Amsterdam', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];
const zoneBefore = process.env['TZ'];

const inZone = (zone: string): void => {
  process.env['TZ'] = zone;
};

afterEach(() => {
  if (zoneBefore === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zoneBefore;
});

describe('a length of time', () => {
  test.each([
    ['90d', 90 * 86_400_000],
    ['2h', 7_200_000],
    ['1h30m', 5_400_000],
    ['2w', 14 * 86_400_000],
    ['0s', 0],
  ])('%s', (text, ms) => {
    expect(parseLength(text)).toBe(ms);
  });

  test.each(['', '90', 'd', '-1d', '1.5h', '1y', '2 h', '99999999999d', '999999999w', '1d\n'])(
    '%j is none',
    (text) => {
      expect(parseLength(text)).toBeUndefined();
    },
  );
});

describe('a moment', () => {
  test('without a zone is local time', () => {
    inZone('America/New_York');
    expect(parseMoment('2026-01-31T12:00')).toBe(Date.UTC(2026, 0, 31, 17));
  });

  test.each([
    ['2026-01-31T12:00:00Z', Date.UTC(2026, 0, 31, 12)],
    ['2026-01-31 12:00+01:00', Date.UTC(2026, 0, 31, 11)],
    ['2026-01-31T12:00:00.250-0530', Date.UTC(2026, 0, 31, 17, 30)],
  ])('%s', (text, ms) => {
    expect(parseMoment(text)).toBe(ms);
  });

  test.each([
    '2026-02-30T12:00',
    '2026-01-31T24:01',
    '2026-01-31T12:60',
    '2026-01-31T12:00+99:00',
    '31.01.2026',
  ])('%s is none', (text) => {
    expect(parseMoment(text)).toBeUndefined();
  });

  test('is read back from the way it is shown, in every zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: 86_400, max: 4_000_000_000 }),
        (zone, seconds) => {
          inZone(zone);
          expect(parseMoment(formatLocal(seconds * 1000))).toBe(seconds * 1000);
        },
      ),
    );
  });
});

describe('a day', () => {
  test('is from its first second to its last, also where a clock is put forward', () => {
    inZone('Europe/Amsterdam');
    const day = parseDay('2026-03-29');
    expect(day).toEqual({
      start: Date.UTC(2026, 2, 28, 23),
      end: Date.UTC(2026, 2, 29, 21, 59, 59),
    });
  });

  test('ends no more than 25 hours later, at second 59', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        (zone, ms) => {
          inZone(zone);
          const end = endOfDay(ms);
          expect(end - ms).toBeGreaterThan(-1000);
          expect(end - ms).toBeLessThan(25 * 3_600_000);
          expect(formatLocal(end)).toMatch(/ 23:59:59 /);
        },
      ),
    );
  });
});

test('--since and --until read lengths, days and moments', () => {
  inZone('UTC');
  const now = Date.UTC(2026, 5, 1, 12);
  expect(parsePast('2h', now, 'start')).toBe(now - 7_200_000);
  expect(parsePast('2026-05-01', now, 'start')).toBe(Date.UTC(2026, 4, 1));
  expect(parsePast('2026-05-01', now, 'end')).toBe(Date.UTC(2026, 4, 1, 23, 59, 59));
  expect(parsePast('2026-05-01T10:00Z', now, 'end')).toBe(Date.UTC(2026, 4, 1, 10));
  expect(parsePast('one day', now, 'end')).toBeUndefined();
});

test.each([
  '3 months',
  '2 days ago',
  'yesterday',
  'tomorrow',
  '-1d',
  '1.5d',
  '101 years',
  '37000d',
])('%j is neither a length of time nor a day', (text) => {
  expect(parsePast(text, Date.UTC(2026, 5, 1), 'start')).toBeUndefined();
  expect(parseLength(text)).toBeUndefined();
});
