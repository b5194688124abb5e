/** Files of one line an entry, read and written piece by piece: nobody holds the whole text of a large one. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createHash } from 'node:crypto';

const NEWLINE = 10;
const BLOCK_BYTES = 256 * 1024;
const LINES_AT_ONCE = 1_000;

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** What of the file between two positions, in blocks; a block holds until the next one is asked for. */
export function* blocksOf(path: string, range?: Range): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    const { from, to } = range ?? { from: 0, to: fstatSync(file).size };
    const block = Buffer.allocUnsafe(Math.max(1, Math.min(BLOCK_BYTES, to - from)));
    for (let at = from; at < to;) {
      const read = readSync(file, block, 0, Math.min(block.length, to - at), at);
      if (read === 0) return;
      yield block.subarray(0, read);
      at += read;
    }
  } finally {
    closeSync(file);
  }
}

/** The lines, without their ends; what follows the last line end is a line too, unless it is empty. */
export function* linesOf(path: string, range?: Range): Generator<string> {
  /** The beginning of a line whose end was not seen yet. */
  let begun: Buffer[] = [];
  for (const block of blocksOf(path, range)) {
    let start = 0;
    for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, start)) {
      if (begun.length === 0) yield block.toString('utf8', start, end);
      else yield Buffer.concat([...begun, block.subarray(start, end)]).toString('utf8');
      begun = [];
      start = end + 1;
    }
    if (start < block.length) begun.push(Buffer.from(block.subarray(start)));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString('utf8');
}

/** SHA-256, in base64url. */
export function digestOfRange(path: string, range: Range): string {
  const digest = createHash('sha256');
  for (const block of blocksOf(path, range)) digest.update(block);
  return digest.digest('base64url');
}

/** Lines with their ends, as bytes, many at a time. */
export function* bytesOf(lines: Iterable<string>): Generator<Buffer> {
  let some: string[] = [];
  for (const line of lines) {
    some.push(line);
    if (some.length < LINES_AT_ONCE) continue;
    yield Buffer.from(`${some.join('\n')}\n`);
    some = [];
  }
  if (some.length > 0) yield Buffer.from(`${some.join('\n')}\n`);
}
