import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { samePage } from '../../../src/content/darkdown/print/canonical.ts';
import { formatPage } from '../../../src/content/format-page.ts';
import { bodiesOf, parsePageFile } from '../../../src/content/page/page-file.ts';
import { anyBody } from '../darkdown/slips.ts';
import { reported } from './reported.ts';

const line = fc.oneof(
  fc.constantFrom(
    '---',
    '---draft',
    '---published',
    '# Title',
    '* item',
    '  more',
    '```',
    '{% callout %}',
    '{% /callout %}',
    '| a | b |',
    '| - | - |',
    '',
    'title: A: b',
    'tags:',
    'tags: x',
    'slug:y',
    'not a key',
  ),
  fc.string({ maxLength: 20 }),
);
const text = fc
  .tuple(
    fc.array(line, { maxLength: 20 }),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('', '\u{feff}', '---\n'),
  )
  .map(([lines, eol, start]) => start + lines.join(eol));

const header = (file: string): Record<string, string> => {
  const values: Record<string, string> = {};
  for (const { key, value } of parsePageFile(file).header?.entries ?? []) values[key] ??= value;
  return values;
};

test('formatting is idempotent, and keeps the content', () => {
  fc.assert(
    fc.property(text, (before) => {
      const formatted = formatPage(before);
      if (formatted.kind !== 'changed') return;
      expect(formatPage(formatted.text)).toEqual({ kind: 'same' });
      expect(header(formatted.text)).toEqual(header(before));
      const [had, has] = [before, formatted.text].map((each) => bodiesOf(parsePageFile(each)));
      for (const side of ['draft', 'published'] as const) {
        expect(had?.[side] === null).toBe(has?.[side] === null);
        expect(samePage(had?.[side] ?? '', has?.[side] ?? '')).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test.each([
  [
    'keys in their order, others last',
    '---\nx: 1\ntags: a\ntitle: T\ntype: page\n---\n\nb\n',
    '---\ntype: page\ntitle: T\ntags: a\nx: 1\n---\n\nb\n',
  ],
  ['a space after a colon', '---\ntitle:T\ntags:\n---\n\nb\n', '---\ntitle: T\ntags: \n---\n\nb\n'],
  [
    'a value of several lines',
    '---\ntags: a\ntitle: T\nmore\n---\n\nb\n',
    '---\ntitle: T\nmore\ntags: a\n---\n\nb\n',
  ],
  [
    'the line ends of the file',
    '---\r\ntitle:T\r\n---\r\n* b\n',
    '---\r\ntitle: T\r\n---\r\n\r\n- b\r\n',
  ],
  ['no byte order mark', '\u{feff}---\ntitle: T\n---\n\nb\n', '---\ntitle: T\n---\n\nb\n'],
  [
    'two sections',
    '---\ntitle: T\n---draft\nnew\n---published\nold',
    '---\ntitle: T\n---draft\n\nnew\n\n---published\n\nold\n',
  ],
])('%s', (_what, before, after) => {
  expect(formatPage(before)).toEqual({ kind: 'changed', text: after });
});

test('does not change categories, empty pages and the keys of a header that is too long', () => {
  const long = Array.from({ length: 16 }, (_, index) => `k: ${index}`).join('\n');
  for (const file of [
    '---\ntype: category\ntitle: T\n---',
    '---\ntitle: T\n---\n',
    `---\n${long}\ntitle: T\n---\n\nb\n`,
  ]) {
    expect(formatPage(file)).toEqual({ kind: 'same' });
  }
});

/** Lines that `docs check` reports, in places where they are text. */
const slip = fc.constantFrom(
  '<Tabs>',
  '   <Tabs>',
  '    <Note>',
  '> [!NOTE]',
  "import A from 'b'",
  '[[toc]]',
  '{{< x >}}',
  ':::note',
  '<<<<<<< HEAD',
  '=======',
  '>>>>>>> x',
  '---draft',
  'text {% callout %} x',
  '{% callout',
  '{% /callout %}',
  '{% html %}',
  '$plugin[{',
  '```',
  '- a',
  '10. x',
  '| a | b |',
  '| - | - |',
  '| <Tabs> | {% callout %} |',
  '',
);
const faulty = fc
  .tuple(
    fc.constantFrom(
      '',
      '---\n',
      '---\ntitle:T\n---\n\n',
      '---\ntitle: T\nmore\n---draft\n',
      '---\ntags: [a]\ntitle: "T"\n---\n\n',
    ),
    fc.oneof(
      anyBody,
      fc.array(slip, { maxLength: 12 }).map((lines) => lines.join('\n')),
    ),
  )
  .map(([head, body]) => head + body);

test('formatting hides no finding of docs check', () => {
  fc.assert(
    fc.property(faulty, (before) => {
      const formatted = formatPage(before);
      if (formatted.kind !== 'changed') return;
      expect(formatPage(formatted.text)).toEqual({ kind: 'same' });
      const left = reported(formatted.text);
      for (const each of reported(before)) {
        expect(left).toContain(each);
        left.splice(left.indexOf(each), 1);
      }
    }),
    { numRuns: 400 },
  );
});

test.each([
  ['a component', '<Tabs>\n<TabItem value="a">\n\n* one\n\n</TabItem>\n</Tabs>'],
  ['an alert', '* one\n\n> [!NOTE]\n> Text'],
  ['a comment within a line', 'Ask. <!-- until *May* --> Then_wait.\n\n* one'],
  ['a comment of several lines in a list', '* one\n\n---\n\n*  two <!-- a\n   b_c -->'],
  ['raw HTML within a line', 'Press <kbd>A_B</kbd>.\n\n* one'],
  ['a note', 'Most[^1].\n\n[^1]: Not_all\n\n* one'],
  ['a note before its use', '[^1]: Megabytes\n\n- a\n\nSize_[^1]\n\n* one'],
  ['a task', '* [ ] two\n\n# Head\n\n* one'],
  ['an anchor', '## Two_three {#two}\n\n* one'],
  ['a formula', '$$\nx^2\n$$\n\n* one'],
  ['a shortcode', '{{< youtube x_y >}}\n\n* one'],
  ['a closing tag', '* one\n\n{% /callout %}'],
  ['a tag within a line', 'Text {% callout %} more\n\n* one'],
  ['a malformed tag', '* one\n\n{% callout title="x %}'],
  ['a fence', '* one\n\n```js\nlet a;'],
])('%s that readers would see is not changed, and the rest is formatted', (_, body) => {
  expect(formatPage(`---\ntitle: T\n---\n\n${body}\n`)).toEqual({
    kind: 'changed',
    text: `---\ntitle: T\n---\n\n${body.replace('* one', '- one')}\n`,
  });
});

test.each([
  [
    'conflict markers',
    '---\ntitle: T\n---\n\n<<<<<<< HEAD\n* one\n=======\n* two\n>>>>>>> x\n',
    'it has conflict markers (<<<<<<<): resolve the conflict and delete the markers',
  ],
  [
    'a header that is not closed',
    '---\ntitle: T\n\n* one\n',
    'it has a header that is not closed: put a line of --- after its last key',
  ],
  [
    'a section marker that becomes a heading',
    '---\ntitle: T\n---\n\n* one\n\n---draft\n===\n',
    'it has a line of ---draft or ---published that does not begin a section: move it to the end of the header, or put a backslash before it if it is text',
  ],
  [
    'a plugin with a character that no text has',
    '---\ntitle: T\n---\n\n$plugin[{"type":"custom-html","data":{"contents":"\\u0000"}}]$\n',
    'its canonical form has NUL bytes and is not text: save it as UTF-8',
  ],
])('a page with %s is not changed', (_, file, reason) => {
  expect(formatPage(file)).toEqual({ kind: 'refused', reason });
});

test('a line behind a backslash that would begin a section keeps it', () => {
  const file = (item: string): string => `---\ntitle: T\n---\n\n${item} one\n\n\\---draft\n`;
  expect(formatPage(file('*'))).toEqual({ kind: 'changed', text: file('-') });
});
