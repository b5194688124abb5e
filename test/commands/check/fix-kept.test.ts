import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePageFile } from '../../../src/content/page/page-file.ts';
import type { CheckReport } from '../../../src/commands/check/document.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { pageWords } from '../../support/import-words.ts';

const HEADER_LINES = [
  'title: "Quoted words"',
  "title: 'It is quoted'",
  'title: "half',
  'title:',
  'title: One: two # three',
  'title: "a" and "b"',
  'tags: [roof, wind]',
  'tags: [a, "b, c"]',
  'tags:\n  - one\n  - two',
  'keywords: "k, l"',
  'keywords: ["x"]',
  'description: "Says \\"so\\""',
  "description: 'plain'",
  'description: >\n  folded words',
  'listed: "true"',
  'slug: "a-slug"',
  'hero: {a: 1}',
  'nonsense',
];

const BLOCKS = [
  '# Heading one',
  '# Heading *two*',
  '# Heading [three](other.md)',
  '# Closed ##',
  '#  Spaced  ',
  '# "Quoted"',
  '# title: x',
  '# ---',
  'Setext\n======',
  '## Part\n\nText of the part.',
  '[One](/docs/other.md) and [two](other) and [three](other.html#part).',
  '[Four](sub/none.md) [five](github.com/x) [six](https:/example.com) [seven](me@example.com).',
  '[Eight](other.md#prt) `[nine](/docs/other.md)` ![ten](/docs/a.png)',
  '[eleven][ref]\n\n[ref]: /docs/other.md "Title"',
  '```\n# Not a heading\n[x](/docs/other.md)\n```',
  '    # Code\n\nAfter.',
  '- # In a list\n- [y](/docs/other.md)',
  '> # Quoted\n> [z](/docs/other.md)',
  '{% callout title="[t](other)" %}\n# Inside\n[w](/docs/other.md)\n{% /callout %}',
  '{% callout %}\nopen',
  '{% html %}\n# Raw\n<a href="/docs/other.md">a</a>\n{% /html %}',
  '| a | b |\n| --- | --- |\n| [c](/docs/other.md) | `x\\|y` |',
  '---published\n\n# Second text',
  '---draft\n\n# A draft',
  '',
];

const page = fc
  .record({
    bom: fc.constantFrom('', '\u{feff}'),
    header: fc.option(fc.subarray(HEADER_LINES, { maxLength: 4 }), { nil: null }),
    fence: fc.constantFrom('---', '---draft', '---published'),
    blocks: fc.array(fc.constantFrom(...BLOCKS), { maxLength: 5 }),
    eol: fc.constantFrom('\n', '\r\n'),
    end: fc.constantFrom('', '\n', '\n\n'),
  })
  .map(({ bom, header, fence, blocks, eol, end }) => {
    const head =
      header === null ? '' : `---\n${header.map((each) => `${each}\n`).join('')}${fence}\n\n`;
    return bom + `${head}${blocks.join('\n\n')}${end}`.replaceAll('\n', eol);
  });

/** The words of a page and of all that its header says, with their number. */
function wordsOf(text: string): [string, number][] {
  const words = new Map<string, number>();
  pageWords(text, words);
  for (const { key, value } of parsePageFile(text).header?.entries ?? []) {
    if (/^(?:title|index_title|description)$/.test(key)) continue;
    for (const [word] of value.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
      words.set(`${key} ${word}`, (words.get(`${key} ${word}`) ?? 0) + 1);
    }
  }
  return [...words].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

test('docs check --fix changes no word that readers see, and is done after one run', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 6 }), async (pages) => {
      const files = Object.fromEntries(
        pages.map((text, index) => [`docs/v1.0/guide/page-${index}.md`, text]),
      );
      const cwd = await temporaryFolder({
        'docs-cli.config.yml': 'content:\n  - path: docs\n',
        'docs/v1.0/guide/other.md': '---\ntitle: Other\n---\n\n## Part\n\nText.\n',
        ...files,
      });
      const run = async (): Promise<CheckReport> => {
        const { stdout } = await runDocs(['check', '--fix', '--json'], { cwd });
        return JSON.parse(stdout) as CheckReport;
      };
      await run();
      for (const [file, before] of Object.entries(files)) {
        const after = readFileSync(join(cwd, file), 'utf8');
        expect([file, wordsOf(after)]).toEqual([file, wordsOf(before)]);
      }
      expect((await run()).fixed).toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 120_000);
