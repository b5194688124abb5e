import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { equalContent } from '../../../src/definitions/equal.ts';
import { Likewise } from '../../../src/definitions/diff/likewise.ts';

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
      const likewise = new Likewise();
      const same = equalContent(before, after);
      for (const _ of ['asked', 'asked again']) {
        expect(likewise.isSame(before, after)).toBe(same);
        expect(likewise.isUnchanged(before, after)).toBe(same && !refersOn(after));
      }
    }),
  );
});

test('a value that was compared with another one before is compared again', () => {
  fc.assert(
    fc.property(values, values, (before, after) => {
      const likewise = new Likewise();
      const copy: unknown = structuredClone(after);
      likewise.isSame(before, after);
      expect(likewise.isSame(copy, after)).toBe(true);
      expect(likewise.isUnchanged(copy, after)).toBe(!refersOn(after));
      expect(likewise.isSame(before, after)).toBe(equalContent(before, after));
    }),
  );
});

test('a key that only one of two maps has tells them apart, whatever its value', () => {
  const likewise = new Likewise();
  expect(likewise.isSame({ a: undefined }, { b: undefined })).toBe(false);
  expect(likewise.isSame({ a: 1, b: undefined }, { a: 1 })).toBe(false);
  expect(likewise.isSame({}, [])).toBe(false);
});
