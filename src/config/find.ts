import { statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { PublicExplorerSync } from 'cosmiconfig';
import * as internals from 'cosmiconfig/dist/ExplorerSync.js';
import { placeIn } from '../system/files/path.ts';
import { readRegular } from '../system/files/read.ts';
import { Failure } from '../model/failure.ts';
import { fileFailure } from '../model/file-trouble.ts';
import { sizeProblem } from '../model/input-limits.ts';

export interface ConfigText {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
  /** The key that contains the settings, if the file has other content too. */
  readonly property: string | null;
}

const NAME = 'docs-cli';
const PLACES = [`${NAME}.config.yml`, `${NAME}.config.yaml`, `${NAME}.config.json`, 'package.json'];

/**
 * The nearest configuration file in `folder` or above. Returns `undefined` if there is none. Throws
 * `Failure('config')` if it is a link out of its folder, a device or too large, because the
 * repository may be hostile. Skips such a `package.json` instead, because it belongs to other
 * tools.
 */
export function findConfig(folder: string): ConfigText | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const places = PLACES.filter((name) => isUsable(at, name));
    const found = places.length === 0 ? null : createExplorer(places).search(at);
    if (found !== null) return asText(found.filepath, String(found.config ?? ''));
    if (dirname(at) === at) return undefined;
  }
}

function isUsable(folder: string, name: string): boolean {
  const problem = problemOf(folder, name);
  if (problem === null) return true;
  if (problem === 'missing' || name === 'package.json') return false;
  throw new Failure('config', `${name} ${problem}.`, {
    hint: 'Find out where it came from, and put a file in its place',
  });
}

/** Why the file is not read. Returns null if it may be read, or if reading it will give the reason. */
function problemOf(folder: string, name: string): string | null {
  let stats: Stats | undefined;
  try {
    stats = statSync(join(folder, name), { throwIfNoEntry: false });
  } catch {
    return null;
  }
  if (stats === undefined) return 'missing';
  const place = placeIn(folder, name);
  if ('problem' in place) return place.problem;
  if (!stats.isFile()) return 'is not a file';
  const problem = sizeProblem('configuration', stats.size);
  return problem === undefined ? null : `cannot be read: ${problem}`;
}

/** The file that `--config` names. */
export function readConfig(path: string, folder: string): ConfigText {
  const file = isAbsolute(path) ? path : resolve(folder, path);
  try {
    return asText(file, readRegular(file, 'configuration').toString('utf8'));
  } catch (error) {
    const hint = 'Check the path after --config';
    throw fileFailure(error, 'config', `"${path}" cannot be read`, hint) ?? error;
  }
}

const asText = (file: string, text: string): ConfigText => ({
  file,
  text,
  property: basename(file) === 'package.json' ? NAME : null,
});

/**
 * cosmiconfig's explorer class instead of its main function, which first looks in the working
 * folder for a configuration of cosmiconfig itself and runs it if it is code (`.config/config.js`).
 * Here, the configuration of a cloned repository is data, never code: ADR 62. The loaders return
 * the text, so that errors can name a line.
 */
function createExplorer(searchPlaces: string[]): Pick<PublicExplorerSync, 'search'> {
  const { ExplorerSync } = internals as unknown as {
    ExplorerSync: new (options: object) => PublicExplorerSync;
  };
  const asIs = (_file: string, text: string): string => text;
  return new ExplorerSync({
    moduleName: NAME,
    searchPlaces,
    loaders: { '.yml': asIs, '.yaml': asIs, '.json': jsonText },
    searchStrategy: 'none',
    ignoreEmptySearchPlaces: false,
    applyPackagePropertyPathToConfiguration: false,
    metaConfigFilePath: null,
    transform: (result: unknown) => result,
    cache: false,
  });
}

/** A `package.json` counts only if it has our key. A broken one is ignored. */
function jsonText(file: string, text: string): unknown {
  if (basename(file) !== 'package.json') return text;
  try {
    return Object.hasOwn(JSON.parse(text) as object, NAME) ? { [NAME]: text } : {};
  } catch {
    return {};
  }
}
