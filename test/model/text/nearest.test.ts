import { expect, test } from 'vitest';
import { nearest } from '../../../src/model/text/nearest.ts';

test.each([
  ['puhs', ['pull', 'push'], 'push'],
  ['Intra', ['intro', 'outro'], 'intro'],
  ['setup', ['start', 'setup-guide'], 'setup-guide'],
  ['abcdef', ['badcfe'], undefined],
  ['', ['a'], 'a'],
  ['xyz', ['push', 'pull'], undefined],
  ['a'.repeat(121), ['a'.repeat(120)], undefined],
])('%j among %j is %j', (word, candidates, meant) => {
  expect(nearest(word, candidates)).toBe(meant);
});
