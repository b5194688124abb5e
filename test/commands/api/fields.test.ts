import { expect, test } from 'vitest';
import { parseFields } from '../../../src/commands/api/fields.ts';

test('a field of JSON has its value', () => {
  expect(parseFields(['a=1', 'b:={"c":[1.5,"12345678901234567891"]}'])).toEqual([
    ['a', '1'],
    ['b', { c: [1.5, '12345678901234567891'] }],
  ]);
});

test('a number that would be sent with other digits is refused', () => {
  expect(() => parseFields(['ids:=[1,12345678901234567891]'])).toThrow(
    'The number 12345678901234567891 in "ids" has too many digits.',
  );
  expect(() => parseFields(['ids:=[1,'])).toThrow('The value of "ids" is not valid JSON.');
});
