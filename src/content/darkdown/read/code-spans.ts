import { TICK } from './characters.ts';

/** Code spans of a stretch of text: runs of backticks by their length, so that each finds its partner at once. */
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
   * After the code span that the run at `at` opens, or after the run if no run of its length begins before `limit`. Ask
   * from left to right.
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

  /** Starts of runs by their length, the last first. */
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
