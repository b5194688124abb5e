/** The lock file as text: what local and remote last had in common. ADR 50. */
import type { DocumentationId, PageKey, VersionId } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { BasePage } from '../../model/sides.ts';
import { encodeLine } from './page-line.ts';

/** What the lock file holds. */
export interface Lock {
  /** Version slugs to ids, and `version/documentation` to ids, as last seen. */
  readonly versions: ReadonlyMap<string, VersionId>;
  readonly documentations: ReadonlyMap<string, DocumentationId>;
  readonly pages: ReadonlyMap<PageKey, BasePage>;
  readonly dates: KnownDates;
}

/** The part of a lock that names versions and documentations. */
export type LockHead = Pick<Lock, 'versions' | 'documentations'>;

/** What was seen of the dates of this platform's pages: an edit moved one (`move`), or a write left one as it was (`still`). Undefined: neither. */
export type KnownDates = 'move' | 'still' | undefined;

/** The lock of a folder that was never pushed. */
export const EMPTY_LOCK: Lock = {
  versions: new Map(),
  documentations: new Map(),
  pages: new Map(),
  dates: undefined,
};

/** The file's format. A newer one is refused. Format 1 lacks `unproven`, and whoever writes it drops that. */
export const FORMAT = 2;
/** The first version of docs that reads this format, told to those that do not. It moves with the format alone: the file is not to change with each update. */
export const NEEDS = '0.2.0';

/**
 * The file's text: JSON whose head and pages have one line each, sorted, every page line ending in a comma and a sentinel
 * closing, so that git merges lines of different pages without a conflict.
 */
export const printLock = (lock: Lock): string => [...linesOfLock(lock), ''].join('\n');

/** The text line by line, made as they are asked for. */
export function* linesOfLock(lock: Lock, format = FORMAT): Generator<string> {
  yield '{';
  yield `"docs-cli-lock": ${format},`;
  if (format > 1) yield `"needs": "${NEEDS}",`;
  if (lock.dates !== undefined) yield `"dates": "${lock.dates}",`;
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

/** Both, the better ones last. The same map if there are no better ones, as in nearly all runs. */
export function joined<T>(
  pages: ReadonlyMap<PageKey, T>,
  better: ReadonlyMap<PageKey, T>,
): ReadonlyMap<PageKey, T> {
  return better.size === 0 ? pages : new Map([...pages, ...better]);
}
