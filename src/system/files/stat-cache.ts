/**
 * Caches what is known of unchanged files, which are recognised by their stat data. It halves the
 * time of a push of 10,000 pages without changes, which reads no page file (ADR 33). Losing it
 * costs only time: a cache that is missing, truncated or of another version counts as empty, and
 * one that cannot be written is not saved.
 */
import {
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
  fstatSync,
  readSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { READ_OWN } from './own.ts';
import { temporaryName } from './temporary.ts';

/** One cache in the state folder. */
export interface CacheName {
  readonly file: string;
  /** Must change with the shape of the stored values, and with every rule that they depend on. */
  readonly format: string;
}

interface Entry<T> {
  readonly stamp: Stamp;
  readonly value: T;
}

type Stamp = readonly [mtimeMs: number, ctimeMs: number, size: number, inode: number];

const stampOf = ({ mtimeMs, ctimeMs, size, ino }: Stats): Stamp => [mtimeMs, ctimeMs, size, ino];

const NOTHING: Saved<never> = { files: [], stamps: [], values: () => [] };

/**
 * Stores a value per file, valid as long as the file's times, size and inode stay the same.
 *
 * A file that was written within one tick of the file system's clock may change again without
 * changing its times. As in git, such a file is not trusted: if it was last touched at or after the
 * moment at which this run began to read, its value is not kept, so that the next run reads it
 * again.
 */
export class StatCache<T> {
  readonly #folder: string | null;
  readonly #name: CacheName;
  readonly #saved: Saved<T>;
  #places: ReadonlyMap<string, number> | undefined;
  #next = 0;
  #values: readonly T[] | undefined;
  /** New entries, and the places of saved ones that are still true. */
  readonly #kept = new Map<string, Entry<T> | number>();
  #isChanged = false;
  /** The file system's time before the first read. `null`: the folder cannot be written. */
  #startMs: number | null | undefined;

  /** `folder`: absolute; need not exist. Null: the cache is empty and stores nothing. */
  constructor(folder: string | null, name: CacheName) {
    this.#folder = folder;
    this.#name = name;
    const saved = folder === null ? null : readSaved<T>(join(folder, name.file), name.format);
    this.#saved = saved ?? NOTHING;
  }

  /** The stored value of `file`. Undefined if there is none, or its stat data differ. */
  known(file: string, stats: Stats): T | undefined {
    const place = this.#placeOf(file);
    if (place === undefined || !this.#isSame(place, stats)) return undefined;
    const value = this.#valueAt(place);
    if (value !== undefined) this.#kept.set(file, place);
    return value;
  }

  /** Call it before reading the first file whose value will be kept. */
  beforeReading(): void {
    if (this.#startMs === undefined) this.#startMs = this.#fileSystemTime();
  }

  /** Keeps `value` for a file if its stat data, which must be from before it was read, can be trusted. */
  keep(file: string, stats: Stats, value: T): void {
    this.#isChanged = true;
    const isRacy = Math.max(stats.mtimeMs, stats.ctimeMs) >= (this.#startMs ?? -Infinity);
    if (!isRacy) this.#kept.set(file, { stamp: stampOf(stats), value });
  }

  /**
   * Replaces the value of a known file: the file is unchanged, but what the value is derived from
   * is not.
   */
  revise(file: string, value: T): void {
    const kept = this.#kept.get(file);
    if (kept === undefined) return;
    this.#isChanged = true;
    this.#kept.set(file, { stamp: this.#stampOf(kept), value });
  }

  /** Whether there is anything to save: changed or removed values. */
  get isChanged(): boolean {
    return this.#isChanged || this.#kept.size !== this.#saved.files.length;
  }

  /** Writes the cache atomically. */
  save(): void {
    this.beforeReading();
    if (this.#folder === null || this.#startMs === null) return;
    const path = this.#newPath(this.#folder);
    const kept = [...this.#kept.values()];
    const stamps = kept.flatMap((each) => this.#stampOf(each));
    const values = kept.map((each) =>
      typeof each === 'number' ? this.#valueAt(each) : each.value,
    );
    try {
      writeSaved(path, this.#name.format, { files: [...this.#kept.keys()], stamps }, values);
      renameSync(path, join(this.#folder, this.#name.file));
    } catch {
      rmSync(path, { force: true });
    }
  }

  #valueAt(place: number): T | undefined {
    return (this.#values ??= this.#saved.values())[place];
  }

  #stampOf(kept: Entry<T> | number): Stamp {
    if (typeof kept !== 'number') return kept.stamp;
    const [mtimeMs = 0, ctimeMs = 0, size = 0, inode = 0] = this.#saved.stamps.slice(
      NUMBERS * kept,
      NUMBERS * (kept + 1),
    );
    return [mtimeMs, ctimeMs, size, inode];
  }

  #placeOf(file: string): number | undefined {
    // Files are mostly looked up in the order in which they were kept.
    if (this.#saved.files[this.#next] === file) return this.#next++;
    this.#places ??= new Map(this.#saved.files.map((name, place) => [name, place]));
    return this.#places.get(file);
  }

  #isSame(place: number, stats: Stats): boolean {
    const { stamps } = this.#saved;
    const first = NUMBERS * place;
    return (
      stamps[first] === stats.mtimeMs &&
      stamps[first + 1] === stats.ctimeMs &&
      stamps[first + 2] === stats.size &&
      stamps[first + 3] === stats.ino
    );
  }

  /**
   * The file system's current time. Found by creating and removing a file, because this machine's
   * clock may differ.
   */
  #fileSystemTime(): number | null {
    if (this.#folder === null) return null;
    const path = this.#newPath(this.#folder);
    try {
      if (mkdirSync(this.#folder, { recursive: true }) !== undefined) this.#ignore(this.#folder);
      closeSync(openSync(path, 'wx'));
      const { mtimeMs } = statSync(path);
      rmSync(path);
      return mtimeMs;
    } catch {
      return null;
    }
  }

  #newPath(folder: string): string {
    return join(folder, temporaryName());
  }

  /** Makes git ignore the state folder, which belongs to the tool. */
  #ignore(folder: string): void {
    const file = openSync(join(folder, '.gitignore'), 'wx');
    writeSync(file, '*\n');
    closeSync(file);
  }
}

/** The length of a stamp. */
const NUMBERS = 4;

/** What every run needs. */
interface Known {
  readonly files: readonly string[];
  /** Four a file, in the order of `files`: modified, changed (ms since 1970), bytes, inode. */
  readonly stamps: readonly number[];
}

/** What is read back. */
interface Saved<T> extends Known {
  /** One per file, in the order of `files`. Empty if they are damaged or were replaced. */
  readonly values: () => readonly T[];
}

interface Part {
  readonly bytes: number;
  readonly digest: string;
}

/**
 * The file begins with this, in a fixed length. Then come what every run needs and the values, which
 * are needed only if a file is as it was, both as JSON. Both parts have tens of megabytes in a large
 * folder: they are read on demand and written in turn.
 */
interface Head {
  readonly format: string;
  readonly known: Part;
  readonly values: Part;
}

/** Longer than any head, which is padded to this length. */
const HEAD_BYTES = 512;

/** Reads the cache. Returns null if the file is missing, truncated, changed or of another format. */
function readSaved<T>(path: string, format: string): Saved<T> | null {
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
      values: () => JSON.parse(readPart(path, valuesFrom, head.values) ?? '[]') as readonly T[],
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
function writeSaved(path: string, format: string, known: Known, values: readonly unknown[]): void {
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
      values: add(JSON.stringify(values)),
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
