/** Names for completion, only from files on this machine. */
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { userFolders } from '../../../config/folders.ts';
import { isThere } from '../../../system/files/path.ts';
import { ownProblem, readOwnText } from '../../../system/files/own.ts';
import type { Context } from '../../../context.ts';
import type { Host } from '../../../host.ts';
import { isLockFile } from '../../../model/project.ts';

/** Names that completion offers. */
export interface Names {
  /** Slugs of versions, and of documentations as `version/documentation`. */
  readonly places: readonly string[];
  /** Keys of pages. */
  readonly pages: readonly string[];
}

const FILE = 'names.json';
const STATE = '.docs-cli';
const NONE: Names = { places: [], pages: [] };

/** The names in this folder's lock and in the last lists. Never throws: a bad file gives none. */
export function knownNames(host: Host): Names {
  const { places: seen } = namesIn(namesFile(host));
  const { places, pages } = lockNames(host.cwd);
  return { places: [...new Set([...places, ...seen])], pages };
}

/** Stores places for `knownNames`. This is a cache: it does not matter if it cannot be written. */
export async function rememberPlaces({ host }: Context, places: readonly string[]): Promise<void> {
  const file = namesFile(host);
  if (file === null || JSON.stringify(namesIn(file).places) === JSON.stringify(places)) return;
  const { alone, bytesOfText, replaceWhole } = await import('../../../system/files/write.ts');
  try {
    mkdirSync(dirname(file), { recursive: true });
    await replaceWhole(...alone(file), bytesOfText(JSON.stringify({ places })));
  } catch {
    // The folder is read-only, or the disk full: completion then knows fewer names, and that is
    // all.
  }
}

/**
 * The file is in the project's state folder, of which each checkout has its own; outside a project,
 * in the user's cache folder. Null if the path contains a symbolic link: nothing is read or stored.
 */
function namesFile(host: Host): string | null {
  const root = upwards(
    host.cwd,
    (folder) => isThere(join(folder, STATE)) || lockIn(folder) !== undefined,
  );
  if (root === undefined) return join(userFolders(host).cache, FILE);
  const file = join(root, STATE, FILE);
  return ownProblem(root, file) === null ? file : null;
}

function namesIn(file: string | null): Pick<Names, 'places'> {
  if (file === null) return NONE;
  try {
    const { places } = JSON.parse(readOwnText(file)) as { places: unknown };
    if (!Array.isArray(places)) return NONE;
    return { places: places.filter((place): place is string => typeof place === 'string') };
  } catch {
    return NONE;
  }
}

function lockNames(cwd: string): Names {
  const root = upwards(cwd, (folder) => lockIn(folder) !== undefined);
  const lock = root === undefined ? undefined : lockIn(root);
  if (root === undefined || lock === undefined) return NONE;
  try {
    // The key comes first. Parsing whole lines would take longer than a person waits for a completion.
    const pages = readOwnText(join(root, lock))
      .split('\n')
      .map((line) => /^\{"key":"([^"\\/]+\/[^"\\/]+\/[^"\\/]+)"/.exec(line)?.[1])
      .filter((key) => key !== undefined);
    const places = pages.flatMap((key) => {
      const [version = '', documentation = ''] = key.split('/');
      return [version, `${version}/${documentation}`];
    });
    return { pages, places: [...new Set(places)] };
  } catch {
    return NONE;
  }
}

function lockIn(folder: string): string | undefined {
  try {
    return readdirSync(folder).find((name) => isLockFile(name));
  } catch {
    return undefined;
  }
}

/** The nearest folder, from `folder` upwards, for which `found` returns true. */
function upwards(folder: string, found: (folder: string) => boolean): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (found(at)) return at;
    if (dirname(at) === at) return undefined;
  }
}
