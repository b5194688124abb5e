/**
 * Finds the targets of a body's links, as spans of its source. Only links that readers see count: not those in fences, indented code, code
 * spans, raw HTML, raw code and `$plugin` blocks. Time is linear in the length of the body.
 */
import { CodeSpans } from '../darkdown/read/code-spans.ts';
import { isImageAddress } from '../darkdown/read/vocabulary.ts';
import type { Span } from '../darkdown/read/model.ts';
import { regionsOf } from '../darkdown/read/regions.ts';
import { tagAt } from '../darkdown/read/tag.ts';
import type { Tag } from '../darkdown/read/tag.ts';

export interface Link {
  readonly kind: 'link' | 'image';
  /** The target's span, without brackets, quotes and title. */
  readonly start: number;
  readonly end: number;
  /** The target as it is written, escapes included. */
  readonly target: string;
}

/** Attributes that hold a link, on any tag. */
export const LINK_ATTRIBUTES: ReadonlySet<string> = new Set(['link', 'href']);
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** A target with Markdown's escapes removed. */
export const unescaped = (target: string): string =>
  target.includes('\\') ? target.replaceAll(ESCAPED, '$1') : target;

/** Longer targets are data, not addresses. */
const LONGEST_TARGET = 2_000;
const DEEPEST_PARENTHESES = 32;

interface Scan {
  readonly text: string;
  readonly links: Link[];
}

/** The links of a body, in order of place. */
export function findLinks(text: string): Link[] {
  if (!mayLink(text)) return [];
  const scan: Scan = { text, links: [] };
  for (const region of regionsOf(text)) {
    if (region.kind === 'text') scanText(scan, region);
    else if (region.kind === 'open' || region.kind === 'leaf') addAttributes(scan, region.tag);
  }
  return scan.links.toSorted((a, b) => a.start - b.start);
}

/** Text that has no code except code spans, block by block. */
function scanText(scan: Scan, { start, end }: Span): void {
  const { text } = scan;
  if (!mayLink(text.slice(start, end))) return;
  let block = start;
  const flush = (to: number): void => {
    if (block < to && mayLink(text.slice(block, to))) scanInline(scan, block, to);
    block = to;
  };
  for (let at = start; at < end;) {
    const stop = Math.min(lineEnd(text, at), end);
    if (startsBlock(text, at, stop)) flush(at);
    at = stop + 1;
  }
  flush(end);
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

/** Code spans and links never cross the beginning of such a line. */
const BLOCK_START = /[ \t]*(?:[\r\n]|$|[|#>]|[-*+][ \t]|\d{1,9}[.)][ \t])/y;

function startsBlock(text: string, start: number, end: number): boolean {
  BLOCK_START.lastIndex = start;
  return start === end || BLOCK_START.test(text);
}

function addAttributes({ text, links }: Scan, tag: Tag): void {
  for (const { name, start, end } of tag.quoted) {
    const isImage = isImageAddress(tag.name, name);
    if (!isImage && !LINK_ATTRIBUTES.has(name)) continue;
    links.push({ kind: isImage ? 'image' : 'link', start, end, target: text.slice(start, end) });
  }
}

/** A block without any of these has no link. */
const mayLink = (block: string): boolean =>
  block.includes('](') || block.includes(']:') || block.includes('{%') || MAY_AUTOLINK.test(block);

const MAY_AUTOLINK = /<https?:\/\//i;
/** An address in angle brackets. Those with other schemes lead nowhere that anybody asks about. */
const AUTOLINK = /<(https?:\/\/[^<>\s\p{Cc}]*)>/iuy;

const SPECIAL = /[\\`[\]{<]/g;

/** The links of the block from `start` to `end`, which has no code except code spans. */
function scanInline(scan: Scan, start: number, end: number): void {
  const { links } = scan;
  const text = scan.text.slice(0, end);
  const brackets: number[] = [];
  const runs = new CodeSpans(text, start, end);
  let at = start;
  for (;;) {
    SPECIAL.lastIndex = at;
    const found = SPECIAL.exec(text);
    if (!found) return;
    at = found.index;
    switch (found[0]) {
      case '\\':
        at += 2;
        break;
      case '`':
        at = runs.skip(at);
        break;
      case '[':
        brackets.push(at);
        at += 1;
        break;
      case '<': {
        AUTOLINK.lastIndex = at;
        const [whole = '<', target] = AUTOLINK.exec(text) ?? [];
        const start = at + 1;
        if (target !== undefined)
          links.push({ kind: 'link', start, end: start + target.length, target });
        at += whole.length;
        break;
      }
      case '{': {
        const tag = tagAt(text, at);
        if (tag) addAttributes(scan, tag);
        at = tag ? tag.end : at + 1;
        break;
      }
      default: {
        const open = brackets.pop();
        const target = open === undefined ? null : targetAfter(text, open, at, start, end);
        if (target && open !== undefined) {
          links.push({ kind: text[open - 1] === '!' ? 'image' : 'link', ...target });
        }
        at = target ? target.end : at + 1;
      }
    }
  }
}

type Target = Omit<Link, 'kind'>;

/** The target after the bracket that closes at `close`: of an inline link, or of a definition at the start of a line. */
function targetAfter(
  text: string,
  open: number,
  close: number,
  start: number,
  end: number,
): Target | null {
  if (text[close + 1] === '(') return targetAt(text, close + 2, end, true);
  if (text[close + 1] !== ':') return null;
  let line = open;
  while (line > start && open - line < 3 && text[line - 1] === ' ') line -= 1;
  const isFirst = line === start || text[line - 1] === '\n';
  return isFirst ? targetAt(text, close + 2, end, false) : null;
}

const isSpace = (char: string | undefined): boolean =>
  char === ' ' || char === '\t' || char === '\n';

function skipSpace(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(text[at])) at += 1;
  return at;
}

function targetAt(text: string, from: number, end: number, inline: boolean): Target | null {
  const open = skipSpace(text, from, end);
  const angled = text[open] === '<';
  const start = angled ? open + 1 : open;
  const stop = angled ? angleEnd(text, start, end) : bareEnd(text, start, end, inline);
  if (stop <= start) return null;
  const target = { start, end: stop, target: text.slice(start, stop) };
  if (!inline) return target;
  const after = skipSpace(text, angled ? stop + 1 : stop, end);
  const closes = after < end && `)"'(`.includes(text[after] ?? ' ');
  return closes ? target : null;
}

function angleEnd(text: string, start: number, end: number): number {
  const limit = Math.min(end, start + LONGEST_TARGET);
  for (let at = start; at < limit; at += 1) {
    const char = text[at];
    if (char === '>') return at;
    if (char === '\n' || char === '<') return -1;
    if (char === '\\') at += 1;
  }
  return -1;
}

function bareEnd(text: string, start: number, end: number, inline: boolean): number {
  const limit = Math.min(end, start + LONGEST_TARGET);
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
  return inline || limit < end ? -1 : limit;
}
