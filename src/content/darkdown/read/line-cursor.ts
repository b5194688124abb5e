/** The position in a line of Markdown, in characters and columns. Tab stops are 4 columns apart. */
import { SPACE, TAB } from './characters.ts';
import { isSpaceOrTab } from './line-marks.ts';

/** Points to a character of a line that is not a space or a tab, or to the line's end. */
export class LineCursor {
  #text = '';
  #at = 0;
  #end = 0;
  #column = 0;
  /** The column at which the content of the innermost container begins. */
  #base = 0;
  /** The column at which the content of the innermost quote begins. */
  #quoteBase = 0;

  /** Starts on the line of `text` from `start` to `end`. */
  begin(text: string, start: number, end: number): void {
    this.#text = text;
    this.#at = start;
    this.#end = end;
    this.#column = 0;
    this.#base = 0;
    this.#quoteBase = 0;
    this.#skipSpace();
  }

  get text(): string {
    return this.#text;
  }

  get at(): number {
    return this.#at;
  }

  get end(): number {
    return this.#end;
  }

  /** The unread part of the line. */
  get rest(): string {
    return this.#text.slice(this.#at, this.#end);
  }

  /** The code of the current character; NaN at the end of the text. */
  get first(): number {
    return this.#text.charCodeAt(this.#at);
  }

  /** Whether only spaces, tabs and a carriage return are left. */
  get isBlank(): boolean {
    return this.#at >= this.#end || (this.#text[this.#at] === '\r' && this.#at + 1 === this.#end);
  }

  /** Columns from the beginning of the innermost container's content. */
  get indent(): number {
    return this.#column - this.#base;
  }

  /** Columns from the beginning of the innermost quote's content. */
  get quoteColumn(): number {
    return this.#column - this.#quoteBase;
  }

  /** Columns from the start of the innermost quote's content to the innermost container's. */
  get quoteIndent(): number {
    return this.#base - this.#quoteBase;
  }

  /** Enters a container of this many columns. */
  enter(width: number): void {
    this.#base += width;
  }

  /** Moves past the mark of a quote. One space after the mark belongs to it. */
  enterQuote(): void {
    this.#at += 1;
    this.#column += 1;
    const own = this.#at < this.#end && isSpaceOrTab(this.first) ? 1 : 0;
    this.#base = this.#column + own;
    this.#quoteBase = this.#base;
    this.#skipSpace();
  }

  /** Moves over a marker of this many characters. Returns how many columns of space follow it. */
  skipMarker(length: number): number {
    this.#at += length;
    this.#column += length;
    const markerEnd = this.#column;
    this.#skipSpace();
    return this.#column - markerEnd;
  }

  #skipSpace(): void {
    for (; this.#at < this.#end; this.#at += 1) {
      const code = this.first;
      if (code === TAB) this.#column += 4 - (this.#column % 4);
      else if (code === SPACE) this.#column += 1;
      else return;
    }
  }
}
