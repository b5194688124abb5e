/** What a review makes of single edits. */
import { describe, expect, test } from 'vitest';
import { NO_PROJECT } from '../../../src/content/darkdown/write/resolver.ts';
import type { Resolver } from '../../../src/content/darkdown/write/resolver.ts';
import { excerptsOf } from '../../../src/site/review/excerpts.ts';
import {
  factsIn,
  isChanged,
  reviewBody,
  showsChange,
} from '../../../src/site/review/review-page.ts';
import type { BodyReview, ReviewedBody } from '../../../src/site/review/review-page.ts';
import { piecesOf, rowsHtml } from './rendered.ts';

const review = (old: string, next: string, resolver: Resolver = NO_PROJECT): BodyReview =>
  reviewBody({ text: old, resolver: NO_PROJECT }, { text: next, resolver });

/** Each block that changed, in one line: `-words-` went, `+words+` came. */
const told = (old: string, next: string, resolver?: Resolver): string[] =>
  excerptsOf(review(old, next, resolver)).map(({ state, kind, parts, looks }) => {
    const text = parts.map((part) => {
      const mark = { same: '', behind: '~', removed: '-', added: '+' }[part.state];
      return `${mark}${part.text}${mark}`;
    });
    const beside = looks.map(
      (look) => ` (${look.what} of ${look.of}: ${look.old ?? 'none'} → ${look.new ?? 'none'})`,
    );
    return `${state === 'moved' ? 'moved ' : ''}${kind}: ${text.join('')}${beside.join('')}`;
  });

describe('a review shows', () => {
  test.each([
    ['a word', 'One two three.', 'One 2 three.', ['paragraph: One -two-+2+ three.']],
    [
      'words next to each other as one change',
      'Take the old road home.',
      'Take a new street home.',
      ['paragraph: Take -the old road-+a new street+ home.'],
    ],
    ['an item that is new', '- One\n- Three', '- One\n- Two\n- Three', ['item: +Two+']],
    [
      'a cell of a table',
      '| a | b |\n| - | - |\n| 1 | 2 |',
      '| a | b |\n| - | - |\n| 1 | 3 |',
      ['row: 1 | -2-+3+'],
    ],
    ['a line of code', '```\na\nb\nc\n```', '```\na\nc\n```', ['code: a\n-b\n-c']],
    ['the level of a heading', '## One', '### One', ['heading: One (level of heading: 2 → 3)']],
    [
      'bold words that were plain',
      'One two.',
      'One **two**.',
      ['paragraph: One ~two~. (style of two: plain → bold)'],
    ],
    [
      'code that was plain words, and words beside that are new',
      'Run npm install now.',
      'Run `npm install` here.',
      ['paragraph: Run ~npm install~ -now-+here+. (style of npm install: plain → code)'],
    ],
    [
      'part of a word that is bold',
      'One reset two.',
      'One re**set** two.',
      ['paragraph: One ~reset~ two. (style of reset: plain → plain and bold)'],
    ],
    [
      'a badge of another type',
      'It is {% badge text="new" type="info" /%}.',
      'It is {% badge text="new" type="error" /%}.',
      ['paragraph: It is ~new~. (style of new: badge info → badge error)'],
    ],
    [
      'the type of a callout once, and its words',
      '{% callout type="info" title="Note" %}\nOne two three.\n{% /callout %}',
      '{% callout type="error" title="Note" %}\nOne two four.\n{% /callout %}',
      ['callout: Note (type of callout: info → error)', 'paragraph: One two -three-+four+.'],
    ],
    [
      'numbers where points were',
      '- One\n- Two',
      '2. One\n3. Two',
      ['list: One (numbers of list: none → from 2)'],
    ],
    [
      'tabs that became an accordion',
      '{% tabs %}\n{% tab title="A" %}\nOne.\n{% /tab %}\n{% /tabs %}',
      '{% accordions %}\n{% accordion title="A" %}\nOne.\n{% /accordion %}\n{% /accordions %}',
      [
        'accordions: A (block of accordions: tabs → accordions)',
        'accordion: A (block of accordion: tab → accordion)',
      ],
    ],
    [
      'the alignment of a table once',
      '| a | b |\n| - | - |\n| 1 | 2 |',
      '| a | b |\n| - | -: |\n| 1 | 2 |',
      ['table: a | b (alignment of table: none → none, right)'],
    ],
    [
      'a line break that is gone',
      'One\\\ntwo three.',
      'One\ntwo three.',
      ['paragraph: One-\n-+ +two three.'],
    ],
    [
      'what was moved, where it is now',
      'First.\n\nSecond.\n\nThird.',
      'Second.\n\nThird.\n\nFirst.',
      ['moved paragraph: First.'],
    ],
    [
      'a list and code that were moved, and one of two equal ones that went',
      '- a\n- b\n\nOne.\n\nOne.\n\n```\nx\n```\n\nTwo.\n\nThree four five.',
      'Two.\n\nThree four five.\n\n```\nx\n```\n\nOne.\n\n- a\n- b',
      ['paragraph: -One.-', 'moved code: x', 'moved paragraph: One.', 'moved list: a\nb'],
    ],
    [
      'an item that was moved to another list',
      '- a\n- b\n\nOne.\n\n- c',
      '- a\n\nOne.\n\n- c\n- b',
      ['moved item: b'],
    ],
    [
      'the nesting of a list, whose words stayed',
      '- One two\n- Three\n- Four\n- Five',
      '- One two\n  - Three\n    - Four\n- Five',
      ['list: One two (levels of list: 1, 1, 1, 1 → 1, 2, 3, 1)'],
    ],
    [
      'the nesting of numbered items',
      '1. One two\n   - Three\n   - Four',
      '1. One two\n2. Three\n3. Four',
      ['list: One two (levels of list: 1, 2, 2 → 1, 1, 1)'],
    ],
    [
      'a picture in a line that another one replaced',
      'Press {% inline-image url="one.png" /%} now.',
      'Press {% inline-image url="two.png" /%} here.',
      ['paragraph: Press ~[picture: one.png → two.png]~ -now-+here+.'],
    ],
    [
      'a picture that another one replaced',
      'See ![Bird](one.png)',
      'See ![Egg](two.png)',
      ['paragraph: See ~[picture: Bird, one.png → Egg, two.png]~'],
    ],
    [
      'a block with a picture that another one replaced',
      '{% image url="one.png" %}\nWords\n{% /image %}',
      '{% image url="two.png" %}\nWords\n{% /image %}',
      ['picture: ~[picture: one.png → two.png]~'],
    ],
    [
      'a picture in a line that went',
      'Press {% inline-image url="one.png" /%} now.',
      'Press now.',
      ['paragraph: Press -[picture: one.png] -now.'],
    ],
    [
      'how large a picture is',
      '{% image url="/a.png" width=60 /%}',
      '{% image url="/a.png" width=600 mode="scale" /%}',
      ['picture: [picture: /a.png] (width of picture: 60 → 600) (mode of picture: none → scale)'],
    ],
    [
      'how large a picture in a line is',
      'A {% inline-image url="a.png" width="20" /%} b.',
      'A {% inline-image url="a.png" width="40" /%} b.',
      ['paragraph: A ~[picture: a.png]~ b. (width of picture: 20 → 40)'],
    ],
    [
      'the language of code',
      '```js\na\n```',
      '```ts\na\n```',
      ['code: a (language of code: js → ts)'],
    ],
    [
      'line numbers of code',
      '```js\na\n```',
      '```js {% showLineNumbers=true %}\na\n```',
      ['code: a (showLineNumbers of code: none → true)'],
    ],
    [
      'an accordion that is open now',
      '{% accordion title="A" %}\nOne.\n{% /accordion %}',
      '{% accordion title="A" open=true %}\nOne.\n{% /accordion %}',
      ['accordion: A (open of accordion: none → true)'],
    ],
    [
      'how wide a cell is',
      '{% table %}\n{% row %}\n{% cell colwidth=[100] %}\na\n{% /cell %}\n{% /row %}\n{% /table %}',
      '{% table %}\n{% row %}\n{% cell colwidth=[200] %}\na\n{% /cell %}\n{% /row %}\n{% /table %}',
      ['row: a (colwidth of cell: 100 → 200)'],
    ],
    [
      'the audience of a block',
      '{% conditional audience="staff" %}\nOne.\n{% /conditional %}',
      '{% conditional audience="all" %}\nOne.\n{% /conditional %}',
      ['conditional:  (audience of conditional: staff → all)'],
    ],
    [
      'a tab that has another text',
      '{% tabs %}\n{% tab title="A" %}\nOne.\n{% /tab %}\n{% /tabs %}',
      '{% tabs %}\n{% tab title="A" %}\nOther words.\n{% /tab %}\n{% /tabs %}',
      ['paragraph: -One.-', 'paragraph: +Other words.+'],
    ],
    [
      'a callout around a paragraph',
      'First.\n\nBack up your data before you begin.\n\nLast.',
      'First.\n\n{% callout type="warning" title="Careful" %}\nBack up all data before you begin.\n{% /callout %}\n\nLast.',
      [
        'callout: Careful (container of callout: none → callout warning)',
        'title: +Careful+',
        'paragraph: Back up -your-+all+ data before you begin.',
      ],
    ],
    [
      'a callout around several blocks',
      'One two.\n\n- Three\n- Four\n\nFive six.',
      '{% callout %}\nOne two.\n\n- Three\n- Four\n{% /callout %}\n\nFive six.',
      ['callout: One two. (container of callout: none → callout info)'],
    ],
    [
      'paragraphs that are in a callout no more',
      '{% callout type="error" %}\nOne two.\n\nThree four five.\n{% /callout %}',
      'One two.\n\nThree 4 five.',
      [
        'paragraph: One two. (container of paragraph: callout error → none)',
        'paragraph: Three -four-+4+ five.',
      ],
    ],
    [
      'paragraphs that became items',
      'One two.\n\nThree four.',
      '- One two.\n- Three four.',
      ['list: One two. (container of list: none → list)'],
    ],
    [
      'a quote that became a tab',
      '> One two three.',
      '{% tabs %}\n{% tab title="A" %}\nOne two three.\n{% /tab %}\n{% /tabs %}',
      [
        'tabs: A (container of tabs: none → tabs)',
        'tab: A (container of tab: none → tab)',
        'title: +A+',
        'paragraph: One two three. (container of paragraph: quote → none)',
      ],
    ],
    [
      'two paragraphs that were joined',
      'One two three.\n\nFour five six.\n\nLast.',
      'One two three. Four 5 six.\n\nLast.',
      ['paragraph: One two three.-\n-+ +Four -five-+5+ six. (paragraphs of paragraph: 2 → 1)'],
    ],
    [
      'a paragraph that was split',
      'One two three four. Five six.',
      'One two three four.\n\nFive six.',
      ['paragraph: One two three four.- -+\n+Five six. (paragraphs of paragraph: 1 → 2)'],
    ],
    [
      'paragraphs that were joined with a line break',
      'One two.\n\nThree four.',
      'One two.\\\nThree four.',
      ['paragraph: One two.\nThree four. (paragraphs of paragraph: 2 → 1)'],
    ],
    [
      'an icon by its name',
      'Press {% icon classes="fas fa-plus" /%}.',
      'Press {% icon classes="fas fa-arrow-up" /%}.',
      ['paragraph: Press -[icon: plus]-+[icon: arrow-up]+.'],
    ],
    [
      'an icon that looks another way',
      'Press {% icon classes="fas fa-plus" /%}{% icon classes="mine" /%}.',
      'Press {% icon classes="far fa-plus fa-2x" /%}{% icon classes="mine" /%}.',
      ['paragraph: Press -[icon: plus]-+[icon: plus, far fa-2x]+[icon: mine].'],
    ],
    [
      'raw HTML by its source',
      '{% html %}\n<b class="x">Text</b>\n{% /html %}',
      '{% html %}\n<b class="y">Text</b>\n{% /html %}',
      ['html: -<b class="x">-+<b class="y">+Text</b>'],
    ],
  ])('%s', (_, old, next, expected) => {
    expect(told(old, next)).toEqual(expected);
    const found = review(old, next);
    expect(piecesOf(found, 'old')).toEqual(found.old.pieces);
    expect(piecesOf(found, 'new')).toEqual(found.new.pieces);
  });

  test('a variable with another value', () => {
    const resolver: Resolver = { ...NO_PROJECT, variable: () => '2.0' };

    expect(told('Version %version%.', 'Version %version%.', resolver)).toEqual([
      'paragraph: Version -%version%-+2.0+.',
    ]);
  });
});

describe('a review lists, although readers do not see it,', () => {
  test.each([
    ['a link that leads elsewhere', '[One](/a)', '[One](/b)', ['link target of One: /a → /b']],
    ['an alt text', '![One](/a.png)', '![Two](/a.png)', ['alt text of Two: One → Two']],
    [
      'lines that are further apart',
      '- a\n- b',
      '- a\n\n- b',
      ['line spacing of list: tight → loose'],
    ],
    [
      'an attribute of a card',
      '{% cards %}\n{% card title="A" link="/a" icon="x" /%}\n{% /cards %}',
      '{% cards %}\n{% card title="A" link="/a" icon="y" /%}\n{% /cards %}',
      ['icon of card: x → y'],
    ],
    [
      'an attribute of a link',
      '{% link href="/a" newWindow="1" %}One{% /link %}',
      '{% link href="/a" newWindow="2" %}One{% /link %}',
      ['newWindow of One: 1 → 2'],
    ],
    ['where a link without words leads', 'A [](/x)', 'A [](/y)', ['link target of link: /x → /y']],
    [
      'a card that leads elsewhere',
      '{% cards %}\n{% card title="A" link="/a" /%}\n{% /cards %}',
      '{% cards %}\n{% card title="A" link="/b" /%}\n{% /cards %}',
      ['link target of card: /a → /b'],
    ],
  ])('%s', (_, old, next, expected) => {
    const found = review(old, next);

    expect(
      factsIn(found.entries).map(
        ({ what, of, ...sides }) => `${what} of ${of}: ${sides.old} → ${sides.new}`,
      ),
    ).toEqual(expected);
    expect(showsChange(found)).toBe(false);
    expect(rowsHtml(found)).toContain('behind');
  });
});

test.each([
  ['words', 'Read the guide.', 'Read [this](/x).', ['link target of this: none → /x']],
  ['a paragraph', 'One.', 'One.\n\nSee [the _docs_](/x).', ['link target of the docs: none → /x']],
  [
    'a card',
    'One.',
    'One.\n\n{% cards %}\n{% card title="A" link="/x" /%}\n{% /cards %}',
    ['link target of card: none → /x'],
  ],
  [
    'a block for an audience',
    'One.',
    'One.\n\n{% conditional audience="staff" %}\nTwo.\n{% /conditional %}',
    ['audience of conditional: none → staff'],
  ],
  ['more words of a link that was there', 'Read [this](/x).', 'Read [this page](/x).', []],
])(
  'a review lists the targets of new links and the audiences of new gates: %s',
  (_, old, next, expected) => {
    expect(
      factsIn(review(old, next).entries).map(
        ({ what, of, ...sides }) => `${what} of ${of}: ${sides.old ?? 'none'} → ${sides.new}`,
      ),
    ).toEqual(expected);
  },
);

test('a review reports a picture that changed without a new name, but not another path to the same picture', () => {
  const named = (url: string, content: string): ReviewedBody => ({
    text: `![One](${url})\n\n{% inline-image url="${url}" /%}\n\n{% image url="${url}" /%}`,
    resolver: { ...NO_PROJECT, asset: () => content },
  });
  const changed = reviewBody(named('one.png', 'a'), named('one.png', 'b'));
  const moved = reviewBody(named('one.png', 'a'), named('../one.png', 'a'));

  expect(excerptsOf(changed).map(({ kind, parts }) => [kind, parts])).toEqual([
    ['paragraph', [{ state: 'behind', text: '[picture: One, one.png, changed]' }]],
    ['paragraph', [{ state: 'behind', text: '[picture: one.png, changed]' }]],
    ['picture', [{ state: 'behind', text: '[picture: one.png, changed]' }]],
  ]);
  expect(isChanged(moved)).toBe(false);
});

test('a new script is reported with its source', () => {
  expect(told('One.', 'One.\n\n{% html %}\n<script>steal()</script>\n{% /html %}')).toEqual([
    'html: +<script>steal()</script>+',
  ]);
});

test('changed raw HTML is shown with its source, because scripts and addresses are not in the safe form', () => {
  const html = rowsHtml(
    review(
      '{% html %}\n<p>x</p>\n{% /html %}',
      '{% html %}\n<p>x</p><script>steal()</script>\n{% /html %}',
    ),
  );

  expect(html).toContain(
    '<del class="block"><div class="html" data-source="&lt;p&gt;x&lt;/p&gt;">',
  );
  expect(html).toContain(
    '<ins class="block"><div class="html" data-source="&lt;p&gt;x&lt;/p&gt;&lt;script&gt;steal()&lt;/script&gt;">',
  );
  expect(html).not.toContain('<script');
});

test('raw HTML cannot look like a mark of the review', () => {
  const body =
    '{% html %}\n<p class="ins"><ins>New</ins> <del class="x">old</del> a="class=\'y\'"</p>\n{% /html %}';

  const html = rowsHtml(review(body, body));

  expect(html).not.toMatch(/<(?:ins|del)\b|class="(?:ins|x)"/);
  expect(html).toContain('<u>New</u> <s>old</s>');
});
