/** Whatever a writer may have meant to hide is hidden, however the header says it. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { HEADER_KEYS } from '../../../src/content/page/page-header.ts';
import { parsePageFile } from '../../../src/content/page/page-file.ts';
import { isReaderKey, verdictOf } from '../../../src/content/settings/reader-keys.ts';
import { restrictionsOf, storedRestrictions } from '../../../src/content/page/page-restriction.ts';

const header = (lines: string): string => `---\n${lines}\n---\n\nText.\n`;

test.each([
  ['title: A', null],
  ['hidden: true', 'hidden'],
  ['hidden: maybe', 'hidden'],
  ['hidden: "True" # for a week', 'hidden'],
  ['hidden: off', null],
  ['hidden:', null],
  ['Hidden: true', 'hidden'],
  ['LISTED: False', 'unlisted'],
  ['listed: no', 'unlisted'],
  ['listed: on', null],
  ['hidden: true\nlisted: false', 'hidden'],
  ['audience: staff\nhidden: true', 'audience'],
  ["audience: ''", null],
  ['title: A\n  hidden: true', 'hidden'],
  ['"hidden": true', 'hidden'],
  ['hidden:\n  true', 'hidden'],
  ['hidden:\n  - true', 'hidden'],
  ['hidden:\n  off\ntitle: A', null],
  ['hidden:\n\ntitle: A', null],
  ['listed:\n  false', 'unlisted'],
  ['listed:\n\ttrue', null],
  ['audience:\n  - staff', 'audience'],
] as const)('%j: %s', (lines, restricted) => {
  expect(restrictionsOf(parsePageFile(header(lines))).reasons[0]?.kind ?? null).toBe(restricted);
});

test.each([
  ['a header that is not closed', '---\nhidden: true\n\nText.\n', 'hidden'],
  ['a rule above text', '---\nText.\n\nhidden: true\n', null],
  ['a rule above text and another', '---\nText: more.\n\n---\n\nhidden: true\n', null],
  ['two rules', '---\n\nText.\n\n---\n\nText.\n', null],
  ['a line without a key', '---\nhidden: true\nno key here\n---\n\nText.\n', 'hidden'],
  ['of a draft', '---\nhidden: true\nno key here\n---draft\n\nText.\n', 'hidden'],
  ['below a rule', '----\nhidden: true\nno key\n\nText.\n', null],
  ['with four dashes', '----\ntitle: A\ndraft: true\n----\n\nText.\n', 'not-yet'],
  ['with a fourth dash above it', '----\nhidden: true\nno key\n---\n', 'hidden'],
  ['with four dashes and a blank line', '----\ntitle: A\n\ndraft: yes\n----\n', 'not-yet'],
  ['with two dashes', '--\ntitle: A\naudience: staff\n--\n\nText.\n', 'audience'],
  ['with dashes that an editor made', '\u{2014}\ntitle: A\ndraft: true\n\u{2014}\n', 'not-yet'],
  ['with longer dashes', '\u{2014}\u{2014}\nlisted: no\n\u{2014}\u{2014}\n', 'unlisted'],
  ['with dashes below it only as a draft', '----\nlisted: no\n----draft\n', 'unlisted'],
  ['of TOML by name', '+++ toml\ndraft = true\n+++\n\nText.\n', 'not-yet'],
  ['of TOML below a header', '---\ntitle: A\n---\n\n+++\ndraft = true\n+++\n', 'not-yet'],
  ['with a fourth plus', '++++\ndraft = true\n++++\n\nText.\n', 'not-yet'],
  ['in a comment', '<!--\ntitle: A\ndraft: true\n-->\n\nText.\n', 'not-yet'],
  ['in a comment of one line', '<!-- status: draft -->\nText.\n', 'not-yet'],
  ['in a second comment', '<!-- Ours. -->\n\n<!--- draft: true --->\n', 'not-yet'],
  ['below a comment', '<!--\nLicence: free\n-->\n---\ntitle: A\ndraft: true\n---\n', 'not-yet'],
  ['in a fence', '```yaml\ntitle: A\ndraft: true\n```\n\nText.\n', 'not-yet'],
  ['in another fence', '~~~~ YML\r\nhidden: yes\r\n~~~~\r\n', 'hidden'],
  ['in a fence without a name', '```\ntitle: A\ndraft: true\n```\n', 'not-yet'],
  ['of code in a fence', '```js\ndraft: true\n```\n', null],
  ['in a fence below text', 'Write:\n\n```yaml\ndraft: true\n```\n', null],
  ['in a fence below a header', '---\ntitle: A\n---\n\n```yaml\ndraft: true\n```\n', null],
  ['in a comment below a header', '---\ntitle: A\n---\n\n<!-- draft: true -->\n', null],
  ['in a comment that is not closed', '<!--\ntitle: A\n\ndraft: true\n', null],
  ['with four dashes, of nobody', '----\ntitle: A\n----\n\nText.\n', null],
  ['in the text', 'Text.\n\n---\nhidden: true\n---\n', null],
  ['of a form', '---yaml\ntitle: A\ndraft: true\n---\n\nText.\n', 'not-yet'],
  ['of another form', '---json\n{"draft":true}\n---\n\nText.\n', 'not-yet'],
  ['of a form, behind a space', '--- TOML \r\ndraft = true\r\n---\r\n', 'not-yet'],
  ['of JSON alone', '{\n  "title": "A",\n  "draft": true\n}\n\nText.\n', 'not-yet'],
  ['of JSON on a line', '{"draft": true}\n\nText.\n', 'not-yet'],
  ['with carriage returns alone', '---\rtitle: A\rdraft: true\r---\rText.\r', 'not-yet'],
  ['with one carriage return', '---\ntitle: A\rdraft: true\n---\nText.\n', 'not-yet'],
  ['behind U+200B', '\u{200b}---\ntitle: A\ndraft: true\n---\n', 'not-yet'],
  ['behind U+FEFF twice', '\u{feff}\u{feff}---\ntitle: A\ndraft: true\n---\n', 'not-yet'],
  ['behind U+00A0', '\u{a0}---\ntitle: A\ndraft: true\n---\n', 'not-yet'],
  ['with U+200B in a key', '---\ntitle: A\ndra\u{200b}ft: true\n---\n', 'not-yet'],
  ['with U+00AD in its first key', '---\ndra\u{ad}ft: true\n---\n', 'not-yet'],
  ['with U+00A0 before a key', '---\ntitle: A\n\u{a0}draft: true\n---\n', 'not-yet'],
  ['with U+200B in a value', '---\ntitle: A\nstatus: dra\u{200b}ft\n---\n', 'not-yet'],
  ['with an equals sign', '---\ntitle: A\ndraft = true\n---\n', 'not-yet'],
  ['in a list', '---\ntitle: A\n- draft: true\n---\n', 'not-yet'],
  ['with a wide colon', '---\ntitle: A\ndraft：true\n---\n', 'not-yet'],
  ['behind a space', ' ---\ntitle: A\ndraft: true\n---\n', 'not-yet'],
  ['without its first fence', 'title: A\ndraft: true\n---\n\nText.\n', 'not-yet'],
  ['a second one', '---\ntitle: A\n---\n\n---\ndraft: true\n---\n\nText.\n', 'not-yet'],
  ['of lines that are none', 'Text: more.\n\nPrivate: yes.\n---\n', null],
  ['of a title with a rule', 'Note: more\n---\n\nText.\n', null],
  ['of text behind a rule', '---\ntitle: A\n---\n\n---\n\ndraft: true\n', null],
  ['of an address', '---\ntitle: A\nsite: https://a.example/?draft=true\n---\n', null],
  ['with carriage returns', '---\r\nlisted: false\r\nno key here\r\n---\r\n', 'unlisted'],
] as const)('%s', (_, text, restricted) => {
  expect(restrictionsOf(parsePageFile(text)).reasons[0]?.kind ?? null).toBe(restricted);
});

const reasonOf = (lines: string) =>
  restrictionsOf(parsePageFile(header(lines))).reasons[0]?.kind ?? null;

const HOLDING: readonly (readonly [string, readonly string[]])[] = [
  ['false', ['published', 'publish', 'public', 'visible', 'listed']],
  ['true', ['draft', 'hidden', 'internal', 'private', 'unlisted', 'unpublished']],
  ['staff', ['audience']],
  ['internal', ['visibility']],
  ['draft', ['status', 'state']],
];

test('a key with one wrong, missing, extra or swapped letter hides like the key itself', () => {
  const lines = HOLDING.flatMap(([value, keys]) => keys.map((key) => [key, value] as const));
  const letter = fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz'));
  fc.assert(
    fc.property(
      fc.constantFrom(...lines),
      fc.nat(),
      letter,
      fc.constantFrom('wrong', 'missing', 'extra', 'swapped'),
      ([key, value], place, other, slip) => {
        const at = place % key.length;
        const after = key.slice(at + 1);
        const wrong = {
          wrong: other + after,
          missing: after,
          extra: other + key.slice(at),
          swapped: after.slice(0, 1) + key.slice(at, at + 1) + after.slice(1),
        }[slip];
        expect(reasonOf(`${key.slice(0, at)}${wrong}: ${value}`)).not.toBeNull();
      },
    ),
    { numRuns: 1000 },
  );
});

test.each([
  "publisher: O'Reilly",
  'interval: 5',
  'craft: wood',
  'drift: 0.3 mm',
  'listen: audio/intro.mp3',
  'primate: gorilla',
  'lifted: yes',
  'risible: very',
  'statue: marble',
  'visable: yes',
  'internel: off',
  'audiance:',
  'side: true',
  'wap: true',
])('`%s` is about something else, or clearly public', (line) => {
  expect(reasonOf(line)).toBeNull();
});

test.each([
  ['not_published: true', 'not-yet'],
  ['not_published: false', null],
  ['not-public: yes', 'not-yet'],
  ['isNotListed: true', 'not-yet'],
  ['upublished: true', 'not-yet'],
  ['upublished: false', 'not-yet'],
  ['isInternel: yes', 'not-yet'],
  ['audiance: [staff]', 'audience'],
  ['Listet: "No"', 'unlisted'],
  ['status: [draft]', 'not-yet'],
  ['status: ["new", "WIP"] # soon', 'not-yet'],
  ['status: [\n  new,\n  private\n]', 'not-yet'],
  ['status:\n  - draft', 'not-yet'],
  ["status:\n- new\n- 'internal' # until May\ntitle: A", 'not-yet'],
  ['status: [new, beta]', null],
  ['status:\n  - new', null],
  ['status:', null],
] as const)('%j: %s', (line, restricted) => {
  expect(reasonOf(line)).toBe(restricted);
});

test('a known key is in the list of keys about readers, or is not a misspelling of one', () => {
  const about = [...HEADER_KEYS].filter((key) => verdictOf(key, 'yes') !== null);

  expect(about.filter(isReaderKey)).toEqual(about);
});

test('fields of a stored header restrict in the same way', () => {
  expect(storedRestrictions({ hidden: 'true', audience: 'Staff' })).toMatchObject({
    listed: true,
    hidden: true,
    audience: 'staff',
  });
  expect(storedRestrictions({ title: 'A\nlisted: false' })).toMatchObject({ listed: false });
});
