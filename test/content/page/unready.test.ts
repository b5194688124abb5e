import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conflictLine, unreadyOf, withEscapedMarkers } from '../../../src/content/page/unready.ts';
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

describe('a line that would begin a section', () => {
  const found = (text: string) => unreadyOf(text, parsePageFile(text));
  const HEADER = '---\ntitle: A\n---\n';

  test.each([
    ['right below a closed header', `${HEADER}---draft\n\nText.\n`, 4],
    ['below a closed header and a blank line', `${HEADER}\n---draft\n\nText.\n`, 5],
    ['below the public text', `${HEADER}\nText.\n\n---draft\n\nNew.\n`, 7],
    ['below the draft, of which nothing says so', `${HEADER}\nNew.\n\n---published\n\nOld.\n`, 7],
    ['below both sections', '---\ntitle: A\n---draft\na\n---published\nb\n---draft\nc\n', 7],
    ['instead of the first fence', '---draft\ntitle: A\n---\n\nText.\n', 1],
    ['in a file without a header', 'Text.\n\n---draft\n\nNew.\n', 3],
    ['in the header', '---\ntitle: A\n---Draft\n---\n\nText.\n', 3],
    ['with more dashes', `${HEADER}----draft\n\nText.\n`, 4],
    ['with a dash that an editor made of three', `${HEADER}\u{2014}draft\n\nText.\n`, 4],
    ['with spaces', `${HEADER} --- draft \n\nText.\n`, 4],
    ['behind a byte order mark', '\u{feff}---draft\ntitle: A\n---\n\nText.\n', 1],
    ['with a capital letter', `${HEADER}\n---Draft\n\nText.\n`, 5],
    ['with CR LF', `${HEADER}\nText.\n\n---draft\n\nNew.\n`.replaceAll('\n', '\r\n'), 7],
    ['with CR alone below its header', `${HEADER}Text.\r---draft\rNew.\n`, 4],
    ['in a block', `${HEADER}\n{% callout %}\n---draft\n{% /callout %}\n`, 6],
    ['as a formatter breaks it in two above a text', `${HEADER}\ndraft\nText.\n`, 5],
    ['as a formatter breaks it in two', `${HEADER}\ndraft\n\nText.\n`, 5],
    [
      'as a formatter breaks it in two, with CR LF',
      `${HEADER}\npublished\n`.replaceAll('\n', '\r\n'),
      5,
    ],
    ['behind code', `${HEADER}\n\`\`\`\n---draft\n\`\`\`\n\n---draft\n`, 9],
  ])('is found %s', (_, text, line) => {
    expect(found(text)).toEqual({ rule: 'stray-section', line });
  });

  test.each([
    ['begins one', '---\ntitle: A\n---draft\n\na\n\n---published\n\nb\n'],
    ['begins one below a published text', '---\ntitle: A\n---published\n\na\n\n---draft\n\nb\n'],
    ['is in a fence', `${HEADER}\n\`\`\`\n---draft\n\`\`\`\n`],
    ['is in a fence in a list', `${HEADER}\n- a\n\n  ~~~\n  ---draft\n  ~~~\n`],
    [
      'is in code of a tag',
      `${HEADER}\n{% code %}\n{% tab language="md" %}\n---draft\n{% /tab %}\n{% /code %}\n`,
    ],
    ['is indented', `${HEADER}\nSo:\n\n    ---draft\n`],
    ['is escaped', `${HEADER}\n\\---draft\n`],
    ['is within a line', `${HEADER}\nWrite \`---draft\`, or\n\`---draft\`\n`],
    ['is a word of a text', `${HEADER}\ndraft and published\n`],
    ['is a word further down', `${HEADER}\nText.\n\ndraft\n\nText.\n`],
    ['is a word of a file without a header', 'draft\n\nText.\n'],
    ['is a word of a named section', '---\ntitle: A\n---draft\n\ndraft\n\nText.\n'],
    ['has more words', `${HEADER}\n--- draft of May\n`],
    ['is an option', `${HEADER}\n--draft\n`],
  ])('is none if it %s', (_, text) => {
    expect(found(text)).toBeUndefined();
  });
});

test('lines of text that would begin a section get a backslash, and others stay', () => {
  const raw = '\n{% html %}\n---draft\n{% /html %}\n\n```\n---draft\n```\n';
  expect(withEscapedMarkers(`---draft\n\nText.\n ---Published\n${raw}`)).toBe(
    `\\---draft\n\nText.\n \\---Published\n${raw}`,
  );
});
