/** Texts of files, read as a whole or not at all. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, readSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { placeIn } from '../../system/files/path.ts';
import type { RealPlace } from '../../system/files/path.ts';
import { withFile } from '../../system/files/read-file.ts';
import { fileCode, isMissing, RefusedFile } from '../../model/file-trouble.ts';
import type { FilePath } from '../../model/ids.ts';
import { inputKindOf, type InputKind } from '../../model/input-limits.ts';

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
