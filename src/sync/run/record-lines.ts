/** What the lock records besides writes: lines of pages that need none, and its head. */
import type { Adopt, Change } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import { documentationsOf, placeOf } from '../../model/ids.ts';
import type { DocumentationId, PageKey, VersionId } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Books } from '../record/books.ts';
import { lookAt } from '../platform/look.ts';
import { forEachAtOnce } from '../pool.ts';
import type { SyncDeps } from '../deps.ts';
import type { Lock, LockHead } from '../record/lock.ts';
import type { Prepared } from './prepare.ts';
import type { Run } from '../run.ts';
import { showsNone } from '../platform/snapshot.ts';
import { lineAfterMove } from '../pull/pulled-line.ts';
import { lineOf, oursOf, provenLine, fileState, statesWith, withCopied } from '../record/line.ts';

/** Whether the lock must be updated without a write or, with `--prune`, lines may be removed. */
export const isNews = (prepared: Prepared): boolean =>
  prepared.run.lock.isAhead ||
  prepared.plan.changes.some(isToRecord) ||
  provenLines(prepared).length > 0 ||
  linesWithCopies(prepared.run).length > 0 ||
  (prepared.options.prune && withoutBoth(prepared).length > 0);

/** Lines whose pages this run read and found unchanged. Reading proves what their dates did not. */
function provenLines({ run: { lock }, sides: { remote }, left }: Prepared): readonly BasePage[] {
  const proven: BasePage[] = [];
  const open = new Set(left.map(({ key }) => key));
  for (const [key, seen] of remote.seen()) {
    const line = lock.pages.get(key);
    if (!line?.racy) continue;
    // Reading proves nothing while a write may still be under way.
    if (open.has(key) || lock.writes.explained.has(key)) continue;
    const after = provenLine(line, seen);
    if (after) proven.push(after);
  }
  return proven;
}

/**
 * Lines of files that got a sentence of another page's draft: this run, or a pull, may replace the
 * draft before they are sent.
 */
function linesWithCopies(
  { folder: { local, renamed }, lock }: Run,
  lines: ReadonlyMap<PageKey, BasePage> = lock.pages,
): readonly BasePage[] {
  if (lock.foreignDrafts.size === 0) return [];
  return Array.from(local.pages.values()).flatMap((page) => {
    const line = lines.get(renamed.get(page.key) ?? page.key);
    return (line && withCopied(line, page)) ?? [];
  });
}

/** Whether the change is only recorded in the lock. */
const isToRecord = (change: Change): boolean =>
  change.kind === 'adopt' || (change.kind === 'unchanged' && change.notes.length > 0);

/**
 * Records in the lock what needs no write: what was proved by reading, what an earlier run did,
 * what both sides agree on, and notes that were shown. Removes the keys in `gone`. Returns the
 * changes that are carried out when the lock is written.
 */
export function recordLines(
  prepared: Prepared,
  gone: readonly PageKey[],
  books: Books,
): readonly Adopt[] {
  const { rows, run, sides } = prepared;
  const { lock } = run;
  const { writes } = lock;
  for (const line of provenLines(prepared)) books.record(line, line.key);
  for (const line of linesWithCopies(run, books.lines)) books.record(line, line.key);
  for (const key of gone) books.forget(key);
  for (const [key, line] of writes.explained) books.record(line, key);
  // Two files may have exchanged their keys.
  for (const { key, formerKey, base } of sides.cases.moved()) {
    const line = writes.explained.get(formerKey) ?? lock.pages.get(formerKey) ?? base;
    const isThere = sides.remote.get(formerKey)?.slug === placeOf(key).slug;
    if (line && isThere) books.record(lineAfterMove(line, key), formerKey);
  }
  const adopted: Adopt[] = [];
  for (const { key, formerKey, local, remote, changes } of rows) {
    if (!local) continue;
    for (const change of changes) {
      if (change.kind === 'adopt' && remote) {
        const before = books.lines.get(key) ?? books.lines.get(formerKey);
        const states = statesWith(before, [], fileState(local));
        const ours = { ...oursOf(local, remote, before), formerStates: states };
        books.record(lineOf(remote, ours), formerKey);
        adopted.push(change);
      } else if (change.kind === 'unchanged' && change.notes.length > 0) {
        const line = books.lines.get(key);
        if (line) books.record({ ...line, header: local.headerDigest }, key);
      }
    }
  }
  return adopted;
}

/** The most pages that one run reads to prove that they are gone. Later runs read the rest. */
const MAX_ASKED = 30;

/**
 * Keys whose lines may be removed from the lock. Reads each page by its id, because the list of all
 * pages may lack one that exists, and without its line it would never be reported as an orphan.
 * Keeps the line if the page cannot be read.
 */
export async function goneOnBothSides(
  prepared: Prepared,
  deps: Pick<SyncDeps, 'api' | 'signal'>,
): Promise<readonly PageKey[]> {
  const gone: PageKey[] = [];
  await forEachAtOnce(withoutBoth(prepared).slice(0, MAX_ASKED), MAX_ASKED, async ({ key, id }) => {
    try {
      if (!(await lookAt(id, deps))) gone.push(key);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  });
  return gone;
}

/**
 * Lines without file and page. A page in the list of all pages exists, even if it could not be
 * read.
 */
function withoutBoth({ sides, run }: Prepared): readonly BasePage[] {
  const { cases, remote, unplaced } = sides;
  const { snapshot } = run.platform;
  // Another project's lock says nothing about this platform.
  if (showsNone(run.lock, snapshot)) return [];
  // A file whose key is unknown may belong to any page.
  if (unplaced.some(({ key }) => key === undefined)) return [];
  return cases
    .withoutFile()
    .flatMap(({ key, base, placement }) =>
      remote.get(key) === undefined && placement.kind === 'visible' && !snapshot.pages.has(base.id)
        ? [base]
        : [],
    );
}

/** The lock with these lines. Its head has the versions and documentations that the lines are in. */
export const lockAfter = (lines: ReadonlyMap<PageKey, BasePage>, run: Run): Lock => ({
  ...headAfter(lines.keys(), run),
  pages: lines,
});

/**
 * Whether this run requested slugs that the lock lacks. Once recorded, they are not requested
 * again.
 */
export function hasNewHead(run: Run): boolean {
  const { lock, platform } = run;
  if (!platform.snapshot.hasAsked) return false;
  const head = headAfter(lock.pages.keys(), run);
  return !says(lock.versions, head.versions) || !says(lock.documentations, head.documentations);
}

const says = <Id>(known: ReadonlyMap<string, Id>, names: ReadonlyMap<string, Id>): boolean =>
  known.size === names.size && [...names].every(([name, id]) => known.get(name) === id);

function headAfter(
  keys: Iterable<PageKey>,
  { folder: { local }, lock: before, platform: { snapshot } }: Run,
): LockHead {
  const names = new Set(documentationsOf(keys));
  for (const { version, slug } of local.documentations) {
    const name = `${version}/${slug}`;
    const isKnown = snapshot.hasAsked || before.documentations.has(name);
    if (isKnown && snapshot.documentations.has(name)) names.add(name);
  }
  const documentations = idsOf(names, snapshot.documentations, before.documentations);
  const slugs = new Set([...documentations.keys()].map((name) => name.slice(0, name.indexOf('/'))));
  return { versions: idsOf(slugs, snapshot.versions, before.versions), documentations };
}

/** The ids of `names`: those that this run found, otherwise those of the lock. */
const idsOf = <Id extends DocumentationId | VersionId>(
  names: ReadonlySet<string>,
  now: ReadonlyMap<string, Id>,
  before: ReadonlyMap<string, Id>,
): ReadonlyMap<string, Id> =>
  new Map(
    [...names].flatMap((name) => {
      const id = now.get(name) ?? before.get(name);
      return id === undefined ? [] : [[name, id]];
    }),
  );
