import { describe, expect, test } from 'vitest';
import { jsonStop } from '../../../src/content/darkdown/read/json.ts';
import {
  settingsFlag,
  parseSettings,
  settingsMap,
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
  ['published:', true],
  ['published: ~', true],
  ["published: ''", true],
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
])('of the settings `%s`, a flag that is true by default is %s', async (text, expected) => {
  const file = 'settings.yaml' as FilePath;
  expect(settingsFlag(settingsMap(await parseSettings(text, file), file), 'published', true)).toBe(
    expected,
  );
});
