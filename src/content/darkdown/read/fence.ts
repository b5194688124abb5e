/** Fenced code: CommonMark's, with the annotation that darkdown adds to the info string. */
import { closesFence, fenceAt } from './line-marks.ts';
import type { FenceMark } from './line-marks.ts';
import type { Attributes, Code, Span } from './model.ts';
import { readAnnotation } from './tag.ts';

/** An opening fence. */
export interface Opening extends FenceMark {
  /** Spaces before the fence, at most three. */
  readonly indent: number;
  readonly info: string;
}

/** The offset after the spaces at `start`, of which a fence may have three. */
function skipIndent(source: string, start: number, end: number): number {
  let at = start;
  while (at < end && at < start + 3 && source[at] === ' ') at += 1;
  return at;
}

/** The opening fence that the line from `start` to `end` is, or `undefined`. */
export function readFence(source: string, start: number, end: number): Opening | undefined {
  const at = skipIndent(source, start, end);
  const fence = fenceAt(source, at, end);
  if (fence === undefined) return undefined;
  const info = source.slice(at + fence.length, end).trim();
  return { ...fence, indent: at - start, info };
}

/** The first line from `from` on that closes what `opening` opened, its line break included. */
export function closingFence(source: string, from: number, opening: Opening): Span | undefined {
  for (let start = from; start < source.length;) {
    const next = source.indexOf('\n', start);
    const lineEnd = next === -1 ? source.length : next;
    const end = next === -1 ? lineEnd : next + 1;
    if (closesFence(opening, source, skipIndent(source, start, lineEnd), lineEnd)) {
      return { start, end };
    }
    start = end;
  }
  return undefined;
}

/** Language and attributes of an info string. The annotation is the end of it, or there is none. */
export function readInfo(info: string): { language: string; attributes: Attributes } {
  const at = info.indexOf('{%');
  const annotation = at === -1 ? undefined : readAnnotation(info, at);
  if (annotation?.end !== info.length) return { language: info, attributes: new Map() };
  return { language: info.slice(0, at).trim(), attributes: annotation.value };
}

/** The code between the fences: each line loses as much indentation as the opening fence has. */
function fencedCode(content: string, indent: number): string {
  const code = content.endsWith('\n') ? content.slice(0, -1) : content;
  if (indent === 0) return code;
  const prefix = new RegExp(`^ {1,${indent}}`, 'gm');
  return code.replace(prefix, '');
}

/** The code in a fence, its indentation taken off. */
export const fenceNode = (opening: Opening, span: Span, content: string): Code => ({
  kind: 'code',
  notation: 'fence',
  ...span,
  ...readInfo(opening.info),
  code: fencedCode(content, opening.indent),
});

/** `code` in a fence that is longer than any run of its marks in it. What follows backticks must not hold one. */
export function fenceOf(code: string, info: string): string {
  const [marker, runs] = info.includes('`') ? (['~', /~+/g] as const) : (['`', /`+/g] as const);
  let longest = 2;
  for (const [run] of code.matchAll(runs)) longest = Math.max(longest, run.length);
  const fence = marker.repeat(longest + 1);
  return `${fence}${info}\n${code}${code === '' ? '' : '\n'}${fence}`;
}
