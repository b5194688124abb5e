import { describe, expect, test } from 'vitest';
import { wantsColour } from '../../src/ui/style.ts';

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
