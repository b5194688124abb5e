/**
 * Which lines of a run of Markdown are code, indented or in fences, also inside lists and quotes.
 * Agrees with markdown-it. Time is linear in the length.
 */
import { GREATER, SPACE } from './characters.ts';
import { LineCursor } from './line-cursor.ts';
import {
  closesFence,
  fenceAt,
  HEADING,
  isTableRule,
  MARKER,
  MAY_BEGIN,
  RULE,
  UNDERLINE,
} from './line-marks.ts';
import type { FenceMark } from './line-marks.ts';
import type { Span } from './model.ts';

interface Item {
  /** Columns from where the container's content begins to where the item's content begins. */
  readonly width: number;
  /**
   * The column at which the container's content begins, counted from the content of the innermost
   * quote.
   */
  readonly from: number;
  /** Whether no text follows its marker. */
  readonly isEmpty: boolean;
}

/** A quote has no width, because each of its lines has the mark. */
type Container = Item | 'quote';

type Leaf = 'none' | 'paragraph' | 'table' | 'indented' | FenceMark;

/**
 * The same limit as markdown-it's. Deeper marks are text, so that the time for a line is
 * proportional to its length.
 */
const MAX_CONTAINERS = 20;

/** Takes the lines of a run of Markdown one by one. */
export class LineReader {
  #containers: Container[] = [];
  #leaf: Leaf = 'none';
  // The previous line, if it belongs to a paragraph: it may be the head of a table.
  #aboveStart = 0;
  #aboveEnd = 0;
  readonly #line = new LineCursor();

  /** Forgets what the previous lines began. */
  reset(): void {
    if (this.#containers.length > 0) this.#containers = [];
    this.#leaf = 'none';
  }

  /** A reader in the same state. */
  copy(): LineReader {
    const copy = new LineReader();
    copy.#containers = [...this.#containers];
    copy.#leaf = this.#leaf;
    copy.#aboveStart = this.#aboveStart;
    copy.#aboveEnd = this.#aboveEnd;
    return copy;
  }

  /** Whether the line that starts at `start` belongs to an open list item or quote. */
  isInside(text: string, start: number, end: number): boolean {
    if (this.#containers.length === 0) return false;
    this.#line.begin(text, start, end);
    return this.#match() > 0;
  }

  /** Takes the line. Returns whether it is code. */
  take(text: string, start: number, end: number): boolean {
    if (this.#containers.length === 0 && typeof this.#leaf === 'string') {
      if (start === end) return this.#takeBlank(0);
      // Most lines are text at the margin.
      const first = text.charCodeAt(start);
      if (first > SPACE && !MAY_BEGIN.has(first)) {
        if (this.#leaf !== 'table') this.#paragraph(start, end);
        return false;
      }
    }
    this.#line.begin(text, start, end);
    const matched = this.#match();
    return this.#line.isBlank ? this.#takeBlank(matched) : this.#takeFilled(matched);
  }

  /** How many of the open containers the line belongs to. */
  #match(): number {
    const line = this.#line;
    let matched = 0;
    for (const container of this.#containers) {
      if (container === 'quote') {
        if (line.isBlank || line.first !== GREATER) return matched;
        line.enterQuote();
      } else if (!line.isBlank) {
        if (line.indent < container.width) return matched;
        line.enter(container.width);
      }
      matched += 1;
    }
    return matched;
  }

  #close(matched: number): void {
    if (matched < this.#containers.length) this.#containers.length = matched;
    this.#leaf = 'none';
  }

  #takeBlank(matched: number): boolean {
    if (matched < this.#containers.length) this.#close(matched);
    if (typeof this.#leaf === 'object') return true;
    if (this.#leaf !== 'indented') this.#leaf = 'none';
    // After an empty line, a list item without text in its first line has ended.
    if (this.#emptyItem() !== undefined) this.#containers.pop();
    return false;
  }

  /** The innermost container, if it is a list item that has no content yet. */
  #emptyItem(): Item | undefined {
    const last = this.#containers.at(-1);
    return last !== undefined && last !== 'quote' && last.isEmpty ? last : undefined;
  }

  #takeFilled(matched: number): boolean {
    const line = this.#line;
    const all = matched === this.#containers.length;
    const leaf = this.#leaf;
    if (typeof leaf === 'object') {
      if (all) {
        const mayClose = line.indent < 4;
        if (mayClose && closesFence(leaf, line.text, line.at, line.end)) this.#leaf = 'none';
        return true;
      }
      this.#close(matched);
    } else if (leaf === 'indented') {
      if (all && line.indent >= 4) return true;
      this.#close(matched);
    } else if (leaf === 'table' && (!all || line.indent >= 4)) this.#close(matched);
    const isCode = this.#begin(matched, all);
    const empty = this.#emptyItem();
    if (empty !== undefined && !line.isBlank) {
      this.#containers[this.#containers.length - 1] = { ...empty, isEmpty: false };
    }
    return isCode;
  }

  /** Reads what the rest of the line begins or continues. `all`: it is in every open container. */
  #begin(matched: number, all: boolean): boolean {
    const line = this.#line;
    // The paragraph above may continue here; `own`: the line has all marks and all indentation.
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
      if (line.isBlank) return false;
      if (line.indent >= 4) {
        if (open && (all || !this.#isOutdented(matched))) {
          this.#paragraph(0, 0);
          return false;
        }
        starts();
        this.#leaf = 'indented';
        return true;
      }
      if (!MAY_BEGIN.has(line.first)) break;
      if (line.first === GREATER && this.#containers.length < MAX_CONTAINERS) {
        starts();
        this.#containers.push('quote');
        line.enterQuote();
        continue;
      }
      const fence = fenceAt(line.text, line.at, line.end);
      if (fence) {
        starts();
        this.#leaf = fence;
        return true;
      }
      const { rest } = line;
      const ended = own ? this.#endOfParagraph(rest) : undefined;
      if (ended !== undefined) {
        this.#leaf = ended;
        return false;
      }
      if (HEADING.test(rest) || RULE.test(rest)) {
        starts();
        return false;
      }
      if (open && !all && this.#isTooFar(matched)) break;
      if (!this.#item(rest, own, starts)) break;
    }
    if (this.#leaf === 'table') return false;
    if (!open) starts();
    this.#paragraph(line.at, line.end);
    return false;
  }

  /** What the line turns the paragraph above into: a closed heading (`none`) or a table's head. */
  #endOfParagraph(rest: string): 'none' | 'table' | undefined {
    if (UNDERLINE.test(rest)) return 'none';
    const above = this.#line.text.slice(this.#aboveStart, this.#aboveEnd);
    return isTableRule(rest, above) ? 'table' : undefined;
  }

  /**
   * Whether a line in only the first `matched` containers ends a list item's paragraph. In
   * markdown-it, one that is indented less than the item's text may begin a block.
   */
  #isOutdented(matched: number): boolean {
    const isQuote = this.#containers[matched] === 'quote';
    if (isQuote && !this.#containers.includes('quote', matched + 1)) return false;
    const { rest, text, at, end } = this.#line;
    if (rest.startsWith('>') || HEADING.test(rest) || RULE.test(rest)) return true;
    if (fenceAt(text, at, end)) return true;
    return MARKER.test(rest) && (isQuote || !this.#isTooFar(matched));
  }

  /** Whether a marker is text because it is too far right of the list that it would continue. */
  #isTooFar(matched: number): boolean {
    let from = -1;
    for (let at = matched; at < this.#containers.length; at += 1) {
      const container = this.#containers[at];
      if (container === undefined || container === 'quote') break;
      ({ from } = container);
    }
    return from !== -1 && this.#line.quoteColumn - from >= 4;
  }

  #paragraph(start: number, end: number): void {
    this.#leaf = 'paragraph';
    this.#aboveStart = start;
    this.#aboveEnd = end;
  }

  /** Whether a list item begins here. If so, moves the cursor past its marker. */
  #item(rest: string, own: boolean, starts: () => void): boolean {
    if (this.#containers.length >= MAX_CONTAINERS) return false;
    const [marker = '', number] = MARKER.exec(rest) ?? [];
    if (marker === '') return false;
    const isEmpty = rest.slice(marker.length).trim() === '';
    // Only a marker that cannot be plain text interrupts a paragraph.
    if (own && (isEmpty || (number !== undefined && Number(number) !== 1))) return false;
    starts();
    const line = this.#line;
    const before = line.indent;
    const from = line.quoteIndent;
    const space = line.skipMarker(marker.length);
    const width = before + marker.length + (isEmpty || space > 4 ? 1 : space);
    line.enter(width);
    this.#containers.push({ width, from, isEmpty });
    return true;
  }
}

/** Spans of whole lines of code. Outside lists and quotes, the source has no tags or fences. */
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
