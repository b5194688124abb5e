/** Finds other programs, but never those of a repository. */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { Machine } from './start-program.ts';

/**
 * The absolute path of a program. Undefined if none is found. Skips entries of `PATH` that are
 * relative, empty or below a folder of `outside`, and programs that are links to there: otherwise
 * anyone given a repository would run what it contains. The result is absolute, so no shell and no
 * system searches the working folder afterwards, not even on Windows.
 *
 * @param outside absolute
 */
export function findProgram(
  name: string,
  machine: Machine,
  outside: readonly string[],
): string | undefined {
  const paths = pathsOf(machine);
  const file = machine.platform === 'win32' ? `${name}.exe` : name;
  const away = foldersAway(outside, machine);
  return safeFolders(machine, away)
    .map((folder) => paths.join(folder, file))
    .find((path) => isProgram(path) && isAway(realPath(path), away, machine));
}

/** A `PATH` for a program that starts others: only the entries in which `findProgram` looks. */
export const safePath = (machine: Machine, outside: readonly string[]): string =>
  safeFolders(machine, foldersAway(outside, machine)).join(pathsOf(machine).delimiter);

function safeFolders(machine: Machine, away: readonly string[]): readonly string[] {
  const paths = pathsOf(machine);
  return (machine.env['PATH'] ?? '')
    .split(paths.delimiter)
    .filter((folder) => paths.isAbsolute(folder) && isAway(realPath(folder), away, machine));
}

/** Ignores a project at the root of a file system, because all programs are below it. */
const foldersAway = (outside: readonly string[], machine: Machine): readonly string[] =>
  outside.map(realPath).filter((folder) => pathsOf(machine).dirname(folder) !== folder);

const pathsOf = ({ platform }: Machine): typeof posix => (platform === 'win32' ? win32 : posix);

function isAway(path: string, folders: readonly string[], machine: Machine): boolean {
  const paths = pathsOf(machine);
  return folders.every((folder) => {
    const way = paths.relative(folder, path);
    return /^\.\.(?:[\\/]|$)/.test(way) || paths.isAbsolute(way);
  });
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
