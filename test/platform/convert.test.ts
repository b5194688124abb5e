import { parseYaml } from '@redocly/openapi-core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { jsonToYaml, yamlToJson } from '../../src/platform/definition/convert.ts';

const MARKS = [
  'no',
  'Y',
  '~',
  '1',
  '1e3',
  '0x1f',
  '2023-03-20',
  '1:20',
  '<<',
  '=',
  '- a',
  'a: b',
  'a #b',
  'a:',
  '#',
  '*a',
  '&a',
  '!t',
  '%d',
  '@a',
  '`a`',
  '|',
  '>',
  '? a',
  '{a}',
  '[a]',
  'a, b',
  "'a'",
  '"a"',
  '\\',
  '\t',
  ' a',
  'a ',
  'a\nb',
  'a\n',
  'a\n\n',
  '\na',
  'a\n  b\n',
  ' a\nb',
  'a\n \n',
  'a\r\nb',
  '---',
  '...',
  'é',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\u0000',
  '😀',
  '/pets/{id}',
  '$ref',
  '',
  'x'.repeat(2000),
];

const value = fc.letrec((tie) => ({
  text: fc.oneof(
    fc.constantFrom(...MARKS),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
  ),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      tie('text'),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(tie('text') as fc.Arbitrary<string>, tie('value'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).value;

test('JSON converted to YAML means the same to parsers of YAML 1.1 and 1.2', () => {
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1), (inside, space) => {
      // A definition is a map.
      const json = { inside, list: [inside] };
      fc.pre(!JSON.stringify(json).includes('"__proto__":'));
      const text = JSON.stringify(json, null, space);
      const said = JSON.parse(text) as unknown;
      const yaml = jsonToYaml(text);
      expect(parse(yaml)).toEqual(said);
      expect(parse(yaml, { version: '1.1', merge: false })).toEqual(said);
      expect(parseYaml(yaml)).toEqual(said);
    }),
    { numRuns: 500 },
  );
});

test('JSON converted to YAML keeps the order of keys and long numbers, and is easy to read', () => {
  const json = `{"openapi":"3.1.0","200":{},"a":[{"b":1,"c":[[2,3],[]]},"d"],"100":12345678901234567890.0,"text":"One.\\nTwo.\\n","list":[{"x":{"z":null}}],"no":"on"}`;
  expect(jsonToYaml(json)).toBe(`openapi: 3.1.0
"200": {}
a:
- b: 1
  c:
  - - 2
    - 3
  - []
- d
"100": 12345678901234567890.0
text: |
  One.
  Two.
list:
- x:
    z: null
"no": "on"
`);
});

test('YAML converted to JSON keeps long numbers', () => {
  const yaml =
    '- 12345678901234567890\n- 0.10000000000000000001\n- +.30000000000000000000003\n- 1e400\n- 0xffffffffffffffff\n- 1.50\n0.10000000000000000001: a\n';
  expect(yamlToJson(yaml.slice(0, yaml.lastIndexOf('0.1')))).toBe(
    '[\n  12345678901234567890,\n  0.10000000000000000001,\n  30000000000000000000003e-23,\n  1e400,\n  18446744073709551615,\n  1.5\n]\n',
  );
  expect(yamlToJson(yaml.slice(yaml.lastIndexOf('0.1')))).toBe(
    '{\n  "0.10000000000000000001": "a"\n}\n',
  );
});
