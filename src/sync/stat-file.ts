/**
 * The stat cache on disk. Lines: the head, the rows, a stamp per file; then the values, a line per file in the order of
 * the stamps; last a line that says where the values begin and holds a digest of each part. Where nothing changed the
 * values are not read.
 */
import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { bytesOf, digestOfRange, linesOf } from './lines-file.ts';

export type Stamp = readonly [mtimeMs: number, ctimeMs: number, size: number, inode: number];

interface Head<About> {
  readonly format: string;
  readonly about: About;
  readonly rows: number;
}

interface Seal {
  readonly values: number;
  readonly first: string;
  readonly second: string;
}

type StampLine = readonly [file: string, ...Stamp];

export interface Saved<About, Row, T> {
  readonly about: About | null;
  /** In the order in which they were kept. */
  readonly stamps: ReadonlyMap<string, Stamp>;
  rows(): Iterable<Row>;
  /** Each once. */
  valueOf(file: string): T | undefined;
}

const NOTHING = { about: null, stamps: new Map(), rows: () => [], valueOf: () => undefined };

/** Nothing, where the file is gone, cut off, changed or of another format. */
export function readSaved<About, Row, T>(path: string, format: string): Saved<About, Row, T> {
  try {
    return openSaved(path, format);
  } catch {
    return NOTHING;
  }
}

function openSaved<About, Row, T>(path: string, format: string): Saved<About, Row, T> {
  const { seal, end } = readSeal(path);
  const first = { from: 0, to: seal.values };
  if (digestOfRange(path, first) !== seal.first) throw new Error('cut off or changed');
  const lines = linesOf(path, first);
  const head = JSON.parse(lines.next().value ?? '') as Head<About>;
  if (head.format !== format) throw new Error('another format');
  for (let skipped = 0; skipped < head.rows; skipped += 1) lines.next();
  const stamps = new Map<string, Stamp>();
  for (const line of lines) {
    const [file, ...stamp] = JSON.parse(line) as StampLine;
    stamps.set(file, stamp);
  }
  const values = new Values<T>(path, { from: seal.values, to: end }, seal.second, stamps.keys());
  return { about: head.about, stamps, rows, valueOf: (file) => values.take(file) };

  function* rows(): Generator<Row> {
    const again = linesOf(path, first);
    again.next();
    for (let read = 0; read < head.rows; read += 1) {
      yield JSON.parse(again.next().value ?? '') as Row;
    }
  }
}

/** Longer than any seal line. */
const SEAL_BYTES = 256;

function readSeal(path: string): { readonly seal: Seal; readonly end: number } {
  const { size } = statSync(path);
  const bytes = Buffer.alloc(Math.min(size, SEAL_BYTES));
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
  } finally {
    closeSync(file);
  }
  const start = bytes.lastIndexOf('\n', -2) + 1;
  const seal = JSON.parse(bytes.toString('utf8', start)) as Seal;
  if (bytes.at(-1) !== 0x0a) throw new Error('cut off');
  return { seal, end: size - bytes.length + start };
}

/** The values, read along with the files that they are asked for. */
class Values<T> {
  readonly #lines: Iterator<string>;
  readonly #names: Iterator<string>;
  readonly #passed = new Map<string, string>();

  constructor(
    path: string,
    range: { readonly from: number; readonly to: number },
    digest: string,
    names: Iterator<string>,
  ) {
    this.#lines = checked();
    this.#names = names;

    function* checked(): Generator<string> {
      if (digestOfRange(path, range) === digest) yield* linesOf(path, range);
    }
  }

  take(file: string): T | undefined {
    const line = this.#passed.get(file) ?? this.#next(file);
    this.#passed.delete(file);
    return line === undefined ? undefined : (JSON.parse(line) as T);
  }

  #next(file: string): string | undefined {
    for (;;) {
      const name = this.#names.next();
      const line = this.#lines.next();
      if (name.done === true || line.done === true) return undefined;
      if (name.value === file) return line.value;
      this.#passed.set(name.value, line.value);
    }
  }
}

interface Kept<About, Row> {
  readonly about: About;
  readonly rows: Iterable<Row>;
  readonly kept: ReadonlyMap<string, { readonly stamp: Stamp; readonly value: unknown }>;
}

/** Writes the file. What it throws, the file system threw. */
export function writeSaved<About, Row>(
  path: string,
  format: string,
  { about, rows, kept }: Kept<About, Row>,
): void {
  const rowLines = Array.from(rows, (row) => JSON.stringify(row));
  const file = openSync(path, 'w');
  try {
    const head: Head<About> = { format, about, rows: rowLines.length };
    const first = writePart(file, firstPart(head, rowLines, kept));
    const second = writePart(file, valuesOf(kept));
    const seal: Seal = { values: first.bytes, first: first.digest, second: second.digest };
    writeSync(file, `${JSON.stringify(seal)}\n`);
  } finally {
    closeSync(file);
  }
}

function* firstPart(
  head: Head<unknown>,
  rows: readonly string[],
  kept: Kept<unknown, unknown>['kept'],
): Generator<string> {
  yield JSON.stringify(head);
  yield* rows;
  for (const [file, { stamp }] of kept) yield JSON.stringify([file, ...stamp]);
}

function* valuesOf(kept: Kept<unknown, unknown>['kept']): Generator<string> {
  for (const { value } of kept.values()) yield JSON.stringify(value);
}

function writePart(
  file: number,
  lines: Iterable<string>,
): { readonly bytes: number; readonly digest: string } {
  const digest = createHash('sha256');
  let written = 0;
  for (const bytes of bytesOf(lines)) {
    digest.update(bytes);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    written += bytes.length;
  }
  return { bytes: written, digest: digest.digest('base64url') };
}
