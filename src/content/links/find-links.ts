/**
 * Finds the targets of links that readers see, in linear time. Skips fences, indented code, code
 * spans, raw HTML, raw code and `$plugin` blocks.
 */
import { blocksIn, walkBlock } from '../darkdown/read/inline-scan.ts';
import { isImageAddress } from '../darkdown/read/vocabulary.ts';
import { regionsOf } from '../darkdown/read/regions.ts';
import { tagAt } from '../darkdown/read/tag.ts';
import type { Tag } from '../darkdown/read/tag.ts';

export interface Link {
  readonly kind: 'link' | 'image';
  /** The target's span, without brackets, quotes and title. */
  readonly start: number;
  readonly end: number;
  /** The target as it is written, escapes included; empty for `[x]()`. */
  readonly target: string;
}

/** Attributes that hold a link, on any tag. */
export const LINK_ATTRIBUTES: ReadonlySet<string> = new Set(['link', 'href']);
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** A target with Markdown's escapes removed. */
export const unescaped = (target: string): string =>
  target.includes('\\') ? target.replaceAll(ESCAPED, '$1') : target;

/** Longer targets are data, not addresses. */
const MAX_TARGET_LENGTH = 2_000;
const DEEPEST_PARENTHESES = 32;

/** The links of a body, in order of place. */
export function findLinks(text: string): Link[] {
  if (!mayLink(text)) return [];
  const links: Link[] = [];
  for (const region of regionsOf(text)) {
    if (region.kind === 'open' || region.kind === 'leaf') {
      for (const link of linksInTag(region.tag, text)) links.push(link);
    }
    for (const { start, end } of region.kind === 'text' ? blocksIn(text, region) : []) {
      for (const link of linksInBlock(text.slice(start, end))) {
        links.push({ ...link, start: start + link.start, end: start + link.end });
      }
    }
  }
  return links.toSorted((a, b) => a.start - b.start);
}

const linksInTag = (tag: Tag, text: string): Link[] =>
  tag.quoted.flatMap(({ name, start, end }): Link[] => {
    const isImage = isImageAddress(tag.name, name);
    if (!isImage && !LINK_ATTRIBUTES.has(name)) return [];
    return [{ kind: isImage ? 'image' : 'link', start, end, target: text.slice(start, end) }];
  });

/** A block without any of these has no link. */
const mayLink = (block: string): boolean =>
  block.includes('](') || block.includes(']:') || block.includes('{%') || MAY_AUTOLINK.test(block);

const MAY_AUTOLINK = /<https?:\/\//i;
/**
 * An address in angle brackets. Other schemes than http and https are never links to pages or
 * files.
 */
const AUTOLINK = /<(https?:\/\/[^<>\s\p{Cc}]*)>/iuy;

const SPECIAL = /[\\`[\]{<]/g;

/** The links of a block without lines of code. */
function linksInBlock(text: string): Link[] {
  const links: Link[] = [];
  if (!mayLink(text)) return links;
  const brackets: number[] = [];
  walkBlock(text, SPECIAL, (at) => {
    switch (text.charAt(at)) {
      case '[':
        brackets.push(at);
        return at + 1;
      case '<': {
        AUTOLINK.lastIndex = at;
        const [whole = '<', target] = AUTOLINK.exec(text) ?? [];
        const start = at + 1;
        if (target !== undefined)
          links.push({ kind: 'link', start, end: start + target.length, target });
        return at + whole.length;
      }
      case '{': {
        const tag = tagAt(text, at);
        if (tag) links.push(...linksInTag(tag, text));
        return tag ? tag.end : at + 1;
      }
      default: {
        const open = brackets.pop();
        const target = open === undefined ? null : targetAfter(text, open, at);
        if (target && open !== undefined) {
          links.push({ kind: text[open - 1] === '!' ? 'image' : 'link', ...target });
        }
        return target ? target.end : at + 1;
      }
    }
  });
  return links;
}

type Target = Omit<Link, 'kind'>;

/**
 * The target after the bracket at `close`: of an inline link, or of a definition that begins a
 * line.
 */
function targetAfter(text: string, open: number, close: number): Target | null {
  if (text[close + 1] === '(') return targetAt(text, close + 2, true);
  if (text[close + 1] !== ':') return null;
  let line = open;
  while (line > 0 && open - line < 3 && text[line - 1] === ' ') line -= 1;
  const isFirst = line === 0 || text[line - 1] === '\n';
  return isFirst ? targetAt(text, close + 2, false) : null;
}

const isSpace = (char: string | undefined): boolean =>
  char === ' ' || char === '\t' || char === '\n';

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) at += 1;
  return at;
}

function targetAt(text: string, from: number, inline: boolean): Target | null {
  const open = skipSpace(text, from);
  const angled = text[open] === '<';
  const start = angled ? open + 1 : open;
  const stop = angled ? angleEnd(text, start) : bareEnd(text, start, inline);
  const isEmpty = inline && stop === start;
  if (stop < start || (stop === start && !isEmpty)) return null;
  const target = { start, end: stop, target: text.slice(start, stop) };
  if (!inline) return target;
  const after = skipSpace(text, angled ? stop + 1 : stop);
  return `)"'(`.includes(text[after] ?? ' ') ? target : null;
}

function angleEnd(text: string, start: number): number {
  const limit = Math.min(text.length, start + MAX_TARGET_LENGTH);
  for (let at = start; at < limit; at += 1) {
    const char = text[at];
    if (char === '>') return at;
    if (char === '\n' || char === '<') return -1;
    if (char === '\\') at += 1;
  }
  return -1;
}

function bareEnd(text: string, start: number, inline: boolean): number {
  const limit = Math.min(text.length, start + MAX_TARGET_LENGTH);
  let depth = 0;
  for (let at = start; at < limit; at += 1) {
    const char = text[at];
    if (isSpace(char) || char === '\r') return at;
    if (char === '\\') at += 1;
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    if (depth > DEEPEST_PARENTHESES) return -1;
    if (depth < 0) return inline ? at : -1;
  }
  return inline || limit < text.length ? -1 : limit;
}
