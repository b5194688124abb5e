/** Whether a text still has words of a draft, however it is broken into lines. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageKey } from '../../src/model/ids.ts';
import {
  CopiedDrafts,
  keepsDraft,
  sentencesOf,
  sentencesWithin,
} from '../../src/content/kept-draft.ts';

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
    [
      'its half sentence with an end',
      `Now.\n\n${LONG.replace('customers', 'customers of it')}`,
      false,
    ],
    ['its sentence with another word', `Now.\n\n${LONG.replace('all', 'some')}`, false],
  ])('after %s: %#', (_, body, isKept) => {
    expect(keepsDraft(body, DRAFT, PUBLISHED)).toBe(isKept);
  });

  const PRICE = 'The price in Lisbon will be ninety euros for the team.';
  const PLAN = 'We plan a launch in Lisbon; price is ninety.';
  const HTML = (inside: string): string => `{% html %}\n${inside}\n{% /html %}`;
  const ITEM = `- Mine\n- ${PRICE}\n- Mine, too`;

  test.each([
    ['a line break', PRICE, PRICE.replace('will ', 'will\n')],
    ['a hard break', PRICE, PRICE.replace('will ', 'will\\\n')],
    ['a hard break of two spaces', PRICE, PRICE.replace('will ', 'will  \n')],
    ['lines that are joined', PRICE.replaceAll(' ', '\n'), PRICE],
    ['a line break in a list', ITEM, ITEM.replace('will ', 'will\n  ').replace('too', 'three')],
    ['a line break in a quotation', `> ${PRICE}`, `> ${PRICE.replace('will ', 'will\n> ')}`],
    ['a comment within it', PRICE, PRICE.replace('will ', 'will\n[//]: # (ask)\n')],
    ['a footnote', PRICE, `${PRICE.replace('.', '.[^1]')}\n\n[^1]: Mine.`],
    ['a footnote within it', PRICE, `${PRICE.replace('will', 'will[^a]')}\n\n[^a]: Mine.`],
    ['a full stop for a semicolon', PLAN, PLAN.replace('; price', '. Price')],
    ['words before it, with a colon', PRICE, `As we said: ${PRICE}`],
    ['bold type', PRICE, PRICE.replace('will', '**will**')],
    ['bold type in HTML', PRICE, PRICE.replace('will', '<b>will</b>')],
    [
      'HTML in other lines',
      HTML(`<div><p>${PRICE}</p></div>`),
      HTML(`<div>\n  <p>\n    ${PRICE.replace('will ', 'will\n    ')}\n  </p>\n</div>`),
    ],
    ['an attribute', HTML(`<p>${PRICE}</p>`), HTML(`<p class="x">${PRICE}</p>`)],
    [
      'a column of a table',
      `| Plan | Price |\n| --- | --- |\n| Pro | ${PRICE} |`,
      `| Plan | Price | Note |\n|---|---|---|\n| Pro | ${PRICE} | Own |`,
    ],
    [
      'a table of another form',
      `| Plan | Price |\n| --- | --- |\n| Pro | ${PRICE} |`,
      `{% table %}\n- Plan\n- Price\n---\n- Pro\n- ${PRICE}\n{% /table %}`,
    ],
    ['an address of a heading', `## ${PRICE}`, `## ${PRICE} {#price}`],
    [
      'a heading and its text in other lines',
      `## Mine\n${PRICE}`,
      `## Own\n${PRICE.replace('will ', 'will\n')}`,
    ],
    [
      'Korean in other lines',
      '리스본에서 내년 봄에 새로운 가격을 발표합니다',
      '리스본에서 내년\n봄에 새로운 가격을 발표합니다',
    ],
    [
      'Chinese in other lines',
      '价格是九十九欧元发布在三月没有人知道这个秘密。',
      '价格是九十九欧元\n发布在三月没有人知道这个秘密。',
    ],
    ['spaces beside Latin letters', 'リスボンLisbonで発表します', 'リスボン Lisbon で発表します'],
    ['vowel marks', 'السعر سيكون تسعين', 'السِّعْرُ سيكون\nتسعين'],
    [
      'a ligature and a decomposed letter',
      'Der Preis für die Offerte',
      'Der Preis fu\u0308r die O\ufb00erte',
    ],
    [
      'a soft hyphen and a space of no width',
      PRICE,
      PRICE.replace('price', 'pri\u00adce').replace('Lis', 'Lis\u200b'),
    ],
    ['a ticked task', `- [ ] ${PRICE}`, `- [x] ${PRICE}`],
    [
      'an address in angle brackets',
      'See https://a.example in Lisbon',
      'See <https://a.example> in Lisbon',
    ],
    ['a badge', PRICE, PRICE.replace('will', 'will {% badge text="New" /%}')],
    ['an icon', PRICE, PRICE.replace('will', '{% icon classes="rocket" /%} will')],
    ['an underlined word', PRICE, PRICE.replace('will', '{% u %}will{% /u %}')],
    ['a comment in HTML', PRICE, PRICE.replace('will', 'will <!-- mine -->')],
    ['another apostrophe', "It isn't ready for Lisbon", 'It isnʼt ready for Lisbon'],
    ['no full stop behind an abbreviation', 'By Dr. Who in Lisbon', 'By Dr Who in Lisbon'],
    ['a space before a unit', 'It runs 5km each day', 'It runs 5 km each day'],
  ])('after an edit elsewhere and %s', (_, saved, formatted) => {
    const draft = `Install it.\n\n${saved}\n\nThen start it.`;
    expect(keepsDraft(`Install it now.\n\n${formatted}\n\nThen start.`, draft, PUBLISHED)).toBe(
      true,
    );
    const others = `Install it now.\n\nSomething else.\n\nThen start.`;
    expect(keepsDraft(others, draft, PUBLISHED)).toBe(false);
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

test('a text keeps a draft that only takes a sentence out, whatever else changes in its paragraph', () => {
  const warned = 'Take four screws out. Switch the mains off first. Then lift the lid.';
  const draft = warned.replace('Switch the mains off first. ', '');
  const other = draft.replace('four', 'five');
  expect(keepsDraft(other, draft, warned)).toBe(true);
  expect(keepsDraft(warned.replace('four', 'five'), draft, warned)).toBe(false);
});

describe('the text of another page is a copy of a draft', () => {
  const SECOND = 'The old address will be switched off once the contract has ended.';
  const KEY = 'v1/guide/mine' as PageKey;
  const THEIRS = 'v1/guide/theirs' as PageKey;
  const BOTH = `${PUBLISHED}\n\n${LONG}\n\nNo.\n\n${SECOND}\n\n価格はまだ秘密である。`;
  const drafts = new CopiedDrafts([{ key: THEIRS, draft: BOTH, published: PUBLISHED }]);

  function isCopied(body: string, key = KEY, known = ''): boolean {
    const found = drafts.among(sentencesOf(body), key);
    const sentences = found.map(({ sentence }) => sentence);
    const those = new Set(sentencesWithin(known, sentences));
    return drafts.copied(found, (sentence) => those.has(sentence)) !== undefined;
  }

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
    expect(isCopied(body)).toBe(isCopy);
  });

  test.each([
    ['unless the sentence is known', `Mine, edited.\n\n${SECOND}`, SECOND, false],
    ['unless all of it is known', BOTH, BOTH, false],
    ['also if another sentence is known', `${SECOND}\n\n${LONG}`, SECOND, true],
  ])('%s', (_, body, known, isCopy) => {
    expect(isCopied(body, KEY, known)).toBe(isCopy);
  });

  test('if it has its code, which is named, and not if it has a fence of the same language', () => {
    const code = 'npm install --global lapwing';
    const draft = `${PUBLISHED}\n\n\`\`\`bash\n${code}\n\`\`\``;
    const coded = new CopiedDrafts([{ key: THEIRS, draft, published: PUBLISHED }]);
    const named = (body: string) =>
      coded.copied(coded.among(sentencesOf(body), KEY), () => false)?.words;
    expect(named(`Mine.\n\n\`\`\`bash\n${code}\n\`\`\``)).toBe(code);
    expect(named('Mine.\n\n```bash\nnpx lapwing\n```')).toBeUndefined();
  });

  test('but not of its own', () => {
    expect(isCopied(BOTH, THEIRS)).toBe(false);
  });
});
