/** How far one line of Markdown has been read, in characters and in columns: a tab reaches to the next multiple of four. */
import { SPACE, TAB } from './characters.ts';
import { isSpaceOrTab } from './line-marks.ts';

/** Stands on a character of a line that is not a space or a tab, or at the line's end. */
export class LineCursor {
  #text = '';
  #at = 0;
  #end = 0;
  #column = 0;
  /** The column at which the content of the innermost container begins. */
  #base = 0;
  /** The same of the innermost quote. */
  #quoteBase = 0;

  /** Begins with the line of `text` from `start` to `end`. */
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

  /** What is left of the line. */
  get rest(): string {
    return this.#text.slice(this.#at, this.#end);
  }

  /** The code of the character that it stands on; NaN at the end of the text. */
  get first(): number {
    return this.#text.charCodeAt(this.#at);
  }

  /** Whether only spaces, tabs and a carriage return were left. */
  get isBlank(): boolean {
    return this.#at >= this.#end || (this.#text[this.#at] === '\r' && this.#at + 1 === this.#end);
  }

  /** Columns from where the innermost container begins. */
  get indent(): number {
    return this.#column - this.#base;
  }

  /** Columns from where the innermost quote begins. */
  get quoteColumn(): number {
    return this.#column - this.#quoteBase;
  }

  /** Columns from where the innermost quote begins to where the innermost container does. */
  get quoteIndent(): number {
    return this.#base - this.#quoteBase;
  }

  /** Goes into a container of so many columns. */
  enter(width: number): void {
    this.#base += width;
  }

  /** Goes behind the mark of a quote. One space after the mark belongs to it. */
  enterQuote(): void {
    this.#at += 1;
    this.#column += 1;
    const own = this.#at < this.#end && isSpaceOrTab(this.first) ? 1 : 0;
    this.#base = this.#column + own;
    this.#quoteBase = this.#base;
    this.#skipSpace();
  }

  /** Goes over a marker of so many characters, and returns how many columns of space follow it. */
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
