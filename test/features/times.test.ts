import * as fc from 'fast-check';
import { formatLocal } from '../../src/ui/views/when.ts';
import { afterEach, describe, expect, test } from 'vitest';
import {
  endOfDay,
  parseDay,
  parseLength,
  parseMoment,
  parsePast,
  shifted,
} from '../../src/features/times.ts';

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

describe('in words', () => {
  const noon = (zone: string, ...[year, month, day]: [number, number, number]): number => {
    inZone(zone);
    return new Date(year, month - 1, day, 12).getTime();
  };

  test.each([
    ['3 months', 2026, 8, 31],
    ['1 month', 2026, 6, 30],
    ['1 year', 2027, 5, 31],
    ['21 months', 2028, 2, 29],
    ['2 days', 2026, 6, 2],
  ])('%s after 31 May 2026, in every zone', (text, ...date) => {
    for (const zone of ZONES) {
      const now = noon(zone, 2026, 5, 31);
      const moment = shifted(text, now, 1) ?? Number.NaN;
      expect(formatLocal(moment).slice(0, 10)).toBe(formatLocal(noon(zone, ...date)).slice(0, 10));
    }
  });

  test.each([
    ['2 days', '2d'],
    ['1 day', '1d'],
    ['12 Hours', '12h'],
    ['3weeks', '3w'],
    ['90 minutes', '90m'],
  ])('%s is %s', (words, short) => {
    const now = noon('UTC', 2026, 6, 1);
    expect(shifted(words, now, 1)).toBe(shifted(short, now, 1));
    expect(parsePast(`${words} ago`, now, 'start')).toBe(parsePast(short, now, 'start'));
  });

  test.each(['months', '3 moons', '-1 day', '101 years', '1.5 days', '3 months or so'])(
    '%j is not a length of time',
    (text) => {
      expect(shifted(text, noon('UTC', 2026, 6, 1), -1)).toBeUndefined();
    },
  );

  test('months go by the calendar, never beyond the day of the month', () => {
    inZone('UTC');
    const dates = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) });
    fc.assert(
      fc.property(dates, fc.integer({ min: 0, max: 600 }), (now, months) => {
        const [from, to] = [new Date(now), new Date(shifted(`${months} months`, now, 1) ?? 0)];
        const apart =
          (to.getFullYear() - from.getFullYear()) * 12 + to.getMonth() - from.getMonth();
        expect(apart).toBe(months);
        const last = new Date(to.getFullYear(), to.getMonth() + 1, 0).getDate();
        expect(to.getDate()).toBe(Math.min(from.getDate(), last));
      }),
    );
  });

  test('days have names', () => {
    const now = noon('Pacific/Auckland', 2026, 6, 1);
    expect(parsePast('yesterday', now, 'start')).toBe(new Date(2026, 4, 31).getTime());
    expect(parsePast('Today', now, 'end')).toBe(endOfDay(now));
  });
});
