/**
 * The stat cache on disk, in parts, of many entries a line: what is known of all files, a stamp per file, and the rows; then the
 * values, in the order of the stamps. A last line tells where each part ends and holds its digest. Where nothing changed the
 * values are not read.
 */
import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { bytesOf, digestOfRange, linesOf } from './lines-file.ts';
import type { Range } from './lines-file.ts';

export type Stamp = readonly [mtimeMs: number, ctimeMs: number, size: number, inode: number];

export type FileStamp = readonly [file: string, stamp: Stamp];

interface Head<About> {
  readonly format: string;
  readonly about: About;
}

interface Part {
  /** The position after its last byte. */
  readonly to: number;
  readonly digest: string;
}

type Seal = readonly [head: Part, stamps: Part, rows: Part, values: Part];

export interface Saved<About, Row, T> {
  readonly about: About | null;
  /** In the order in which they were kept; read as they are asked for, as the rest is. */
  readonly stamps: () => Iterable<FileStamp>;
  readonly rows: () => Iterable<Row>;
  /** In the order of the stamps; none where they are damaged. */
  readonly values: () => Iterable<T>;
}

const none = (): Iterable<never> => [];

/** What is known where there is no cache. */
export const NOTHING = { about: null, stamps: none, rows: none, values: none };

/** Nothing, where the file is gone, cut off, changed or of another format. */
export function readSaved<About, Row, T>(path: string, format: string): Saved<About, Row, T> {
  try {
    return openSaved(path, format);
  } catch {
    return NOTHING;
  }
}

function openSaved<About, Row, T>(path: string, format: string): Saved<About, Row, T> {
  const [headPart, stampsPart, rowsPart, valuesPart] = readSeal(path);
  const head = partAfter(0, headPart);
  const stamps = partAfter(head.to, stampsPart);
  const rows = partAfter(stamps.to, rowsPart);
  const values = partAfter(rows.to, valuesPart);
  if (![head, stamps, rows].every(isWhole)) throw DAMAGED;
  const [first] = entriesOf<Head<About>>(head);
  if (first?.format !== format) throw new Error('another format');
  return {
    about: first.about,
    stamps: () => entriesOf(stamps),
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
  if (seal[3].to !== size - bytes.length + start) throw DAMAGED;
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
  const file = openSync(path, 'w');
  try {
    const first: Head<About> = { format, about };
    const head = writePart(file, 0, [first]);
    const stamps = writePart(file, head.to, stampsOf(entries()));
    const written = writePart(file, stamps.to, rows);
    const values = writePart(file, written.to, valuesOf(entries()));
    const seal: Seal = [head, stamps, written, values];
    writeSync(file, `${JSON.stringify(seal)}\n`);
  } finally {
    closeSync(file);
  }
}

function* stampsOf(entries: Iterable<Entry>): Generator<FileStamp> {
  for (const [file, { stamp }] of entries) yield [file, stamp];
}

function* valuesOf(entries: Iterable<Entry>): Generator {
  for (const [, { value }] of entries) yield value;
}

function writePart(file: number, from: number, entries: Iterable<unknown>): Part {
  const digest = createHash('sha256');
  let to = from;
  for (const bytes of bytesOf(linesOfMany(entries))) {
    digest.update(bytes);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    to += bytes.length;
  }
  return { to, digest: digest.digest('base64url') };
}

const ENTRIES_A_LINE = 500;

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
