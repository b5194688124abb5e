/**
 * Finds the line and column of a setting in its file. Light: the code that reads the file is loaded
 * on demand.
 */
import { readdirSync } from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';
import type { FailurePlace } from '../model/failure.ts';
import { nearest } from '../model/text/nearest.ts';
import type { Setting } from './config.ts';
import type { YamlPath } from '../system/yaml/yaml-text.ts';

interface Wanted {
  /** The path within the settings or the profile: `['references', 0, 'file']`. */
  readonly path: YamlPath;
  /** Whether the key itself is wrong, not its value. */
  readonly isKey?: boolean;
  /** Absolute path of the folder that the file's name is relative to. */
  readonly from: string;
}

/**
 * The place of the setting. Resolves to undefined if it is not from a file. Reads the file again.
 */
export async function placeOfSetting(
  { source }: Setting<unknown>,
  { path, isKey = false, from }: Wanted,
): Promise<FailurePlace | undefined> {
  if (!('file' in source)) return undefined;
  const [{ readConfig }, { placeInConfig }] = await Promise.all([
    import('./find.ts'),
    import('./parse.ts'),
  ]);
  const profile = source.kind === 'profile' ? ['profiles', source.name] : [];
  const place = placeInConfig(readConfig(source.file, from), [...profile, ...path], isKey);
  return { file: relative(from, source.file).replaceAll('\\', '/'), ...place };
}

/**
 * The path of the entry with the most similar name in the folder of the missing `path`, below
 * `root`.
 */
export function nearestPath(
  root: string,
  path: string,
  isWanted: (name: string, isFolder: boolean) => boolean,
): string | undefined {
  const names = dirEntries(join(root, dirname(path))).flatMap((entry) =>
    isWanted(entry.name, entry.isDirectory()) ? [entry.name] : [],
  );
  const near = nearest(basename(path), names);
  return near === undefined ? undefined : posix.join(posix.dirname(path), near);
}

/** The entries of a folder. Empty if it cannot be read. */
export function dirEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
