/** Plans a run from what was compared: decides about each page, and merges conflicts on request. */
import { namesPage } from '../../content/folder/page-names.ts';
import type { Change, ChangeKind, Conflict, Plan, Pull } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';
import type { PublishedPlaces } from '../../model/sides.ts';
import type { SyncDeps } from '../deps.ts';
import { policyFor } from '../run-options.ts';
import type { SyncOptions } from '../run-options.ts';
import type { Row } from '../plan/cases.ts';
import { plan } from '../plan/plan.ts';
import { restrictionOf } from '../plan/restriction.ts';
import type { ComparedSides, PlanRules, Planned } from '../plan/plan.ts';
import { isUnchanged } from '../record/stored-page.ts';
import { lookAt } from '../platform/look.ts';
import { isMergeable } from '../plan/left-out.ts';
import { workListOf } from '../plan/work-list.ts';
import type { WorkList } from '../plan/work-list.ts';
import type { TriedMerge } from '../pull/try-merge.ts';
import type { Run } from '../run.ts';
import { showsNone } from '../platform/snapshot.ts';

/** What to do, as plain data and page by page. */
export interface Decided {
  readonly plan: Plan;
  /** The pages that the plan mentions, by key. */
  readonly rows: readonly Row[];
  /** The part of the plan that `apply` carries out. */
  readonly work: WorkList;
  /** Results of the merges that were tried. */
  readonly merges: ReadonlyMap<PageKey, TriedMerge>;
}

/**
 * Decides about each page and merges conflicts on request. `pulls`: pages that get a new file.
 * Requests only the texts to merge, and, if settings alone hold a page back, whether its
 * documentation is published.
 */
export async function decide(
  run: Run,
  sides: ComparedSides,
  pulls: readonly Pull[],
  options: SyncOptions,
  deps: SyncDeps,
): Promise<Decided> {
  const found = await planKnowing(run, (published) =>
    plan(sides.cases, sides.remote, {
      ...rulesOf(options, sides, deps.project.root),
      published,
    }),
  );
  const arriving = new Set(pulls.map(({ id }) => id));
  const kept = found.rows.filter(
    ({ changes }) => !changes.some((change) => change.kind === 'orphan' && arriving.has(change.id)),
  );
  const { rows, merges } = await mergeConflicts(kept, run, options, deps);
  const whole = planOf({ ...found, rows }, sides, pulls);
  const decided = { plan: options.force ? whole : withoutForeign(whole, run), rows };
  return { ...decided, work: workListOf({ ...decided, run, options }), merges };
}

/**
 * Plans, and plans once more if the first plan needs to know which documentations are published.
 */
async function planKnowing(
  { platform: { snapshot } }: Run,
  planWith: (published: PublishedPlaces) => Planned,
): Promise<Planned> {
  const { all, listed } = snapshot;
  const published = { versions: all.versions, documentations: listed.published };
  const found = planWith(published);
  const unknown = new Set(found.rows.flatMap((row) => unknownVersion(row, published) ?? []));
  if (unknown.size === 0) return found;
  for (const version of unknown) await listed.of(version);
  return planWith({ ...published, documentations: listed.published });
}

/** The version whose documentations must be requested to decide whether the page is published. */
function unknownVersion({ local, placement, changes }: Row, published: PublishedPlaces) {
  const isHeld = changes.some((change) => change.kind === 'publish' && change.held === 'not-yet');
  if (!isHeld || local === undefined || placement.kind === 'hidden') return undefined;
  const why = restrictionOf(local, placement, published);
  return why?.there === 'unknown' ? placement.version : undefined;
}

/**
 * Drops `gone` changes if the platform has none of the lock's pages: the lock then seems to be
 * another project's. Not called with `--force`, by which the user says that it is this project's.
 */
function withoutForeign(whole: Plan, { lock, platform }: Run): Plan {
  if (!showsNone(lock, platform.snapshot)) return whole;
  return { ...whole, changes: whole.changes.filter(({ kind }) => kind !== 'gone') };
}

/** The part of a run's options that the planner needs. */
const rulesOf = (
  { conflicts, choices, recreate, only, workingFolder, ...rules }: SyncOptions,
  { stays, moved, removed }: Pick<ComparedSides, 'stays' | 'moved' | 'removed'>,
  root: string,
): Omit<PlanRules, 'published'> => ({
  ...rules,
  stays,
  moved,
  movedFrom: new Map([
    ...Array.from(moved, ([was, key]) => [key, was] as const),
    ...removed.flatMap(({ key, movedTo }) => (movedTo ? [[movedTo, key] as const] : [])),
  ]),
  insists: (page) => conflicts === 'ours' && namesPage(only, page, { root, workingFolder }),
  recreates: (key) => recreate || choices.get(key) === 'ours',
  winner: (key) => WINNER[policyFor(key, { conflicts, choices })],
});

const WINNER = { stop: null, skip: null, merge: null, ours: 'local', theirs: 'remote' } as const;

/** The plan as plain data: planned changes, files that cannot be placed, new files for pages. */
export function planOf(
  { rows, unchanged }: Planned,
  {
    unplaced,
    unclaimed,
    removed = [],
  }: Pick<ComparedSides, 'unplaced' | 'unclaimed'> & Partial<Pick<ComparedSides, 'removed'>>,
  newFiles: readonly Pull[] = [],
): Plan {
  const files = unplaced.map(({ file, reason, key, line }): Change => ({
    kind: 'unplaced',
    key: key ?? null,
    file,
    reason,
    ...(line === undefined ? {} : { line }),
  }));
  const changes = rows.flatMap((row) => row.changes);
  const taken = newFiles.filter(({ id }) => unclaimed.has(id));
  const remoteOnly = unclaimed.size - taken.length - removed.length;
  return { changes: [...changes, ...removed, ...files, ...newFiles], unchanged, remoteOnly };
}

/** The number of changes of each kind, zeros included. */
export function summarise({ changes, unchanged }: Plan): Record<ChangeKind, number> {
  const summary = {
    create: 0,
    update: 0,
    publish: 0,
    adopt: 0,
    pull: 0,
    conflict: 0,
    orphan: 0,
    delete: 0,
    gone: 0,
    unplaced: 0,
    unchanged,
  };
  for (const { kind } of changes) summary[kind] += 1;
  return summary;
}

/** Reads and merges the conflicts whose policy is `merge`, and marks each with the result. */
async function mergeConflicts(
  rows: readonly Row[],
  run: Run,
  options: SyncOptions,
  deps: SyncDeps,
): Promise<Pick<Decided, 'rows' | 'merges'>> {
  const merges = new Map<PageKey, TriedMerge>();
  const marked: Row[] = [];
  for (const row of rows) {
    const conflict = row.changes.find(isMergeable);
    const tried = conflict && (await mergeConflict(conflict, row, run, options, deps));
    if (!conflict || !tried) {
      marked.push(row);
      continue;
    }
    const isRead = typeof tried !== 'string';
    if (isRead) merges.set(row.key, tried);
    const found: Pick<Conflict, 'merge' | 'again'> = isRead
      ? { merge: tried.isClean ? 'clean' : 'markers' }
      : { again: tried };
    const changes = row.changes.map((change) =>
      change === conflict ? { ...conflict, ...found } : change,
    );
    marked.push({ ...row, changes });
  }
  return { rows: marked, merges };
}

/**
 * Reads the page and merges it. Resolves to null if the policy is not to merge or the texts cannot
 * be merged, and to what happened to the page if it is not as it was compared: the verdicts and a
 * person's choice are about the compared state.
 */
async function mergeConflict(
  { key, id }: Conflict,
  { local, base, isReverted, remote }: Row,
  run: Run,
  options: SyncOptions,
  deps: SyncDeps,
): Promise<TriedMerge | NonNullable<Conflict['again']> | null> {
  if (id === null || policyFor(key, options) !== 'merge' || !local || !remote) return null;
  const page = await lookAt(id, deps);
  if (!page) return 'removed';
  if (!isUnchanged(remote, page)) return 'changed';
  // Loaded on demand: most runs merge nothing.
  const { tryMerge } = await import('../pull/try-merge.ts');
  return tryMerge({ base: isReverted ? undefined : base, local, remote, page }, run, deps);
}
