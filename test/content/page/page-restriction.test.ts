/** Whatever a writer may have meant to hide is hidden, however the header says it. */
import { expect, test } from 'vitest';
import { parsePageFile } from '../../../src/content/page/page-file.ts';
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
  ['a header that is not closed', '---\nhidden: true\n\nText.\n', null],
  ['a line without a key', '---\nhidden: true\nno key here\n---\n\nText.\n', 'hidden'],
  ['of a draft', '---\nhidden: true\nno key here\n---draft\n\nText.\n', 'hidden'],
  ['below a rule', '----\nhidden: true\nno key\n---\n', null],
  ['in the text', 'Text.\n\n---\nhidden: true\n---\n', null],
  ['with carriage returns', '---\r\nlisted: false\r\nno key here\r\n---\r\n', 'unlisted'],
] as const)('%s', (_, text, restricted) => {
  expect(restrictionsOf(parsePageFile(text)).reasons[0]?.kind ?? null).toBe(restricted);
});

test('fields that are stored say it as well', () => {
  expect(storedRestrictions({ hidden: 'true', audience: 'Staff' })).toMatchObject({
    listed: true,
    hidden: true,
    audience: 'staff',
  });
  expect(storedRestrictions({ title: 'A\nlisted: false' })).toMatchObject({ listed: false });
});
