/** Why a page is held back, in words: they differ by what the page says, and by who would see it. */
import { expect, test } from 'vitest';
import type { RestrictionKind } from '../../src/model/local.ts';
import { whyHeld } from '../../src/sync/plan/left-out.ts';

test.each<[RestrictionKind, string]>([
  ['not-yet', 'It is not for readers yet.'],
  ['unlisted', 'Its file is unlisted, but readers would find it on the platform.'],
  ['hidden', 'Its file is hidden, but readers would find it on the platform.'],
  ['audience', 'Its file is for one audience only, but readers would find it on the platform.'],
  ['gate', 'A part of it is for an audience, but the platform would show it to everybody.'],
])('%s: %s', (held, words) => {
  expect(whyHeld(held)).toBe(words);
});

test('what is known of the reason stands in the sentence', () => {
  expect(whyHeld('not-yet', 'a draft (status: draft)')).toBe('It is a draft (status: draft).');
});
