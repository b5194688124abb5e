import type { Adopt, Change } from '../model/change.ts';
import { Failure } from '../model/failure.ts';
import { placeOf } from '../model/ids.ts';
import type { PageKey } from '../model/ids.ts';
import type { BasePage } from '../model/sides.ts';
import type { Books } from './log/books.ts';
import { lookAt } from './look.ts';
import { forEachAtOnce } from './pool.ts';
import type { Prepared, RunState, SyncDeps } from './session.ts';
import { showsNone } from './snapshot/snapshot.ts';
import { lineAfterMove } from './pull/pulled-line.ts';
import { lineOf, provenLine } from './lock/line.ts';
import { fileState, statesWith } from './lock/previous-states.ts';

/** Whether the lock has something to learn that needs no write, or, in runs with `--prune`, may have lines to forget. */
export const isNews = ({ plan, state }: Prepared): boolean =>
  state.recovered ||
  plan.changes.some(isToRecord) ||
  provenLines(state).length > 0 ||
  (state.options.prune && withoutBoth(state).length > 0);

/** Lines whose pages this run looked at and found unchanged: the look proves what their date did not. */
function provenLines({ lock, sides: { remote }, left, writes }: RunState): readonly BasePage[] {
  const proven: BasePage[] = [];
  const open = new Set(left.map(({ key }) => key));
  for (const [key, seen] of remote.seen()) {
    const line = lock.pages.get(key);
    if (!line?.racy) continue;
    // A look proves nothing while a write may still be under way.
    if (open.has(key) || writes.lines.has(key)) continue;
    const after = provenLine(line, seen);
    if (after) proven.push(after);
  }
  return proven;
}

/** Whether the change is only recorded in the lock. */
const isToRecord = (change: Change): boolean =>
  change.kind === 'adopt' || (change.kind === 'unchanged' && change.notes.length > 0);

/**
 * Records in the lock what needs no write: what looks proved, what an earlier run did, what both sides agree
 * on, and notes that were shown. Forgets the keys in `gone`. Returns the changes that are carried out when
 * the lock is written.
 */
export function recordLines(
  { plan, state }: Prepared,
  gone: readonly PageKey[],
  books: Books,
): readonly Adopt[] {
  const { rows, writes, sides, lock } = state;
  for (const line of provenLines(state)) books.record(line, line.key);
  for (const key of gone) books.forget(key);
  for (const [key, line] of writes.lines) books.record(line, key);
  // Files may have got each other's keys.
  for (const { key, was, base } of sides.cases.moved()) {
    const line = writes.lines.get(was) ?? lock.pages.get(was) ?? base;
    const isThere = sides.remote.get(was)?.slug === placeOf(key).slug;
    if (line && isThere) books.record(lineAfterMove(line, key), was);
  }
  const adopted: Adopt[] = [];
  for (const change of plan.changes) {
    const row = change.key === null ? undefined : rows.get(change.key);
    const page = row?.page.local;
    if (!row || !page) continue;
    if (change.kind === 'adopt') {
      const {
        page: { was },
        remote,
      } = row;
      if (!remote) continue;
      const before = books.lines.get(page.key) ?? books.lines.get(was);
      const states = statesWith(before, [], fileState(page));
      const { key, headerDigest: header, head } = page;
      const ours = { key, header, sent: remote.head ?? head, sentPublished: remote.published };
      books.record(lineOf(remote, { ...ours, was: states }), was);
      adopted.push(change);
    } else if (change.kind === 'unchanged' && change.notes.length > 0) {
      const line = books.lines.get(change.key);
      if (line) books.record({ ...line, header: page.headerDigest }, change.key);
    }
  }
  return adopted;
}

/** The most pages that one run asks for. The rest is left to later runs. */
const MOST_ASKED = 30;

/**
 * Keys that the lock may forget. Asks for each page by its id, because the list of all pages may lack one
 * that exists, and without its line the user would never learn that it is an orphan. Keeps the line if the
 * platform cannot tell.
 */
export async function goneOnBothSides(
  state: RunState,
  deps: Pick<SyncDeps, 'api' | 'signal'>,
): Promise<readonly PageKey[]> {
  const gone: PageKey[] = [];
  await forEachAtOnce(withoutBoth(state).slice(0, MOST_ASKED), MOST_ASKED, async ({ key, id }) => {
    try {
      if (!(await lookAt(id, deps))) gone.push(key);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  });
  return gone;
}

/** Lines without a file and without a page. A page that the list of all pages has is not among them, even if a look did not find it. */
function withoutBoth({ sides, lock, snapshot }: RunState): readonly BasePage[] {
  const { cases, remote, unplaced } = sides;
  // Another project's lock tells nothing about this platform.
  if (showsNone(lock, snapshot)) return [];
  // A file whose key is unknown may belong to any page.
  if (unplaced.some(({ key }) => key === undefined)) return [];
  return [...cases.withoutFile()].flatMap(({ key, base, placement }) =>
    remote.get(key) === undefined && placement.kind === 'visible' && !snapshot.pages.has(base.id)
      ? [base]
      : [],
  );
}
