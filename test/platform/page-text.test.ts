import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samePage } from '../../src/content/darkdown/print/canonical.ts';
import { withBodies } from '../../src/content/page/page-edit.ts';
import { bodiesOf, normalBody, parsePageFile } from '../../src/content/page/page-file.ts';
import { Failure } from '../../src/model/failure.ts';
import { pageText } from '../../src/platform/export/page-text.ts';
import { readItem } from '../../src/content/export/item.ts';

const page = { title: 'T', listed: 1, slug: 't', header: '{}' } as Parameters<typeof pageText>[0];

/** Lines with which one section could reach into the other. */
const line = fc.constantFrom(
  'text',
  '',
  '',
  '```',
  '```',
  '~~~js',
  '    ```',
  '\t~~~',
  '- ```',
  '  ```',
  '> ```',
  '- item',
  '1. item',
  '{% html %}',
  '{% /html %}',
  '<pre>',
  '{% code %}',
  '{% /code %}',
  '{% tab language="md" %}',
  '{% /tab %}',
  '{% callout %}',
  '{% /callout %}',
  '{% image url="a',
  '$plugin[{"type": "custom-html", "data": {"contents": "```"}}]$',
  '$plugin[{"type": "callout",',
  '| a | b |',
  '| --- | --- |',
);
const marker = fc.constantFrom('---draft', '---published', '---', ' ---published', '---drafts');
const bodyOf = (...lines: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.array(fc.oneof(...lines), { maxLength: 10 }).map((all) => all.join('\n'));
const plain = bodyOf(line);
const marked = bodyOf(line, line, line, marker);

const readBack = (text: string): { draft: string | null; published: string | null } => {
  const item = readItem(text, 'name', 'v/d/1 name.md' as never);
  if (item.kind !== 'page') throw new Error('not a page');
  return { draft: item.draft, published: item.published };
};

/** A fence that runs to the end of a draft is closed before another section. */
const same = (body: string, got: string | null): boolean =>
  got !== null && (got === body || samePage(got, body));

describe('the file of an exported page', () => {
  test('is parsed as its two bodies, for a push and for an import', () => {
    fc.assert(
      fc.property(plain, plain, (draft, published) => {
        const text = pageText(page, { draft, published }, true);
        const imported = readBack(text);
        expect(imported.published).toBe(published);
        expect(same(draft, imported.draft)).toBe(true);
        const pushed = bodiesOf(parsePageFile(text));
        expect(pushed.published).toBe(normalBody(published));
        expect(pushed.draft === normalBody(draft) || same(draft, pushed.draft)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('is parsed as two bodies even if lines look like sections', () => {
    fc.assert(
      fc.property(marked, marked, (draft, published) => {
        const text = pageText(page, { draft, published }, true);
        const imported = readBack(text);
        expect(imported.published).toBe(published);
        expect(bodiesOf(parsePageFile(text))).toEqual({
          draft: normalBody(imported.draft ?? ''),
          published: normalBody(published),
        });
        // In code and HTML, a reader sees the escape, or a space at a line's end: only that may
        // differ.
        const bare = (body: string): string =>
          body
            .replaceAll('\\---published', '---published')
            .replaceAll('---published \n', '---published\n');
        expect(same(bare(draft), bare(imported.draft ?? ''))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('contains only one text if the page has only one', () => {
    fc.assert(
      fc.property(marked, (body) => {
        const published = pageText(page, { draft: null, published: body }, true);
        expect(readBack(published)).toEqual({ draft: null, published: body });
        expect(bodiesOf(parsePageFile(published))).toEqual({
          draft: null,
          published: normalBody(body),
        });
        const draft = pageText(page, { draft: body, published: null }, true);
        expect(readBack(draft).published).toBeNull();
        expect(bodiesOf(parsePageFile(draft)).published).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });
});

test('an edit of a page file is parsed as the two bodies, or is refused', () => {
  const before = '---\ntitle: T\n---draft\n\na\n\n---published\n\nb\n';
  const edited = (draft: string, published: string): string | Failure => {
    try {
      return withBodies(before, { draft, published });
    } catch (error) {
      if (error instanceof Failure) return error;
      throw error;
    }
  };
  let refused = 0;
  fc.assert(
    fc.property(plain, plain, (draft, published) => {
      const file = edited(draft, published);
      const wanted = { draft: normalBody(draft), published: normalBody(published) };
      const got = file instanceof Failure ? wanted : bodiesOf(parsePageFile(file));
      refused += file instanceof Failure ? 1 : 0;
      expect(got).toEqual(wanted);
    }),
    { numRuns: 1000 },
  );
  expect(refused).toBeLessThan(500);
});
