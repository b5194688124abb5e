/**
 * How files are read: only regular files, and only as much of them as their kind may hold. A pipe
 * or a device in a foreign project could block the tool forever.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { RefusedFile } from '../../model/file-trouble.ts';
import { sizeProblem, type InputKind } from '../../model/input-limits.ts';

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
