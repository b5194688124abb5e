import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharedText, partsOf } from '../../src/sync/pairing/shared-text.ts';

const of = (a: string, b: string): number => sharedText(partsOf(a), partsOf(b));

test('the likeness of two texts lies between 0 and 1, and is the same both ways', () => {
  const text = fc.stringMatching(/^[abc \n]{0,40}$/);
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(of(a, b)).toBe(of(b, a));
      expect(of(a, b)).toBeGreaterThanOrEqual(0);
      expect(of(a, b)).toBeLessThanOrEqual(1);
    }),
  );
});

test('a text is like itself, in whatever order its lines are', () => {
  const lines = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 });
  fc.assert(
    fc.property(lines, (all) => {
      expect(of(all.join('\n'), all.toReversed().join('\n\n'))).toBe(1);
    }),
  );
});

test('a reworded line is like what it was, a line on something else is not', () => {
  const line = 'Press the button on the left until the lamp is green, then let it go.';
  expect(of(line, line.replace('lamp', 'light'))).toBeGreaterThan(0.5);
  expect(of(line, 'Sensors send what they measure once an hour, or when you ask them to.')).toBe(0);
  expect(of('', '')).toBe(0);
});
