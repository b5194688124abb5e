/** Files with one value of JSON a line. Large ones are never in memory as a whole, and a damaged line costs that line. */
import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { READ_OWN } from '../../files/own.ts';

const BLOCK_BYTES = 256 * 1024;
/** Longer than any line of ours. The rest of a longer one is left out, so that it cannot fill the memory. */
const LONGEST_LINE = 1024 * 1024;

/** The lines without their ends. Text after the last line end is a line too, unless it is empty. Does not follow a link. */
export function* linesOf(path: string): Generator<string> {
  const file = openSync(path, READ_OWN);
  try {
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    const decoder = new StringDecoder('utf8');
    /** The start of a line whose end was not read yet. */
    let begun = '';
    for (let read = 1; read > 0;) {
      read = readSync(file, block);
      const text = read > 0 ? decoder.write(block.subarray(0, read)) : decoder.end();
      const lines = (begun + text).split('\n');
      begun = (lines.pop() ?? '').slice(0, LONGEST_LINE);
      yield* lines;
    }
    if (begun !== '') yield begun;
  } finally {
    closeSync(file);
  }
}

/** Lines with their ends, as bytes, many at a time. */
export function* bytesOf(lines: Iterable<string>): Generator<Buffer> {
  let some = '';
  for (const line of lines) {
    some += `${line}\n`;
    if (some.length < BLOCK_BYTES) continue;
    yield Buffer.from(some);
    some = '';
  }
  if (some !== '') yield Buffer.from(some);
}

/** One warning about all `lines` of a file that have the same problem. Empty if there are no such lines. */
export function aboutLines(file: string, lines: readonly number[], what: string): string[] {
  const [first, ...others] = lines;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : `, and ${others.length} more like it`;
  return [`${file}:${first}${more}: ${what}`];
}
