/**
 * Where a body links to, as spans of its source. Code is left alone: fences, code spans, `{% code %}`, `{% html %}` and
 * `$plugin` blocks. Time is linear in the length of the body, whatever it holds.
 */
import { CodeSpans } from './code-spans.ts';
import { fenceClosedBy, fenceOpenedBy } from './fence.ts';
import { pluginEnd, tagAt } from './link-tags.ts';
import type { Budget, Tag } from './link-tags.ts';

export interface Link {
  readonly kind: 'link' | 'image';
  /** The target's span: without brackets, quotes and title. */
  readonly start: number;
  readonly end: number;
  /** The target as it is written, escapes included. */
  readonly target: string;
}

/** Attributes that hold a link, whichever tag has them. */
export const LINK_ATTRIBUTES: ReadonlySet<string> = new Set(['link', 'href']);
/** Tags whose `url` is an image's. */
export const IMAGE_TAGS: ReadonlySet<string> = new Set(['image', 'inline-image']);
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** A target as Markdown reads it. */
export const unescaped = (target: string): string => target.replaceAll(ESCAPED, '$1');

/** Longer targets are data, not addresses. */
const LONGEST_TARGET = 2_000;
const DEEPEST_PARENTHESES = 32;

interface Scan {
  readonly text: string;
  readonly links: Link[];
  readonly budget: Budget;
}

export function findLinks(text: string): Link[] {
  const scan: Scan = { text, links: [], budget: { left: 4 * text.length } };
  let block = -1;
  const flush = (end: number): void => {
    if (block !== -1 && mayLink(text.slice(block, end))) scanInline(scan, block, end);
    block = -1;
  };
  for (let at = 0; at < text.length;) {
    const after = skipCode(scan, at);
    if (after > at) flush(at);
    const end = after > at && text[after - 1] === '\n' ? after - 1 : lineEnd(text, after);
    if (startsBlock(text, at, end)) flush(at);
    if (block === -1) block = after;
    at = end + 1;
  }
  flush(text.length);
  return scan.links.toSorted((a, b) => a.start - b.start);
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

/** No code span or link reaches over the beginning of such a line. */
const BLOCK_START = /[ \t]*(?:[\r\n]|$|[|#>]|[-*+][ \t]|\d{1,9}[.)][ \t])/y;

function startsBlock(text: string, start: number, end: number): boolean {
  BLOCK_START.lastIndex = start;
  return start === end || BLOCK_START.test(text);
}

/** After the code or the block tag that begins on the line at `at`; `at` itself where there is none. */
function skipCode(scan: Scan, at: number): number {
  const { text, budget } = scan;
  const afterFence = skipFence(text, at);
  if (afterFence > at) return afterFence;
  if (text.startsWith('$plugin[', at)) {
    const end = pluginEnd(text, at + '$plugin'.length, budget);
    return end === -1 ? at : end;
  }
  const tag = text.startsWith('{%', at) ? tagAt(text, at, text.length, budget) : null;
  if (!tag) return at;
  addAttributes(scan, tag);
  const opens = !tag.closing && !tag.selfClosing;
  if (opens && tag.name === 'html') return skipTo(text, tag.end, 'html');
  if (opens && tag.name === 'code') return skipCodeTag(text, tag.end);
  return tag.end;
}

/** After the fence that the line at `start` opens; `start` itself where it opens none. */
function skipFence(text: string, start: number): number {
  let end = lineEnd(text, start);
  const fence = fenceOpenedBy(text, start, end);
  if (!fence) return start;
  while (end < text.length) {
    const at = end + 1;
    end = lineEnd(text, at);
    if (fenceClosedBy(fence, text, at, end)) break;
  }
  return Math.min(end + 1, text.length);
}

function skipTo(text: string, from: number, name: string): number {
  const close = new RegExp(`\\{%[ \\t]{0,9}/${name}[ \\t]{0,9}%\\}`, 'g');
  close.lastIndex = from;
  return close.test(text) ? close.lastIndex : text.length;
}

/** `{% code %}` holds fences, in which its closing tag may be shown, or in early pages plain text. */
function skipCodeTag(text: string, from: number): number {
  let at = skipEmptyLines(text, from);
  while (at < text.length) {
    const after = skipFence(text, at);
    if (after === at) return skipTo(text, at, 'code');
    at = skipEmptyLines(text, after);
  }
  return at;
}

/** The start of the first line from `from` on that is not blank; the line that `from` is in counts from there. */
function skipEmptyLines(text: string, from: number): number {
  let start = from;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\n') start = at + 1;
    else if (!isSpace(text[at]) && text[at] !== '\r') return start;
  }
  return text.length;
}

function addAttributes({ text, links }: Scan, tag: Tag): void {
  for (const { name, start, end } of tag.attributes) {
    const isImage = IMAGE_TAGS.has(tag.name) && name === 'url';
    if (!isImage && !LINK_ATTRIBUTES.has(name)) continue;
    links.push({ kind: isImage ? 'image' : 'link', start, end, target: text.slice(start, end) });
  }
}

/** Without one of these there is no link in a block. */
const mayLink = (block: string): boolean =>
  block.includes('](') || block.includes(']:') || block.includes('{%');

const SPECIAL = /[\\`[\]{]/g;

/** The links of the block from `start` to `end`, which holds no code but code spans. */
function scanInline(scan: Scan, start: number, end: number): void {
  const { links, budget } = scan;
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
      case '{': {
        const tag =
          text[at + 1] === '%' && text[at - 1] !== '{' ? tagAt(text, at, end, budget) : null;
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

/** The target behind the bracket that closes at `close`: of an inline link, or of a definition at the start of a line. */
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
