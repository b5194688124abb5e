import { randomUUID } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { bytesOf } from './lines-file.ts';

/**
 * Makes these lines what the file holds, at once: a crash leaves the old file or the new one. A file that holds them already is left alone. Keeps the
 * file's permissions; where it is a link, what it leads to is replaced.
 */
export async function replaceFile(path: string, lines: Iterable<string>): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const mode = await stat(target).then(
    (stats) => stats.mode & 0o777,
    () => 0o666,
  );
  const temporary = `${target}.${randomUUID()}`;
  try {
    const isSame = await writeBeside(temporary, mode, target, lines);
    if (isSame) await rm(temporary);
    else await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes the lines to `path`, and syncs it unless `target` holds the same: then resolves to true. */
async function writeBeside(
  path: string,
  mode: number,
  target: string,
  lines: Iterable<string>,
): Promise<boolean> {
  const file = await open(path, 'wx', mode);
  const before = await open(target, 'r').catch(() => undefined);
  try {
    let isSame = before !== undefined;
    let size = 0;
    for (const bytes of bytesOf(lines)) {
      await file.writeFile(bytes);
      isSame &&= before !== undefined && bytes.equals(await readAt(before, size, bytes.length));
      size += bytes.length;
    }
    if (isSame && (await before?.stat())?.size === size) return true;
    await file.sync();
    return false;
  } finally {
    await before?.close();
    await file.close();
  }
}

/** What is there; less than `length` where the file ends. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}
