/** Darkdown for properties: every construct of every generation. `slips.ts` breaks them. */
import * as fc from 'fast-check';
import { hostileHtml } from './hostile-html.ts';

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
export const sign = fc.constantFrom(...SIGNS);
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
  attributeText.map((text) => `$inline[icon,${text}]`),
  attributeText.map((text) => `$inline[key,${text}]`),
  attributeText.map((text) => `$inline[glossary,${text}]`),
  url.map((text) => `$inline[image,${text},40]`),
  fc.constant('{% inline-image url="a.png" width="undefined" mode="w100" /%}'),
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
  { weight: 1, arbitrary: word.map((text) => `~~${text}~~`) },
  { weight: 1, arbitrary: fc.tuple(word, url).map(([text, href]) => `[${text}](<${href}> "t")`) },
  { weight: 1, arbitrary: fc.tuple(word, word).map(([text, name]) => `[${text}][${name}]`) },
  { weight: 1, arbitrary: url.map((href) => `<${href}>`) },
  { weight: 1, arbitrary: fc.constantFrom('  \n', '\\\n', '\n', '&#106;', '&amp;lt;', '%C3%A9') },
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
  hostileHtml.map((contents) => json('custom-html', { contents })),
  sentence.map((text) =>
    json('table', { cols: 1, rows: 2, widths: [0], contents: [[text], [text]] }),
  ),
  word.map((text) => json(text, {})),
  fc.tuple(code, code).map(([a, b]) =>
    json('code-block', {
      languageBlocks: [{ code: a, language: 'none', title: b }, { code: b }],
    }),
  ),
  fc.constantFrom(
    json('image', { url: 'asset:abc', mode: 'full', caption: null }),
    json('synced-block', { syncedBlockId: 'a' }),
    json('video', { videoId: 'x', provider: 'raw' }),
    json('github-code', { url: 'https://example.com/a#L1-L2' }),
    json('index-list', []),
    json('tab-block', { tabs: [{ title: 'a' }] }),
  ),
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
  fc
    .tuple(code, fc.constantFrom('~~~', '````', '   ```', '- ```', '> ~~~'))
    .map(([text, mark]) => lines(`${mark}c`, text, mark.replace('-', ' '))),
  fc.tuple(code, fc.constantFrom('```', '~~~~')).map(([text, mark]) => lines(mark, text)),
  fc.tuple(sentence, fc.constantFrom('===', '---', '***')).map(([text, rule]) => lines(text, rule)),
  code.map((text) => text.replaceAll(/^/gm, '    ')),
  sentence.map((text) => `> - ${text}\n>\n>   1. ${text}`),
  fc.tuple(word, url).map(([name, href]) => `[${name}]: ${href} "t"`),
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
    code.map((text) => wrap('code', lines('```js', text, '```', '~~~c {% id="x" %}', text, '~~~'))),
    fc
      .tuple(code, attributeText)
      .map(([text, title]) =>
        wrap(
          'code showLineNumbers="true"',
          lines(
            wrap(
              `tab language="" highlightLines="1,3-5" title="${title}"`,
              '{% tab %}\n{% /tab %}',
            ),
            wrap('tab', text),
          ),
        ),
      ),
    sentence.map((text) =>
      wrap(
        'table widths="1"',
        wrap('table', lines(`| ${text} |`, '| --- |', '| https:\\\\/\\\\/a |')),
      ),
    ),
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
    hostileHtml.map((text) => wrap('html', text)),
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
      '{% video provider="vimeo" videoId="1" %}\n{% /video %}',
      '{% image url="a.png" /%}',
      '{% index-list %}\n{% /index-list %}',
      '{% callout type="success" %}one line{% /callout %}',
    ),
    fc
      .tuple(attributeText, tie('blocks'))
      .map(([label, body]) => wrap(`changelog label="${label}" slug="a" date="2026-01-01"`, body)),
    fc
      .tuple(word, tie('blocks'))
      .map(([audience, body]) => wrap(`conditional audience="${audience}"`, body)),
    tie('blocks').map((body) => wrap('strange x=1', body)),
  ),
})).blocks;
