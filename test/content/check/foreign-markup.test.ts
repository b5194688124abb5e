/** Which lines count as another tool's markup: those that readers see, and none that is code. */
import { expect, test } from 'vitest';
import { parsedBodies } from '../../../src/content/check/body.ts';
import { checkForeignMarkup } from '../../../src/content/check/text/foreign-markup.ts';
import { parsePageFile } from '../../../src/content/page/page-file.ts';
import type { FilePath } from '../../../src/model/ids.ts';

const FILE = 'docs/v1/d/page.md' as FilePath;

/** The lines with a finding, from 1. */
const foundIn = (source: string): number[] =>
  parsedBodies(parsePageFile(source))
    .flatMap((body) => checkForeignMarkup(FILE, body))
    .map(({ line }) => line);

test.each<[string, string, readonly number[]]>([
  ['outside of code', 'Text\n\n!!! note\n', [3]],
  ['in a fence', '```\n!!! note\n```\n', []],
  ['in a fence of a list', '- Item\n\n  ```\n  !!! note\n  ```\n', []],
  ['in a fence of a quote', '> ```\n> !!! note\n> ```\n', []],
  ['after a list whose fence is not closed', '- Item\n\n  ```\n  code\n\nText\n\n!!! note\n', [8]],
  ['after a line that begins with code', '```npm``` installs it.\n\n!!! note\n', [3]],
  ['that is a comment', 'Text\n\n<!-- Ask Ann first. -->\n', [3]],
  ['that is a comment in custom HTML', '{% html %}\n<!-- Ann -->\n{% /html %}\n', []],
  ['that is the address of an asset', 'Text\n\n<!-- asset:abc=https://example.com/a.png -->\n', []],
  ['that should ignore a finding, which has a rule', '<!-- docs-check-ignore bad-tag -->\n', []],
])('markup %s', (_, source, lines) => {
  expect(foundIn(source)).toEqual(lines);
});
