/** Fenced code: CommonMark's, with the annotation that darkdown adds to the info string. */
import type { Attributes, Code, Span } from './model.ts';
import { readAnnotation } from './tag.ts';

interface Opening {
  readonly marker: string;
  readonly length: number;
  readonly indent: number;
  readonly info: string;
}

const FENCE = /^( {0,3})(`{3,}|~{3,})([^\n]*)$/;

/** The opening fence that `line` is, or `undefined`. */
export function readFence(line: string): Opening | undefined {
  const [, indent, fence, info] = FENCE.exec(line) ?? [];
  if (indent === undefined || fence === undefined || info === undefined) return undefined;
  const marker = fence.charAt(0);
  if (marker === '`' && info.includes('`')) return undefined;
  return { marker, length: fence.length, indent: indent.length, info: info.trim() };
}

/** The first line from `from` on that closes what `opening` opened, its line break included. */
export function closingFence(source: string, from: number, opening: Opening): Span | undefined {
  for (let start = from; start < source.length;) {
    const next = source.indexOf('\n', start);
    const lineEnd = next === -1 ? source.length : next;
    const end = next === -1 ? lineEnd : next + 1;
    const first = source.charCodeAt(start);
    const mayClose = first === SPACE || first === opening.marker.charCodeAt(0);
    if (mayClose && closesFence(source.slice(start, lineEnd), opening)) return { start, end };
    start = end;
  }
  return undefined;
}

const SPACE = 32;

function closesFence(line: string, { marker, length }: Opening): boolean {
  const text = line.trim();
  if (text.length < length || !line.slice(0, 4).trimStart().startsWith(marker)) return false;
  for (let at = 0; at < text.length; at += 1) if (text[at] !== marker) return false;
  return true;
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
