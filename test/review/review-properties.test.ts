/** What a review promises of any two texts. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHtml } from '../../src/content/darkdown/convert.ts';
import { canonical } from '../../src/content/darkdown/print/canonical.ts';
import type { Entry } from '../../src/review/compare.ts';
import { isChanged, reviewBody, showsChange, sourceOf } from '../../src/review/review-page.ts';
import type { BodyReview } from '../../src/review/review-page.ts';
import { page } from '../content/darkdown/grammar.ts';
import { anyBody } from '../content/darkdown/slips.ts';
import { realPages } from '../content/darkdown/corpus.ts';
import { unsafeParts } from '../content/darkdown/unsafe.ts';
import { hasCorpus } from '../support/corpus.ts';
import { edit, edited } from './edits.ts';
import { BESIDE, EVERYBODY, expectBalanced, pageText, rowsHtml, textOf } from './rendered.ts';

const review = (old: string, next: string): BodyReview =>
  reviewBody({ text: old, resolver: EVERYBODY }, { text: next, resolver: EVERYBODY });

const states = (entries: readonly Entry[]): string[] =>
  entries.flatMap((entry) =>
    entry.state === 'changed' ? ['changed', ...states(entry.children)] : [entry.state],
  );

const blanks = (html: string): string => html.replaceAll(/\s+/g, ' ');

async function expectSound(old: string, next: string): Promise<void> {
  const found = review(old, next);
  expect(sourceOf(found, 'old')).toBe(old);
  expect(sourceOf(found, 'new')).toBe(next);

  const html = rowsHtml(found);
  expectBalanced(html);
  expect(unsafeParts(html).filter((part) => !/^<\w+ (?:tabindex|role|aria-label|rel)>$/.test(part))).toEqual([]);
  const [before, after] = [await pageText(old), await pageText(next)];
  expect(textOf(html, ['ins', ...BESIDE])).toBe(before);
  expect(textOf(html, ['del', ...BESIDE])).toBe(after);
  expect(textOf(rowsHtml(review(old, old)), BESIDE)).toBe(before);

  const [oldHtml, newHtml] = [await toHtml(old, EVERYBODY), await toHtml(next, EVERYBODY)];
  if (before !== after) expect(showsChange(found)).toBe(true);
  if (blanks(oldHtml) !== blanks(newHtml)) expect(isChanged(found)).toBe(true);
}

describe('a review of any edit', () => {
  test('has both texts to the last character, balances, and hides no difference', async () => {
    await fc.assert(
      fc.asyncProperty(edited, ([old, next]) => expectSound(old, next)),
      { numRuns: 400 },
    );
  });

  test('shows nothing of a text that stayed as it is', () => {
    fc.assert(
      fc.property(fc.oneof(page, anyBody), (body) => {
        expect(states(review(body, body).entries).filter((state) => state !== 'same')).toEqual([]);
      }),
    );
  });

  test('shows nothing of a text that is only printed another way', () => {
    fc.assert(
      fc.property(page, (body) => {
        expect(isChanged(review(body, canonical(body)))).toBe(false);
      }),
    );
  });
});

describe.skipIf(!hasCorpus)('a review of real pages', () => {
  test('has both texts to the last character, balances, and hides no difference', async () => {
    for (const { file, body } of realPages()) {
      const [[old, next] = [body, body]] = fc.sample(edit(body), { numRuns: 1, seed: file.length });
      await expectSound(old, next);
    }
  });

  test('shows nothing of a page that is only printed another way', () => {
    const shown = realPages().filter(({ body }) => isChanged(review(body, canonical(body))));
    expect(shown.map(({ file }) => file)).toEqual([]);
  });
});
