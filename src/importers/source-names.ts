/** Facts about pages from their names and paths, for all tools. Pure. */
import { posix } from 'node:path';
import { decoded } from '../content/darkdown/address.ts';
import type { SourceFolder } from './model.ts';

/** Joins parts of a path, of which the first may be `.`. The result has no final slash. */
export const sourcePath = (...parts: readonly string[]): string =>
  posix.join(...parts).replace(/\/$/, '');

/** Whether a path leads out of the source folder. Such paths are never read. */
export const isOutside = (path: string): boolean => path === '..' || path.startsWith('../');

/** Whether an address has a protocol, so that it leads out of the site. */
export const isFar = (address: string): boolean => /^[a-z][a-z\d+.-]*:/i.test(address);

/** The first of these files that exists; undefined if none does. */
export const firstFile = (
  folder: SourceFolder,
  base: string,
  names: readonly string[],
): string | undefined =>
  names.map((name) => sourcePath(base, name)).find((path) => folder.has(path));

/** A name or path without the ending of a page. */
export const withoutEnding = (path: string): string => path.replace(/\.mdx?$/i, '');

const INDEX = /^(?:index|readme)\.mdx?$/i;

/** Whether a file is the index page of its folder. */
export const isIndex = (file: string): boolean => INDEX.test(posix.basename(file));

const NUMBER = /^(\d+)\s*[-_.]+\s*(?=[^\d\s])/;

/** The number at the beginning of a name, as text; undefined if there is none. */
export const numberOf = (name: string): string | undefined => NUMBER.exec(name)?.[1];

/** A name without the number at its beginning. Dates and versions are not such numbers. */
export const withoutNumber = (name: string): string => name.replace(NUMBER, '');

/** A title made from the name of a file or folder. */
export function titleOfName(name: string): string {
  const words = withoutNumber(withoutEnding(name)).replaceAll(/[-_]+/g, ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The address of a page if addresses are derived from files. An index has the address of its
 * folder.
 */
export function fileRoute(root: string, file: string, index = INDEX): string {
  const bare = withoutEnding(posix.relative(root, file));
  return `/${index.test(posix.basename(file)) ? posix.dirname(bare).replace(/^\.$/, '') : bare}`;
}

/** A key that is equal for two addresses that a site treats as the same. */
export const routeKey = (route: string): string =>
  posix
    .join('/', decoded(route.replace(/[?#].*$/, '')) ?? route)
    .replace(/(?:\/index)?(?:\.html?|\.mdx?)?\/?$/i, '')
    .toLowerCase();

/** Whether a file is a page, or a part of one, by its name. */
export const isSourcePage = (file: string): boolean => /\.(?:mdx?|markdown)$/i.test(file);

/** The pages in a folder. Partial files and those of tools are not pages. */
export const pagesBelow = (
  files: readonly string[],
  folder: string,
  isLeftOut: (file: string) => boolean = () => false,
): string[] => {
  const prefix = folder === '.' ? '' : `${folder}/`;
  return files.filter(
    (file) =>
      file.startsWith(prefix) &&
      /\.mdx?$/i.test(file) &&
      !/(?:^|\/)(?:node_modules|\.[^/]+)\//.test(file) &&
      !isLeftOut(file.slice(prefix.length)),
  );
};
