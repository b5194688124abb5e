/** Whether a text still has words of a draft, however it is broken into lines. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageKey } from '../../src/model/ids.ts';
import { CopiedDrafts, keepsDraft } from '../../src/content/kept-draft.ts';

const PUBLISHED = 'Install it.\n\nThen start it.';
const LONG = 'Nobody has decided yet whether the price of this will be told to all customers.';
const DRAFT = `Install it.\n\n${LONG}\n\nThen start it.`;

describe('a text keeps a draft', () => {
  test.each([
    ['an edit elsewhere', `Install it now.\n\n${LONG}\n\nThen start it.`, true],
    [
      'an edit elsewhere and other lines',
      `Install it now.\n\n${LONG.replace('will', '\nwill')}`,
      true,
    ],
    ['one line with the text before', `Install it now. ${LONG} Then start it.`, true],
    ['other lines in a quotation', `Install it now.\n\n> ${LONG.replace(' of', '\n> of')}`, true],
    ['other lines in a list', `Install now.\n\n* ${LONG.replace(' of', '\n  of')}`, true],
    [
      'emphasis and other lines',
      `Now.\n\n${LONG.replace(' the price of', '\n**the price**\nof')}`,
      true,
    ],
    [
      'another sentence in its place',
      'Install it now.\n\nThe price is known.\n\nThen start it.',
      false,
    ],
    ['its sentence with another word', `Now.\n\n${LONG.replace('all', 'some')}`, false],
  ])('after %s: %#', (_, body, isKept) => {
    expect(keepsDraft(body, DRAFT, PUBLISHED)).toBe(isKept);
  });

  const wrapped = (text: string, breaks: readonly boolean[]): string => {
    let at = 0;
    return text.replaceAll(' ', () => (breaks[at++ % breaks.length] ? '\n' : ' '));
  };

  test('however its lines are broken', () => {
    const breaks = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 });
    const bodies = fc.constantFrom(
      LONG,
      'まだ誰も 決めていない 価格の話を ここに書く つもりである。',
    );
    fc.assert(
      fc.property(bodies, breaks, breaks, (sentence, saved, formatted) => {
        const draft = `Install it.\n\n${wrapped(sentence, saved)}`;
        const body = `Install it now.\n\n${wrapped(sentence, formatted)}`;
        expect(keepsDraft(body, draft, PUBLISHED)).toBe(true);
      }),
    );
  });
});

describe('the text of another page is a copy of a draft', () => {
  const SECOND = 'The old address will be switched off once the contract has ended.';
  const KEY = 'v1/guide/mine' as PageKey;
  const THEIRS = 'v1/guide/theirs' as PageKey;
  const BOTH = `${PUBLISHED}\n\n${LONG}\n\nNo.\n\n${SECOND}\n\n価格はまだ秘密である。`;
  const copied = new CopiedDrafts([{ key: THEIRS, draft: BOTH, published: PUBLISHED }]);

  test.each([
    ['all of it', BOTH, true],
    ['all of it, with an edit elsewhere', BOTH.replace('Install it', 'Install this'), true],
    ['one of its sentences', `Notes.\n\n${SECOND}`, true],
    ['one of its sentences in other lines', `Notes.\n\n${SECOND.replaceAll(' ', '\n')}`, true],
    ['one of its sentences in Japanese', 'Notes.\n\n価格はまだ秘密である。', true],
    ['a short sentence of it', 'Notes.\n\nNo.', false],
    ['what readers see of the page', PUBLISHED, false],
    ['other words', 'The old address is there.', false],
  ])('if it has %s', (_, body, isCopy) => {
    expect(copied.hasOne(body, KEY, null)).toBe(isCopy);
  });

  test('unless the page had the sentence before', () => {
    const had = `Mine.\n\n${SECOND}`;
    expect(copied.hasOne(`Mine, edited.\n\n${SECOND}`, KEY, had)).toBe(false);
    expect(copied.hasOne(`Mine.\n\n${SECOND}\n\n${LONG}`, KEY, had)).toBe(true);
  });

  test('but not of its own', () => {
    expect(copied.hasOne(BOTH, THEIRS, null)).toBe(false);
  });
});
