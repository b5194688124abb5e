/**
 * Samples in a page: a comment `[//]: # (docs-snippet file#part)` that names a part of a file, and
 * the fence below it, which has that part. Pure.
 */
import { posix } from 'node:path';
import { mostBytes } from '../../model/input-limits.ts';
import { nearest } from '../../model/text/nearest.ts';
import {
  MAX_LINE_LENGTH,
  commentPattern,
  continuesText,
  isComment,
  textLines,
} from '../darkdown/comment-lines.ts';
import { decoded } from '../darkdown/address.ts';
import { closesFence, fenceAt } from '../darkdown/read/line-marks.ts';
import type { FenceMark } from '../darkdown/read/line-marks.ts';
import type { Sample } from './sampled-file.ts';

const MARK = 'docs-snippet';
const COMMENT = commentPattern(MARK);

/** A comment that is meant as one, perhaps in another spelling or other brackets. */
const MEANT = /^[ \t>]*\[\/\/\]:[ \t]*(?:#|<>)[ \t]*["'(][ \t]*docs[-_]?snippets?(?![\w-])/i;

/** A comment of any notation, its first word, and a path after it. */
const ANY_COMMENT =
  /^[ \t>]*(?:\[[^\]]{1,30}\]:[ \t]*(?:#|<>)[ \t]*["'(]|\{%[ \t]*comment[ \t]*%\})[ \t]*((?:docs?[-_ ]?)?\w+)[^.#/]*[.#/]/i;

const NEXT_IS_FENCE = /^[ \t>]*(?:`{3}|~{3})/;

/** Whether the comment above a fence has a typing error, or the notation of others. */
function isNearlyOne(line: string, next: string): boolean {
  const word = NEXT_IS_FENCE.test(next) ? ANY_COMMENT.exec(line)?.[1] : undefined;
  const letters = word?.replaceAll(/[^a-z]/gi, '') ?? '';
  return letters.length > 5 && nearest(letters, ['docssnippet', 'snippet']) !== undefined;
}

/** Whether a text may have samples. */
export const mayHaveSnippets = (text: string): boolean => text.includes(MARK);

/** Indexes of lines with comments that are meant to name a sample, and do not. */
export function unreadSnippets(text: string): readonly number[] {
  if (!/\]:|\{%[ \t]*comment/.test(text)) return [];
  const lines = linesOf(text);
  const isUnread = (line: string, index: number): boolean =>
    line.length <= MAX_LINE_LENGTH &&
    !COMMENT.test(line) &&
    (MEANT.test(line) || isNearlyOne(line, nextText(lines, index)));
  const found = lines.flatMap((line, index) => (isUnread(line, index) ? [index] : []));
  if (found.length === 0) return [];
  const isText = textLines(lines);
  return found.filter((index) => isText.has(index));
}

/** The next line that is not empty. */
const nextText = (lines: readonly string[], index: number): string =>
  lines.slice(index + 1, index + 4).find((line) => /[^ \t>]/.test(line)) ?? '';

/** What a comment names. */
export interface SnippetTarget {
  /** The file, relative to the project. */
  readonly file: string;
  /** The part of the file; empty for all of it. */
  readonly part: string;
}

/** Whether a sample is of the file that it is in. */
export const isOwnFile = (target: SnippetTarget, file: string): boolean =>
  target.file.normalize('NFC') === file.normalize('NFC');

export interface Snippet extends SnippetTarget {
  /** The index of the line with the comment. */
  readonly index: number;
  /** As written. */
  readonly target: string;
  /** Whether the comment continues a paragraph, so that readers see it. */
  readonly isSeen: boolean;
  /** Null if no closed fence is below it. */
  readonly fence: SnippetFence | null;
}

interface SnippetFence {
  /** Indexes of the lines with the fence's two ends. */
  readonly open: number;
  readonly close: number;
  /** What each of its lines begins with: spaces of a list, or the marks of a quote. */
  readonly prefix: string;
  readonly mark: FenceMark;
  /** Its lines, without the prefix. */
  readonly code: readonly string[];
}

/** The lines of a text without carriage returns. */
const linesOf = (text: string): string[] => text.split('\n').map((line) => line.replace(/\r$/, ''));

/** The samples of a text, in order. Comments in code are none. */
export function snippetsIn(text: string): readonly Snippet[] {
  if (!mayHaveSnippets(text)) return [];
  const lines = linesOf(text);
  const isText = textLines(lines);
  const found: Snippet[] = [];
  let open: (Omit<Snippet, 'fence'> & { readonly prefix: string }) | null = null;
  const close = (fence: SnippetFence | null): void => {
    if (open === null) return;
    const { prefix: _, ...snippet } = open;
    found.push({ ...snippet, fence });
    open = null;
  };
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const comment = line.length <= MAX_LINE_LENGTH && isText.has(index) ? COMMENT.exec(line) : null;
    if (comment) {
      close(null);
      const [, prefix = '', , target = ''] = comment;
      const isSeen = continuesText(lines[index - 1]);
      open = { index, target, prefix, isSeen, ...targetOf(target.trim()) };
    } else if (open !== null && !isComment(line) && /[^ \t>]/.test(line)) {
      const fence = fenceIn(lines, index, (open as { readonly prefix: string }).prefix);
      close(fence);
      index = fence?.close ?? index;
    }
  }
  close(null);
  return found;
}

function targetOf(target: string): SnippetTarget {
  const at = target.indexOf('#');
  const path = at === -1 ? target : target.slice(0, at);
  const name = decoded(path) ?? path;
  const file = name === '' ? '' : posix.normalize(name);
  return { file, part: at === -1 ? '' : target.slice(at + 1) };
}

/** A fence may be indented by three spaces more than the comment; a line with more is code. */
const MAX_INDENT = 3;

function fenceIn(lines: readonly string[], open: number, outer: string): SnippetFence | null {
  const line = lines[open] ?? '';
  const prefix = /^[ \t>]*/.exec(line)?.[0] ?? '';
  const mark = fenceAt(line, prefix.length, line.length);
  if (mark === undefined || !isInside(prefix, outer)) return null;
  const code: string[] = [];
  for (let index = open + 1; index < lines.length; index += 1) {
    const each = lines[index] ?? '';
    const isBlank = each.trim() === prefix.trim() || each.trim() === '';
    // A line with less indentation ends the list or the quote, and the fence with it.
    if (!isBlank && !each.startsWith(prefix)) return null;
    const at = prefix.length + spacesAt(each, prefix.length);
    if (!isBlank && closesFence(mark, each, at, each.length)) {
      return { open, close: index, prefix, mark, code };
    }
    code.push(isBlank ? '' : each.slice(prefix.length));
  }
  return null;
}

const isInside = (prefix: string, outer: string): boolean =>
  prefix.startsWith(outer) && prefix.length - outer.length <= MAX_INDENT;

function spacesAt(line: string, from: number): number {
  let at = from;
  while (at < from + MAX_INDENT && line[at] === ' ') at += 1;
  return at - from;
}

/** The lines of a fence that has this sample: those of its ends, and between them. */
export interface FilledFence {
  readonly open: string;
  readonly code: readonly string[];
  readonly close: string;
}

/** The fence with other lines in it; its language and attributes stay. It is longer if it has to be. */
export function filledFence(
  text: readonly string[],
  { open, close, prefix, mark }: SnippetFence,
  code: readonly string[],
): FilledFence {
  let longest = 0;
  for (const line of code) {
    const inner = fenceAt(line, spacesAt(line, 0), line.length);
    if (inner?.mark === mark.mark) longest = Math.max(longest, inner.length);
  }
  const more = mark.mark.repeat(Math.max(0, longest + 1 - mark.length));
  const at = prefix.length;
  const [first = '', last = ''] = [text[open], text[close]];
  return {
    open: first.slice(0, at) + more + first.slice(at),
    code: code.map((line) => (line === '' ? prefix.trimEnd() : prefix + line)),
    close: last.slice(0, at) + more + last.slice(at),
  };
}

/**
 * The body with each sample as its file has it now. Those that cannot be found stay, and so do those
 * after which the samples would be longer than a page.
 */
export function withFreshSnippets(
  body: string,
  sampleOf: (target: SnippetTarget) => Sample | null,
): string {
  const snippets = snippetsIn(body);
  if (snippets.length === 0) return body;
  const lines = linesOf(body);
  const parts: string[] = [];
  let next = 0;
  let room = mostBytes('page');
  for (const { fence, ...target } of snippets) {
    const part = fence && sampleOf(target);
    if (fence === null || part === null || 'problem' in part) continue;
    room -= part.length;
    if (room < 0) break;
    const { open, code, close } = filledFence(lines, fence, part.cut().lines);
    for (const line of lines.slice(next, fence.open)) parts.push(line);
    parts.push(open, ...code, close);
    next = fence.close + 1;
  }
  for (const line of lines.slice(next)) parts.push(line);
  return parts.join('\n');
}

/** The body with the new paths of files that moved. `movedTo` is undefined for those that stay. */
export function withMovedSnippets(
  body: string,
  movedTo: (file: string) => string | undefined,
): string {
  const snippets = snippetsIn(body);
  if (snippets.length === 0) return body;
  const lines = body.split('\n');
  for (const { index, target, file } of snippets) {
    const to = file === '' ? undefined : movedTo(file.normalize('NFC'));
    if (to === undefined) continue;
    const at = target.indexOf('#');
    const written = encoded(to) + (at === -1 ? '' : target.slice(at));
    const line = lines[index] ?? '';
    const start = line.lastIndexOf(target);
    lines[index] = line.slice(0, start) + written + line.slice(start + target.length);
  }
  return lines.join('\n');
}

/** Escapes what has a meaning in such a comment. */
const encoded = (path: string): string =>
  path.replace(/[%#()\s]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
