/**
 * Which lines of a run of Markdown are code: indented ones, and those of fences, in lists and quotes as well. Reads as
 * markdown-it does, without its trees. Time is linear in the length of the lines.
 */
import { BAR, GREATER, SPACE, TAB, TICK, TILDE } from './characters.ts';
import type { Span } from './model.ts';

/** An opening fence, as far as its closing one must know it. */
export interface FenceMark {
  readonly mark: string;
  readonly length: number;
}

interface Item {
  /** Columns before its content, from where its container's begins. */
  readonly width: number;
  /** Where its container's content begins, counted from where the innermost quote's does. */
  readonly from: number;
  /** Nothing stands behind its marker. */
  readonly isEmpty: boolean;
}

/** A quote has no width: its mark is on every line again. */
type Container = Item | 'quote';

type Leaf = 'none' | 'paragraph' | 'table' | 'indented' | FenceMark;

/** Deeper than markdown-it goes; what is deeper is text, so that no line costs more than its length. */
const MOST_CONTAINERS = 20;

const isBlankCode = (code: number): boolean => code === SPACE || code === TAB;

/** The fence that begins at `at`, whatever stands before it on the line. */
export function fenceAt(text: string, at: number, end: number): FenceMark | undefined {
  const mark = text[at];
  if (mark !== '`' && mark !== '~') return undefined;
  let after = at;
  while (after < end && text[after] === mark) after += 1;
  if (after - at < 3) return undefined;
  if (mark === '`') {
    const tick = text.indexOf('`', after);
    if (tick !== -1 && tick < end) return undefined;
  }
  return { mark, length: after - at };
}

/** Whether the rest of a line, from `at`, closes the fence. */
export function closesFence(
  { mark, length }: FenceMark,
  text: string,
  at: number,
  end: number,
): boolean {
  let after = at;
  while (after < end && text[after] === mark) after += 1;
  if (after - at < length) return false;
  while (after < end && isBlankCode(text.charCodeAt(after))) after += 1;
  return after === end || (text[after] === '\r' && after + 1 === end);
}

const HEADING = /^#{1,6}(?:[ \t\r]|$)/;
const UNDERLINE = /^(?:=+|-+)[ \t\r]*$/;
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\r?$/;
const MARKER = /^(?:[-*+]|(\d{1,9})[.)])(?=[ \t\r]|$)/;

/** What may begin something else than a paragraph: most lines begin with a letter. */
const MAY_BEGIN: ReadonlySet<number> = new Set(
  Array.from('`~>#=*+-_|:0123456789', (char) => char.charCodeAt(0)),
);

const cellsOf = (row: string): string[] =>
  row.trim().replaceAll('\\|', '').replace(/^\|/, '').replace(/\|$/, '').split('|');

/** Whether the line makes a table of the line `above`. */
function isTableRule(line: string, above: string): boolean {
  if (!above.includes('|') || !/^(?!-[ \t])[-:|][-:| \t\r]*$/.test(line)) return false;
  const rules = cellsOf(line);
  return (
    rules.length === cellsOf(above).length && rules.every((rule) => /^:?-+:?$/.test(rule.trim()))
  );
}

/** Takes the lines of a run of Markdown, one after the other. */
export class LineReader {
  #containers: Container[] = [];
  #leaf: Leaf = 'none';
  /** Where the line before is, of a paragraph: it may be the head of a table. */
  #aboveStart = 0;
  #aboveEnd = 0;
  // Where the line that is looked at has been read up to.
  #text = '';
  #at = 0;
  #end = 0;
  /** The column of `#at`, and the column where the content of the innermost matched container begins. */
  #column = 0;
  #base = 0;
  #quoteBase = 0;

  /** Forgets what the lines before began. */
  reset(): void {
    if (this.#containers.length > 0) this.#containers = [];
    this.#leaf = 'none';
  }

  /** A reader that stands where this one does. */
  copy(): LineReader {
    const copy = new LineReader();
    copy.#containers = [...this.#containers];
    copy.#leaf = this.#leaf;
    copy.#aboveStart = this.#aboveStart;
    copy.#aboveEnd = this.#aboveEnd;
    return copy;
  }

  /** Whether a list item or a quote that is open takes the line that starts at `start`. */
  isInside(text: string, start: number, end: number): boolean {
    if (this.#containers.length === 0) return false;
    this.#begin(text, start, end);
    return this.#match() > 0;
  }

  /** Takes the line and says whether it is code. */
  take(text: string, start: number, end: number): boolean {
    // Most lines: text at the beginning of a line or nothing, with nothing open but a paragraph.
    if (this.#containers.length === 0 && typeof this.#leaf === 'string') {
      if (start === end) {
        if (this.#leaf !== 'indented') this.#leaf = 'none';
        return false;
      }
      const first = text.charCodeAt(start);
      if (first > TICK || (first > SPACE && !MAY_BEGIN.has(first))) {
        if (first !== BAR && first !== TILDE) {
          if (this.#leaf !== 'table') this.#paragraph(start, end);
          return false;
        }
      }
    }
    this.#begin(text, start, end);
    const matched = this.#match();
    return this.#isBlank() ? this.#blank(matched) : this.#line(matched);
  }

  #begin(text: string, start: number, end: number): void {
    this.#text = text;
    this.#at = start;
    this.#end = end;
    this.#column = 0;
    this.#base = 0;
    this.#quoteBase = 0;
    this.#skipBlanks();
  }

  #skipBlanks(): void {
    for (; this.#at < this.#end; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === TAB) this.#column += 4 - (this.#column % 4);
      else if (code === SPACE) this.#column += 1;
      else return;
    }
  }

  #isBlank(): boolean {
    return this.#at >= this.#end || (this.#text[this.#at] === '\r' && this.#at + 1 === this.#end);
  }

  get #indent(): number {
    return this.#column - this.#base;
  }

  /** Over the mark of a quote. One space after it is its own. */
  #skipQuote(): void {
    this.#at += 1;
    this.#column += 1;
    const own = this.#at < this.#end && isBlankCode(this.#text.charCodeAt(this.#at)) ? 1 : 0;
    this.#base = this.#column + own;
    this.#quoteBase = this.#base;
    this.#skipBlanks();
  }

  /** How many of the open containers the line belongs to. */
  #match(): number {
    let matched = 0;
    for (const container of this.#containers) {
      if (container === 'quote') {
        if (this.#isBlank() || this.#text[this.#at] !== '>') return matched;
        this.#skipQuote();
      } else if (!this.#isBlank()) {
        if (this.#indent < container.width) return matched;
        this.#base += container.width;
      }
      matched += 1;
    }
    return matched;
  }

  #close(matched: number): void {
    if (matched < this.#containers.length) this.#containers.length = matched;
    this.#leaf = 'none';
  }

  #blank(matched: number): boolean {
    if (matched < this.#containers.length) this.#close(matched);
    if (typeof this.#leaf === 'object') return true;
    if (this.#leaf !== 'indented') this.#leaf = 'none';
    // A list item without text on its first line has none behind an empty line either.
    const last = this.#containers.at(-1);
    if (last !== undefined && last !== 'quote' && last.isEmpty) this.#containers.pop();
    return false;
  }

  #line(matched: number): boolean {
    const all = matched === this.#containers.length;
    const leaf = this.#leaf;
    if (typeof leaf === 'object') {
      if (all) {
        const mayClose = this.#indent < 4;
        if (mayClose && closesFence(leaf, this.#text, this.#at, this.#end)) this.#leaf = 'none';
        return true;
      }
      this.#close(matched);
    } else if (leaf === 'indented') {
      if (all && this.#indent >= 4) return true;
      this.#close(matched);
    } else if (leaf === 'table' && (!all || this.#indent >= 4)) this.#close(matched);
    const isCode = this.#begins(matched, all);
    const last = this.#containers.at(-1);
    if (last !== undefined && last !== 'quote' && last.isEmpty && !this.#isBlank()) {
      this.#containers[this.#containers.length - 1] = Object.assign({}, last, { isEmpty: false });
    }
    return isCode;
  }

  /** What the rest of the line begins or continues. `all`: the line belongs to every open container. */
  #begins(matched: number, all: boolean): boolean {
    /** Whether the paragraph before may go on here; and whether it does so without leaving out marks or indentation. */
    let open = this.#leaf === 'paragraph';
    let own = open && all;
    let isFirst = true;
    const starts = (): void => {
      if (isFirst) this.#close(matched);
      isFirst = false;
      open = false;
      own = false;
    };
    for (;;) {
      if (this.#isBlank()) return false;
      if (this.#indent >= 4) {
        if (open && (all || !this.#isOutdented(matched))) {
          this.#paragraph(0, 0);
          return false;
        }
        starts();
        this.#leaf = 'indented';
        return true;
      }
      const first = this.#text.charCodeAt(this.#at);
      if (!MAY_BEGIN.has(first)) break;
      if (first === GREATER && this.#containers.length < MOST_CONTAINERS) {
        starts();
        this.#containers.push('quote');
        this.#skipQuote();
        continue;
      }
      const fence = fenceAt(this.#text, this.#at, this.#end);
      if (fence) {
        starts();
        this.#leaf = fence;
        return true;
      }
      const line = this.#text.slice(this.#at, this.#end);
      if (
        own &&
        (UNDERLINE.test(line) ||
          isTableRule(line, this.#text.slice(this.#aboveStart, this.#aboveEnd)))
      ) {
        this.#leaf = UNDERLINE.test(line) ? 'none' : 'table';
        return false;
      }
      if (HEADING.test(line) || RULE.test(line)) {
        starts();
        return false;
      }
      if (open && !all && this.#isTooFar(matched)) break;
      if (!this.#item(line, own, starts)) break;
    }
    if (this.#leaf === 'table') return false;
    if (!open) starts();
    this.#paragraph(this.#at, this.#end);
    return false;
  }

  /**
   * Whether a line that belongs to the first `matched` containers only ends the paragraph of a list item. To markdown-it what
   * is indented less than the item's text may begin something, whatever its indentation is.
   */
  #isOutdented(matched: number): boolean {
    const isQuote = this.#containers[matched] === 'quote';
    if (isQuote && !this.#containers.includes('quote', matched + 1)) return false;
    const line = this.#text.slice(this.#at, this.#end);
    if (line.startsWith('>') || HEADING.test(line) || RULE.test(line)) return true;
    if (fenceAt(this.#text, this.#at, this.#end)) return true;
    return MARKER.test(line) && (isQuote || !this.#isTooFar(matched));
  }

  /** Whether a marker is so far right of the list whose item it leaves that it is text. */
  #isTooFar(matched: number): boolean {
    let from = -1;
    for (let at = matched; at < this.#containers.length; at += 1) {
      const container = this.#containers[at];
      if (container === undefined || container === 'quote') break;
      ({ from } = container);
    }
    return from !== -1 && this.#column - this.#quoteBase - from >= 4;
  }

  #paragraph(start: number, end: number): void {
    this.#leaf = 'paragraph';
    this.#aboveStart = start;
    this.#aboveEnd = end;
  }

  /** Whether a list item begins here; then the reader is behind its marker. */
  #item(line: string, own: boolean, starts: () => void): boolean {
    if (this.#containers.length >= MOST_CONTAINERS) return false;
    const [marker = '', number] = MARKER.exec(line) ?? [];
    if (marker === '') return false;
    const isEmpty = line.slice(marker.length).trim() === '';
    // Only what cannot be meant for text interrupts a paragraph.
    if (own && (isEmpty || (number !== undefined && Number(number) !== 1))) return false;
    starts();
    const before = this.#indent;
    const from = this.#base - this.#quoteBase;
    this.#at += marker.length;
    this.#column += marker.length;
    const markerEnd = this.#column;
    this.#skipBlanks();
    const blanks = this.#column - markerEnd;
    const after = isEmpty || blanks > 4 ? 1 : blanks;
    const width = before + marker.length + after;
    this.#base += width;
    this.#containers.push({ width, from, isEmpty });
    return true;
  }
}

/** The stretches of whole lines that are code, in a run of Markdown without tags and fences of its own. */
export function codeIn(source: string, { start, end }: Span): Span[] {
  const found: Span[] = [];
  const reader = new LineReader();
  let from = -1;
  for (let at = start; at < end;) {
    const newline = source.indexOf('\n', at);
    const stop = newline === -1 || newline >= end ? end : newline;
    const isCode = reader.take(source, at, stop);
    if (isCode && from === -1) from = at;
    if (!isCode && from !== -1) {
      found.push({ start: from, end: at });
      from = -1;
    }
    at = stop + 1;
  }
  if (from !== -1) found.push({ start: from, end });
  return found;
}
