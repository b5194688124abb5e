/** Plans a run, then drops deletions that other pages forbid. Pure. */
import type { Change, Delete, Orphan } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { BasePage } from '../../model/sides.ts';
import { keysAbove } from '../lock/file-folders.ts';
import { rulesOf } from '../options.ts';
import type { SyncOptions } from '../options.ts';
import type { Row } from '../plan/cases.ts';
import { plan } from '../plan/plan.ts';
import type { Planned } from '../plan/plan.ts';
import type { RunState } from '../session.ts';

type Scene = Pick<RunState, 'sides' | 'whyKept' | 'lock' | 'snapshot'>;

/**
 * Plans the run. A page is not deleted if a page that was below it stays, for whatever reason, or is not
 * selected. Nor is a page deleted that the platform lists but did not find.
 */
export function planPages(scene: Scene, options: SyncOptions): Planned {
  const { cases, remote } = scene.sides;
  const planned = plan(cases, remote, rulesOf(options, scene.whyKept));
  if (!options.prune) return planned;
  const children = childrenThatStay(planned, scene);
  const rows = planned.rows.map((row) => withoutParents(row, children));
  const unseen = unseenPages(scene);
  if (unseen.length === 0) return { ...planned, rows };
  const all = [...rows, ...unseen].toSorted((a, b) => byCodeUnit(a.page.key, b.page.key));
  return { ...planned, rows: all };
}

/** For pages to be deleted: a page that was below it and stays. */
function childrenThatStay(
  { rows }: Planned,
  { sides: { cases }, lock, snapshot }: Scene,
): ReadonlyMap<PageKey, PageKey> {
  const deleted = new Set(rows.flatMap(({ changes }) => changes.filter(isDelete)).map(keyOf));
  const found = new Map<PageKey, PageKey>();
  if (deleted.size === 0) return found;
  const elsewhere = new Set([...cases.moved()].map(({ was }) => was));
  // If a page has a file, the place of that file counts instead; `why-kept` handles those.
  const stays = ({ key, id }: BasePage): boolean =>
    !deleted.has(key) &&
    !elsewhere.has(key) &&
    cases.of(key).local === undefined &&
    snapshot.pages?.has(id) !== false;
  for (const line of lock.pages.values()) {
    if (line.folder === undefined || !stays(line)) continue;
    for (const parent of keysAbove(line)) found.set(parent, line.key);
  }
  return found;
}

function withoutParents(row: Row, children: ReadonlyMap<PageKey, PageKey>): Row {
  const [change] = row.changes;
  const child = change && isDelete(change) ? children.get(change.key) : undefined;
  if (child === undefined || !change || !isDelete(change)) return row;
  return { ...row, changes: [left(change, `${child} is below it, and stays`)] };
}

/** Pages without a file that are in the list of all pages but were not found when they were read. */
function unseenPages({ sides: { cases, remote }, whyKept, snapshot }: Scene): readonly Row[] {
  if (whyKept === null || snapshot.pages === null) return [];
  const rows: Row[] = [];
  for (const page of cases.withoutFile()) {
    const { base, placement } = page;
    const isUnseen = remote.get(page.was) === undefined && snapshot.pages.has(base.id);
    if (!isUnseen || placement.kind === 'hidden') continue;
    rows.push({ page, remote: undefined, changes: [left(base, UNSEEN)] });
  }
  return rows;
}

const UNSEEN = 'the platform lists it, but did not find it when asked for the page';

const left = ({ key, id }: Pick<Delete, 'key' | 'id'>, kept: string): Orphan => ({
  kind: 'orphan',
  key,
  id,
  kept,
  isLeft: true,
});

const isDelete = (change: Change): change is Delete => change.kind === 'delete';

const keyOf = ({ key }: Delete): PageKey => key;
