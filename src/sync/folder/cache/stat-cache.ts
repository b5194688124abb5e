/**
 * What is known of files that did not change, by their stat data. Losing it costs reading, nothing else: a cache that is
 * gone, cut off or of another version is empty, and one that cannot be written is not.
 */
import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { temporaryName } from '../../../files/temporary.ts';
import { readSaved, writeSaved } from './stat-file.ts';
import type { Saved } from './stat-file.ts';
import type { Turns } from '../turns.ts';

/** Changes with the shape of what is kept, and with every rule that digests or notes depend on. */
const FORMAT = 'docs-cli scan 9';
const FILE = 'scan.cache';

interface Entry {
  readonly stamp: Stamp;
  /** The value, as JSON. */
  readonly text: string;
}

type Stamp = readonly [mtimeMs: number, ctimeMs: number, size: number, inode: number];

const stampOf = ({ mtimeMs, ctimeMs, size, ino }: Stats): Stamp => [mtimeMs, ctimeMs, size, ino];

const NOTHING = { about: null, rows: [], files: [], stamps: [], values: () => [] };

/**
 * Values by file, each valid as long as the file's times, size and inode stay as they were; one about all of them, and
 * rows that belong to it.
 *
 * A file that was written within one tick of the file system's clock may change once more without changing its times. As
 * git does, such a file is not trusted: what was last touched at or after the moment at which this run began to read is
 * not kept, so that the next run reads it again.
 *
 * It makes a push of nothing to 10,000 pages take half the time, and lets it read no page file.
 */
export class StatCache<T, About = unknown, Row = unknown> {
  readonly #folder: string | null;
  readonly #saved: Saved<About | null, Row>;
  #places: ReadonlyMap<string, number> | undefined;
  #values: readonly string[] | undefined;
  readonly #kept = new Map<string, Entry>();
  #isChanged = false;
  #isComplete = true;
  /** The file system's time before the first read; `null`: the folder cannot be written. */
  #startMs: number | null | undefined;

  /** Reads the cache in `folder`, an absolute path that need not exist. `null`: knows nothing, and keeps nothing. */
  constructor(folder: string | null) {
    this.#folder = folder;
    this.#saved = (folder === null ? null : readSaved(join(folder, FILE), FORMAT)) ?? NOTHING;
  }

  /** What was saved about all values together; `null`: nothing. */
  get about(): About | null {
    return this.#saved.about;
  }

  /** The rows that were saved with it. */
  get rows(): readonly Row[] {
    return this.#saved.rows;
  }

  /** Whether all files that were kept are as they were, in this folder. Rejects as `turns` does. */
  async isUnchangedIn(root: string, turns: Turns): Promise<boolean> {
    for (const [place, file] of this.#saved.files.entries()) {
      if (turns.isDue()) await turns.take();
      if (!this.#isSame(place, statIn(root, file))) return false;
    }
    return true;
  }

  /** What was kept for `file`, unless its stat data differ. */
  known(file: string, stats: Stats): T | undefined {
    const place = this.#placeOf(file);
    if (place === undefined || !this.#isSame(place, stats)) return undefined;
    const text = (this.#values ??= this.#saved.values())[place];
    if (text === undefined) return undefined;
    this.#kept.set(file, { stamp: stampOf(stats), text });
    return JSON.parse(text) as T;
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
    else this.#kept.set(file, { stamp: stampOf(stats), text: JSON.stringify(value) });
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
    this.#kept.set(file, { stamp: entry.stamp, text: JSON.stringify(value) });
  }

  /** Whether all that was to be kept could be. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Whether there is anything to save: other values, or fewer. */
  get isChanged(): boolean {
    return this.#isChanged || this.#kept.size !== this.#saved.files.length;
  }

  /** Writes what is kept, in one step. */
  save(about: About, rows: readonly Row[] = []): void {
    this.beforeReading();
    if (this.#folder === null || this.#startMs === null) return;
    const path = this.#newPath(this.#folder);
    const entries = [...this.#kept.values()];
    const files = [...this.#kept.keys()];
    const known = { about, rows, files, stamps: entries.flatMap(({ stamp }) => stamp) };
    try {
      writeSaved(
        path,
        FORMAT,
        known,
        entries.map(({ text }) => text),
      );
      renameSync(path, join(this.#folder, FILE));
    } catch {
      rmSync(path, { force: true });
    }
  }

  #placeOf(file: string): number | undefined {
    this.#places ??= new Map(this.#saved.files.map((name, place) => [name, place]));
    return this.#places.get(file);
  }

  #isSame(place: number, stats: Stats | undefined): boolean {
    const { stamps } = this.#saved;
    const first = NUMBERS * place;
    return (
      stats !== undefined &&
      stamps[first] === stats.mtimeMs &&
      stamps[first + 1] === stats.ctimeMs &&
      stamps[first + 2] === stats.size &&
      stamps[first + 3] === stats.ino
    );
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

/** In a stamp. */
const NUMBERS = 4;

/** Returns undefined if the file is gone or cannot be reached. */
function statIn(root: string, file: string): Stats | undefined {
  try {
    return statSync(`${root}/${file}`, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
