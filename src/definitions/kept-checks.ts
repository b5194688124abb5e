/**
 * Caches the results of checks between runs: a pipeline that checks, compares and uploads a definition reads it once. An entry is valid for
 * the bytes of all files that were read or looked for, the settings, and this build of the tool. If an entry cannot be read or written, the
 * check runs without it.
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { READ_OWN } from '../files/own.ts';
import { temporaryName } from '../files/temporary.ts';
import { MAX_DEFINITION_BYTES } from '../model/operations.ts';
import type { CheckedDefinition, Upload } from './check.ts';
import { isTree, type Tree } from './tree.ts';

/** Changes with the format of an entry. */
const FORMAT = 2;
const MOST_ENTRIES = 20;
const MOST_BYTES = 8 * MAX_DEFINITION_BYTES;
const OTHERS_MAY_WRITE = 0o022;

/** Everything that a result depends on, except the other files that were read. */
export interface CheckKey {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Settings, as a value that JSON can represent. */
  readonly settings: unknown;
}

/** A file that was read or looked for, and its digest; null: it did not exist. */
export type FileWitness = readonly [path: string, digest: string | null];

interface Entry {
  readonly witnesses: readonly FileWitness[];
  readonly problems: CheckedDefinition['problems'];
  readonly notes: CheckedDefinition['notes'];
  readonly upload: Omit<Upload, 'bytes' | 'content'> | null;
  /** The text that an upload would send, unless it is the file itself. */
  readonly text: string | null;
  /** The content of the definition, unless the bytes are JSON. */
  readonly content: Tree | null;
}

export class KeptChecks {
  readonly #folder: string | null;
  readonly #build: string;

  /**
   * @param folder absolute path; null, or a folder that others may write to: nothing is cached
   * @param build changes with the code that checks
   */
  constructor(folder: string | null, build: string) {
    this.#folder = folder;
    this.#build = build;
  }

  /** The result of an earlier check of the same file. Returns undefined if it is unknown, or if a file beside it has changed. */
  find(key: CheckKey): CheckedDefinition | undefined {
    try {
      const path = this.#pathOf(key);
      const entry = path === null ? undefined : readEntry(path);
      if (entry === undefined || !entry.witnesses.every(holds)) return undefined;
      const { problems, notes } = entry;
      return { file: key.file, problems, notes, upload: uploadIn(entry, key.bytes) };
    } catch {
      return undefined;
    }
  }

  /** Adds a result to the cache. */
  keep(key: CheckKey, checked: CheckedDefinition, witnesses: readonly FileWitness[]): void {
    try {
      const path = this.#pathOf(key);
      if (path !== null && this.#folder !== null) {
        writeEntry(this.#folder, path, entryOf(checked, key.bytes, witnesses));
      }
    } catch {
      // The next run checks again.
    }
  }

  #pathOf({ file, bytes, settings }: CheckKey): string | null {
    if (this.#folder === null || !isOurs(this.#folder)) return null;
    const text = JSON.stringify([FORMAT, this.#build, file, digestOfBytes(bytes), settings]);
    return join(this.#folder, digestOfBytes(Buffer.from(text)));
  }
}

/** SHA-256 in base64url. */
export const digestOfBytes = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url');

/** The current witness of the file at `path`. Returns undefined if no definition can be read from it. */
export function witnessOf(path: string): FileWitness | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [path, null];
  if (!stats.isFile() || stats.size > MAX_DEFINITION_BYTES) return undefined;
  return [path, digestOfBytes(readFileSync(path))];
}

const holds = ([path, digest]: FileWitness): boolean => witnessOf(path)?.[1] === digest;

/** Creates the folder if it does not exist. */
function isOurs(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  if (!stats.isDirectory()) return false;
  const user = process.getuid?.();
  return user === undefined || (stats.uid === user && (stats.mode & OTHERS_MAY_WRITE) === 0);
}

function readEntry(path: string): Entry | undefined {
  const file = openSync(path, READ_OWN);
  try {
    if (fstatSync(file).size > MOST_BYTES) return undefined;
    return JSON.parse(readFileSync(file, 'utf8')) as Entry;
  } finally {
    closeSync(file);
  }
}

function writeEntry(folder: string, path: string, entry: Entry): void {
  const text = JSON.stringify(entry, (_, value: unknown) => {
    // JSON cannot represent such numbers: they would be read back as null.
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('not JSON');
    return value;
  });
  if (text.length > MOST_BYTES) return;
  const whole = join(folder, temporaryName());
  try {
    writeFileSync(whole, text, { mode: 0o600, flag: 'wx' });
    renameSync(whole, path);
  } finally {
    rmSync(whole, { force: true });
  }
  const kept = readdirSync(folder).map((name) => {
    const old = join(folder, name);
    return { old, mtimeMs: statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  const surplus = kept.toSorted((a, b) => b.mtimeMs - a.mtimeMs).slice(MOST_ENTRIES);
  for (const { old } of surplus) rmSync(old, { force: true });
}

const isJson = (bytes: Uint8Array): boolean => bytes[0] === '{'.charCodeAt(0);

function entryOf(
  { problems, notes, upload }: CheckedDefinition,
  bytes: Uint8Array,
  witnesses: readonly FileWitness[],
): Entry {
  if (upload === null) {
    return { witnesses, problems, notes, upload, text: null, content: null };
  }
  const { content, bytes: sent, ...rest } = upload;
  return {
    witnesses,
    problems,
    notes,
    upload: rest,
    text: upload.bundled ? Buffer.from(sent).toString() : null,
    content: !upload.bundled && isJson(bytes) ? null : content,
  };
}

function uploadIn({ upload, text, content }: Entry, bytes: Uint8Array): Upload | null {
  if (upload === null) return null;
  const sent = text === null ? bytes : Buffer.from(text);
  const said: unknown = content ?? JSON.parse(Buffer.from(bytes).toString());
  if (!isTree(said)) throw new Error('not a definition');
  return { ...upload, bytes: sent, content: said };
}
