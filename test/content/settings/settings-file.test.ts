import { describe, expect, test } from 'vitest';
import { jsonStop } from '../../../src/content/darkdown/read/json.ts';
import {
  isFlag,
  mapOf,
  parseSettings,
  settingsMap,
  settingsOrHidden,
  settingsText,
  settingsHold,
} from '../../../src/content/settings/settings-file.ts';
import type { FilePath } from '../../../src/model/ids.ts';

describe('a settings file that is malformed', () => {
  test.each([
    ['settings.json', '{"a": tru}', 1],
    ['settings.json', '{\n  "a": "b",\n}\n', 3],
    ['settings.json', '{\n  "a": "b"\n} x', 3],
    ['settings.json', '{"a":\n\n', 3],
    ['settings.json', '\u{feff}[1,\n 01]', 2],
    ['settings.json', '{"a":\n"\\x"}', 2],
    ['settings.json', '', 1],
    ['settings.yaml', 'a: b\na: c\n', 2],
    ['settings.yaml', 'name: a\n---\npublished: false\n', 2],
    ['settings.yaml', 'name: a\n...\npublished: false\n', 3],
  ])('%s %j is refused with its line', async (file, text, line) => {
    await expect(parseSettings(text, file as FilePath)).rejects.toMatchObject({
      code: 'content',
      place: { file, line },
    });
  });
});

test.each([
  ['{"a" 1}', 5],
  ['[1 2]', 3],
  ['{"a":1,}', 7],
  ['["\n"]', 2],
  ['{a:1}', 1],
  ['[1]]', 3],
  ['"\\u12"', 1],
  ['  {"a":[}', 8],
  ['{"a": tru}', 6],
])('%j stops being JSON at %i', (text, at) => {
  expect(jsonStop(text)).toBe(at);
});

test.each([
  ['', true],
  ['published:', false],
  ['published: ~', false],
  ["published: ''", false],
  ['published: true', true],
  ['published: TRUE', true],
  ['published: "True"', true],
  ['published: false', false],
  ['published: False', false],
  ['published: FALSE # for a week', false],
  ['published: no', false],
  ['published: yes', false],
  ['published: 0', false],
  ['published: falsch', false],
  ['published: [true]', false],
] as const)('readers see a place with the settings `%s`: %s', async (text, expected) => {
  const file = 'settings.yaml' as FilePath;
  const settings = settingsMap(await parseSettings(text, file), file);
  expect(settingsHold(settings) === null).toBe(expected);
});

const parse = (text: string, file = 'settings.yaml') => parseSettings(text, file as FilePath);

test.each(['<<: {published: false}\n', 'base: &base\n  published: false\n<<: *base\n'])(
  'settings that are merged from others are refused, because nobody reads them: %j',
  async (text) => {
    const file = 'settings.yaml' as FilePath;
    const value = await parse(text);

    expect(() => settingsMap(value, file)).toThrow('`<<`');
    expect(settingsHold(await settingsOrHidden(text, file))).not.toBeNull();
  },
);

test('scalars are text as written, in JSON too', async () => {
  const json = await parse('{"a":true,"b":2.5,"c":"x","d":null,"e":[1]}', 'settings.json');
  expect(json).toEqual({ a: 'true', b: '2.5', c: 'x', d: null, e: ['1'] });
  expect(await parse('a: 2.10\nb: 2023-03-20\n')).toEqual({ a: '2.10', b: '2023-03-20' });
});

test('an empty value is an empty map, but a list is not a map', async () => {
  for (const empty of [undefined, null, '']) expect(mapOf(empty)).toEqual({});
  expect(mapOf({ a: 'b' })).toEqual({ a: 'b' });
  for (const other of ['text', ['a'], []]) expect(mapOf(other)).toBeNull();
  const file = 'settings.yaml' as FilePath;
  expect(() => settingsMap(['a'], file)).toThrow(
    expect.objectContaining({ place: { file, line: 1 } }),
  );
});

test('settings that cannot be read hide their place', async () => {
  const read = (text: string) => settingsOrHidden(text, 'settings.yaml' as FilePath);
  expect(await read('title: A\n')).toEqual({ title: 'A' });
  for (const text of ['- a\n', 'a: b\na: c\n'])
    expect(settingsHold(await read(text))).toBe('published: false');
});

test.each([
  [{ a: 'x' }, 'x'],
  [{ a: '' }, null],
  [{ a: ['x'] }, null],
  [{}, null],
  [{ b: 'x' }, null],
])('of %j, the text under "a" is %s', (map, text) => {
  expect(settingsText(map, 'a')).toBe(text);
});

test.each(['true', 'False', 'TRUE'])('%s is a flag', (value) => expect(isFlag(value)).toBe(true));
test.each(['yes', 'true!', 'untrue', '', null, ['true']])('%j is not a flag', (value) =>
  expect(isFlag(value)).toBe(false),
);
