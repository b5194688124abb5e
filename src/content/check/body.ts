/** Checks the bodies of one page by themselves: syntax, and links without text. */
import { check, markdownOf } from '../darkdown/read/syntax.ts';
import { placed } from '../../system/findings/place.ts';
import { normalBody } from '../page/page-file.ts';
import type { PageFile } from '../page/page-file.ts';
import type { FilePath } from '../../model/ids.ts';
import { parse } from '../darkdown/read/parse.ts';
import { lineIn } from './linkable-pages.ts';
import { finding } from './finding.ts';
import type { CheckFinding } from './finding.ts';
import type { CheckedBody } from './linkable-pages.ts';
import { checkForeignMarkup } from './text/foreign-markup.ts';
import { checkGates } from './text/gates.ts';
import { checkSameLineTags } from './text/same-line-tags.ts';
import { checkSurplusText } from './text/surplus-text.ts';
import { checkTabsInCode } from './text/tabs-in-code.ts';
import { checkValues } from './text/values.ts';

const known = new WeakMap<PageFile, readonly CheckedBody[]>();

/** The bodies of a page file, parsed once. */
export function parsedBodies(page: PageFile): readonly CheckedBody[] {
  const bodies =
    known.get(page) ??
    page.sections.map((section) => ({ section, document: parse(normalBody(section.source)) }));
  known.set(page, bodies);
  return bodies;
}

/** All findings of a body except links without text, because their fix depends on their target. */
export function checkBody(file: FilePath, body: CheckedBody): CheckFinding[] {
  const syntax = check(body.document).flatMap(({ rule, message, line, column }) =>
    rule === 'empty-link'
      ? []
      : finding(rule, { file, line: lineIn(body, line), column, message, hint: null }),
  );
  return [
    ...syntax,
    ...straySections(file, body),
    ...checkForeignMarkup(file, body),
    ...checkValues(file, body),
    ...checkGates(file, body),
    ...checkSameLineTags(file, body),
    ...checkSurplusText(file, body),
    ...checkTabsInCode(file, body),
  ];
}

const MARKER = /^---(?:draft|published)$/gm;

function straySections(file: FilePath, body: CheckedBody): CheckFinding[] {
  const { source } = body.document;
  if (!source.includes('---draft') && !source.includes('---published')) return [];
  const found = markdownOf(body.document).flatMap(({ start, end }) =>
    Array.from(source.slice(start, end).matchAll(MARKER), ({ index, 0: marker }) => ({
      offset: start + index,
      marker,
    })),
  );
  return placed(source, found).map(({ line, column, marker }) =>
    finding('stray-section', {
      file,
      line: lineIn(body, line),
      column,
      message: `\`${marker}\` does not start a section here: readers see it as text.`,
      hint: 'Sections begin at the header: its last line is `---draft`, and `---published` follows later, once',
    }),
  );
}
