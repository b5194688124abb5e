/** Checks the bodies of one page by themselves: syntax, and links without text. */
import { check } from '../darkdown/read/syntax.ts';
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
    ...checkForeignMarkup(file, body),
    ...checkValues(file, body),
    ...checkGates(file, body),
    ...checkSameLineTags(file, body),
    ...checkSurplusText(file, body),
    ...checkTabsInCode(file, body),
  ];
}
