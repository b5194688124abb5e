import { describe, expect, test } from 'vitest';
import { samePage } from '../../../src/content/darkdown/print/canonical.ts';
import { formatPage } from '../../../src/content/format-page.ts';
import { bodiesOf, parsePageFile } from '../../../src/content/page/page-file.ts';
import { changedWords } from '../../../src/content/words.ts';
import { hasCorpus, realFiles } from '../../support/corpus.ts';
import type { LayoutName } from '../../support/corpus.ts';
import { reported } from './reported.ts';

const textsOf = (layout: LayoutName): string[] => realFiles(layout).map(({ text }) => text);

describe.skipIf(!hasCorpus)('real pages (skipped without DOCS_CORPUS)', () => {
  test("have the form that today's platform writes", () => {
    const texts = textsOf('repository-layout');
    expect(texts).toHaveLength(154);
    expect(texts.filter((text) => formatPage(text).kind !== 'same')).toEqual([]);
  });

  test.each(['early-layout', 'export-layout'] as const)(
    '%s: formatting twice gives the same result, and the content is the same',
    (layout) => {
      for (const text of textsOf(layout)) {
        const formatted = formatPage(text);
        expect(formatted.kind).not.toBe('refused');
        const after = formatted.kind === 'changed' ? formatted.text : text;
        expect(formatPage(after)).toEqual({ kind: 'same' });
        expect(reported(after)).toEqual(expect.arrayContaining(reported(text)));
        const [had, has] = [text, after].map((each) => bodiesOf(parsePageFile(each)));
        expect(changedWords(had?.published ?? '', has?.published ?? '')).toEqual([]);
        expect(changedWords(had?.draft ?? '', has?.draft ?? '')).toEqual([]);
        expect(samePage(had?.published ?? '', has?.published ?? '')).toBe(true);
        expect(samePage(had?.draft ?? '', has?.draft ?? '')).toBe(true);
      }
    },
  );
});
