import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isInside } from '../system/files/path.ts';

/** The schema of the config file, in the package. `npm run docs` generates it from `settings.ts`. */
const SCHEMA = 'docs/docs-cli.config.schema.json';

/**
 * The address of the schema for editors of a config file in `root`: a relative path if the tool is
 * installed in the project, else that of the release. Never a path of this machine, because the
 * file is committed.
 */
export function schemaAddress(packageFolder: string, root: string): string {
  const file = join(packageFolder, SCHEMA);
  const modules = packageFolder.split(sep).lastIndexOf('node_modules');
  const project = packageFolder.split(sep).slice(0, modules).join(sep);
  if (modules < 0 || !isInside(root, project)) return releasedAddress(packageFolder);
  return relative(root, file).split(sep).join('/');
}

/** The `package.json` of the tool. */
export const manifestIn = (packageFolder: string): OwnManifest =>
  JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as OwnManifest;

interface OwnManifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly homepage: string;
  readonly repository: { readonly url: string };
}

function releasedAddress(packageFolder: string): string {
  const manifest = manifestIn(packageFolder);
  return `${manifest.homepage}/raw/v${manifest.version}/${SCHEMA}`;
}
