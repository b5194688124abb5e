import { TICK } from './characters.ts';

/** The code spans of a stretch of text. Indexes runs of backticks by length, so that the partner of each is found at once. */
export class CodeSpans {
  readonly #text: string;
  readonly #start: number;
  readonly #end: number;
  #byLength: Map<number, number[]> | undefined;

  constructor(text: string, start = 0, end = text.length) {
    this.#text = text;
    this.#start = start;
    this.#end = end;
  }

  /**
   * The offset after the code span that the run at `at` opens, or after the run if no run of the same length begins before `limit`. Call it from left to
   * right.
   */
  skip(at: number, limit = this.#end): number {
    let after = at;
    while (after < this.#end && this.#text.charCodeAt(after) === TICK) after += 1;
    const length = after - at;
    this.#byLength ??= this.#read();
    const starts = this.#byLength.get(length) ?? [];
    while (starts.length > 0 && (starts.at(-1) ?? 0) < after) starts.pop();
    const close = starts.at(-1);
    return close === undefined || close >= limit ? after : close + length;
  }

  /** Offsets of runs by their length, the last first. */
  #read(): Map<number, number[]> {
    const runs = new Map<number, number[]>();
    for (const { index, 0: run } of this.#text.slice(this.#start, this.#end).matchAll(/`+/g)) {
      const starts = runs.get(run.length);
      if (starts) starts.push(this.#start + index);
      else runs.set(run.length, [this.#start + index]);
    }
    for (const starts of runs.values()) starts.reverse();
    return runs;
  }
}
