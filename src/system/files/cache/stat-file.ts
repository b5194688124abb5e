/**
 * The stat cache's file format: a head of fixed length with lengths and digests of the other parts;
 * what every run needs, as JSON; then values, needed only for files that are looked at again, a
 * line of JSON each. A large folder's parts have tens of megabytes each: they are read on demand
 * and written in turn.
 */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { READ_OWN } from '../own.ts';

/** What every run needs. */
export interface Known {
  readonly files: readonly string[];
  /** Four a file, in the order of `files`: modified, changed (ms since 1970), bytes, inode. */
  readonly stamps: readonly number[];
}

/** What is read back. */
export interface Saved extends Known {
  /** A JSON text per file, in the order of `files`. Empty if it is damaged or was replaced. */
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

/** Longer than any head, which is padded to this length. */
const HEAD_BYTES = 512;

/** Reads the cache. Returns null if the file is missing, truncated, changed or of another format. */
export function readSaved(path: string, format: string): Saved | null {
  let file: number | undefined;
  try {
    file = openSync(path, READ_OWN);
    const head = JSON.parse(read(file, 0, HEAD_BYTES).toString()) as Head;
    if (head.format !== format) return null;
    const valuesFrom = HEAD_BYTES + head.known.bytes;
    if (valuesFrom + head.values.bytes !== fstatSync(file).size) return null;
    const known = partAt(file, HEAD_BYTES, head.known);
    if (known === null) return null;
    return {
      ...(JSON.parse(known) as Known),
      values: () => readPart(path, valuesFrom, head.values)?.split('\n') ?? [],
    };
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Returns null if the part cannot be read, or is not what was written. */
function readPart(path: string, from: number, part: Part): string | null {
  let file: number | undefined;
  try {
    file = openSync(path, READ_OWN);
    return partAt(file, from, part);
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
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
  known: Known,
  values: readonly string[],
): void {
  const file = openSync(path, 'wx');
  try {
    let end = HEAD_BYTES;
    const add = (text: string): Part => {
      const bytes = Buffer.from(text);
      writeAt(file, end, bytes);
      end += bytes.length;
      return { bytes: bytes.length, digest: digestOf(bytes) };
    };
    const head: Head = {
      format,
      known: add(JSON.stringify(known)),
      values: add(values.join('\n')),
    };
    writeAt(file, 0, Buffer.from(JSON.stringify(head).padEnd(HEAD_BYTES)));
  } finally {
    closeSync(file);
  }
}

function writeAt(file: number, from: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    at += writeSync(file, bytes, at, bytes.length - at, from + at);
  }
}

const digestOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url');
