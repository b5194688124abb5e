import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bodiesOf,
  headerValue,
  normalBody,
  parsePageFile,
  printPageFile,
} from '../../../src/content/page/page-file.ts';

const line = fc.oneof(
  fc.constantFrom('---', '---draft', '---published', '', '```', '~~~~', '- ```js', '---x', '\r'),
  fc.constantFrom('title: A: b # c', 'type: page', 'listed:', 'url://x', 'Server + 1', 'slug: '),
  fc.string({ maxLength: 12 }),
);
const pageText = fc
  .tuple(
    fc.constantFrom('', '\u{feff}'),
    fc.array(line, { maxLength: 14 }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([bom, lines, eol]) => bom + lines.join(eol));
const hostile = fc.oneof(
  pageText,
  pageText.map((text) => `---\ntitle: t\n${text}`),
  fc.string(),
);

describe('a page file', () => {
  test('is printed as it was parsed, whatever it contains', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(printPageFile(parsePageFile(text))).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test('has at least one body, and no header key that is not on a line of its own', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const file = parsePageFile(text);
        const { draft, published } = bodiesOf(file);
        expect(draft !== null || published !== null).toBe(true);
        for (const { key, source, line } of file.header?.entries ?? []) {
          expect(source.startsWith(`${key}:`)).toBe(true);
          expect(text.split('\n')[line - 1]?.startsWith(`${key}:`)).toBe(true);
        }
        for (const section of file.sections) {
          const first = section.source.split('\n')[0] ?? '';
          const bare = text.slice(file.bom.length).split('\n')[section.line - 1] ?? '';
          const found = section.source === '' ? first : bare;
          expect(found.replace(/\r+$/, '')).toBe(first.replace(/\r+$/, ''));
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('keeps a header value verbatim: it is not YAML', () => {
    const file = parsePageFile("---\ntitle: A: b # c\nslug: 'x'\nhidden: \nlisted:\n---\n\nText\n");
    expect(headerValue(file, 'title')).toBe('A: b # c');
    expect(headerValue(file, 'slug')).toBe("'x'");
    expect(headerValue(file, 'hidden')).toBe('');
    expect(headerValue(file, 'listed')).toBe('');
    expect(headerValue(file, 'tags')).toBeUndefined();
  });

  test('continues a value on lines that are not keys', () => {
    const file = parsePageFile(
      '---\ntitle: LoRa\nSettings Guide\nlisted: true\n---published\n\nText\n\n',
    );
    expect(headerValue(file, 'title')).toBe('LoRa\nSettings Guide');
    expect(headerValue(file, 'listed')).toBe('true');
  });

  test('without a header is a body only', () => {
    expect(bodiesOf(parsePageFile('# Title\n\n---\n\nText\n'))).toEqual({
      draft: null,
      published: '# Title\n\n---\n\nText',
    });
    for (const text of ['---\nSome words\n---\nmore', '---\ntitle: never closed\n', '---']) {
      expect(parsePageFile(text).header).toBeNull();
      expect(bodiesOf(parsePageFile(text)).published).toBe(normalBody(text));
    }
  });

  test('has a draft and a published section', () => {
    const text = '---\ntitle: T\n---draft\n\nnew\n\n---published\n\nold\n\n---published\n';
    expect(bodiesOf(parsePageFile(text))).toEqual({
      draft: 'new',
      published: 'old\n\n---published',
    });
  });

  test('ignores a marker in fenced code, but not a marker below a plain fence', () => {
    const fenced = '---\ntitle: T\n---draft\n\n   ```yaml\n---published\n  ```\n\nend\n';
    expect(bodiesOf(parsePageFile(fenced))).toEqual({
      draft: '   ```yaml\n---published\n  ```\n\nend',
      published: null,
    });
    const plain = '---\ntitle: T\n---\n\na\n\n---draft\n\nb\n';
    expect(bodiesOf(parsePageFile(plain))).toEqual({
      draft: null,
      published: 'a\n\n---draft\n\nb',
    });
  });

  test.each([
    ['HTML that shows a fence', '{% html %}\n<pre>\n```\n</pre>\n{% /html %}'],
    ['a raw tab that shows a fence', '{% code %}\n{% tab %}\n```\n{% /tab %}\n{% /code %}'],
    ['an indented fence, which is code', 'text\n\n    ```\n    code'],
    ['a fence in a list item', '- ```yaml\n  key: value'],
    ['a fence in a quote', '> ```\n> code'],
    ['HTML without an end', '{% html %}\n<p>'],
    ['HTML without an end in a list with a fence', '- item\n{% html %}\n  ```'],
    ['a tag without an end', '{% callout title="'],
    ['a plugin without an end', '$plugin[{"type": "'],
  ])('has a section after %s', (_, draft) => {
    for (const published of ['old', '{% /html %}', '{% html %}\n```\n{% /html %}\n```']) {
      const file = parsePageFile(
        `---\ntitle: T\n---draft\n\n${draft}\n\n---published\n\n${published}\n`,
      );
      expect(bodiesOf(file)).toEqual({ draft, published });
    }
  });

  test('ignores a marker in a fence, even between tags of raw content', () => {
    for (const draft of [
      '{% html %}\n```\n---published\n```\n{% /html %}',
      '{% html %}\n\n```\n---published\n```',
      '```\n{% html %}\n---published\n{% /html %}\n```',
    ]) {
      const file = parsePageFile(`---\ntitle: T\n---draft\n\n${draft}\n\n---published\n\nold\n`);
      expect(bodiesOf(file)).toEqual({ draft, published: 'old' });
    }
  });

  test('with a BOM and CRLF has the same body as without', () => {
    fc.assert(
      fc.property(pageText, (text) => {
        const unix = text.replaceAll('\r', '').replace('\u{feff}', '');
        const windows = `\u{feff}${unix.replaceAll('\n', '\r\n')}`;
        expect(bodiesOf(parsePageFile(windows))).toEqual(bodiesOf(parsePageFile(unix)));
      }),
      { numRuns: 1000 },
    );
  });

  test('has a normal body: normalising it again changes nothing, and the sections agree with the whole file', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const body = normalBody(text);
        expect(normalBody(body)).toBe(body);
        expect(normalBody(`\n${text}\n\r\n`)).toBe(normalBody(`${text}\n`));
      }),
      { numRuns: 1000 },
    );
  });
});
