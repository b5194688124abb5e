/** Bodies of darkdown for properties: every construct of every generation, composed, and then broken. */
import * as fc from 'fast-check';

/** Words that mean something somewhere. */
const SIGNS = [
  '*',
  '**',
  '_',
  '~~',
  '`',
  '``',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '&',
  '!',
  '|',
  '\\',
  '#',
  '%',
  '$',
  '{',
  '}',
  '{%',
  '%}',
  '/%}',
  '{% /',
  '{{% x %}}',
  '$plugin[',
  ']$',
  '$inline[',
  '[auto$](/a/b)',
  '[](x)',
  '<br>',
  '<b>',
  '%name%',
  '%a.b%',
  '&gt;',
  '&nbsp;',
  '\\n',
  '\\_',
  '- ',
  '1. ',
  '> ',
  '## ',
  '---',
  '===',
  '```',
  '~~~',
  '    ',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  'onerror="x"',
  '[x]: y',
  '\u00a0',
  '\0',
  '\u202e',
  '"',
  "'",
];

const word = fc.constantFrom(
  'alpha',
  'beta',
  'user_id',
  'A & B',
  '1.5',
  'é',
  '漢字',
  'x',
  '5 > 3',
  'a*b',
);
const sign = fc.constantFrom(...SIGNS);
const url = fc.constantFrom(
  '/doc/page',
  '../x/y.md#top',
  'https://example.com/a?b=c&d=e',
  '#here',
  'a b',
  'data:text/html,x',
  'javascript:alert(1)',
  'JaVa\tScRiPt:x',
  'data:image/png;base64,AAAA',
  'vbscript:x',
  '//host/x',
  'asset:abc',
);
const attributeText = fc.oneof(word, sign, url).map((text) => text.replaceAll(/["\\\n]/g, ''));
const lines = (...texts: string[]): string => texts.join('\n');

const inlineTag = fc.oneof(
  fc
    .tuple(attributeText, fc.constantFrom('', ' type="info"', ' type="x\\"y"'))
    .map(([text, type]) => `{% badge text="${text}"${type} /%}`),
  attributeText.map((text) => `{% icon classes="${text}" /%}`),
  attributeText.map((text) => `{% key key="${text}" /%}`),
  attributeText.map((text) => `{% glossary term="${text}" /%}`),
  url.map((text) => `{% inline-image url="${text}" width="40" /%}`),
  fc.tuple(word, url).map(([text, href]) => `{% link href="${href}" %}${text}{% /link %}`),
  word.map((text) => `{% u %}${text}{% /u %}`),
  fc.tuple(word, word).map(([text, type]) => `$inline[badge,${text},${type}]`),
);

const inline = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 2, arbitrary: sign },
  { weight: 1, arbitrary: inlineTag },
  { weight: 1, arbitrary: word.map((text) => `**${text}**`) },
  { weight: 1, arbitrary: word.map((text) => `_${text}_`) },
  { weight: 1, arbitrary: word.map((text) => `\`${text}\``) },
  { weight: 1, arbitrary: fc.tuple(word, url).map(([text, href]) => `[${text}](${href})`) },
  { weight: 1, arbitrary: fc.tuple(word, url).map(([text, src]) => `![${text}](${src})`) },
  { weight: 1, arbitrary: fc.constant('[auto$](/doc/page)') },
);
const sentence = fc.array(inline, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
const code = fc.array(fc.oneof(word, sign), { maxLength: 4 }).map((parts) => parts.join('\n'));

const json = (type: string, content: unknown): string =>
  `$plugin[${JSON.stringify({ type, data: content }, null, 4).replaceAll('/', '\\/')}]$`;

const plugin = fc.oneof(
  fc.tuple(sentence, word).map(([text, title]) => json('callout', { text, type: 'info', title })),
  fc
    .tuple(url, sentence)
    .map(([href, caption]) => json('image', { url: href, mode: 'responsive', width: 5, caption })),
  code.map((text) => json('code-block', { languageBlocks: [{ code: text, language: 'c' }] })),
  sentence.map((text) => json('custom-html', { contents: `<p onclick="x">${text}</p>` })),
  sentence.map((text) =>
    json('table', { cols: 1, rows: 2, widths: [0], contents: [[text], [text]] }),
  ),
  word.map((text) => json(text, {})),
);

const markdown = fc.oneof(
  { weight: 4, arbitrary: sentence },
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), sentence)
    .map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  fc
    .array(sentence, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item) => `- ${item}`).join('\n')),
  fc
    .array(sentence, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item, at) => `${at + 3}. ${item}`).join('\n')),
  fc.tuple(sentence, sentence).map(([a, b]) => lines(`* ${a}`, `    * ${b}`, '', '      more')),
  sentence.map((text) => `> ${text}`),
  fc
    .tuple(sentence, sentence)
    .map(([a, b]) => lines(`| ${a} | b |`, '| ---- | :---: |', `| ${b} |  |`)),
  fc
    .tuple(code, fc.constantFrom('', 'js', 'js {% title="a" %}', 'x y'))
    .map(([text, info]) => lines(`\`\`\`${info}`, text, '```')),
  fc.tuple(word, url).map(([name, href]) => `[${name}]: ${href}`),
  fc.constant('<!-- asset:abc=https://example.com/a.png -->'),
  plugin,
);

const wrap = (tag: string, body: string): string =>
  lines(`{% ${tag} %}`, body, `{% /${tag.split(' ')[0]} %}`);

/** Well-formed bodies. */
export const page: fc.Arbitrary<string> = fc.letrec<{ blocks: string; block: string }>((tie) => ({
  blocks: fc.array(tie('block'), { maxLength: 4 }).map((blocks) => blocks.join('\n\n')),
  block: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'darkdown' },
    markdown,
    fc
      .tuple(attributeText, tie('blocks'))
      .map(([title, body]) => wrap(`callout type="warning" title="${title}"`, body)),
    fc
      .tuple(url, sentence)
      .map(([href, caption]) => wrap(`image url="${href}" width=300`, caption)),
    url.map((href) =>
      lines(`{% image url="${href}" caption="a *b*" mode="600" %}`, '{% /image %}'),
    ),
    fc
      .tuple(attributeText, tie('blocks'))
      .map(([title, body]) => wrap('tabs', wrap(`tab title="${title}"`, body))),
    fc
      .tuple(code, attributeText)
      .map(([text, title]) => wrap('code', wrap(`tab language="c" title="${title}"`, text))),
    code.map((text) => wrap('code', lines('```js', text, '```'))),
    sentence.map((text) =>
      wrap(
        'table',
        wrap(
          'table widths="173,0"',
          lines(`| ${text} | a\\nb |`, '| ---- | ---- | ', '| c | d | '),
        ),
      ),
    ),
    fc
      .tuple(tie('blocks'), tie('blocks'))
      .map(([a, b]) =>
        wrap(
          'table layout="auto"',
          lines(
            wrap('row', wrap('cell header=true', a)),
            wrap('row', wrap('cell colwidth=[173]', b)),
          ),
        ),
      ),
    attributeText.map((text) =>
      wrap(
        'html',
        `<div onclick="${text}"><img src=x onerror=alert(1)>${text}<script>x</script></div>`,
      ),
    ),
    fc
      .tuple(word, tie('blocks'))
      .map(([title, body]) =>
        wrap('accordion-group', wrap(`accordion title="${title}" open=true`, body)),
      ),
    fc
      .tuple(attributeText, url)
      .map(([title, link]) =>
        wrap('cards', `{% card title="${title}" text="${title}" link="${link}" /%}`),
      ),
    fc
      .tuple(attributeText, tie('blocks'))
      .map(([title, body]) =>
        wrap(
          'code-steps',
          lines(
            wrap(`step title="${title}" description="say "hi" to\n${title}"`, body),
            wrap('code id="a" language="js"', 'raw {% tab %}'),
          ),
        ),
      ),
    fc.constantFrom(
      '{% synced id="a" /%}',
      '{% index-list /%}',
      '{% p /%}',
      '{% video videoId="x y" /%}',
      '{% github-code url="javascript:x" /%}',
    ),
    fc
      .tuple(word, tie('blocks'))
      .map(([audience, body]) => wrap(`conditional audience="${audience}"`, body)),
    tie('blocks').map((body) => wrap('strange x=1', body)),
  ),
})).blocks;

type Edit = readonly [at: number, kind: 'cut' | 'insert' | 'repeat', length: number, text: string];

const edit: fc.Arbitrary<Edit> = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom('cut', 'insert', 'repeat'),
  fc.integer({ min: 1, max: 30 }),
  fc.oneof(
    sign,
    fc.constantFrom(
      '\n',
      '\n\n',
      '\n{% ',
      '\n{% callout',
      '\n{% /callout %}',
      '\n$plugin[{"',
      '\\x',
      '01',
      '\t',
    ),
  ),
);

function apply(text: string, [at, kind, length, added]: Edit): string {
  const pos = Math.floor(at * text.length);
  if (kind === 'cut') return text.slice(0, pos) + text.slice(pos + length);
  const piece = kind === 'insert' ? added : text.slice(pos, pos + length).repeat(3);
  return text.slice(0, pos) + piece + text.slice(pos);
}

/** Bodies with slips in them. */
export const brokenPage: fc.Arbitrary<string> = fc
  .tuple(page, fc.array(edit, { maxLength: 5 }))
  .map(([text, edits]) => {
    let broken = text;
    for (const change of edits) broken = apply(broken, change);
    return broken;
  });

/** Any of these, or text that was never meant to be a page. */
export const anyBody: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: brokenPage },
  { weight: 2, arbitrary: page },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.oneof(sign, fc.constant('\n')), { maxLength: 40 })
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);
