import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonText, safeJson } from '../../src/ui/json-text.ts';

test('the pieces are what JSON.stringify prints in one', () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(undefined))),
    fc.array(fc.oneof(fc.jsonValue(), fc.constant(undefined))),
  );
  fc.assert(
    fc.property(value, (one) => {
      expect([...jsonText(one)].join('')).toBe(`${safeJson(one, 2)}\n`);
    }),
  );
});

test('a long list comes in pieces that are none of them long', () => {
  const plan = Array.from({ length: 10_000 }, (_, number) => ({ key: `v1/guide/${number}` }));
  const pieces = [...jsonText({ plan })];
  expect(pieces.length).toBeGreaterThan(3);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
  expect(pieces.join('')).toBe(`${JSON.stringify({ plan }, null, 2)}\n`);
});
