import { describe, expect, test } from 'vitest';
import { relativeTime } from '../../src/ui/when.ts';

describe('relative times', () => {
  const MINUTE = 60_000;

  test.each([
    [-1000, 'just now'],
    [-MINUTE, '1 minute ago'],
    [-90 * MINUTE, '1 hour ago'],
    [-48 * 60 * MINUTE, '2 days ago'],
    [-45 * 24 * 60 * MINUTE, '45 days ago'],
    [-400 * 24 * 60 * MINUTE, '13 months ago'],
    [-800 * 24 * 60 * MINUTE, '2 years ago'],
    [30_000, 'in a moment'],
    [3 * 60 * MINUTE, 'in 3 hours'],
  ])('%d ms from now is "%s"', (ms, text) => {
    expect(relativeTime(ms)).toBe(text);
  });
});
