/** Finds constructs within lines. Treats code spans and escapes as markdown-it does. */
import { TICK } from './characters.ts';
import type { Span } from './model.ts';

/** The beginning of a line that no code span, link or tag crosses. */
const BLOCK_START = /[ \t]*(?:[\r\n]|$|[|#>]|[-*+][ \t]|\d{1,9}[.)][ \t])/y;

function startsBlock(text: string, start: number, end: number): boolean {
  BLOCK_START.lastIndex = start;
  return start === end || BLOCK_START.test(text);
}

/**
 * Splits Markdown without lines of code into blocks, as far as the beginnings of lines show them.
 */
export function* blocksIn(text: string, { start, end }: Span): Generator<Span, void> {
  let from = start;
  for (let at = start; at < end;) {
    const newline = text.indexOf('\n', at);
    const stop = newline === -1 ? end : Math.min(newline, end);
    if (from < at && startsBlock(text, at, stop)) {
      yield { start: from, end: at };
      from = at;
    }
    at = stop + 1;
  }
  if (from < end) yield { start: from, end };
}

/**
 * Calls `take` for each `special` outside code spans and escapes; it returns where to continue.
 *
 * @param special global; it also finds backslashes and backticks
 */
export function walkBlock(block: string, special: RegExp, take: (at: number) => number): void {
  const spans = new CodeSpans(block);
  let at = 0;
  for (;;) {
    special.lastIndex = at;
    const found = special.exec(block);
    if (!found) return;
    at = found.index;
    if (found[0] === '\\') at += 2;
    else at = found[0] === '`' ? spans.skip(at) : take(at);
  }
}

/**
 * A block's code spans. Backtick runs are indexed by length, so that the end of each is found at
 * once.
 */
class CodeSpans {
  readonly #text: string;
  #byLength: Map<number, number[]> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * The offset after the code span that the run at `at` opens, or after the run if it does not open
   * one. Call it from left to right.
   */
  skip(at: number): number {
    let after = at;
    while (this.#text.charCodeAt(after) === TICK) after += 1;
    const length = after - at;
    this.#byLength ??= this.#read();
    const starts = this.#byLength.get(length) ?? [];
    while (starts.length > 0 && (starts.at(-1) ?? 0) < after) starts.pop();
    const close = starts.at(-1);
    return close === undefined ? after : close + length;
  }

  /** Offsets of runs by their length, the last first. */
  #read(): Map<number, number[]> {
    const runs = new Map<number, number[]>();
    for (const { index, 0: run } of this.#text.matchAll(/`+/g)) {
      const starts = runs.get(run.length);
      if (starts) starts.push(index);
      else runs.set(run.length, [index]);
    }
    for (const starts of runs.values()) starts.reverse();
    return runs;
  }
}
