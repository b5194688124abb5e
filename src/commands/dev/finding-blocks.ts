/** Where findings are on a page: which of the elements that its text becomes shows a line of its file. Loads markdown-it. */
import type { CheckedBody } from '../../content/check/linkable-pages.ts';
import { ParsedPage } from '../../content/darkdown/write/parsed-page.ts';
import type { Resolver } from '../../content/darkdown/write/resolver.ts';
import { writeHtml } from '../../content/darkdown/write/to-html.ts';
import { SITE_LOOK } from '../../site/html/site-look.ts';

/** Each is a text that is written once more: a page with more findings than this has them in the list. */
const MAX_PLACES = 60;

/**
 * Tells the element of a line, counted from 0, of those that stand at the top of the text; `null`:
 * readers see nothing of the line. The writer does not know lines, so the text before the line is
 * written and its elements are counted.
 */
export function blocksAt(body: CheckedBody, resolver: Resolver): (line: number) => number | null {
  const { source, nodes } = body.document;
  const counts = new Map<number, number>();
  const countTo = (end: number): number => {
    const known = counts.get(end);
    if (known !== undefined) return known;
    const { html } = writeHtml(ParsedPage.of(source.slice(0, end)), resolver, false, SITE_LOOK);
    const count = topElements(html);
    counts.set(end, count);
    return count;
  };
  return (line) => {
    const start = startOf(source, line - body.section.line);
    if (start === null || counts.size >= MAX_PLACES) return null;
    const newline = source.indexOf('\n', start);
    const node = nodes.find(({ end }) => start < end);
    // A block is written whole or not at all; Markdown is told by the line.
    if (node && node.kind !== 'markdown') return countTo(node.start);
    const count = countTo(newline === -1 ? source.length : newline + 1);
    return count === 0 ? null : count - 1;
  };
}

/** Where a line begins, counted from 0; `null`: the text has no such line. */
function startOf(text: string, line: number): number | null {
  if (line < 0) return null;
  let at = 0;
  for (let left = line; left > 0; left -= 1) {
    at = text.indexOf('\n', at) + 1;
    if (at === 0) return null;
  }
  return at < text.length ? at : null;
}

const VOID = /^(?:area|br|col|embed|hr|img|input|source|track|wbr)$/;

/** How many elements stand side by side in HTML of our own writer, in which no attribute holds a `>`. */
export function topElements(html: string): number {
  let count = 0;
  let depth = 0;
  for (const [, close, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]*)[^>]*>/g)) {
    if (close === '/') depth -= 1;
    else {
      if (depth === 0) count += 1;
      if (!VOID.test(name)) depth += 1;
    }
  }
  return count;
}
