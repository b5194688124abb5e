/** Fenced code: CommonMark's, with the annotation that darkdown adds to the info string. */
import { closesFence, fenceAt } from './line-marks.ts';
import type { FenceMark } from './line-marks.ts';
import type { Attributes, Code, Span } from './model.ts';
import { readAnnotation } from './tag.ts';

export interface Opening extends FenceMark {
  /** Spaces before the fence, at most three. */
  readonly indent: number;
  readonly info: string;
}

/** The offset after the spaces at `start`. A fence may have at most three. */
function skipIndent(source: string, start: number, end: number): number {
  let at = start;
  while (at < end && at < start + 3 && source[at] === ' ') at += 1;
  return at;
}

/** Returns the opening fence on the line from `start` to `end`, or `undefined`. */
export function readFence(source: string, start: number, end: number): Opening | undefined {
  const at = skipIndent(source, start, end);
  const fence = fenceAt(source, at, end);
  if (fence === undefined) return undefined;
  const info = source.slice(at + fence.length, end).trim();
  return { ...fence, indent: at - start, info };
}

/** The first line from `from` on that closes the fence `opening`, with its line break. */
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

/** Language and attributes of an info string. The annotation is at its end, if there is one. */
export function readInfo(info: string): { language: string; attributes: Attributes } {
  const at = info.indexOf('{%');
  const annotation = at === -1 ? undefined : readAnnotation(info, at);
  if (annotation?.end !== info.length) return { language: info, attributes: new Map() };
  return { language: info.slice(0, at).trim(), attributes: annotation.value };
}

/** The code between the fences. Each line loses as much indentation as the opening fence has. */
function fencedCode(content: string, indent: number): string {
  const code = content.endsWith('\n') ? content.slice(0, -1) : content;
  if (indent === 0) return code;
  const prefix = new RegExp(`^ {1,${indent}}`, 'gm');
  return code.replace(prefix, '');
}

/** The code in a fence, without the fence's indentation. */
export const fenceNode = (opening: Opening, span: Span, content: string): Code => ({
  kind: 'code',
  notation: 'fence',
  ...span,
  ...readInfo(opening.info),
  code: fencedCode(content, opening.indent),
});

/** `code` in a fence that is longer than any in it; of tildes, if `info` contains a backtick. */
export function fenceOf(code: string, info: string): string {
  const [marker, runs] = info.includes('`') ? (['~', /~+/g] as const) : (['`', /`+/g] as const);
  let longest = 2;
  for (const [run] of code.matchAll(runs)) longest = Math.max(longest, run.length);
  const fence = marker.repeat(longest + 1);
  return `${fence}${info}\n${code}${code === '' ? '' : '\n'}${fence}`;
}
