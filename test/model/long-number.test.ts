import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalText, losesDigits } from '../../src/model/text/long-number.ts';

test.each([
  ['9007199254740991', false],
  ['9007199254740992', false],
  ['9007199254740993', true],
  // A double holds it, but no program prints it so.
  ['9223372036854775808', true],
  ['-9223372036854775808', true],
  ['100000000000000000000000', false],
  ['1.50000000000000000000', false],
  ['0.1', false],
  ['0.10000000000000000001', true],
  ['.5', false],
  ['1e23', false],
  ['1e400', true],
  ['-2E-400', true],
  ['0e999', false],
  ['-0.0', false],
  ['0xFFFFFFFFFFFFFFFF', true],
  ['0x10000000000000', false],
  ['0o777777777777777777777', true],
  [`0x${'f'.repeat(300)}`, true],
])('%s loses digits: %j', (text, loses) => {
  expect(losesDigits(text)).toBe(loses);
});

test('a whole number loses digits unless its double is printed with the same ones', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 21n) + 1n, max: 10n ** 21n - 1n }), (number) => {
      expect(losesDigits(String(number))).toBe(String(Number(number)) !== String(number));
    }),
  );
});

test('what a double prints loses nothing', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(losesDigits(String(number))).toBe(false);
    }),
  );
});

test('notations of one number have one text', () => {
  for (const text of ['+12.50', '1250e-2', '.125E2', '012.5']) {
    expect(decimalText(text)).toBe(decimalText('12.5'));
  }
  expect(decimalText('0x10')).toBe(decimalText('16'));
  expect(decimalText('0.0')).toBe(decimalText('-0'));
  expect(decimalText('1'.repeat(1_000_000))).not.toBe(decimalText('1'.repeat(999_999)));
});
