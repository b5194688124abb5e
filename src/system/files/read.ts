/**
 * How files are read: only regular files, only as much of them as their kind may hold, and texts as a
 * whole or not at all. A pipe or a device in a foreign project could block the tool forever.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { RefusedFile, fileCode, isMissing } from '../../model/file-trouble.ts';
import { sizeProblem, inputKindOf } from '../../model/input-limits.ts';
import type { InputKind } from '../../model/input-limits.ts';
import { isUtf8 } from 'node:buffer';
import { placeIn } from './path.ts';
import type { RealPlace } from './path.ts';
import type { FilePath } from '../../model/ids.ts';

/**
 * Does not wait for the writer of a pipe, and does not make a terminal the controlling one. Some
 * systems lack these flags.
 */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Passes `use` the descriptor of the regular file at `path`, open for reading. Throws the system's
 * error, or `RefusedFile` if it is not a regular file, or is larger than its `kind` may be.
 */
export function withFile<T>(path: string, kind: InputKind | null, use: (file: number) => T): T {
  const file = openSync(path, READ);
  try {
    const stats = fstatSync(file);
    // Reading a folder fails with its own error.
    if (!stats.isFile() && !stats.isDirectory()) throw new RefusedFile('EFTYPE');
    const problem = kind === null ? undefined : sizeProblem(kind, stats.size);
    if (problem !== undefined) throw new RefusedFile('EFBIG', problem);
    return use(file);
  } finally {
    closeSync(file);
  }
}

/** The bytes of a file. `kind` null: its size is not limited. Throws as `withFile` does. */
export const readRegular = (path: string, kind: InputKind | null): Buffer =>
  withFile(path, kind, (file) => readFileSync(file));

/** Why a file is not read, as the continuation of a sentence that begins with its name. */
export interface Unreadable {
  readonly problem: string;
  readonly rule: 'unreadable-file' | 'oversized-file';
}

/** The text of a file, or why it is not available. */
export type TextOrProblem = { readonly text: string } | Unreadable;

/** The problem of a file that is larger than its kind may be. `reason`: from `sizeProblem`. */
export const oversized = (reason: string): Unreadable => ({
  problem: `cannot be read: ${reason}`,
  rule: 'oversized-file',
});

function unreadable(error: unknown): Unreadable {
  const code = fileCode(error);
  if (!(error instanceof RefusedFile)) {
    return { problem: `cannot be read (${code})`, rule: 'unreadable-file' };
  }
  const found = oversized(error.message);
  return code === 'EFBIG' ? found : { ...found, rule: 'unreadable-file' };
}

/** One buffer for all small files: allocating memory for each takes as long as reading it. */
const BLOCK = Buffer.allocUnsafeSlow(64 * 1024);

/** The bytes of a file. They are valid until the next file is read. */
const readBytes = (path: string, kind: InputKind): Buffer =>
  withFile(path, kind, (file) => {
    let length = 0;
    while (length < BLOCK.length) {
      const read = readSync(file, BLOCK, length, BLOCK.length - length, null);
      if (read === 0) return BLOCK.subarray(0, length);
      length += read;
    }
    return Buffer.concat([BLOCK, readFileSync(file)]);
  });

/**
 * The text with its BOM; `null` if the file is missing; a problem if it cannot be read, is not
 * UTF-8 or is too large.
 */
export function readText(path: string, kind = inputKindOf(path)): TextOrProblem | null {
  let bytes: Buffer;
  try {
    bytes = readBytes(path, kind);
  } catch (error) {
    return isMissing(error) ? null : unreadable(error);
  }
  return isUtf8(bytes)
    ? { text: bytes.toString('utf8') }
    : { problem: 'is not valid UTF-8', rule: 'unreadable-file' };
}

/** The stat data of a file, or why they cannot be read; `null` if the file is missing. */
export function statOf(path: string): Stats | Unreadable | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    return unreadable(error);
  }
}

/**
 * The text of a file of the project; `null` if it is missing or a folder. Does not follow links
 * that lead out of the project.
 */
export function projectText(root: string, file: FilePath, kind?: InputKind): TextOrProblem | null {
  let place: RealPlace;
  try {
    place = placeIn(root, file);
  } catch (error) {
    // The project folder itself is missing.
    if (isMissing(error)) return null;
    throw error;
  }
  if ('problem' in place) return { problem: place.problem, rule: 'unreadable-file' };
  const stats = statOf(place.real);
  if (stats === null || 'problem' in stats) return stats;
  return stats.isDirectory() ? null : readText(place.real, kind);
}
