/** Anchors that a page has for certain, without markdown-it: enough for most links, which lead where they should. */
import { anchorOf } from '../darkdown/anchor.ts';
import type { Document } from '../darkdown/read/model.ts';

/**
 * A line of `#`s at the margin, outside code, which Markdown always reads as a heading, with words that are what they look like:
 * nothing that could be a link, a tag, an escape, an entity, a variable or a table.
 */
const HEADING = /(?:^|\n)#{1,6} ((?:[^\n\r\t\\[\]{}<>&%|]|&(?![#A-Za-z])){0,500})(?=\n|$)/g;

/**
 * `#`s at the end may be no part of it, and blanks at both ends of a code span are none. Of blanks other than the usual one
 * nobody agrees which are cut off.
 */
function isPlain(words: string): boolean {
  if (words.trimEnd().endsWith('#') || /[^\S ]/.test(words)) return false;
  if (!words.includes('`')) return true;
  const parts = words.split('`');
  return (
    parts.length % 2 === 1 &&
    parts.every((part, index) => index % 2 === 0 || /^[^ ]/.test(part)) &&
    !words.includes('``')
  );
}

/**
 * Anchors of headings of plain words outside blocks. All of them are in `readBody` of the same document: the first heading of
 * one text has the bare anchor, and if a heading before it has taken that, it is there too.
 */
export function plainAnchorsOf({ source, nodes }: Document): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const node of nodes) {
    if (node.kind !== 'markdown') continue;
    const text = source.slice(node.start, node.end);
    // A fence here is one in a list or a quote: where it ends is for markdown-it to say.
    if (text.includes('```') || text.includes('~~~')) continue;
    for (const [, words = ''] of text.matchAll(HEADING)) {
      if (isPlain(words)) anchors.add(anchorOf(words.trim()));
    }
  }
  return anchors;
}
