/**
 * Files of JSON lines, read in parts: the file is never in memory as a whole, and a damaged line
 * affects no other line.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { READ_OWN } from '../../system/files/own.ts';
import { grouped } from '../../model/text/sentences.ts';

const BLOCK_BYTES = 256 * 1024;
const LINE_END = 10;
/** Longer than any line of a lock. The rest of a longer line is dropped to save memory. */
const MAX_LINE_BYTES = 1024 * 1024;

/** A line of a file that may be larger than the memory. */
export interface FileLine {
  /** Where the line starts, and where the next one starts, in bytes. */
  readonly at: number;
  readonly end: number;
  /** Without the line end, and cut off at the length of the longest line. */
  readonly bytes: Buffer;
  /** False for text after the last line end. */
  readonly isEnded: boolean;
}

/** The lines of an open file from byte `from` on. Keeps at most `longest` bytes of each line. */
export function* readLines(file: number, longest: number, from = 0): Generator<FileLine> {
  const parts: Buffer[] = [];
  let room = longest;
  let [at, next] = [from, from];
  for (;;) {
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    const read = block.subarray(0, readSync(file, block, 0, BLOCK_BYTES, next));
    if (read.length === 0) break;
    for (let start = 0; start < read.length;) {
      const found = read.indexOf(LINE_END, start);
      const part = read.subarray(start, found === -1 ? undefined : found);
      if (room > 0) parts.push(part.length > room ? part.subarray(0, room) : part);
      room -= part.length;
      start += part.length + 1;
      if (found === -1) break;
      yield { at, end: next + start, bytes: whole(parts), isEnded: true };
      parts.length = 0;
      room = longest;
      at = next + start;
    }
    next += read.length;
  }
  if (at < next) yield { at, end: next, bytes: whole(parts), isEnded: false };
}

/** Most lines are in one block, and need no copy. */
const whole = ([first = NO_BYTES, ...others]: readonly Buffer[]): Buffer =>
  others.length === 0 ? first : Buffer.concat([first, ...others]);

const NO_BYTES = Buffer.alloc(0);

/**
 * The lines of a file without their ends, including text after the last line end. Does not follow a
 * symbolic link.
 */
export function* linesOf(path: string): Generator<string> {
  const file = openSync(path, READ_OWN);
  try {
    for (const { bytes } of readLines(file, MAX_LINE_BYTES)) yield bytes.toString();
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
  const more = others.length === 0 ? '' : `, and ${grouped(others.length)} more like it`;
  return [`${file}:${first}${more}: ${what}`];
}
