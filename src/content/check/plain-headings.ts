/** Anchors that a page certainly has, found without markdown-it. They are enough for most links, because most links are right. */
import { anchorOf } from '../darkdown/anchor.ts';
import type { Document } from '../darkdown/read/model.ts';

/**
 * A line of `#`s at the margin, outside code, which Markdown always reads as a heading, with words that are what they look like:
 * nothing that could be a link, a tag, an escape, an entity, a variable or a table.
 */
const HEADING = /(?:^|\n)#{1,6} ((?:[^\n\r\t\\[\]{}<>&%|]|&(?![#A-Za-z])){0,500})(?=\n|$)/g;

/**
 * `#`s at the end may not be part of the heading, and spaces at both ends of a code span are dropped. Readers of Markdown disagree about which unusual
 * spaces they trim.
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
 * Anchors of headings of plain words outside blocks. `readBody` of the same document finds all of them: the first heading with a text gets the bare anchor,
 * and if an earlier heading took that anchor, it exists too.
 */
export function plainAnchorsOf({ source, nodes }: Document): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const node of nodes) {
    if (node.kind !== 'markdown') continue;
    const text = source.slice(node.start, node.end);
    // A fence here is inside a list or a quote. Its page is read completely.
    if (text.includes('```') || text.includes('~~~')) continue;
    for (const [, words = ''] of text.matchAll(HEADING)) {
      if (isPlain(words)) anchors.add(anchorOf(words.trim()));
    }
  }
  return anchors;
}
