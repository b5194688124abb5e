/** Reads and writes line-based files piece by piece, so that large ones are never in memory as a whole. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { READ_OWN } from '../../files/own.ts';

const NEWLINE = 10;
const BLOCK_BYTES = 256 * 1024;
const CHARACTERS_AT_ONCE = BLOCK_BYTES;

/** The content, in blocks. Each block is valid only until the next is requested. Does not follow a link. */
function* blocksOf(path: string): Generator<Buffer> {
  const file = openSync(path, READ_OWN);
  try {
    const { size } = fstatSync(file);
    const block = Buffer.allocUnsafe(Math.max(1, Math.min(BLOCK_BYTES, size)));
    for (let at = 0; at < size;) {
      const read = readSync(file, block, 0, Math.min(block.length, size - at), at);
      if (read === 0) return;
      yield block.subarray(0, read);
      at += read;
    }
  } finally {
    closeSync(file);
  }
}

/** The text in pieces of whole lines. Only the last line may lack its line end. */
export function* piecesOf(path: string): Generator<string> {
  /** The start of a line whose end was not read yet. */
  let begun: Buffer[] = [];
  for (const block of blocksOf(path)) {
    const end = block.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      yield Buffer.concat([...begun, block.subarray(0, end)]).toString();
      begun = [];
    }
    if (end < block.length) begun.push(Buffer.from(block.subarray(end)));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString();
}

/** The lines without their ends. Text after the last line end is a line too, unless it is empty. A line keeps its whole piece in memory. */
export function* linesOf(path: string): Generator<string> {
  for (const piece of piecesOf(path)) {
    const lines = piece.split('\n');
    if (lines.at(-1) === '') lines.pop();
    yield* lines;
  }
}

/** Lines with their ends, as bytes, many at a time. */
export function* bytesOf(lines: Iterable<string>): Generator<Buffer> {
  let some: string[] = [];
  let length = 0;
  for (const line of lines) {
    some.push(line);
    length += line.length;
    if (length < CHARACTERS_AT_ONCE) continue;
    yield Buffer.from(`${some.join('\n')}\n`);
    some = [];
    length = 0;
  }
  if (some.length > 0) yield Buffer.from(`${some.join('\n')}\n`);
}
