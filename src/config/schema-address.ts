import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isInside } from '../files/inside.ts';

/** The schema of the config file, in the package. `npm run docs` generates it from `settings.ts`. */
const SCHEMA = 'docs/docs-cli.config.schema.json';

/**
 * The address of the schema for editors of a config file in `root`: a relative path if the tool is installed in the project, where everybody
 * has it, else the address of the file on this machine.
 */
export function schemaAddress(packageFolder: string, root: string): string {
  const file = join(packageFolder, SCHEMA);
  const modules = packageFolder.split(sep).lastIndexOf('node_modules');
  const project = packageFolder.split(sep).slice(0, modules).join(sep);
  if (modules < 0 || !isInside(root, project)) return pathToFileURL(file).href;
  return relative(root, file).split(sep).join('/');
}
