import { describe, expect, test } from 'vitest';
import { LimitMeaning } from '../../../src/api/pace/limit-meaning.ts';

describe('the meaning of a figure', () => {
  const after = (...directions: readonly ('up' | 'down' | 'not')[]) => {
    const meaning = new LimitMeaning();
    for (const direction of directions) meaning.figureMoved(direction);
    return meaning.figure;
  };

  test('is not known before two answers', () => {
    expect(after()).toBe('unknown');
  });

  test('is told by one pair of answers', () => {
    expect([after('up'), after('down'), after('not')]).toEqual(['consumed', 'remaining', 'still']);
  });

  test('is that of the latest pair: one that misleads is outdone by the next', () => {
    expect(after('up', 'down', 'up')).toBe('consumed');
    expect(after('not', 'down')).toBe('remaining');
  });

  test('is not forgotten when a figure does not move once', () => {
    expect(after('up', 'not')).toBe('consumed');
  });
});

describe('a probe', () => {
  test('is sent alone, and again only if it told nothing', () => {
    const meaning = new LimitMeaning();
    expect(meaning.mayProbe).toBe(true);
    meaning.probe();
    expect(meaning.mayProbe).toBe(false);
    meaning.probeEnded();
    expect(meaning.mayProbe).toBe(true);
  });

  test('is not needed when the meaning is known', () => {
    const meaning = new LimitMeaning();
    meaning.figureMoved('up');
    expect(meaning.mayProbe).toBe(false);
  });
});

test('headers are missing for good only if no answer ever had them', () => {
  const meaning = new LimitMeaning();
  expect(meaning.withoutHeaders).toBe(false);
  meaning.lacksHeaders();
  expect(meaning.withoutHeaders).toBe(true);
  meaning.sendsHeaders();
  meaning.lacksHeaders();
  expect(meaning.withoutHeaders).toBe(false);
});
