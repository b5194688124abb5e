import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHtml, toMarkdown, toText } from '../../../src/content/darkdown/convert.ts';
import { parse } from '../../../src/content/darkdown/read/parse.ts';
import { openGates } from '../../../src/content/darkdown/gates.ts';
import { sections } from '../../../src/content/darkdown/sections.ts';
import { ParsedPage } from '../../../src/content/darkdown/write/parsed-page.ts';
import { NO_PROJECT } from '../../../src/content/darkdown/write/resolver.ts';
import type { Resolver } from '../../../src/content/darkdown/write/resolver.ts';
import { Keys } from '../../../src/site/review/piece.ts';
import { readSide } from '../../../src/site/review/read-side.ts';

const OPEN = '{% conditional audience="partners" %}';
const CLOSE = '{% /conditional %}';

/** What readers see of a body, in every form. */
async function shown(body: string, project: Resolver = NO_PROJECT): Promise<string> {
  return [
    await toHtml(body, project),
    toMarkdown(body, project),
    toText(body, project),
    JSON.stringify(sections(ParsedPage.of(body), project)),
  ].join('\n');
}

/** Text before a gate is shown, text in it is not; `after`, if the gate ends where it seems to. */
const UNCLEAR: readonly (readonly [name: string, body: string, ends: boolean])[] = [
  ['indented', `Before\n\n  ${OPEN}\n\nSECRET\n\n  ${CLOSE}\n\nAfter\n`, true],
  ['after a tab', `Before\n\n-\t${OPEN}\n\n\tSECRET\n\n\t${CLOSE}\n\nAfter\n`, true],
  [
    'in an item of a list',
    `Before\n\n- one\n\n    ${OPEN}\n\n    SECRET\n\n    ${CLOSE}\n\nAfter\n`,
    true,
  ],
  ['in a quote', `Before\n\n> ${OPEN}\n> SECRET\n> ${CLOSE}\n\nAfter\n`, true],
  ['in a line', `Before ${OPEN}SECRET${CLOSE} After\n`, true],
  ['in a cell', `Before\n\n| a |\n| --- |\n| ${OPEN}SECRET${CLOSE} |\n\nAfter\n`, true],
  ['closed in an indented line', `Before\n\n${OPEN}\nSECRET\n  ${CLOSE}\n\nAfter\n`, true],
  [
    'with another indented one inside',
    `Before\n\n${OPEN}\n  ${OPEN}\nx\n  ${CLOSE}\nSECRET\n${CLOSE}\n\nAfter\n`,
    true,
  ],
  [
    'around another one',
    `Before\n\n  ${OPEN}\n\n${OPEN}\nx\n${CLOSE}\n\nSECRET\n\n  ${CLOSE}\n\nAfter\n`,
    true,
  ],
  [
    'misspelt',
    `Before\n\n{% conditonal audience="partners" %}\nSECRET\n{% /conditonal %}\n\nAfter\n`,
    true,
  ],
  [
    'in capitals',
    `Before\n\n{% Conditional audience="partners" %}\nSECRET\n{% /Conditional %}\n\nAfter\n`,
    true,
  ],
  ['closed under another name', `Before\n\n${OPEN}\nSECRET\n{% /conditionl %}\n\nAfter\n`, true],
  [
    'of another name with an audience',
    `Before\n\n{% if audience="partners" %}\nSECRET\n{% /if %}\n\nAfter\n`,
    true,
  ],
  [
    'without a quote',
    `Before\n\n{% conditional audience="partners %}\nSECRET\n${CLOSE}\n\nAfter\n`,
    true,
  ],
  [
    'without quotes',
    `Before\n\n{% conditional audience=partners %}\nSECRET\n${CLOSE}\n\nAfter\n`,
    true,
  ],
  [
    'without a quote, in a line',
    `Before {% conditional audience=partners %} SECRET ${CLOSE} After\n`,
    true,
  ],
  ['without an audience', `Before\n\n{% conditional %}\nSECRET\n${CLOSE}\n\nAfter\n`, true],
  [
    'with an empty audience',
    `Before\n\n{% conditional audience="" %}\nSECRET\n${CLOSE}\n\nAfter\n`,
    true,
  ],
  [
    'too deep',
    `Before\n\n${'{% callout %}\n'.repeat(32)}${OPEN}\nSECRET\n${CLOSE}\n${'{% /callout %}\n'.repeat(32)}\nAfter\n`,
    true,
  ],
  [
    'in a plugin',
    `Before\n\n$plugin[${JSON.stringify({ type: 'callout', data: { text: `x\n\n  ${OPEN}\nSECRET\n${CLOSE}` } })}]$\n\nAfter\n`,
    true,
  ],
  [
    'in a caption',
    `Before\n\n{% image url="a.png" caption="A ${OPEN.replaceAll('"', '\\"')} SECRET ${CLOSE}" /%}\n\nAfter\n`,
    true,
  ],
  ['in raw HTML', `Before\n\n{% html %}\n${OPEN}\nSECRET\n${CLOSE}\n{% /html %}\n\nAfter\n`, true],
  [
    'in raw HTML of a plugin',
    `Before\n\n$plugin[${JSON.stringify({ type: 'custom-html', data: { contents: `<p>${OPEN}SECRET${CLOSE}</p>` } })}]$\n\nAfter\n`,
    true,
  ],
  [
    'over two blocks of raw HTML',
    `Before\n\n{% html %}\n${OPEN}\n{% /html %}\nSECRET\n{% html %}\n${CLOSE}\n{% /html %}\n\nAfter\n`,
    true,
  ],
  ['never closed', `Before\n\n${OPEN}\nSECRET\n\nAfter\n`, false],
  [
    'closed in an outer block only',
    `Before\n\n{% callout %}\n${OPEN}\nSECRET\n{% /callout %}\nAfter\n`,
    false,
  ],
];

describe.each(UNCLEAR)('a malformed conditional, %s,', (_, body, ends) => {
  test('hides its content', async () => {
    const seen = await shown(body);
    expect(seen).not.toContain('SECRET');
    expect(seen).toContain('Before');
    expect(seen.includes('After')).toBe(ends);
  });

  test('hides its content also from members of the audience, and in a synced block', async () => {
    const project = { ...NO_PROJECT, synced: () => body, audience: (id: string) => id !== '' };
    expect(await shown('{% synced id="a" /%}\n', project)).not.toContain('SECRET');
  });

  test('hides its content in a review', () => {
    const { pieces } = readSide(body, NO_PROJECT, new Keys());
    const told = JSON.stringify(pieces);
    // Of a gate that is understood, a review says for whom it is, and shows it.
    expect(told.includes('"conditional"') || !told.includes('SECRET')).toBe(true);
  });
});

test.each(UNCLEAR)('the check reports a malformed conditional: %s', (_, body) => {
  expect(openGates(parse(body))).not.toEqual([]);
});

test('a closing tag without an opening tag hides the text before it', async () => {
  const seen = await shown(`SECRET\n\n${CLOSE}\n\nAfter\n`);
  expect(seen).not.toContain('SECRET');
  expect(seen).toContain('After');
});

test.each([
  ['a fence', `\`\`\`\n${OPEN}\nSeen\n${CLOSE}\n\`\`\`\n`],
  ['a code span', `Write \`${OPEN}\` and Seen\n`],
  ['indented code', `Text\n\n    ${OPEN}\n    Seen\n`],
  ['escapes', `Write \\${OPEN} and Seen\n`],
  ['an empty one', `{% conditional audience="partners" /%}\n\nSeen\n`],
  ['another tool', `{{% conditional %}} Seen\n`],
])('a text about conditionals is shown: %s', async (_, body) => {
  expect(await shown(body)).toContain('Seen');
});

/** Lines of which some gate in ways that are understood, and some in other ways. */
const line = fc.oneof(
  fc.constantFrom(OPEN, CLOSE, `  ${OPEN}`, `  ${CLOSE}`, `- ${OPEN}`, `x ${OPEN} y`, `y ${CLOSE}`),
  fc.constantFrom('{% callout %}', '{% /callout %}', '', '{% conditional %}', '> quote'),
  fc.constantFrom('{% html %}', '{% /html %}'),
  fc.constantFrom('word', '{% conditional audience="a %}', '{% Conditional x %}', '{% /if %}'),
);

test('the text after a tag that opens a conditional is hidden, however the tags are placed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
      const body = lines
        .map((each) => (each.includes('{% conditional') ? `${each}\nSECRET\n` : each))
        .join('\n');
      expect(await shown(body)).not.toContain('SECRET');
    }),
    { numRuns: 1000 },
  );
});
