import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonical, samePage, unguarded } from '../../src/content/darkdown/print/canonical.ts';
import { changedWords, lackedWords, sameWords } from '../../src/content/words.ts';
import { page } from './darkdown/grammar.ts';

const TEXT = '# Set up\n\nSee [the roof](../roof.md#top) and ![it](a.png).\n\n* one\n* two';

test.each([
  ['printed in the canonical form', canonical(TEXT)],
  [
    'with links to other places',
    TEXT.replace('../roof.md#top', '/guide/tiles').replace('a.png', 'b.png'),
  ],
  ['with another mark of lists', TEXT.replaceAll('* ', '- ')],
  ['with numbers', TEXT.replace('* one\n* two', '1. one\n2. two')],
  ['in a callout', `{% callout %}\n${TEXT}\n{% /callout %}`],
])('a text %s has the same words', (_, other) => {
  expect(sameWords(TEXT, other)).toBe(true);
});

test.each([
  ['a word more', `${TEXT} three`],
  ['a word less', TEXT.replace('one', '')],
  ['another number', TEXT.replace('one', '1')],
  ['another text of a link', TEXT.replace('the roof', 'the tiles')],
])('a text with %s has other words', (_, other) => {
  expect(sameWords(TEXT, other)).toBe(false);
});

test.each([
  [
    'a cell beyond those of the header',
    '| a | b |\n| --- | --- |\n| one | two | three |',
    '| a | b |\n| --- | --- |\n| one | two |',
    ['three'],
  ],
  ['a number', 'Wait 5 minutes.', 'Wait 50 minutes.', ['5', '50']],
  [
    'a title',
    '{% callout title="Mind" %}\na\n{% /callout %}',
    '{% callout %}\na\n{% /callout %}',
    ['Mind'],
  ],
  ['one of two', 'a b a', 'b a', ['a']],
  ['a word in code', '```\nrun it\n```', '```\nrun\n```', ['it']],
])('changed words are named: %s', (_, one, other, words) => {
  expect(changedWords(one, other)).toEqual(words);
});

/** Parts of a page; `#` stands for a word of its own. */
const part = fc.constantFrom(
  '# *# #*',
  '#_# \\*# & # > #',
  '#&eacute;# &amp; #&nbsp;#',
  '[#](/a/b) ![#](c.png "#") <https://example.com/#>',
  '| # | # |\n| --- | :-: |\n| # | # | # |\n| `# \\| #` | **#** |\n| # |',
  '- | # | # |\n  | - | - |\n  | # | # | # | # |',
  '> | # | # |\n> | - | - |\n> | # | # | # |',
  '* #\n    + #\n\n      #\n* #',
  '3. #\n3. #',
  '> #\n#',
  '#\n---',
  '```# {% title="#" %}\n# #\n```',
  '    #\n    #',
  '{% callout title="#" type="info" %}\n#\n{% /callout %}',
  '{% callout title="# \\"#\\"" %}#{% /callout %}',
  '{% image url="a.png" caption="# *#*" %}\n{% /image %}',
  '{% code %}\n{% tab language="#" title="#" %}\n#\n{% /tab %}\n{% /code %}',
  '{% code-steps %}\n{% step title="#" description="# "#" #" %}\n{% /step %}\n{% /code-steps %}',
  '{% table %}\n{% table widths="1,2" %}\n| #\\n# | # |\n| - | - |\n| # | # | # |\n{% /table %}\n{% /table %}',
  '{% table %}\n{% row %}\n{% cell header=true %}\n#\n{% /cell %}\n{% cell %}#{% /cell %}\n{% /row %}\n{% /table %}',
  '{% tabs %}\n{% tab title="#" %}\n# #\n{% /tab %}\n{% /tabs %}',
  '{% cards %}\n{% card title="#" text="#" link="/a" /%}\n{% /cards %}',
  '{% html %}\n<b title="#">#</b>\n{% /html %}',
  '{% badge type="success" text="#" /%} {% key key="#" /%} $inline[badge,#,info] %#%',
  '#[^1] #\n\n[^1]: #',
  '[#][x] #\n\n[x]: /a "#"',
  '[//]: # (#)',
  '# <!-- # --> #',
  '{% strange title="#" %}\n#\n{% /strange %} #',
  '# {% callout %} # {% nothing x="#" /%}',
  `$plugin[${JSON.stringify({ type: 'callout', data: { text: '# *é #*', title: '#' } })}]$`,
  `$plugin[${JSON.stringify({ type: 'code-block', data: { languageBlocks: [{ code: '#\n#', language: '#' }] } })}]$`,
  `$plugin[${JSON.stringify({
    type: 'table',
    data: {
      contents: [
        ['#', '#'],
        ['#', '#'],
      ],
    },
  })}]$`,
);
const numbered = fc
  .array(part, { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join('\n\n'))
  .map((body) => {
    let count = 0;
    return body.replaceAll(/(?<!^)#|^#(?! )|^# (?=\*)/gm, () => `w${(count += 1)}w`);
  });

/** Each numbered word of a text, once for each time that it is there. */
const numbersIn = (text: string): string[] => (text.match(/w\d+w/g) ?? []).toSorted();

describe('every word of a generated page', () => {
  test('is in its printed form, once', () => {
    const kept = (body: string) => {
      const printed = unguarded(body);
      // Links whose text and address are one have it twice in Markdown.
      expect(new Set(numbersIn(printed))).toEqual(new Set(numbersIn(body)));
      expect(changedWords(body, printed)).toEqual([]);
      expect(samePage(body, printed)).toBe(true);
    };
    fc.assert(fc.property(numbered, kept), { numRuns: 100 });
  });

  test('makes another page if it is missing', () => {
    const apart = (body: string, at: number) => {
      const words = numbersIn(body);
      const word = words[at % words.length] ?? '';
      fc.pre(words.length > 0);
      expect(samePage(body, body.replace(word, ''))).toBe(false);
    };
    fc.assert(fc.property(numbered, fc.nat(), apart), { numRuns: 100 });
  });

  test('is as frequent in canonical form', () => {
    // Without quotes inside of quotes, and signs that begin tags: nobody can count those.
    const plain = page.filter((body) => !/"hi"|\{%\s*\/?\s*(?:\n|$)/.test(body));
    fc.assert(
      fc.property(plain, (body) => {
        expect(changedWords(body, unguarded(body))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

test.each(['](', '](a "', '$inline[key,', '$plugin[{\n', '{% a="', '[a]: ', '1. ', '&amp;', '\\'])(
  'a text that is only %j is counted in time in proportion to its length',
  (unit) => {
    const text = unit.repeat(10_000);
    expect(changedWords(text, text)).toEqual([]);
    expect(lackedWords(text, JSON.stringify(text))).toBeInstanceOf(Array);
  },
);
