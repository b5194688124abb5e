/**
 * What is known of files that did not change, by their stat data. Losing it costs reading, nothing else: a cache that is
 * gone, cut off or of another version is empty, and one that cannot be written is not.
 */
import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { temporaryName } from '../files/temporary.ts';
import { NOTHING, readSaved, writeSaved } from './stat-file.ts';
import type { Saved, Stamp, Stamps } from './stat-file.ts';
import type { Turns } from './turns.ts';

/** Changes with the shape of what is kept, and with every rule that digests or notes depend on. */
const FORMAT = 'docs-cli scan 6';
const FILE = 'scan.cache';

interface Entry<T> {
  readonly stamp: Stamp;
  readonly value: T;
}

const stampOf = ({ mtimeMs, ctimeMs, size, ino }: Stats): Stamp => [mtimeMs, ctimeMs, size, ino];

/**
 * Values by file, each valid as long as the file's times, size and inode stay as they were; one about all of them, and
 * rows that belong to it.
 *
 * A file that was written within one tick of the file system's clock may change once more without changing its times. As
 * git does, such a file is not trusted: what was last touched at or after the moment at which this run began to read is
 * not kept, so that the next run reads it again.
 */
export class StatCache<T, About = unknown, Row = unknown> {
  readonly #folder: string | null;
  readonly #saved: Saved<About, Row, T>;
  #known: KnownFiles<T> | undefined;
  readonly #kept = new Map<string, Entry<T>>();
  #isChanged = false;
  #isComplete = true;
  /** The file system's time before the first read; `null`: the folder cannot be written. */
  #startMs: number | null | undefined;

  /** Reads the cache in `folder`, an absolute path that need not exist. `null`: knows nothing, and keeps nothing. */
  constructor(folder: string | null) {
    this.#folder = folder;
    this.#saved = folder === null ? NOTHING : readSaved(join(folder, FILE), FORMAT);
  }

  /** What was saved about all values together; `null`: nothing. */
  get about(): About | null {
    return this.#saved.about;
  }

  /** The rows that were saved with it, read as they are asked for. */
  rows(): Iterable<Row> {
    return this.#saved.rows();
  }

  /** The files that were kept and are not as they were, in this folder; null where that cannot be told. Rejects as `turns` does. */
  async changedIn(root: string, turns: Turns): Promise<ReadonlySet<string> | null> {
    const changed = new Set<string>();
    try {
      const stamps = this.#saved.stamps();
      for (const [index, file] of stamps.files.entries()) {
        if (turns.isDue()) await turns.take();
        const stats = statSync(`${root}/${file}`, { throwIfNoEntry: false });
        if (!stats || !stamps.isSame(index, stats)) changed.add(file);
      }
      return changed;
    } catch (error) {
      if (turns.isStopped) throw error;
      return null;
    }
  }

  /** What was kept for these files, whatever their stat data say by now. */
  *lastKnown(files: ReadonlySet<string>): Generator<readonly [file: string, value: T]> {
    for (const [file, { value }] of this.#savedEntries()) if (files.has(file)) yield [file, value];
  }

  /** What was kept for `file`, unless its stat data differ. Cheapest in the order in which files were kept. */
  known(file: string, stats: Stats): T | undefined {
    if (!this.#files.isSame(file, stats)) return undefined;
    const value = this.#kept.get(file)?.value ?? this.#files.take(file);
    if (value !== undefined) this.#kept.set(file, { stamp: stampOf(stats), value });
    return value;
  }

  /** Must be called before the first file is read that will be kept. */
  beforeReading(): void {
    if (this.#startMs === undefined) this.#startMs = this.#fileSystemTime();
  }

  /** Keeps `value` for a file whose stat data were taken before it was read, if they can be trusted. */
  keep(file: string, stats: Stats, value: T): void {
    this.#isChanged = true;
    const isRacy = Math.max(stats.mtimeMs, stats.ctimeMs) >= (this.#startMs ?? -Infinity);
    if (isRacy) this.#isComplete = false;
    else this.#kept.set(file, { stamp: stampOf(stats), value });
  }

  /** Says that there is a file of which nothing can be kept: the next run has to look at it again. */
  forgo(): void {
    this.#isComplete = false;
  }

  /** Another value for a file that is known: what it holds is the same, what is made of it is not. */
  revise(file: string, value: T): void {
    const entry = this.#kept.get(file);
    if (!entry) return;
    this.#isChanged = true;
    this.#kept.set(file, { stamp: entry.stamp, value });
  }

  /** Whether all that was to be kept could be. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Whether there is anything to save: other values, or fewer. */
  get isChanged(): boolean {
    return this.#isChanged || this.#kept.size !== this.#files.size;
  }

  /** Writes what is kept, in one step; where only some files `changed`, beside what was saved of the others. */
  save(about: About, rows: Iterable<Row> = [], changed: ReadonlySet<string> | null = null): void {
    this.beforeReading();
    if (this.#folder === null || this.#startMs === null) return;
    const path = this.#newPath(this.#folder);
    try {
      const entries = () => (changed ? this.#withOthers(changed) : this.#kept);
      writeSaved(path, FORMAT, { about, rows, entries });
      renameSync(path, join(this.#folder, FILE));
    } catch {
      rmSync(path, { force: true });
    }
  }

  *#savedEntries(): Generator<readonly [file: string, entry: Entry<T>]> {
    const stamps = this.#saved.stamps();
    let index = 0;
    for (const value of this.#saved.values()) {
      const file = stamps.files[index];
      if (file !== undefined) yield [file, { stamp: stamps.at(index), value }];
      index += 1;
    }
  }

  *#withOthers(changed: ReadonlySet<string>): Generator<readonly [file: string, entry: Entry<T>]> {
    for (const [file, saved] of this.#savedEntries()) {
      const entry = changed.has(file) ? this.#kept.get(file) : saved;
      if (entry) yield [file, entry];
    }
  }

  get #files(): KnownFiles<T> {
    return (this.#known ??= new KnownFiles(this.#saved));
  }

  /** Told by a file that is made and taken away again: this machine's clock may be another. */
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

  /** The state folder is the tool's own: git need not know of it. */
  #ignore(folder: string): void {
    const file = openSync(join(folder, '.gitignore'), 'wx');
    writeSync(file, '*\n');
    closeSync(file);
  }
}

/** What was saved of files; the values are read along with the files that they are asked for. */
class KnownFiles<T> {
  readonly #stamps: Stamps;
  readonly #places: ReadonlyMap<string, number>;
  readonly #names: Iterator<string>;
  readonly #values: Iterator<T>;
  readonly #passed = new Map<string, T>();

  constructor({ stamps, values }: Saved<unknown, unknown, T>) {
    this.#stamps = stamps();
    const { files } = this.#stamps;
    this.#places = new Map(files.map((file, index) => [file, index]));
    this.#names = files.values();
    this.#values = values()[Symbol.iterator]();
  }

  get size(): number {
    return this.#places.size;
  }

  isSame(file: string, stats: Stats): boolean {
    const place = this.#places.get(file);
    return place !== undefined && this.#stamps.isSame(place, stats);
  }

  /** Each once. */
  take(file: string): T | undefined {
    const value = this.#passed.get(file) ?? this.#next(file);
    this.#passed.delete(file);
    return value;
  }

  #next(file: string): T | undefined {
    for (;;) {
      const name = this.#names.next();
      const value = this.#values.next();
      if (name.done === true || value.done === true) return undefined;
      if (name.value === file) return value.value;
      this.#passed.set(name.value, value.value);
    }
  }
}
