/** The lock file as text: what local and remote last had in common. ADR 50. */
import type { DocumentationId, PageKey, VersionId } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { BasePage } from '../../model/sides.ts';
import { encodeLine } from './page-line.ts';

/** What the lock file holds. */
export interface Lock {
  /** Ids by version slug, and by `version/documentation`, as last seen. */
  readonly versions: ReadonlyMap<string, VersionId>;
  readonly documentations: ReadonlyMap<string, DocumentationId>;
  readonly pages: ReadonlyMap<PageKey, BasePage>;
}

/** The part of a lock that names versions and documentations. */
export type LockHead = Pick<Lock, 'versions' | 'documentations'>;

/** The lock of a folder that was never pushed. */
export const EMPTY_LOCK: Lock = {
  versions: new Map(),
  documentations: new Map(),
  pages: new Map(),
};

/** The file's format. A newer one is refused. Format 1 has no `unproven`, so a release that writes it drops that field. */
export const FORMAT = 2;
/**
 * The first version of docs that reads this format; older versions name it in their error. It changes only
 * with the format, so that the file does not change with each release.
 */
export const NEEDS = '0.2.0';

/**
 * The file's text: JSON with one line per entry, sorted. Every page line ends in a comma, and a sentinel
 * closes the list, so that git merges lines of different pages without a conflict.
 */
export const printLock = (lock: Lock): string => [...linesOfLock(lock), ''].join('\n');

/** The lines of the text, made on demand. */
export function* linesOfLock(lock: Lock, format = FORMAT): Generator<string> {
  yield '{';
  yield `"docs-cli-lock": ${format},`;
  if (format > 1) yield `"needs": "${NEEDS}",`;
  yield '"versions": {';
  yield* idLines(lock.versions);
  yield '"": 0},';
  yield '"documentations": {';
  yield* idLines(lock.documentations);
  yield '"": 0},';
  yield '"pages": {';
  for (const key of [...lock.pages.keys()].toSorted(byCodeUnit)) {
    const page = lock.pages.get(key);
    if (page) yield `${JSON.stringify(key)}: ${JSON.stringify(encodeLine(page))},`;
  }
  yield '"": null}';
  yield '}';
}

function* idLines(ids: ReadonlyMap<string, number>): Generator<string> {
  for (const slug of [...ids.keys()].toSorted(byCodeUnit)) {
    yield `${JSON.stringify(slug)}: ${ids.get(slug)},`;
  }
}

/** Both maps in one; `better` wins. Returns `pages` itself if `better` is empty, as in nearly all runs. */
export function joined<T>(
  pages: ReadonlyMap<PageKey, T>,
  better: ReadonlyMap<PageKey, T>,
): ReadonlyMap<PageKey, T> {
  return better.size === 0 ? pages : new Map([...pages, ...better]);
}
