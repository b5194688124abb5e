/**
 * The stat cache's file format: first a line with the lengths and digests of the other parts; then what every
 * run needs, as one line of JSON; then the values, which are needed only for files that are looked at again,
 * one line of JSON each.
 */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { READ_OWN } from '../own.ts';

/** What every run needs. */
export interface Known<About, Row> {
  readonly about: About;
  readonly rows: readonly Row[];
  readonly files: readonly string[];
  /** Four numbers per file, in the order of `files`: modified and changed (ms since 1970), size (bytes), inode. */
  readonly stamps: readonly number[];
}

/** What is read back. */
export interface Saved<About, Row> extends Known<About, Row> {
  /** A JSON text per file, in the order of `files`. Read on demand; empty if damaged. */
  readonly values: () => readonly string[];
}

interface Part {
  readonly bytes: number;
  readonly digest: string;
}

interface Head {
  readonly format: string;
  readonly known: Part;
  readonly values: Part;
}

/** Longer than any head. */
const HEAD_BYTES = 512;

/** Reads the cache. Returns null if the file is missing, truncated, changed or of another format. */
export function readSaved<About, Row>(path: string, format: string): Saved<About, Row> | null {
  let file: number | undefined;
  try {
    file = openSync(path, READ_OWN);
    const first = read(file, 0, HEAD_BYTES);
    const length = first.indexOf('\n') + 1;
    const head = JSON.parse(first.toString('utf8', 0, length)) as Head;
    if (head.format !== format) return null;
    const from = length + head.known.bytes;
    if (from + head.values.bytes !== fstatSync(file).size) return null;
    const known = partAt(file, length, head.known);
    if (known === null) return null;
    return {
      ...(JSON.parse(known) as Known<About, Row>),
      values: () => readValues(path, from, head.values),
    };
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readValues(path: string, from: number, part: Part): readonly string[] {
  const file = openSync(path, READ_OWN);
  try {
    return partAt(file, from, part)?.split('\n') ?? [];
  } finally {
    closeSync(file);
  }
}

/** Returns null if the part is not what was written. */
function partAt(file: number, from: number, { bytes, digest }: Part): string | null {
  const part = read(file, from, bytes);
  return digestOf(part) === digest ? part.toString() : null;
}

function read(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const more = readSync(file, bytes, filled, length - filled, from + filled);
    if (more === 0) break;
    filled += more;
  }
  return bytes.subarray(0, filled);
}

/** Writes the file, which must not exist. Throws the file system's error. */
export function writeSaved(
  path: string,
  format: string,
  known: Known<unknown, unknown>,
  values: readonly string[],
): void {
  const parts = [Buffer.from(JSON.stringify(known)), Buffer.from(values.join('\n'))] as const;
  const head: Head = { format, known: partOf(parts[0]), values: partOf(parts[1]) };
  const file = openSync(path, 'wx');
  try {
    for (const bytes of [Buffer.from(`${JSON.stringify(head)}\n`), ...parts]) {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    }
  } finally {
    closeSync(file);
  }
}

const partOf = (bytes: Uint8Array): Part => ({ bytes: bytes.length, digest: digestOf(bytes) });

const digestOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url');
