/** Where values and keys of a YAML text are: `2:3`. */
import { expect, test } from 'vitest';
import type { TextPosition } from '../../../src/system/findings/place.ts';
import { YamlText } from '../../../src/system/yaml/yaml-text.ts';
import type { YamlPath } from '../../../src/system/yaml/yaml-text.ts';
import { withItems, withScalars } from '../../../src/system/yaml/edit-yaml.ts';

const TEXT = 'a: &x {b: 1}\n200: [c, d]\nempty:\nsame: *x\n';

const shown = ({ line, column }: TextPosition): string => `${line}:${column}`;

test.each<[path: YamlPath, value: string, key: string]>([
  [[], '1:1', '1:1'],
  [['a', 'b'], '1:11', '1:8'],
  // A number may be the name of a setting.
  [['200'], '2:6', '2:1'],
  [['200', 1], '2:10', '2:10'],
  [['empty'], '3:7', '3:1'],
  // The nearest parent of what is not in the text by itself.
  [['a', 'none'], '1:7', '1:1'],
  [['200', 2], '2:6', '2:1'],
  [['same', 'b'], '4:7', '4:1'],
  [['none', 'x'], '1:1', '1:1'],
])('%j is at %s, its key at %s', (path, value, key) => {
  const yaml = new YamlText(TEXT, 'core');
  expect([shown(yaml.valueAt(path)), shown(yaml.keyAt(path))]).toEqual([value, key]);
});

test.each([
  ['a: b\n', null],
  ['a: b: c\n', '1:4 Nested mappings are not allowed in compact mappings.'],
  ['a: 1\na: 2\n', '2:1 Map keys must be unique.'],
])('what is wrong with %j', (text, said) => {
  const { problem } = new YamlText(text, 'failsafe');
  expect(problem && `${shown(problem)} ${problem.message}`).toBe(said);
});

test('too many aliases are a problem of the values', () => {
  const bomb = `a: &a [${'1,'.repeat(20)}]\nb: &b [${'*a,'.repeat(20)}]\nc: [${'*b,'.repeat(20)}]\n`;
  expect(new YamlText(bomb, 'core').value()).toMatchObject({ message: /alias/ });
});

test('an edit leaves all else as it is', () => {
  const text = '# One\nitems: [a]   # two\n';
  const settings = { written: (each: string) => each, indentsLists: true };
  expect(withItems(text, ['items'], ['b'], settings)).toBe('# One\nitems: [ a, b ] # two\n');
  expect(withItems('x: &x { y: 1 }\nz: *x\n', ['z', 'items'], ['b'], settings)).toBe(
    'x: &x { y: 1 }\nz: *x\n',
  );
  const changed = withScalars(
    text,
    (value) => `${value}${value}`,
    (each) => each,
  );
  expect(changed).toBe('# One\nitems: [aa]   # two\n');
});
