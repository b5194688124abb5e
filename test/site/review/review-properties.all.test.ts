/** What a review promises of any two texts. */
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHtml } from '../../../src/content/darkdown/convert.ts';
import { canonical } from '../../../src/content/darkdown/print/canonical.ts';
import { normalFormOf } from '../../../src/content/darkdown/print/normal-form.ts';
import { parse } from '../../../src/content/darkdown/read/parse.ts';
import { withoutUnclear } from '../../../src/content/darkdown/write/unclear.ts';
import type { ComparedPiece } from '../../../src/site/review/compared.ts';
import {
  type BodyReview,
  isChanged,
  reviewBody,
  showsChange,
} from '../../../src/site/review/review-page.ts';
import { page } from '../../content/darkdown/grammar.ts';
import { anyBody } from '../../content/darkdown/slips.ts';
import { realPages } from '../../content/darkdown/corpus.ts';
import { unsafeParts } from '../../content/darkdown/unsafe.ts';
import { hasCorpus } from '../../support/corpus.ts';
import { edit, edited } from './edits.ts';
import { BESIDE, EVERYBODY, unbalanced, pageText, piecesOf, rowsHtml, textOf } from './rendered.ts';

const review = (old: string, next: string): BodyReview =>
  reviewBody({ text: old, resolver: EVERYBODY }, { text: next, resolver: EVERYBODY });

const states = (entries: readonly ComparedPiece[]): string[] =>
  entries.flatMap((entry) =>
    entry.state === 'changed' ? ['changed', ...states(entry.children)] : [entry.state],
  );

const spaced = (html: string): string => html.replaceAll(/\s+/g, ' ');

/** What is wrong of the review of two texts; empty if nothing. */
async function faultsOf(old: string, next: string): Promise<string[]> {
  const found = review(old, next);
  const html = rowsHtml(found);
  const [before, after] = [await pageText(old), await pageText(next)];
  const [oldHtml, newHtml] = [await toHtml(old, EVERYBODY), await toHtml(next, EVERYBODY)];
  const promises: Readonly<Record<string, boolean>> = {
    'each old piece is there once': isDeepStrictEqual(piecesOf(found, 'old'), found.old.pieces),
    'each new piece is there once': isDeepStrictEqual(piecesOf(found, 'new'), found.new.pieces),
    'without ins it is the old page': textOf(html, ['ins', ...BESIDE]) === before,
    'without del it is the new page': textOf(html, ['del', ...BESIDE]) === after,
    'a change that readers see is seen': before === after || showsChange(found),
    'a change that they do not see is told':
      spaced(oldHtml) === spaced(newHtml) || isChanged(found),
  };
  const broken = Object.entries(promises).flatMap(([name, holds]) => (holds ? [] : [name]));
  const unsafe = unsafeParts(html).filter((part) => !OWN.test(part));
  return [...broken, ...unbalanced(html), ...unsafe];
}

/** Attributes that reviews have beside those of pages. */
const OWN = /^<\w+ (?:tabindex|role|aria-label|rel|data-source)>$/;

/** The body with another value of an attribute of a tag, or with an attribute more. */
function withOtherAttribute(body: string, which: number, what: number): string {
  const tags = [...body.matchAll(/\{% [a-z][^%\n]*?(?= ?\/?%\})/g)];
  const tag = tags[which % tags.length];
  if (!tag) return body;
  const found = [...tag[0].matchAll(/ ([a-z]+)=(?:"[^"]*"|\S+)/gi)];
  const old = found[what % (found.length + 1)];
  const start = tag.index + (old ? old.index : tag[0].length);
  const added = old ? ` ${old[1]}="other"` : ' more="other"';
  return body.slice(0, start) + added + body.slice(start + (old?.[0].length ?? 0));
}

/** Without what stands in a conditional that is not understood: nobody sees it. */
const shownOf = (body: string) => withoutUnclear(parse(body));

describe('a review of any edit', () => {
  test('contains all pieces of both texts, has balanced tags, and hides no difference', async () => {
    await fc.assert(
      fc.asyncProperty(edited, async ([old, next]) => {
        expect(await faultsOf(old, next)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('reports each attribute with another value', () => {
    fc.assert(
      fc.property(page, fc.nat(), fc.nat(), (body, which, what) => {
        const next = withOtherAttribute(body, which, what);
        fc.pre(normalFormOf(shownOf(body)) !== normalFormOf(shownOf(next)));
        expect(isChanged(review(body, next))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('reports no difference if the text is the same', () => {
    fc.assert(
      fc.property(fc.oneof(page, anyBody), (body) => {
        expect(states(review(body, body).entries).filter((state) => state !== 'same')).toEqual([]);
      }),
    );
  });

  test('reports no difference if the text is only printed in another way', async () => {
    await fc.assert(
      fc.asyncProperty(page, async (body) => {
        const printed = canonical(body);
        const [before, after] = [await toHtml(body, EVERYBODY), await toHtml(printed, EVERYBODY)];
        // A caption that is nothing but the sign of a list is printed with another sign, which shows.
        fc.pre(spaced(before) === spaced(after));
        expect(isChanged(review(body, printed))).toBe(false);
      }),
      {
        examples: [
          ['{% image url="/a.png" %}\n`code` \n >\n{% /image %}'],
          ['{% image url="/a.png" %}\n`code`\n  >\n{% /image %}'],
        ],
      },
    );
  });
});

describe.skipIf(!hasCorpus)('a review of real pages', () => {
  test('contains all pieces of both texts, has balanced tags, and hides no difference', async () => {
    for (const { file, body } of realPages()) {
      const [[old, next] = [body, body]] = fc.sample(edit(body), { numRuns: 1, seed: file.length });
      expect({ file, faults: await faultsOf(old, next) }).toEqual({ file, faults: [] });
    }
  });

  test('reports no difference if a page is only printed in another way', () => {
    const shown = realPages().filter(({ body }) => isChanged(review(body, canonical(body))));
    expect(shown.map(({ file }) => file)).toEqual([]);
  });
});
