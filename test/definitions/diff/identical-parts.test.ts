import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { equalContent } from '../../../src/definitions/equal.ts';
import { IdenticalParts } from '../../../src/definitions/diff/identical-parts.ts';

const keys = fc.constantFrom('a', 'b', '$ref', 'discriminator', '$dynamicRef');
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(1, 'x', true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 3 }),
  ),
})).value;

const refersOn = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(
    ([key, each]) => ['$ref', 'discriminator', '$dynamicRef'].includes(key) || refersOn(each),
  );

test('two values are the same if they say the same, and unchanged if nothing in them refers to anything', () => {
  fc.assert(
    fc.property(values, values, (before, after) => {
      const identical = new IdenticalParts();
      const same = equalContent(before, after);
      for (const _ of ['asked', 'asked again']) {
        expect(identical.isSame(before, after)).toBe(same);
        expect(identical.isUnchanged(before, after)).toBe(same && !refersOn(after));
      }
    }),
  );
});

test('a value that was compared with another one before is compared again', () => {
  fc.assert(
    fc.property(values, values, (before, after) => {
      const identical = new IdenticalParts();
      const copy: unknown = structuredClone(after);
      identical.isSame(before, after);
      expect(identical.isSame(copy, after)).toBe(true);
      expect(identical.isUnchanged(copy, after)).toBe(!refersOn(after));
      expect(identical.isSame(before, after)).toBe(equalContent(before, after));
    }),
  );
});

test('a key that only one of two maps has tells them apart, whatever its value', () => {
  const identical = new IdenticalParts();
  expect(identical.isSame({ a: undefined }, { b: undefined })).toBe(false);
  expect(identical.isSame({ a: 1, b: undefined }, { a: 1 })).toBe(false);
  expect(identical.isSame({}, [])).toBe(false);
});
