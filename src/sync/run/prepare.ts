/** Makes the plan of a run. */
import type { Change, ChangeKind, Plan, Pull } from '../../model/change.ts';
import type { PageId, PageKey } from '../../model/ids.ts';
import type { UnplacedFile } from '../../model/local.ts';
import { decide, summarise } from './decide.ts';
import type { Decided } from './decide.ts';
import type { SyncDeps } from '../deps.ts';
import type { Folder } from '../folder/found-folder.ts';
import { scan } from '../folder/scan.ts';
import { planWarnings } from './plan-warnings.ts';
import { joined } from '../record/lock.ts';
import type { Intent } from '../record/entry.ts';
import { looksOf } from '../run-options.ts';
import type { SyncOptions } from '../run-options.ts';
import { pairFiles } from '../match/pair-files.ts';
import { isIn } from '../../content/folder/page-names.ts';
import { Cases } from '../plan/cases.ts';
import { guard } from '../plan/guard.ts';
import type { GuardRefusal } from '../plan/guard.ts';
import type { ComparedSides } from '../plan/plan.ts';
import { scopeOf } from '../plan/select.ts';
import type { Scope } from '../plan/select.ts';
import { stayingPages } from '../write/staying.ts';
import type { NewFile, NewFiles } from '../pull/new-pages.ts';
import { readRun } from './read-run.ts';
import { recognisePages } from '../match/recognise.ts';
import type { Recognised } from '../match/recognise.ts';
import type { Run } from '../run.ts';
import { countOutOfSight, pagesInFolder, showsNone, unclaimedPages } from '../platform/snapshot.ts';

/** The plan, and what `apply` needs to carry it out. */
export interface Prepared extends Decided {
  readonly options: SyncOptions;
  /** The number of changes of each kind, zeros included. */
  readonly summary: Readonly<Record<ChangeKind, number>>;
  readonly warnings: readonly string[];
  /** Whether the platform has none of the lock's pages: then nothing was compared. */
  readonly lacksAll: boolean;
  /** If not empty, `apply` rejects with `guard` unless `force` is set. */
  readonly refusals: readonly GuardRefusal[];
  /**
   * How many pages with unproved dates were read. `written`: only those about to be written.
   * `dates`: none.
   */
  readonly looked: 'all' | 'written' | 'dates';
  /** How many pages that only the platform has get no file. The warnings say why. */
  readonly withoutFile: number;
  /**
   * How many changes on the platform may be earlier pushes, which only a complete clone can
   * recognise.
   */
  readonly cutOff: number;
  /** How many pages were not read, because the slug of their documentation is unknown. */
  readonly outOfSight: number;
  readonly run: Run;
  /** What the plan was made from. */
  readonly sides: ComparedSides;
  /** Pages that get a new file. */
  readonly newFiles: ReadonlyMap<PageKey, NewFile>;
  /** Writes of an earlier run whose outcome stays unknown. Most belong to pages that are not selected. */
  readonly left: readonly Intent[];
}

/**
 * Scans the folder, asks the platform what it has, compares, and returns the plan. Writes nothing
 * on either side. Rejects with `rate-limited` if the limit of `GET /all` is used up for longer than
 * the maximum wait.
 */
export async function prepare(deps: SyncDeps, options: SyncOptions): Promise<Prepared> {
  const found = await readRun(options, deps);
  const { snapshot } = found.platform;
  const { folder, mayBeMoved } = await pairFiles(found, options, deps);
  const paired = { ...found, folder };
  const scope = await scopeOf(paired, options, deps, async (name) => {
    const { removalNamed } = await import('../write/removals.ts');
    return removalNamed(name, paired, options, deps);
  });
  const recognised = await recognisePages(paired, scope, options, deps);
  const run = { ...paired, folder: withRenamed(folder, recognised.renamed) };
  const alone = [
    ...(options.asNamed ? await namedAlone(run, recognised, options, deps) : []),
    ...(await leftInFolders(run, scope)),
  ];
  const { unclaimed, ...compared } = compare(run, scope, recognised, alone);
  const { cases, remote } = compared;
  const missing = await findNewFiles(run, scope, { cases, remote, unclaimed }, options, deps);
  const { pulls, newFiles, withoutFile } = missing;
  const withoutFiles = await stayingPages(cases, remote, run, options, deps);
  const inFolder = pagesInFolder(unclaimed, run.folder.local, snapshot);
  const removed = await findRemoved(inFolder, run, scope, options, deps);
  const sides = { ...compared, ...withoutFiles, unclaimed: inFolder, removed };
  const decided = await decide(run, sides, pulls, options, deps);
  return {
    ...decided,
    options,
    summary: summarise(decided.plan),
    warnings: await planWarnings(
      { run, scope, mayBeMoved, recognised, missing, sides, ...decided, options },
      deps,
    ),
    lacksAll: showsNone(run.lock, snapshot),
    refusals: refusalsOf(decided.plan, run, options, deps),
    looked: lookedAt(sides, options),
    withoutFile,
    cutOff: decided.rows.filter(
      ({ formerKey, changes }) => recognised.cutOff.has(formerKey) && changes.some(isFromPlatform),
    ).length,
    outOfSight: options.newFiles ? countOutOfSight(snapshot) : 0,
    run,
    sides,
    newFiles,
    left: leftOpen(run, scope, recognised, sides),
  };
}

const isFromPlatform = ({ kind }: Change): boolean => kind === 'pull' || kind === 'conflict';

/** Named files whose pages are left alone. */
async function namedAlone(
  run: Run,
  { remote }: Recognised,
  { ownProject }: SyncOptions,
  { signal }: SyncDeps,
): Promise<readonly UnplacedFile[]> {
  const { leftAlone } = await import('../match/named-files.ts');
  return leftAlone(run, remote, ownProject && (await scan(ownProject, { signal })));
}

/** Files whose pages something hid before it was moved without them. */
async function leftInFolders(run: Run, { selected }: Scope): Promise<readonly UnplacedFile[]> {
  const pages = [...run.folder.local.pages.values()];
  if (pages.every(({ restriction }) => restriction === undefined)) return [];
  const { leftBehind } = await import('../match/left-behind.ts');
  return leftBehind(run, selected);
}

const withRenamed = (folder: Folder, renamed: Folder['renamed']): Folder => ({
  ...folder,
  renamed: joined(folder.renamed, renamed),
});

const refusalsOf = (
  decided: Plan,
  { folder: { local }, lock, platform }: Run,
  { only, send }: SyncOptions,
  { baseUrl }: SyncDeps,
): Prepared['refusals'] =>
  guard({
    plan: decided,
    lockPages: lock.pages.size,
    isOtherProject: showsNone(lock, platform.snapshot),
    baseUrl,
    localPages: local.pages.size + local.unplaced.length,
    narrowed: only.length > 0,
    filesOnly: !send,
  });

/**
 * Pages without a lock line whose files commits removed. Empty if the run creates files: then a
 * pull writes them again.
 */
async function findRemoved(
  unclaimed: ReadonlySet<PageId>,
  run: Run,
  { selected }: Scope,
  { newFiles }: SyncOptions,
  deps: SyncDeps,
): Promise<ComparedSides['removed']> {
  if (newFiles || unclaimed.size === 0) return [];
  const { unclaimedRemovals } = await import('../write/removals.ts');
  return (await unclaimedRemovals(unclaimed, run, deps)).filter(({ key }) => selected(key));
}

interface Compared extends Omit<ComparedSides, 'stays' | 'moved' | 'removed' | 'unclaimed'> {
  /** Pages on the platform that no lock line and no file claims. */
  readonly unclaimed: ReturnType<typeof unclaimedPages>;
}

/** Pairs each page's file and base with what the platform has. */
function compare(
  run: Run,
  scope: Scope,
  recognised: Recognised,
  alone: readonly UnplacedFile[],
): Compared {
  const { folder, lock, platform } = run;
  const { remote } = recognised;
  const unplaced = [...folder.local.unplaced, ...recognised.unplaced, ...alone];
  const cases = new Cases({
    base: joined(scope.base, recognised.base),
    local: scope.local,
    renamed: folder.renamed,
    reverted: recognised.reverted,
    restored: recognised.restored,
    unplaced,
    placement: platform.snapshot.placement,
  });
  return { cases, remote, unplaced, unclaimed: unclaimedPages(claims(), platform.snapshot) };

  function* claims(): Generator<{ readonly id: PageId }> {
    yield* lock.pages.values();
    for (const [, page] of remote.seen()) yield page;
  }
}

/**
 * Pages that get a new file: those that only the platform has, and those whose file is gone, if
 * they are named or the folder is empty.
 */
async function findNewFiles(
  run: Run,
  scope: Scope,
  { cases, remote, unclaimed }: Omit<Compared, 'unplaced'>,
  options: SyncOptions,
  deps: SyncDeps,
): Promise<NewFiles> {
  if (!options.newFiles) {
    return { pulls: [], newFiles: new Map(), seen: new Set(), warnings: [], withoutFile: 0 };
  }
  const { local } = run.folder;
  const isEmptied = local.pages.size === 0 && local.unplaced.length === 0;
  const lost = new Map<PageId, PageKey>();
  if (options.only.length > 0 || isEmptied) {
    for (const { base } of cases.withoutFile()) lost.set(base.id, base.key);
  }
  const { findNewFiles: find } = await import('../pull/new-pages.ts');
  const strangers = [...local.pages.values()].filter(({ key }) => {
    const { formerKey } = cases.of(key);
    return !run.lock.pages.has(formerKey) && !remote.get(formerKey);
  });
  const found = await find({ unclaimed, lost, remote: scope.remote, strangers }, run, deps);
  // A page that cannot be read may have the name.
  if (found.withoutFile > 0) return found;
  for (const { key: name, missing } of scope.unseen) {
    if (![...found.seen].some((key) => isIn(key, name))) throw await missing();
  }
  return found;
}

/** Plans the same run again with other choices for single pages. Requests only the texts to merge. */
export async function withChoices(
  prepared: Prepared,
  choices: SyncOptions['choices'],
  deps: SyncDeps,
): Promise<Prepared> {
  const { run, sides } = prepared;
  const options = { ...prepared.options, choices };
  const pulls = prepared.plan.changes.filter(
    (change): change is Pull => change.kind === 'pull' && change.newFile === true,
  );
  const decided = await decide(run, sides, pulls, options, deps);
  return { ...prepared, ...decided, options, summary: summarise(decided.plan) };
}

/**
 * Earlier writes whose outcome stays unknown: their pages are not selected, or cannot be sent or
 * judged.
 */
function leftOpen(
  { lock, platform: { snapshot } }: Run,
  { selected }: Scope,
  { inDoubt }: Recognised,
  { unplaced }: ComparedSides,
): Prepared['left'] {
  const unsent = new Set(unplaced.map(({ key }) => key));
  const doubtful = new Set(inDoubt);
  return lock.writes.open.filter(
    (intent) =>
      !selected(intent.key) ||
      unsent.has(intent.key) ||
      doubtful.has(intent) ||
      snapshot.placement(intent.key).kind === 'hidden',
  );
}

/**
 * How thoroughly this run looked at the pages. A page with an unproved date counts as looked at
 * only if it was read.
 */
function lookedAt({ cases, remote }: ComparedSides, options: SyncOptions): Prepared['looked'] {
  for (const { formerKey } of cases.withFile((_, base) => base?.racy === true)) {
    if (remote.isAsBase(formerKey)) return looksOf(options) === 'dates' ? 'dates' : 'written';
  }
  return 'all';
}
