import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  newPageText,
  withBodies,
  withEachBody,
  withHeaderValue,
  withoutDraft,
} from '../../../src/content/page/page-edit.ts';
import {
  bodiesOf,
  headerValue,
  normalBody,
  parsePageFile,
} from '../../../src/content/page/page-file.ts';

const line = fc.oneof(
  fc.constantFrom('', 'title: x', '- item', '```', 'a'),
  fc.string({ maxLength: 9 }),
);
const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
const page = fc
  .tuple(text, text, fc.constantFrom('---', '---draft', '---published'), fc.boolean())
  .map(([header, body, fence, windows]) => {
    const unix = `---\ntitle: t\n${header}\n${fence}\n${body}`;
    return windows ? `\u{feff}${unix.replaceAll('\n', '\r\n')}` : unix;
  });

describe('an edit of a page file', () => {
  test('changes no byte if the body is the same', () => {
    fc.assert(
      fc.property(fc.oneof(page, text), (source) => {
        expect(withBodies(source, bodiesOf(parsePageFile(source)))).toBe(source);
      }),
      { numRuns: 1000 },
    );
  });

  test('is parsed as the new text, with the same header and line ends', () => {
    const safe = fc
      .array(fc.stringMatching(/^[a-z #*]{0,8}$/), { maxLength: 6 })
      .map((l) => l.join('\n'));
    fc.assert(
      fc.property(page, safe, (source, body) => {
        const before = parsePageFile(source);
        const side = bodiesOf(before).draft === null ? 'published' : 'draft';
        const after = withBodies(source, { draft: null, published: null, [side]: body });
        const file = parsePageFile(after);
        expect(bodiesOf(file)[side]).toBe(normalBody(body));
        expect(file.header).toEqual(before.header);
        expect(file.bom).toBe(before.bom);
        expect(after.replaceAll(before.eol, '')).not.toContain('\n');
      }),
      { numRuns: 1000 },
    );
  });

  test('of a body keeps the empty lines around it', () => {
    const source = '---\ntitle: t\n---published\n\n\nold\n\n\n';
    expect(withBodies(source, { draft: null, published: 'new\n' })).toBe(
      '---\ntitle: t\n---published\n\n\nnew\n\n\n',
    );
  });

  test('adds a draft to a file with a body', () => {
    expect(withBodies('---\ntitle: t\n---\n\nold\n', { draft: 'new', published: null })).toBe(
      '---\ntitle: t\n---draft\n\nnew\n\n---published\n\nold\n',
    );
    expect(withBodies('old\n', { draft: 'new', published: null })).toBe(
      '---\n---draft\n\nnew\n\n---published\n\nold\n',
    );
  });

  test('refuses a body that would begin a section', () => {
    expect(() =>
      withBodies('---\ntitle: t\n---draft\n\na\n', {
        draft: 'x\n---published\ny',
        published: null,
      }),
    ).toThrow(/start of a section/);
    expect(() => withBodies('a\n', { draft: null, published: '---\ntitle: x\n---\ny' })).toThrow(
      /header/,
    );
  });

  test('removes the draft once it is published', () => {
    expect(withoutDraft('---\ntitle: t\n---draft\n\na\n\n---published\n\nb\n')).toBe(
      '---\ntitle: t\n---\n\nb\n',
    );
  });

  test('of one header value keeps all other lines', () => {
    const value = fc.oneof(fc.string(), fc.constantFrom('a\nb', 'a\ntitle: b', 'a\n---', ' x '));
    fc.assert(
      fc.property(page, fc.constantFrom('title', 'listed', 'tags'), value, (source, key, to) => {
        const before = parsePageFile(source);
        const after = parsePageFile(withHeaderValue(source, key, to));
        const others = (file: typeof before): string[] =>
          (file.header?.entries ?? []).filter((e) => e.key !== key).map((e) => e.source);
        expect(others(after)).toEqual(others(before));
        expect(after.sections).toMatchObject(
          before.sections.map(({ marker, lead, source, tail }) => ({ marker, lead, source, tail })),
        );
        const flat = (v: string | undefined): string => (v ?? '').replaceAll(/\s/g, ' ');
        expect(flat(headerValue(after, key))).toBe(flat(to.replaceAll('\r\n', '\n')));
      }),
      { numRuns: 1000 },
    );
  });

  test('adds a key in the order of headers, and a header if there is none', () => {
    expect(withHeaderValue('---\ntype: page\nlisted: true\n---\n\nx\n', 'title', 'T')).toBe(
      '---\ntype: page\ntitle: T\nlisted: true\n---\n\nx\n',
    );
    expect(withHeaderValue('x\n', 'title', 'T')).toBe('---\ntitle: T\n---\n\nx\n');
  });
});

test('a new page file has ordered keys and is parsed as what was written', () => {
  const header = { title: 'T', type: 'page', category: 'C', listed: 'true' };
  expect(newPageText(header, { draft: null, published: 'x\n' })).toBe(
    '---\ntype: page\ntitle: T\nlisted: true\ncategory: C\n---\n\nx\n',
  );
  expect(newPageText({ title: 'T' }, { draft: 'd', published: 'p' })).toBe(
    '---\ntitle: T\n---draft\n\nd\n\n---published\n\np\n',
  );
  expect(newPageText({ title: 'T' }, { draft: 'd', published: null })).toBe(
    '---\ntitle: T\n---draft\n\nd\n',
  );
});

test('a body that is changed in one line keeps the line ends of all lines', () => {
  const text = (name: string): string =>
    `---\ntitle: A\n---\n\nOne\r\nTwo [a](${name}.md)\nThree\r\n\nFour\n`;
  expect(withEachBody(text('b'), (body) => body.replace('b.md', 'c.md'))).toBe(text('c'));
});
