/** Finds the element of a page that shows a line of its file, to place findings. Loads markdown-it. */
import type { CheckedBody } from '../../content/check/linkable-pages.ts';
import { ParsedPage } from '../../content/darkdown/write/parsed-page.ts';
import type { Resolver } from '../../content/darkdown/write/resolver.ts';
import { writeHtml } from '../../content/darkdown/write/to-html.ts';
import { SITE_LOOK } from '../../site/html/block-html.ts';

/**
 * The limit for findings with a place, because each needs a part of the text to be converted again.
 * The others are only in the list.
 */
const MAX_PLACES = 60;

/**
 * Returns a function from a line, counted from 0, to the index of the top-level element that shows
 * it; null if readers do not see the line. The converter has no line numbers, so the text before
 * the line is converted and its elements are counted.
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
    // A block is converted as a whole, so its first line counts; in Markdown, each line counts.
    if (node && node.kind !== 'markdown') return countTo(node.start);
    const count = countTo(newline === -1 ? source.length : newline + 1);
    return count === 0 ? null : count - 1;
  };
}

/** The offset of a line, counted from 0; null if there is no such line. */
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

/** The number of top-level elements in HTML from our converter, in which no attribute contains a `>`. */
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
