/** Texts of files, read as a whole or not at all. */
import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { fileCode } from '../../model/file-trouble.ts';

/** Larger than any page. The platform's largest documents are API definitions of up to 8 MB. */
export const LARGEST_FILE_BYTES = 16 * 1024 * 1024;

/** Why a file is not read: words that continue a sentence after its name. */
export interface Unreadable {
  readonly problem: string;
  readonly rule: 'unreadable-file' | 'oversized-file';
}

/** The text of a file, or why it is not available. */
export type TextOrProblem = { readonly text: string } | Unreadable;

const unreadable = (problem: string): Unreadable => ({ problem, rule: 'unreadable-file' });

/** One buffer for all small files: allocating memory for each takes as long as reading it. */
const BLOCK = Buffer.allocUnsafeSlow(64 * 1024);

/** The bytes of a file. They are valid until the next file is read. */
function readBytes(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    let length = 0;
    while (length < BLOCK.length) {
      const read = readSync(file, BLOCK, length, BLOCK.length - length, null);
      if (read === 0) return BLOCK.subarray(0, length);
      length += read;
    }
    return Buffer.concat([BLOCK, readFileSync(file)]);
  } finally {
    closeSync(file);
  }
}

/** The text of a file, including its BOM. A file that is not UTF-8 is a problem, never text. */
export function readText(path: string): TextOrProblem {
  let bytes: Buffer;
  try {
    bytes = readBytes(path);
  } catch (error) {
    return unreadable(`cannot be read (${fileCode(error)})`);
  }
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : unreadable('is not valid UTF-8');
}

/** The stat data of a file, or why the system does not return them; `null`: the file is gone. */
export function statOf(path: string): Stats | Unreadable | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    return unreadable(`cannot be read (${fileCode(error)})`);
  }
}

/** The text of a file of this size. A file that is larger than any page is not read. */
export const readSized = (path: string, { size }: Pick<Stats, 'size'>): TextOrProblem =>
  size > LARGEST_FILE_BYTES
    ? { problem: `is larger than ${LARGEST_FILE_BYTES >> 20} MB`, rule: 'oversized-file' }
    : readText(path);
