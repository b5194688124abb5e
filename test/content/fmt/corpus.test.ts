import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { samePage } from '../../../src/content/darkdown/print.ts';
import { formatPage } from '../../../src/content/fmt/page.ts';
import { listFiles } from '../../../src/content/list-files.ts';
import { bodiesOf, parsePageFile } from '../../../src/content/page-file.ts';
import { CORPUS, hasCorpus } from '../../support/folder.ts';

const textsOf = (layout: string): string[] =>
  listFiles(join(CORPUS, layout))
    .files.filter((file) => file.endsWith('.md') && !file.startsWith('_'))
    .map((file) => readFileSync(join(CORPUS, layout, file), 'utf8'));

describe.skipIf(!hasCorpus)('real pages (skipped where the corpus is missing)', () => {
  test("today's platform writes every page in this form already", () => {
    const texts = textsOf('repository-layout');
    expect(texts).toHaveLength(154);
    expect(texts.filter((text) => formatPage(text).kind !== 'same')).toEqual([]);
  });

  test.each(['early-layout', 'export-layout'])(
    '%s: each page once, and it says the same',
    (layout) => {
      for (const text of textsOf(layout)) {
        const formatted = formatPage(text);
        expect(formatted.kind).not.toBe('refused');
        const after = formatted.kind === 'changed' ? formatted.text : text;
        expect(formatPage(after)).toEqual({ kind: 'same' });
        const [had, has] = [text, after].map((each) => bodiesOf(parsePageFile(each)));
        expect(samePage(had?.published ?? '', has?.published ?? '')).toBe(true);
        expect(samePage(had?.draft ?? '', has?.draft ?? '')).toBe(true);
      }
    },
  );
});
