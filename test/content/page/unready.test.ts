import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conflictLine, unreadyOf } from '../../../src/content/page/unready.ts';
import { parsePageFile } from '../../../src/content/page/page-file.ts';

const CONFLICT = '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> main\n';

describe('the line of a conflict', () => {
  test.each([
    ['of git', CONFLICT, 1],
    ['below text', `Text.\n\n${CONFLICT}`, 3],
    ['with CR LF', `Text.\r\n${CONFLICT.replaceAll('\n', '\r\n')}`, 2],
    ['after a byte order mark', '\u{feff}<<<<<<< HEAD\nours\n', 1],
    ['of this tool, in code', '```\n<<<<<<< file\na\n=======\nb\n>>>>>>> platform\n```\n', 2],
    ['after one that a fence shows', `\`\`\`\n${CONFLICT}\`\`\`\n\n${CONFLICT}`, 9],
    ['without its end', 'a\n<<<<<<< HEAD\nours\n=======\n', 2],
    ['without its middle', 'a\n<<<<<<< HEAD\n>>>>>>> main\n', 2],
    ['out of order', 'a\n=======\n<<<<<<< HEAD\n>>>>>>> main\n', 3],
    ['whose sides open and close a fence', `a\n<<<<<<< a\n\`\`\`\n=======\n>>>>>>> b\n\`\`\`\n`, 2],
  ])('%s is found', (_, text, line) => {
    expect(conflictLine(text)).toBe(line);
  });

  test.each([
    ['of git in a fence', `\`\`\`\n${CONFLICT}\`\`\`\n`],
    [
      'of git in code of a tag',
      `{% code %}\n{% tab language="diff" %}\n${CONFLICT}{% /tab %}\n{% /code %}\n`,
    ],
    [
      'in two fences around a heading',
      `\`\`\`\n${CONFLICT}\`\`\`\nA\n=======\n\`\`\`\n${CONFLICT}\`\`\`\n`,
    ],
    ['within a line', 'Say `<<<<<<< file` and `>>>>>>> platform`'],
  ])('%s is not a conflict', (_, text) => {
    expect(conflictLine(text)).toBeUndefined();
  });

  test('is that of its first marker, whatever text without markers is around it', () => {
    const line = fc.stringMatching(/^[a-z ]{0,12}$/);
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (before, after) => {
        const text = [...before.map((each) => `${each}\n`), CONFLICT, ...after].join('');
        expect(conflictLine(text)).toBe(before.length + 1);
      }),
    );
  });
});

describe('a header', () => {
  const lineOf = (text: string): number | undefined => unreadyOf(text, parsePageFile(text))?.line;

  test.each([
    '---\ntitle: A\n',
    '---\ntitle: A\nText.\n',
    '\u{feff}---\r\nslug: a\r\n\r\nText.\r\n',
    '---\ntitle: A\n\nText.\n\n---\n\nMore.\n',
    '---  \nlisted: true\n',
  ])('is not closed in %j', (text) => {
    expect(lineOf(text)).toBe(1);
  });

  test.each([
    '---\n',
    '---\n\ntitle: A\n',
    '---\nnote: A rule above text.\n',
    '---\nSee title: A\n',
    '---\ntitle: A\n---\n',
    '---\ntitle: A\n---draft\n\nText.\n',
    '---\ntitle: A\nand more\n---\n',
    '---\ntitle: A\n\nlisted: true\n\n---\nText.\n',
    'title: A\n',
  ])('is closed or none in %j', (text) => {
    expect(lineOf(text)).toBeUndefined();
  });
});

describe('one marker of git, without the others', () => {
  test.each([
    ['<<<<<<< HEAD\nours\n', 1],
    ['# A\n\n<<<<<<< HEAD\nours\n', 3],
    ['ours\n\n>>>>>>> 1f2e3d (Their subject)\n', 3],
    ['<<<<<<< HEAD\nours\n>>>>>>> topic\n', 1],
    ['ours\r\n>>>>>>> topic\r\n', 2],
    ['---\ntitle: A\n>>>>>>> topic\n---\n\nText\n', 3],
    ['```\n<<<<<<< HEAD\n```\nours\n>>>>>>> topic\n', 2],
  ])('is a conflict: %j', (text, line) => {
    expect(conflictLine(text)).toBe(line);
  });

  test.each([
    'A heading\n=======\n\nText\n',
    '```\n<<<<<<< HEAD\n```\n',
    '```diff\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n```\n',
    '    <<<<<<< HEAD\n',
    'The mark <<<<<<< HEAD in a line\n',
    '<<<<<<<\n>>>>>>>\n',
    '<<<<<<<< eight\n>>>>>>>> levels of a quotation\n',
    '> > > > > > > seven\n',
  ])('is not a conflict: %j', (text) => {
    expect(conflictLine(text)).toBeUndefined();
  });
});
