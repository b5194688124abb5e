import { readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import type { PublicExplorerSync } from 'cosmiconfig';
import * as internals from 'cosmiconfig/dist/ExplorerSync.js';
import { fileFailure } from '../model/file-trouble.ts';

export interface ConfigText {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
  /** The key that the settings are under, where the file holds other things too. */
  readonly property: string | null;
}

const NAME = 'docs-cli';
const PLACES = [`${NAME}.config.yml`, `${NAME}.config.yaml`, `${NAME}.config.json`, 'package.json'];

/** The nearest configuration file in `folder` or above; `undefined` where there is none. */
export function findConfig(folder: string): ConfigText | undefined {
  const explorer = createExplorer();
  for (let at = folder; ; at = dirname(at)) {
    const found = explorer.search(at);
    if (found !== null) return asText(found.filepath, String(found.config ?? ''));
    if (dirname(at) === at) return undefined;
  }
}

/** The file that `--config` names. */
export function readConfig(path: string, folder: string): ConfigText {
  const file = isAbsolute(path) ? path : resolve(folder, path);
  try {
    return asText(file, readFileSync(file, 'utf8'));
  } catch (error) {
    const hint = 'check the path after --config';
    throw fileFailure(error, 'config', `${path} cannot be read`, hint) ?? error;
  }
}

const asText = (file: string, text: string): ConfigText => ({
  file,
  text,
  property: basename(file) === 'package.json' ? NAME : null,
});

/**
 * cosmiconfig without its front door: that one first looks in the working folder for a configuration of cosmiconfig itself and
 * runs it where it is code (`.config/config.js`). A cloned repository's config is data here, never code: ADR 62. The
 * loaders hand on the text, so that we can say at which line an error is.
 */
function createExplorer(): Pick<PublicExplorerSync, 'search'> {
  const { ExplorerSync } = internals as unknown as {
    ExplorerSync: new (options: object) => PublicExplorerSync;
  };
  const asIs = (_file: string, text: string): string => text;
  return new ExplorerSync({
    moduleName: NAME,
    searchPlaces: PLACES,
    loaders: { '.yml': asIs, '.yaml': asIs, '.json': jsonText },
    searchStrategy: 'none',
    ignoreEmptySearchPlaces: false,
    applyPackagePropertyPathToConfiguration: false,
    metaConfigFilePath: null,
    transform: (result: unknown) => result,
    cache: false,
  });
}

/** A `package.json` counts only where it has our key; one that is broken is not for us to judge. */
function jsonText(file: string, text: string): unknown {
  if (basename(file) !== 'package.json') return text;
  try {
    return Object.hasOwn(JSON.parse(text) as object, NAME) ? { [NAME]: text } : {};
  } catch {
    return {};
  }
}
