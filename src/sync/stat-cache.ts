/**
 * What is known of files that did not change, by their stat data. Losing it costs reading, nothing else: a cache that is
 * gone, cut off or of another version is empty, and one that cannot be written is not.
 */
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';

/** Changes with the shape of what is kept, and with every rule that digests or notes depend on. */
const FORMAT = 'docs-cli scan 1';
const FILE = 'scan.cache';
const LINES_AT_ONCE = 2_000;

type Stamp = readonly [mtimeMs: number, ctimeMs: number, size: number, inode: number];

interface Entry<T> {
  readonly stamp: Stamp;
  readonly value: T;
}

const stampOf = ({ mtimeMs, ctimeMs, size, ino }: Stats): Stamp => [mtimeMs, ctimeMs, size, ino];

const isSame = (a: Stamp, b: Stats): boolean =>
  a[0] === b.mtimeMs && a[1] === b.ctimeMs && a[2] === b.size && a[3] === b.ino;

const NEWLINE = 10;

function* linesOf(bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, at);
    yield bytes.toString('utf8', at, end);
    at = end + 1;
  }
}

/** The lines before the last one, which holds their digest; throws where it does not. */
function sealedLines(bytes: Buffer): Generator<string> {
  const end = bytes.lastIndexOf(NEWLINE, -2) + 1;
  const lines = bytes.subarray(0, end);
  const seal = createHash('sha256').update(lines).digest('base64url');
  if (bytes.toString('utf8', end) !== `${seal}\n`) throw new Error('cut off or changed');
  return linesOf(lines);
}

interface Saved<T> {
  readonly about: string;
  readonly entries: Map<string, Entry<T>>;
}

function readSaved<T>(path: string): Saved<T> {
  const entries = new Map<string, Entry<T>>();
  try {
    const lines = sealedLines(readFileSync(path));
    const head = lines.next();
    const [format, about = ''] = JSON.parse(head.done ? '[]' : head.value) as [string?, string?];
    if (format !== FORMAT) return { entries, about: '' };
    for (const line of lines) {
      const [file, stamp, value] = JSON.parse(line) as [string, Stamp, T];
      entries.set(file, { stamp, value });
    }
    return { entries, about };
  } catch {
    return { entries: new Map(), about: '' };
  }
}

/**
 * Values by file, each valid as long as the file's times, size and inode stay as they were.
 *
 * A file that was written within one tick of the file system's clock may change once more without changing its times. As
 * git does, such a file is not trusted: what was last touched at or after the moment at which this run began to read is
 * not kept, so that the next run reads it again.
 */
export class StatCache<T> {
  readonly #folder: string;
  readonly #old: Map<string, Entry<T>>;
  readonly #kept = new Map<string, Entry<T>>();
  #about: string;
  #isChanged = false;
  /** The file system's time before the first read, and the file that told it; `null`: the folder cannot be written. */
  #probe: { readonly path: string; readonly timeMs: number } | null | undefined;

  /** Reads the cache in `folder`, an absolute path that need not exist. */
  constructor(folder: string) {
    this.#folder = folder;
    const { entries, about } = readSaved<T>(join(folder, FILE));
    this.#old = entries;
    this.#about = about;
  }

  /** A text about all values together, as it was saved; empty where there is none. */
  get about(): string {
    return this.#about;
  }

  set about(text: string) {
    this.#isChanged ||= text !== this.#about;
    this.#about = text;
  }

  /** What was kept for `file`, unless its stat data differ. */
  known(file: string, stats: Stats): T | undefined {
    const entry = this.#old.get(file);
    if (!entry || !isSame(entry.stamp, stats)) return undefined;
    this.#kept.set(file, entry);
    return entry.value;
  }

  /** Must be called before the first file is read that will be kept. */
  beforeReading(): void {
    if (this.#probe === undefined) this.#probe = this.#startProbe();
  }

  /** Keeps `value` for a file whose stat data were taken before it was read. */
  keep(file: string, stats: Stats, value: T): void {
    this.#isChanged = true;
    const isRacy = Math.max(stats.mtimeMs, stats.ctimeMs) >= (this.#probe?.timeMs ?? -Infinity);
    if (isRacy) this.#kept.delete(file);
    else this.#kept.set(file, { stamp: stampOf(stats), value });
  }

  /** Another value for a file that is known: what it holds is the same, what is made of it is not. */
  revise(file: string, value: T): void {
    const entry = this.#kept.get(file);
    if (!entry) return;
    this.#isChanged = true;
    this.#kept.set(file, { stamp: entry.stamp, value });
  }

  /** Writes what is kept, in one step, if it is not what was read. */
  save(): void {
    if (!this.#isChanged && this.#kept.size === this.#old.size) return;
    this.beforeReading();
    if (!this.#probe) return;
    const { path } = this.#probe;
    try {
      this.#write(path);
      renameSync(path, join(this.#folder, FILE));
    } catch {
      rmSync(path, { force: true });
    }
  }

  #write(path: string): void {
    const file = openSync(path, 'w');
    try {
      const seal = createHash('sha256');
      const put = (lines: readonly string[]): void => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        seal.update(bytes);
        writeSync(file, bytes);
      };
      let lines = [JSON.stringify([FORMAT, this.#about])];
      for (const [name, { stamp, value }] of this.#kept) {
        if (lines.length === LINES_AT_ONCE) {
          put(lines);
          lines = [];
        }
        lines.push(JSON.stringify([name, stamp, value]));
      }
      put(lines);
      writeSync(file, `${seal.digest('base64url')}\n`);
    } finally {
      closeSync(file);
    }
  }

  #startProbe(): { path: string; timeMs: number } | null {
    const path = join(this.#folder, `${FILE}.${randomUUID()}`);
    try {
      if (mkdirSync(this.#folder, { recursive: true }) !== undefined) this.#ignore();
      closeSync(openSync(path, 'w'));
      return { path, timeMs: statSync(path).mtimeMs };
    } catch {
      return null;
    }
  }

  /** The state folder is the tool's own: git need not know of it. */
  #ignore(): void {
    const file = openSync(join(this.#folder, '.gitignore'), 'w');
    writeSync(file, '*\n');
    closeSync(file);
  }
}
