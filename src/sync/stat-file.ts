/**
 * The stat cache on disk, in three parts of one line an entry: the head and a stamp per file; the rows; the values, in the
 * order of the stamps. A last line tells where each part ends and holds its digest. Where nothing changed the values are
 * not read.
 */
import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { bytesOf, digestOfRange, linesOf } from './lines-file.ts';
import type { Range } from './lines-file.ts';

export type Stamp = readonly [mtimeMs: number, ctimeMs: number, size: number, inode: number];

interface Head<About> {
  readonly format: string;
  readonly about: About;
}

interface Part {
  /** The position after its last byte. */
  readonly to: number;
  readonly digest: string;
}

type Seal = readonly [stamps: Part, rows: Part, values: Part];

type StampLine = readonly [file: string, ...Stamp];

export interface Saved<About, Row, T> {
  readonly about: About | null;
  /** In the order in which they were kept. */
  readonly stamps: ReadonlyMap<string, Stamp>;
  rows(): Iterable<Row>;
  /** Each once. */
  valueOf(file: string): T | undefined;
}

/** What is known where there is no cache. */
export const NOTHING = { about: null, stamps: new Map(), rows: () => [], valueOf: () => undefined };

/** Nothing, where the file is gone, cut off, changed or of another format. */
export function readSaved<About, Row, T>(path: string, format: string): Saved<About, Row, T> {
  try {
    return openSaved(path, format);
  } catch {
    return NOTHING;
  }
}

function openSaved<About, Row, T>(path: string, format: string): Saved<About, Row, T> {
  const [first, second, third] = readSeal(path);
  const rows = { from: first.to, to: second.to };
  if (digestOfRange(path, { from: 0, to: first.to }) !== first.digest) throw DAMAGED;
  if (digestOfRange(path, rows) !== second.digest) throw DAMAGED;
  const lines = linesOf(path, { from: 0, to: first.to });
  const head = JSON.parse(lines.next().value ?? '') as Head<About>;
  if (head.format !== format) throw new Error('another format');
  const stamps = new Map<string, Stamp>();
  for (const line of lines) {
    const [file, ...stamp] = JSON.parse(line) as StampLine;
    stamps.set(file, stamp);
  }
  const values = new Values<T>(path, { from: second.to, to: third.to }, third.digest, stamps);
  return { about: head.about, stamps, rows: parsed, valueOf: (file) => values.take(file) };

  function* parsed(): Generator<Row> {
    for (const line of linesOf(path, rows)) yield JSON.parse(line) as Row;
  }
}

const DAMAGED = new Error('cut off or changed');

/** Longer than any seal line. */
const SEAL_BYTES = 512;

function readSeal(path: string): Seal {
  const { size } = statSync(path);
  const bytes = Buffer.alloc(Math.min(size, SEAL_BYTES));
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
  } finally {
    closeSync(file);
  }
  const text = bytes.toString('latin1');
  const start = text.lastIndexOf('\n', -2 + text.length) + 1;
  if (!text.endsWith('\n')) throw DAMAGED;
  const seal = JSON.parse(text.slice(start)) as Seal;
  if (seal[2].to !== size - bytes.length + start) throw DAMAGED;
  return seal;
}

/** The values, read along with the files that they are asked for. */
class Values<T> {
  readonly #lines: Iterator<string>;
  readonly #names: Iterator<string>;
  readonly #passed = new Map<string, string>();

  constructor(path: string, range: Range, digest: string, stamps: ReadonlyMap<string, Stamp>) {
    this.#lines = checked();
    this.#names = stamps.keys();

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
  const file = openSync(path, 'w');
  try {
    const head: Head<About> = { format, about };
    const stamps = writePart(file, 0, stampLines(head, kept));
    const second = writePart(file, stamps.to, rowLines(rows));
    const values = writePart(file, second.to, valueLines(kept));
    const seal: Seal = [stamps, second, values];
    writeSync(file, `${JSON.stringify(seal)}\n`);
  } finally {
    closeSync(file);
  }
}

function* stampLines(head: Head<unknown>, kept: Kept<unknown, unknown>['kept']): Generator<string> {
  yield JSON.stringify(head);
  for (const [file, { stamp }] of kept) yield JSON.stringify([file, ...stamp] satisfies StampLine);
}

function* rowLines(rows: Iterable<unknown>): Generator<string> {
  for (const row of rows) yield JSON.stringify(row);
}

function* valueLines(kept: Kept<unknown, unknown>['kept']): Generator<string> {
  for (const { value } of kept.values()) yield JSON.stringify(value);
}

function writePart(file: number, from: number, lines: Iterable<string>): Part {
  const digest = createHash('sha256');
  let to = from;
  for (const bytes of bytesOf(lines)) {
    digest.update(bytes);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    to += bytes.length;
  }
  return { to, digest: digest.digest('base64url') };
}
