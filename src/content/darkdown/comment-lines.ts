/**
 * Comments in a page: link definitions that define nothing, `[//]: # (text)`, each on a line of its
 * own. Readers see neither them nor, in a fence, their effect.
 */
import { regionsOf } from './read/regions.ts';

/** The limit for the searched part of a line, in characters: lines with comments are short. */
export const MAX_LINE_LENGTH = 1000;

/**
 * Matches a line with a comment that begins with one of `names`. Groups: what is before it, the
 * name, and the rest.
 */
export const commentPattern = (names: string): RegExp =>
  new RegExp(`^([ \\t>]*)\\[//\\]: {1,3}# \\((${names})(?![\\w-])[ \\t]*([^()]*)\\)[ \\t]*$`);

const ANY_COMMENT = /^[ \t>]*\[\/\/\]: {1,3}# \([^()]*\)[ \t]*$/;

export const isComment = (line: string): boolean =>
  line.length <= MAX_LINE_LENGTH && ANY_COMMENT.test(line);

/** Indexes of lines that are Markdown, and not code. */
export function textLines(lines: readonly string[]): ReadonlySet<number> {
  const source = lines.join('\n');
  const found = new Set<number>();
  let index = 0;
  let at = 0;
  for (const { kind, start, end } of regionsOf(source)) {
    for (; index < lines.length && at < end; index += 1) {
      if (kind === 'text' && at >= start) found.add(index);
      at += (lines[index]?.length ?? 0) + 1;
    }
  }
  return found;
}

/**
 * Whether the line before is text of a paragraph, which a link definition cannot interrupt. Returns
 * false in doubt.
 */
export const continuesText = (before: string | undefined): boolean =>
  before !== undefined && /^[\p{L}\p{N}*_`([!"'“]/u.test(before) && !isComment(before);
