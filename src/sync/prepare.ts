import type { Plan, Pull } from '../model/change.ts';
import type { PageId, PageKey } from '../model/ids.ts';
import { brokenLinks } from './folder/broken-links.ts';
import { joined } from './lock/lock.ts';
import { moved } from './lock/stored-page.ts';
import { rulesOf } from './options.ts';
import type { SyncOptions } from './options.ts';
import { pairFiles } from './pairing/pair-files.ts';
import { Cases } from './plan/cases.ts';
import { guard } from './plan/guard.ts';
import { mergeConflicts } from './pull/merge-conflicts.ts';
import { scopeOf } from './plan/select.ts';
import type { Scope } from './plan/select.ts';
import { plan } from './plan/plan.ts';
import { planOf, summarise } from './plan/summary.ts';
import { stayingPages } from './prune/staying.ts';
import { requestAll, readSides } from './read-sides.ts';
import { recognisePages } from './recognition/recognise.ts';
import type { Recognised } from './recognition/recognise.ts';
import type { Prepared, PairedSides, RunState, SyncDeps } from './session.ts';
import type { NewFiles } from './snapshot/new-files.ts';
import { RenamedPlaces, watchedApi } from './snapshot/renamed-places.ts';
import { showsNone } from './snapshot/snapshot.ts';
import { countOutOfSight, pagesInFolder, unclaimedPages } from './snapshot/unclaimed.ts';

/**
 * Scans the folder, asks the platform what it has, compares, and returns the plan. Writes nothing on either
 * side. Rejects with `rate-limited` if the limit of `GET /all` is used up for longer than may be waited.
 */
export async function prepare(given: SyncDeps, options: SyncOptions): Promise<Prepared> {
  const renamedPlaces = new RenamedPlaces();
  const asked = requestAll(given);
  const deps = { ...given, api: watchedApi(given.api, renamedPlaces.see) };
  const both = await readSides({ ...asked, options, renamedPlaces }, deps);
  const run: PairedSides = { ...both, ...(await pairFiles(both, deps)) };
  const { snapshot } = run;
  const scope = await scopeOf(run, deps);
  const recognised = await recognisePages(run, scope, deps);
  const { sides, unclaimed } = compare(run, scope, recognised);
  const { pulls, newFiles, warnings, withoutFile } = await findNewFiles(
    run,
    scope,
    { sides, unclaimed },
    deps,
  );
  const stays = await stayingPages({ ...run, sides }, deps);
  const left = leftOpen(run, scope, recognised, sides);
  const known = { ...run, sides, stays, newFiles, left };
  const { plan: changes, rows, merges } = await decide(known, pulls, deps);
  const state = { ...known, rows, merges };
  return {
    plan: changes,
    summary: summarise(changes),
    warnings: [
      ...run.warnings,
      ...renameWarnings(run, scope, recognised, stays),
      ...recognised.warnings,
      ...changedWithoutFile(run, sides, pulls),
      ...warnings,
      ...(options.send ? brokenLinks(changes, run.local) : []),
      ...renamedPlaces.warnings,
    ],
    refusals: refusalsOf(changes, run),
    looked: lookedAt(sides),
    withoutFile,
    outOfSight: options.newFiles ? countOutOfSight(snapshot) : 0,
    state,
  };
}

const refusalsOf = (
  decided: Plan,
  { local, lock, snapshot, options }: PairedSides,
): Prepared['refusals'] =>
  guard({
    plan: decided,
    lockPages: lock.pages.size,
    isOtherProject: showsNone(lock, snapshot),
    localPages: local.pages.size + local.unplaced.length,
    narrowed: options.only.length > 0,
    filesOnly: !options.send,
  });

interface Compared extends Pick<RunState, 'sides'> {
  /** Pages on the platform that no lock line and no file claims. */
  readonly unclaimed: ReturnType<typeof unclaimedPages>;
}

/** Pairs each page's file and base with what the platform has. */
function compare(run: PairedSides, scope: Scope, recognised: Recognised): Compared {
  const { local, lock, snapshot } = run;
  const { remote } = recognised;
  const unplaced = [...local.unplaced, ...recognised.unplaced];
  const cases = new Cases({
    base: joined(scope.base, recognised.base),
    local: scope.local,
    renamed: joined(run.renamed, recognised.renamed),
    reverted: recognised.reverted,
    unplaced,
    placement: snapshot.placement,
  });
  const unclaimed = unclaimedPages(claims(), snapshot);
  const inFolder = pagesInFolder(unclaimed, local, snapshot);
  return { sides: { cases, remote, unplaced, unclaimed: inFolder }, unclaimed };

  function* claims(): Generator<{ readonly id: PageId }> {
    yield* lock.pages.values();
    for (const [, page] of remote.seen()) yield page;
  }
}

/** Pages that get a new file: those that only the platform has, and, if they are named or the folder was emptied, those whose file is gone. */
async function findNewFiles(
  { local, lock, snapshot, texts, options }: PairedSides,
  { remote }: Scope,
  { sides, unclaimed }: Compared,
  deps: SyncDeps,
): Promise<NewFiles> {
  if (!options.newFiles) return { pulls: [], newFiles: new Map(), warnings: [], withoutFile: 0 };
  const isEmptied = local.pages.size === 0 && local.unplaced.length === 0;
  const lost = new Map<PageId, PageKey>();
  if (options.only.length > 0 || isEmptied) {
    for (const { base } of sides.cases.withoutFile()) lost.set(base.id, base.key);
  }
  const { findNewFiles: find } = await import('./snapshot/new-files.ts');
  const strangers = [...local.pages.values()].filter(({ key }) => {
    const { was } = sides.cases.of(key);
    return !lock.pages.has(was) && !sides.remote.get(was);
  });
  return find({ local, snapshot, unclaimed, lost, remote, strangers, texts }, deps);
}

/** Plans the run, and merges conflicts if the policy says so. */
async function decide(
  known: Omit<RunState, 'rows' | 'merges'>,
  pulls: readonly Pull[],
  deps: SyncDeps,
): Promise<Pick<RunState, 'rows' | 'merges'> & { readonly plan: Plan }> {
  const { sides, stays, options } = known;
  const found = plan(sides.cases, sides.remote, rulesOf(options, stays, deps.project.root));
  const arriving = new Set(pulls.map(({ id }) => id));
  const kept = found.rows.filter(
    ({ changes }) => !changes.some((change) => change.kind === 'orphan' && arriving.has(change.id)),
  );
  const { rows, merges } = await mergeConflicts(kept, known, deps);
  return {
    plan: withoutForeign(planOf({ ...found, rows }, known.sides, pulls), known),
    rows: new Map(rows.map((row) => [row.page.key, row])),
    merges,
  };
}

/**
 * Drops `gone` changes if the lock belongs to another project: its pages were never on this platform. With `--force` somebody says that the lock
 * is of this project: then they are gone.
 */
function withoutForeign(whole: Plan, { lock, snapshot, options }: PairedSides): Plan {
  if (options.force || !showsNone(lock, snapshot)) return whole;
  return { ...whole, changes: whole.changes.filter(({ kind }) => kind !== 'gone') };
}

/** Plans the same run again with other choices for single pages. Requests nothing but the texts to merge. */
export async function withChoices(
  prepared: Prepared,
  choices: SyncOptions['choices'],
  deps: SyncDeps,
): Promise<Prepared> {
  const known = { ...prepared.state, options: { ...prepared.state.options, choices } };
  const pulls = prepared.plan.changes.filter(
    (change): change is Pull => change.kind === 'pull' && change.newFile === true,
  );
  const { plan: changes, rows, merges } = await decide(known, pulls, deps);
  return {
    ...prepared,
    plan: changes,
    summary: summarise(changes),
    state: { ...known, rows, merges },
  };
}

/** Writes of an earlier run whose outcome stays unknown: their pages were not selected, or cannot be sent or judged yet. */
function leftOpen(
  { earlier, snapshot }: PairedSides,
  { selected }: Scope,
  { inDoubt }: Recognised,
  { unplaced }: RunState['sides'],
): RunState['left'] {
  const unsent = new Set(unplaced.map(({ key }) => key));
  const doubtful = new Set(inDoubt);
  return earlier.open.filter(
    (intent) =>
      !selected(intent.key) ||
      unsent.has(intent.key) ||
      doubtful.has(intent) ||
      snapshot.placement(intent.key).kind === 'hidden',
  );
}

/** Says of new files that they may be pages whose files are gone, unless a commit removed those. */
function renameWarnings(
  { mayBeMoved }: PairedSides,
  { selected }: Scope,
  { remote }: Recognised,
  stays: RunState['stays'],
): readonly string[] {
  const open = mayBeMoved.filter(
    ({ page: { key }, was }) => selected(key) && !remote.get(key) && stays.has(was),
  );
  const [first, ...more] = open;
  if (first === undefined) return [];
  const others = more.length === 0 ? '' : ` The same goes for ${more.length} more.`;
  return [
    `If ${first.page.file} is ${first.was} moved: commit the move, then push again.${others}`,
  ];
}

/** Says of pages without a file that somebody changed them, which the plan does not say: nobody looks at them unless they are to be deleted. */
function changedWithoutFile(
  { snapshot, options }: PairedSides,
  { cases }: RunState['sides'],
  pulls: readonly Pull[],
): readonly string[] {
  if (options.prune) return [];
  const arriving = new Set(pulls.map(({ id }) => id));
  const [first, ...more] = [...cases.withoutFile()].filter(({ base }) => {
    const summary = snapshot.pages.get(base.id);
    return summary !== undefined && moved(base, summary) && !arriving.has(base.id);
  });
  if (first === undefined) return [];
  const others = more.length === 0 ? '' : ` The same goes for ${more.length} more.`;
  const { key } = first;
  return [
    `${key} has no file, and was changed on the platform since: docs pull ${key} writes the file again.${others}`,
  ];
}

/** How much of the platform this run has seen. A page whose date proves nothing counts as seen only if it was read. */
function lookedAt({ cases, remote }: RunState['sides']): Prepared['looked'] {
  for (const { was, local, base } of cases) {
    if (base?.racy && local && remote.isAsBase(was)) return 'written';
  }
  return 'all';
}
