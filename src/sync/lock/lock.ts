/** The lock file as text: what local and remote last had in common, in whatever state a merge left it. ADR 50. */
import { hasFields, tryJson } from '../../model/fields.ts';
import type { Digest, DocumentationId, PageId, PageKey, VersionId } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { BasePage } from '../../model/sides.ts';
import { aboutLines } from './json-lines.ts';
import { decodeLine, encodeLine, isId } from './page-line.ts';

/** What the lock file holds. */
export interface Lock {
  /** Ids by version slug, and by `version/documentation`, as last seen. */
  readonly versions: ReadonlyMap<string, VersionId>;
  readonly documentations: ReadonlyMap<string, DocumentationId>;
  readonly pages: ReadonlyMap<PageKey, BasePage>;
}

/** The part of a lock that names versions and documentations: the first line of its file. */
export type LockHead = Pick<Lock, 'versions' | 'documentations'>;

/** The lock of a folder that was never pushed. */
export const EMPTY_LOCK: Lock = {
  versions: new Map(),
  documentations: new Map(),
  pages: new Map(),
};

/** The field of the head that names the format of the file. */
const FORMAT_FIELD = 'docs-cli-lock';
/** It changes if a release that does not know a change would misread a line, or drop what protects an edit. */
const FORMAT = 1;

/** The lines of the file: the head, then one for each page, sorted, so that git merges those of different pages. */
export function* linesOfLock({ versions, documentations, pages }: Lock): Generator<string> {
  yield JSON.stringify({
    [FORMAT_FIELD]: FORMAT,
    versions: sorted(versions),
    documentations: sorted(documentations),
  });
  for (const key of [...pages.keys()].toSorted(byCodeUnit)) {
    const page = pages.get(key);
    if (page) yield JSON.stringify(encodeLine(page));
  }
}

const sorted = (ids: ReadonlyMap<string, number>): Readonly<Record<string, number>> =>
  Object.fromEntries([...ids].toSorted(([one], [other]) => byCodeUnit(one, other)));

/** A lock as its file says it. */
export interface ReadLock {
  /** `later`: a later release wrote it. `other`: it has text, but not one line of a lock. The lock is then empty. */
  readonly kind: 'lock' | 'later' | 'other';
  readonly lock: Lock;
  readonly warnings: readonly string[];
}

const unusable = (kind: 'later' | 'other'): ReadLock => ({ kind, lock: EMPTY_LOCK, warnings: [] });

/**
 * Reads the lines of a lock file. Lines in a merge conflict, unreadable lines, and lines that share a key or an id count as
 * missing, with a warning that names `file` and line: their pages are looked for on the platform. Never throws.
 */
export function parseLock(lines: Iterable<string>, file: string): ReadLock {
  const read = [...decoded(lines)];
  // Also in a conflict: a later release may mean something else by lines that look the same.
  if (read.some(({ says }) => says === 'later')) return unusable('later');
  if (read.length > 0 && read.every(({ says }) => typeof says === 'string'))
    return unusable('other');

  const sound = read.filter(({ isInConflict }) => !isInConflict);
  const twice = claimedTwice(sound);
  const versions = new Map<string, VersionId>();
  const documentations = new Map<string, DocumentationId>();
  const pages = new Map<PageKey, BasePage>();
  const doubtful: number[] = [];
  for (const { at, says } of sound) {
    if (typeof says === 'string') continue;
    if ('versions' in says) {
      for (const [slug, id] of says.versions) versions.set(slug, id);
      for (const [name, id] of says.documentations) documentations.set(name, id);
    } else if (twice.has(says.key) || twice.has(says.id)) doubtful.push(at);
    else pages.set(says.key, says);
  }
  const linesThat = (what: Says): number[] =>
    sound.filter(({ says }) => says === what).map(({ at }) => at);
  return {
    kind: 'lock',
    lock: { versions, documentations, pages },
    warnings: [
      ...aboutLines(
        file,
        linesThat('conflict'),
        `a merge conflict starts here, and its lines count as missing: ${LOOKED_FOR}`,
      ),
      ...aboutLines(
        file,
        linesThat('unreadable'),
        `this line cannot be read and counts as missing: ${LOOKED_FOR}`,
      ),
      ...aboutLines(
        file,
        doubtful,
        `this line shares its key or its id with another one, and both count as missing: ${LOOKED_FOR}`,
      ),
    ],
  };
}

const LOOKED_FOR = 'their pages are looked for on the platform.';

/** What a line says. `conflict`: a merge conflict starts here. `later`: it is the head of a later release. */
type Says = LockHead | BasePage | 'conflict' | 'later' | 'unreadable';

interface Line {
  /** Its number in the file. */
  readonly at: number;
  readonly says: Says;
  readonly isInConflict: boolean;
}

const MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?:\s|$)/;

function* decoded(lines: Iterable<string>): Generator<Line> {
  let at = 0;
  let isInConflict = false;
  /** The header digest of the page before: most pages share one. */
  let header: Digest | null = null;
  for (const line of lines) {
    at += 1;
    if (MARKER.test(line)) {
      if (line.startsWith('<')) yield { at, says: 'conflict', isInConflict: false };
      isInConflict = !line.startsWith('>');
    } else if (line.trim() !== '') {
      const value = tryJson(line);
      const says: Says = decodeHead(value) ?? decodeLine(value, header) ?? 'unreadable';
      if (typeof says === 'object' && 'header' in says) ({ header } = says);
      yield { at, says, isInConflict };
    }
  }
}

function decodeHead(value: unknown): LockHead | 'later' | undefined {
  if (!hasFields(value) || !(FORMAT_FIELD in value)) return undefined;
  if (value[FORMAT_FIELD] !== FORMAT) return 'later';
  return {
    versions: decodeIds<VersionId>(value['versions']),
    documentations: decodeIds<DocumentationId>(value['documentations']),
  };
}

/** Leaves out what is not an id: the platform is asked for it. */
const decodeIds = <Id extends number>(value: unknown): ReadonlyMap<string, Id> =>
  new Map(
    Object.entries(hasFields(value) ? value : {}).filter((entry): entry is [string, Id] =>
      isId(entry[1]),
    ),
  );

/** Keys and ids that more than one line claims. */
function claimedTwice(lines: readonly Line[]): ReadonlySet<PageKey | PageId> {
  const [once, twice] = [new Set<PageKey | PageId>(), new Set<PageKey | PageId>()];
  for (const { says } of lines) {
    if (typeof says === 'string' || !('key' in says)) continue;
    for (const claim of [says.key, says.id]) (once.has(claim) ? twice : once).add(claim);
  }
  return twice;
}

/** Both maps in one; `better` wins. Returns `pages` itself if `better` is empty, as in nearly all runs. */
export function joined<T>(
  pages: ReadonlyMap<PageKey, T>,
  better: ReadonlyMap<PageKey, T>,
): ReadonlyMap<PageKey, T> {
  return better.size === 0 ? pages : new Map([...pages, ...better]);
}
