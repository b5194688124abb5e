import { describe, expect, test } from 'vitest';
import { createStyle, wantsColour } from '../../src/ui/style.ts';

describe('colour', () => {
  test.each([
    ['a terminal', {}, true, true, true],
    ['a pipe', {}, false, true, false],
    ['--no-color', { FORCE_COLOR: '1' }, true, false, false],
    ['NO_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, true, false],
    ['an empty NO_COLOR', { NO_COLOR: '' }, true, true, true],
    ['FORCE_COLOR in a pipe', { FORCE_COLOR: '1' }, false, true, true],
    ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, true, true, false],
    ['a dumb terminal', { TERM: 'dumb' }, true, true, false],
  ])('%s', (_, env, terminal, flag, expected) => {
    expect(wantsColour(env, terminal, flag)).toBe(expected);
  });
});

describe('relative times', () => {
  const now = Date.UTC(2026, 0, 31);
  const style = createStyle({ colour: false, width: 80, now });
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
    expect(style.ago(now + ms)).toBe(text);
  });
});
