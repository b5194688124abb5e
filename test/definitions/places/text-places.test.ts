import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import { placesInText } from '../../../src/definitions/places/text-places.ts';

/** A pointer that ends in `!` asks for the key. */
const placeOf = (format: 'json' | 'yaml', text: string, pointer: string): string => {
  const wanted = { pointer: pointer.replace(/!$/, ''), onKey: pointer.endsWith('!') };
  const [place] = placesInText({ text, format }, [wanted]);
  return `${place?.line}:${place?.column}`;
};

const JSON_TEXT = '{"a": [\n1,\n   2],\n"b/c": {\n  "~%20": {}\n},\n  "": [1] }';

test.each([
  ['#', '1:1'],
  ['#/a/1', '3:4'],
  ['#/a/1!', '3:4'],
  ['#/b~1c/~0%20', '5:11'],
  ['#/b~1c/~0%20!', '5:3'],
  ['#/', '7:7'],
  ['#/a/9/x', '1:7'],
  ['#/a/9/x!', '1:2'],
  ['#/none', '1:1'],
])('in JSON, %s is at %s', (pointer, place) => {
  expect(placeOf('json', JSON_TEXT, pointer)).toBe(place);
});

const YAML_TEXT = 'a:\n  - 1\n  - &x {x: 2}\nb/c:\n  200:  {}\nempty:\nalias: *x\n';

test.each([
  ['#/a/0', '2:5'],
  ['#/b~1c/200!', '5:3'],
  ['#/b~1c/200', '5:9'],
  ['#/empty', '6:1'],
  ['#/alias/x', '7:8'],
  ['#/none/x!', '1:1'],
])('in YAML, %s is at %s', (pointer, place) => {
  expect(placeOf('yaml', YAML_TEXT, pointer)).toBe(place);
});

test('the last of 20,000 keys of a map is found, in JSON and in YAML', () => {
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, { v: at }]));
  expect(placeOf('json', JSON.stringify(wide, null, 1), '#/k19999/v!')).toBe('60000:3');
  expect(placeOf('yaml', stringify(wide), '#/k19999/v!')).toBe('40000:3');
});
