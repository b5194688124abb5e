/**
 * Tags that share their lines with text. The platform recognises a block's tag only if it is alone
 * on its line.
 */
import type { Block, Fragment, Node, Span } from './read/model.ts';
import { trailingBlankLength } from './read/plugin.ts';
import { readLooseTag, readTag } from './read/tag.ts';
import { GATE } from './read/vocabulary.ts';

/** Spaces, or nothing, that must become a line break. */
export interface Break extends Span {
  readonly text: string;
}

/** Whether a block is a single tag, so that it has no content. */
export const isEmptyTag = ({ open, close }: Block, source: string): boolean =>
  close === null && /\/\s*%\}\s*$/.test(source.slice(open.start, open.end));

/**
 * The spans around a block's tags that must become line breaks. `close`: null if the block is a
 * single tag.
 */
export function missingBreaks(source: string, open: Span, close: Span | null): Break[] {
  const isBreak = (at: number): boolean => at >= source.length || source[at] === '\n';
  const blanksFrom = (start: number): Span => {
    let end = start;
    while (source[end] === ' ' || source[end] === '\t') end += 1;
    return { start, end };
  };
  const breaks: Break[] = [];
  if (close !== null) {
    if (!isBreak(open.end - 1)) breaks.push({ ...blanksFrom(open.end), text: '\n' });
    if (!isBreak(close.start - 1) && breaks[0]?.end !== close.start) {
      breaks.push({ start: close.start, end: close.start, text: '\n' });
    }
  }
  const { end } = close ?? open;
  // The text after it becomes a paragraph of its own.
  if (!isBreak(end - 1) && end < source.length) breaks.push({ ...blanksFrom(end), text: '\n\n' });
  return breaks;
}

/** A block with a tag that is not alone on its line. */
export interface SharedLine {
  readonly offset: number;
  readonly name: string;
  /** The spans that must become line breaks. */
  readonly breaks: readonly Break[];
}

/** The blocks of a body with such tags, in order. Gates have a rule of their own. */
export function sharedLines({ source, nodes }: Fragment): SharedLine[] {
  return nodes.flatMap((node) => {
    const found = sharedLineOf(source, node);
    const inside = node.kind === 'block' && node.body.source === source ? node.body : null;
    return [...(found ? [found] : []), ...(inside ? sharedLines(inside) : [])];
  });
}

function sharedLineOf(source: string, node: Node): SharedLine | null {
  const tags = tagsOf(source, node);
  if (tags === null || tags.name === GATE) return null;
  const { name, open, close } = tags;
  const breaks = missingBreaks(source, open, close);
  return breaks.length === 0 ? null : { name, offset: node.start, breaks };
}

interface Tags {
  readonly name: string;
  readonly open: Span;
  readonly close: Span | null;
}

/** The tags of a block; null if it has none, or is not closed. */
export function tagsOf(source: string, node: Node): Tags | null {
  if (node.kind === 'block' && node.notation === 'tag') {
    return node.close !== null || isEmptyTag(node, source) ? node : null;
  }
  if ((node.kind !== 'html' && node.kind !== 'code') || node.notation !== 'tag') return null;
  const { start, end } = node;
  const open = readTag(source, start) ?? readLooseTag(source, start);
  const close = source.lastIndexOf('{%', end - 1);
  if (open === undefined || close <= start) return null;
  return { name: open.name, open: withBreak(source, open), close: { start: close, end } };
}

/** With the line break, if nothing else follows on the line. */
const withBreak = (source: string, { start, end }: Span): Span => ({
  start,
  end: end + trailingBlankLength(source, end),
});
