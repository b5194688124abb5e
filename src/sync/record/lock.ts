/** The lock file: what local and remote last had in common. It may contain merge conflicts. ADR 50. */
import { digestOf } from '../../content/digest.ts';
import { hasFields, tryJson } from '../../model/fields.ts';
import type { Digest, DocumentationId, PageId, PageKey, VersionId } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import { hasOnlyCopy } from '../../model/sides.ts';
import type { BasePage } from '../../model/sides.ts';
import { parseInstant } from '../../model/time.ts';
import { aboutLines, bytesOf, linesOf } from './json-lines.ts';
import { decodeLine, encodeLine, isId } from './page-line.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requireOwn } from '../../system/files/own.ts';
import { replaceWhole } from '../../system/files/write.ts';
import { Failure } from '../../model/failure.ts';
import type { Project } from '../../model/project.ts';

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
/** Increased if an older release would misread a line, or drop what protects an edit. */
const FORMAT = 1;

/**
 * The lines of the file: the head, then one line per page, sorted, so that git merges changes of
 * different pages.
 */
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

/** A lock as read from its file. */
export interface ReadLock {
  /**
   * `later`: a later release wrote it. `other`: it is not a lock, but not empty either. `lock` is
   * empty for both.
   */
  readonly kind: 'lock' | 'later' | 'other';
  readonly lock: Lock;
  /**
   * Groups of keys whose lines have the same id, including lines in a merge conflict: branches gave
   * one page several keys.
   */
  readonly samePage: readonly ReadonlySet<PageKey>[];
  /** The `foreignDraft` of every line, also of those in a merge conflict or with a shared key. */
  readonly foreignDrafts: ReadonlySet<Digest>;
  readonly warnings: readonly string[];
}

/** The result for a file without a valid line. */
const unread = (kind: ReadLock['kind'], warnings: readonly string[] = []): ReadLock => ({
  kind,
  lock: EMPTY_LOCK,
  samePage: [],
  foreignDrafts: new Set(),
  warnings,
});

/**
 * Reads the lines of a lock file. Never throws. Lines in a merge conflict, unreadable lines, and
 * lines that share only a key or only an id count as missing, with a warning that names `file` and
 * line: their pages are then searched on the platform. Of lines that share both, as a merge leaves
 * them, one counts: without it, a page that also changed there would be created again.
 */
export function parseLock(lines: Iterable<string>, file: string): ReadLock {
  const versions = new Map<string, VersionId>();
  const documentations = new Map<string, DocumentationId>();
  const pages = new Map<PageKey, BasePage>();
  const keys = new Map<PageId, PageKey>();
  const samePage = new Map<PageId, Set<PageKey>>();
  const foreignDrafts = new Set<Digest>();
  const twice = new Set<PageKey | PageId>();
  const inConflict = new Map<PageKey, BasePage>();
  const wrong: Record<Wrong, number[]> = { conflict: [], unreadable: [], repeated: [], shared: [] };
  let [isText, isLock] = [false, false];
  for (const { at, says, isInConflict } of decoded(lines)) {
    // This includes lines in a conflict: a later release may give equal lines another meaning.
    if (says === 'later') return unread('later');
    isText = true;
    isLock ||= typeof says === 'object';
    const page = typeof says === 'object' && 'id' in says ? says : undefined;
    if (page?.foreignDraft !== undefined) foreignDrafts.add(page.foreignDraft);
    const other = page && keys.get(page.id);
    if (page && other === undefined) keys.set(page.id, page.key);
    else if (page && other !== undefined && other !== page.key)
      samePage.set(page.id, (samePage.get(page.id) ?? new Set([other])).add(page.key));
    const known = page && (pages.get(page.key) ?? inConflict.get(page.key));
    if (page && known?.id === page.id) {
      pages.set(page.key, earlier(known, page));
      if (!isInConflict) wrong.repeated.push(at);
      continue;
    }
    if (isInConflict) {
      if (page) inConflict.set(page.key, page);
      continue;
    }
    if (typeof says === 'string') wrong[says].push(at);
    else if ('versions' in says) {
      for (const [slug, id] of says.versions) versions.set(slug, id);
      for (const [name, id] of says.documentations) documentations.set(name, id);
    } else {
      const { key, id } = says;
      if (pages.has(key) || other !== undefined) {
        wrong.shared.push(at);
        twice.add(key).add(id);
      }
      pages.set(key, says);
    }
  }
  if (isText && !isLock) return unread('other');
  for (const { key, id } of twice.size > 0 ? pages.values() : [])
    if (twice.has(key) || twice.has(id)) pages.delete(key);
  const warnings = WARNINGS.flatMap(([what, text]) => aboutLines(file, wrong[what], text));
  const lock = { versions, documentations, pages };
  return { kind: 'lock', lock, samePage: [...samePage.values()], foreignDrafts, warnings };
}

/**
 * Of two lines of a page the one that saw it first: what came after it is then compared as anybody's
 * change. A draft that docs wrote into the file stays one, whichever line says so. If both do, of two
 * drafts, the file may have words of either: it stays one until somebody publishes it.
 */
function earlier(one: BasePage, other: BasePage): BasePage {
  const isFirst = (parseInstant(one.updated) ?? 0) <= (parseInstant(other.updated) ?? 0);
  const [first, second] = isFirst ? [one, other] : [other, one];
  const { foreignDraft, theirDraft, copied } = first.foreignDraft === undefined ? second : first;
  const isOfBoth =
    ![undefined, foreignDraft].includes(second.foreignDraft) &&
    !(hasOnlyCopy(first) && hasOnlyCopy(second));
  const theirs = isOfBoth ? digestOf(`${first.theirDraft} ${second.theirDraft}`) : theirDraft;
  return {
    ...first,
    ...(foreignDraft === undefined ? {} : { foreignDraft }),
    ...(theirs === undefined ? {} : { theirDraft: theirs }),
    ...(copied === undefined ? {} : { copied }),
  };
}

/** What a line is named for. */
type Wrong = 'conflict' | 'unreadable' | 'repeated' | 'shared';

const WARNINGS: readonly (readonly [Wrong, string])[] = [
  [
    'conflict',
    'a merge conflict starts here. Of lines of one page the earlier one counts; other lines count as missing: their pages are looked for on the platform.',
  ],
  [
    'unreadable',
    'this line cannot be read and counts as missing: its page is looked for on the platform.',
  ],
  [
    'repeated',
    'this line is of the same page as one before it: the earlier state of the two counts.',
  ],
  [
    'shared',
    'this line has the key or the id of one before it, and both count as missing: their pages are looked for on the platform.',
  ],
];

/**
 * What a line holds, and its number. `conflict`: a merge conflict starts. `later`: the head of a
 * later release.
 */
interface Line {
  readonly at: number;
  readonly says: LockHead | BasePage | 'conflict' | 'later' | 'unreadable';
  readonly isInConflict: boolean;
}

const MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?:\s|$)/;

/** Skips empty lines and the other marks of a conflict. */
function* decoded(lines: Iterable<string>): Generator<Line> {
  let at = 0;
  let isInConflict = false;
  /** The header digest of the previous page: most pages have the same one. */
  let header: Digest | null = null;
  for (const line of lines) {
    at += 1;
    // A line that cannot be an object is not parsed: a million exceptions would take long.
    const value = line.startsWith('{') ? tryJson(line) : undefined;
    const says: LockHead | BasePage | 'later' | undefined =
      decodeHead(value) ?? decodeLine(value, header);
    if (says !== undefined) {
      if (typeof says === 'object' && 'header' in says) ({ header } = says);
      yield { at, says, isInConflict };
    } else if (MARKER.test(line)) {
      if (line.startsWith('<')) yield { at, says: 'conflict', isInConflict: false };
      isInConflict = !line.startsWith('>');
    } else if (line.trim() !== '') yield { at, says: 'unreadable', isInConflict };
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

/** Leaves out values that are not ids: those ids are then requested from the platform. */
const decodeIds = <Id extends number>(value: unknown): ReadonlyMap<string, Id> =>
  new Map(
    Object.entries(hasFields(value) ? value : {}).filter((entry): entry is [string, Id] =>
      isId(entry[1]),
    ),
  );

/**
 * Both maps in one; entries of `better` win. Returns `pages` itself if `better` is empty, as in
 * nearly all runs.
 */
export function joined<T>(
  pages: ReadonlyMap<PageKey, T>,
  better: ReadonlyMap<PageKey, T>,
): ReadonlyMap<PageKey, T> {
  return better.size === 0 ? pages : new Map([...pages, ...better]);
}

const pathOf = (project: Project): string => join(project.root, project.lockFile);

/**
 * Reads the lock; a missing or empty file is an empty lock. Rejects with `config` if the file is a
 * link, cannot be opened, is not a lock, or was written by a later release.
 */
export async function readLock(project: Project): Promise<ReadLock> {
  const { root, lockFile } = project;
  requireOwn(root, pathOf(project));
  const read = parse(project);
  if (read.kind === 'later') {
    throw new Failure('config', `${lockFile} was written by a later docs.`, {
      hint: 'Update docs',
    });
  }
  if (read.kind === 'other') {
    throw new Failure('config', `${lockFile} is not a lock file: none of its lines is valid.`, {
      hint: 'Check what it is. Move it away, or restore the lock file from version control',
    });
  }
  return read;
}

function parse(project: Project): ReadLock {
  const { lockFile } = project;
  try {
    return parseLock(linesOf(pathOf(project)), lockFile);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return unread('lock', formerLock(project));
    throw new Failure('config', `The lock file ${lockFile} cannot be read (${code}).`, {
      hint: 'Make it a file that you can read, or restore it from version control',
      cause: error,
    });
  }
}

/** A warning if there is a lock of an earlier format. */
function formerLock({ root, lockFile }: Project): string[] {
  const former = lockFile.replace(/^docs-cli(\..+)?\.lock$/, 'docs-cli.lock$1.json');
  if (!existsSync(join(root, former))) return [];
  return [`${former} is no longer read: the pages are looked for on the platform once. Delete it`];
}

/**
 * Replaces the lock atomically, unless its content would stay the same: after a crash, the file is
 * the old one or the new one. Rejects with `config` if the file is a link.
 */
export async function writeLock(project: Project, lock: Lock): Promise<void> {
  requireOwn(project.root, pathOf(project));
  const content = (): Iterable<Uint8Array> => bytesOf(linesOfLock(lock));
  await replaceWhole(project, project.lockFile, content, { leavesSame: true });
}
