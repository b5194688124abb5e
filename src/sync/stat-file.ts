/**
 * The stat cache on disk, in parts, of many entries a line: what is known of all files, their names, their stamps, which are numbers as memory
 * has them, and the rows; then the values, in the order of the names. A last line tells where each part ends and holds its digest. Where
 * nothing changed the values are not read.
 */
import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { createHash } from 'node:crypto';
import { READ_OWN } from '../files/own.ts';
import { blocksOf, bytesOf, digestOfRange, linesOf } from './lines-file.ts';
import type { Range } from './lines-file.ts';

export type Stamp = readonly [mtimeMs: number, ctimeMs: number, size: number, inode: number];

/** The stamps of files, in the order in which they were kept. */
export class Stamps {
  readonly files: readonly string[];
  /** Stamp after stamp. */
  readonly #numbers: Float64Array;

  constructor(files: readonly string[] = [], numbers: Float64Array = new Float64Array()) {
    this.files = files;
    this.#numbers = numbers;
  }

  /** Of the file at this place. */
  at(index: number): Stamp {
    const [mtimeMs = NaN, ctimeMs = NaN, size = NaN, inode = NaN] = this.#numbers.subarray(
      index * NUMBERS,
      (index + 1) * NUMBERS,
    );
    return [mtimeMs, ctimeMs, size, inode];
  }

  isSame(index: number, { mtimeMs, ctimeMs, size, ino }: Stats): boolean {
    const numbers = this.#numbers;
    const first = index * NUMBERS;
    return (
      numbers[first] === mtimeMs &&
      numbers[first + 1] === ctimeMs &&
      numbers[first + 2] === size &&
      numbers[first + 3] === ino
    );
  }
}

/** In a stamp. */
const NUMBERS = 4;

interface Head<About> {
  readonly format: string;
  readonly about: About;
}

interface Part {
  /** The position after its last byte. */
  readonly to: number;
  readonly digest: string;
}

type Seal = readonly [head: Part, files: Part, stamps: Part, rows: Part, values: Part];

export interface Saved<About, Row, T> {
  readonly about: About | null;
  /** Read when they are asked for, as the rest is. */
  readonly stamps: () => Stamps;
  readonly rows: () => Iterable<Row>;
  /** In the order of the stamps; none where they are damaged. */
  readonly values: () => Iterable<T>;
}

const none = (): Iterable<never> => [];

/** What is known where there is no cache. */
export const NOTHING = { about: null, stamps: () => new Stamps(), rows: none, values: none };

/** Nothing, where the file is gone, cut off, changed or of another format. */
export function readSaved<About, Row, T>(path: string, format: string): Saved<About, Row, T> {
  try {
    return openSaved(path, format);
  } catch {
    return NOTHING;
  }
}

function openSaved<About, Row, T>(path: string, format: string): Saved<About, Row, T> {
  const [headPart, filesPart, stampsPart, rowsPart, valuesPart] = readSeal(path);
  const head = partAfter(0, headPart);
  const files = partAfter(head.to, filesPart);
  const stamps = partAfter(files.to, stampsPart);
  const rows = partAfter(stamps.to, rowsPart);
  const values = partAfter(rows.to, valuesPart);
  if (![head, files, stamps, rows].every(isWhole)) throw DAMAGED;
  const [first] = entriesOf<Head<About>>(head);
  if (first?.format !== format) throw new Error('another format');
  return {
    about: first.about,
    stamps: () => new Stamps([...entriesOf<string>(files)], numbersOf(stamps)),
    rows: () => entriesOf(rows),
    values: () => (isWhole(values) ? entriesOf(values) : []),
  };

  function partAfter(from: number, part: Part): Range & Part {
    return { from, ...part };
  }

  function isWhole(part: Range & Part): boolean {
    return digestOfRange(path, part) === part.digest;
  }

  function* entriesOf<Entry>(range: Range): Generator<Entry> {
    for (const line of linesOf(path, range)) yield* JSON.parse(line) as Entry[];
  }

  function numbersOf({ from, to }: Range): Float64Array {
    const bytes = new Uint8Array(to - from);
    let at = 0;
    for (const block of blocksOf(path, { from, to })) {
      bytes.set(block, at);
      at += block.length;
    }
    return new Float64Array(bytes.buffer);
  }
}

const DAMAGED = new Error('cut off or changed');

/** Longer than any seal line. */
const SEAL_BYTES = 640;

function readSeal(path: string): Seal {
  const { size } = statSync(path);
  const bytes = Buffer.alloc(Math.min(size, SEAL_BYTES));
  const file = openSync(path, READ_OWN);
  try {
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
  } finally {
    closeSync(file);
  }
  const text = bytes.toString('latin1');
  const start = text.lastIndexOf('\n', -2 + text.length) + 1;
  if (!text.endsWith('\n')) throw DAMAGED;
  const seal = JSON.parse(text.slice(start)) as Seal;
  if (seal[4].to !== size - bytes.length + start) throw DAMAGED;
  return seal;
}

interface Kept<About, Row> {
  readonly about: About;
  readonly rows: Iterable<Row>;
  /** Asked for twice. */
  readonly entries: () => Iterable<Entry>;
}

type Entry = readonly [file: string, kept: { readonly stamp: Stamp; readonly value: unknown }];

/** Writes the file. What it throws, the file system threw. */
export function writeSaved<About, Row>(
  path: string,
  format: string,
  { about, rows, entries }: Kept<About, Row>,
): void {
  const file = openSync(path, 'wx');
  try {
    const first: Head<About> = { format, about };
    const head = writePart(file, 0, inLines([first]));
    const files = writePart(file, head.to, inLines(filesOf(entries())));
    const stamps = writePart(file, files.to, stampsOf(entries()));
    const written = writePart(file, stamps.to, inLines(rows));
    const values = writePart(file, written.to, inLines(valuesOf(entries())));
    const seal: Seal = [head, files, stamps, written, values];
    writeSync(file, `${JSON.stringify(seal)}\n`);
  } finally {
    closeSync(file);
  }
}

function* filesOf(entries: Iterable<Entry>): Generator<string> {
  for (const [file] of entries) yield file;
}

/** The stamps as bytes, many at a time. */
function* stampsOf(entries: Iterable<Entry>): Generator<Uint8Array> {
  const numbers = new Float64Array(ENTRIES_A_LINE * NUMBERS);
  let filled = 0;
  for (const [, { stamp }] of entries) {
    numbers.set(stamp, filled);
    filled += NUMBERS;
    if (filled < numbers.length) continue;
    yield new Uint8Array(numbers.buffer);
    filled = 0;
  }
  yield new Uint8Array(numbers.buffer, 0, filled * numbers.BYTES_PER_ELEMENT);
}

function* valuesOf(entries: Iterable<Entry>): Generator {
  for (const [, { value }] of entries) yield value;
}

function writePart(file: number, from: number, part: Iterable<Uint8Array>): Part {
  const digest = createHash('sha256');
  let to = from;
  for (const bytes of part) {
    digest.update(bytes);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    to += bytes.length;
  }
  return { to, digest: digest.digest('base64url') };
}

const ENTRIES_A_LINE = 500;

const inLines = (entries: Iterable<unknown>): Iterable<Uint8Array> => bytesOf(linesOfMany(entries));

/** Many entries are parsed together at a third of what they cost one by one. */
function* linesOfMany(entries: Iterable<unknown>): Generator<string> {
  let some: unknown[] = [];
  for (const entry of entries) {
    some.push(entry);
    if (some.length < ENTRIES_A_LINE) continue;
    yield JSON.stringify(some);
    some = [];
  }
  if (some.length > 0) yield JSON.stringify(some);
}
