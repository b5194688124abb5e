import { relative } from 'node:path';
import { isOneFile } from '../files/one-file.ts';
import type { Plan, Pull } from '../model/change.ts';
import { momentOf } from '../model/clock.ts';
import type { PageId, PageKey } from '../model/ids.ts';
import type { LocalProject, PageTexts } from '../model/local.ts';
import type { Project } from '../model/project.ts';
import type { BasePage } from '../model/sides.ts';
import type { Arrivals } from './arrivals.ts';
import { readWritten } from './blind.ts';
import { datesStandStill } from './dates.ts';
import { unclearRenames } from './find-renames.ts';
import { guard, unexplained } from './guard.ts';
import type { Circumstances } from './guard.ts';
import { readJournal } from './journal.ts';
import type { Remembered } from './journal.ts';
import { journalPath, readJournalFile } from './journal-file.ts';
import type { Lock } from './lock.ts';
import { readLock } from './lock-file.ts';
import { plan } from './plan.ts';
import { joined } from './joined.ts';
import { renamesOf } from './renamed.ts';
import type { Renamed } from './renamed.ts';
import type { Scene } from './former-files.ts';
import type { RelinkedProject } from './relink.ts';
import type { PlanRules } from './plan.ts';
import { scan } from './scan.ts';
import { RecentTexts } from './scan-files.ts';
import { namesOnlyFiles, narrowed, NOWHERE, select, selectElsewhere } from './select.ts';
import type { Elsewhere } from './select.ts';
import type { Prepared, RunState, SyncDeps, SyncOptions } from './session.ts';
import { showsNone, takeSnapshot } from './snapshot.ts';
import type { ByName, Snapshot, SnapshotRequest } from './snapshot.ts';
import { leftLinks } from './left-links.ts';
import { mergeConflicts } from './merge-conflicts.ts';
import { countRemoteOnly } from './remote-only.ts';
import { summarise } from './summary.ts';
import { survey } from './survey.ts';
import { openTexts } from './texts.ts';
import { withThirdNames } from './third-name.ts';

/** A warning for lines that no run of ours wrote, by their file and numbers. */
function journalWarnings(project: Project, { unread }: Remembered): string[] {
  if (unread.length === 0) return [];
  const file = relative(project.root, journalPath(project));
  const [first, ...others] = unread;
  const more = others.length === 0 ? '' : `, as ${others.length} more of its lines`;
  return [
    `${file}:${first}: this line of the journal cannot be read and is passed over${more}: remove it.`,
  ];
}

/**
 * Scans, asks the platform what it has, compares. Writes nothing, on either side. Where `GET /all` is used up, a run that only tells what
 * differs (`looksOnly`), or that writes files, reads each page that is meant; a push reads what it writes.
 */
export async function prepare(
  deps: SyncDeps,
  options: SyncOptions,
  { looksOnly }: { readonly looksOnly: boolean } = { looksOnly: false },
): Promise<Prepared> {
  const { project, api, clock, signal, report } = deps;
  const now = momentOf(clock);
  const asked = api.project.all({}, signal);
  // Awaited below; a scan that fails first must not leave its rejection to nobody.
  asked.catch(() => undefined);
  const ready = new RecentTexts<PageTexts>(READY_CHARACTERS);
  const [found, read, journal, still] = await Promise.all([
    scan(project, { ready, signal }),
    readLock(project),
    readJournalFile(project),
    datesStandStill(project),
  ]);
  report({ type: 'scanned', pages: found.pages.size, unplaced: found.unplaced.length });
  const remembered = readJournal(journal);
  const isSame: Same = (a, b) => isOneFile(project.root, a.file, b.file);
  const sides = { lock: recover(read.lock, remembered), local: found };
  const { lock: known, local: settled } = withThirdNames(sides, isSame);
  const request = { asked, lock: known, signal, now };
  const { local, snapshot } = await placed(settled, request, ready, deps);
  report({ type: 'snapshot', pages: snapshot.pages?.size ?? null });

  const { open, advances } = remembered;
  const made = await madeByAnother({ local, lock: known, snapshot, open }, deps);
  const lock = { ...known, pages: joined(known.pages, made) };
  const scanned = { project, machine: deps.machine, local, lock, snapshot };
  const seen = await linked({ ...scanned, renamed: new Map() }, ready);
  const renames = await renamesOf({ ...seen, lock, snapshot, remembered }, deps);
  const { renamed } = renames;
  const folder = renamed.size === 0 ? seen : await linked({ ...scanned, renamed }, ready);
  const eachPage = looksOnly || !options.send || options.pull;
  const run = { ...folder, ...renames, lock, snapshot, remembered, options, still, eachPage };
  const planned = await makePlan(run, deps);
  const circumstances = await circumstancesOf(planned, run, deps);
  const warnings = [
    ...read.warnings,
    ...journalWarnings(project, remembered),
    ...planned.warnings,
    ...circumstances.warnings,
    ...(snapshot.pages === null ? [eachPage ? ONE_BY_ONE : BLIND] : []),
  ];
  const recovered = advances.length > 0 || made.size > 0;
  const refusals = guard(circumstances);
  return conclude(planned, { warnings, refusals, recovered, ...run });
}

/** The folder and what the platform has. Folders of an export are called by names: what their keys are, the platform tells. */
async function placed(
  found: LocalProject,
  request: Omit<SnapshotRequest, 'needed' | 'byName'>,
  ready: RecentTexts<PageTexts>,
  { project, api }: SyncDeps,
): Promise<Pick<Run, 'local' | 'snapshot'>> {
  const needed = [...found.pages.keys()];
  if (!found.layouts.includes('export')) {
    return { local: found, snapshot: await takeSnapshot(api, { ...request, needed }) };
  }
  const { namesOfVersions, placedByName } = await import('./named-places.ts');
  let local = found;
  const byName: ByName = {
    names: namesOfVersions(project, found),
    place: (there) => {
      local = placedByName({ project, local: found, lock: request.lock }, there, ready);
      return [...local.pages.keys()];
    },
  };
  const snapshot = await takeSnapshot(api, { ...request, needed, byName });
  return { local, snapshot };
}

/** The folder, with links to files that are gone leading where they led. */
async function linked(
  scene: Omit<Scene, 'textOf'>,
  ready: RecentTexts<PageTexts>,
): Promise<RelinkedProject> {
  const { project, local } = scene;
  if (local.loose.length === 0) {
    return { local, texts: openTexts(project, local, ready), relinked: [] };
  }
  const { relink } = await import('./relink.ts');
  return relink(scene, ready);
}

/** Pages that an interrupted run made and the lock does not know. */
async function madeByAnother(
  folder: Pick<Run, 'local' | 'lock' | 'snapshot'> & Pick<Remembered, 'open'>,
  deps: SyncDeps,
): Promise<ReadonlyMap<PageKey, BasePage>> {
  if (!folder.open.some(({ op }) => op === 'create')) return new Map();
  const { madeBefore } = await import('./made-before.ts');
  return madeBefore(folder, deps);
}

/** What is kept between reading a page's file and sending it. */
const READY_CHARACTERS = 64 * 1024 * 1024;

const BLIND =
  'GET /all is used up for now: only the pages to be written were looked at; changes made elsewhere on the platform were not looked for.';

const ONE_BY_ONE =
  'GET /all is used up for now: the pages of this folder were read one by one; pages that only the platform has were not looked for.';

type Same = Parameters<typeof withThirdNames>[1];

/** The lock with what an earlier run did and could not write into it. */
function recover(lock: Lock, { advances }: Remembered): Lock {
  if (advances.length === 0) return lock;
  const pages = new Map(lock.pages);
  for (const { line, was } of advances) {
    pages.delete(was);
    pages.set(line.key, line);
  }
  return { ...lock, pages };
}

interface Run extends RelinkedProject, Renamed {
  readonly lock: Lock;
  readonly snapshot: Snapshot;
  readonly remembered: Remembered;
  readonly options: SyncOptions;
  /** Dates of pages tell nothing. */
  readonly still: boolean;
  /** Without a snapshot, all pages that are meant are read. */
  readonly eachPage: boolean;
}

interface Made
  extends
    Pick<RunState, 'sides' | 'merges' | 'arrivals' | 'left' | 'own'>,
    Pick<Prepared, 'notSought'> {
  readonly plan: Plan;
  readonly warnings: readonly string[];
}

async function makePlan(run: Run, deps: SyncDeps): Promise<Made> {
  const { local, texts, lock, snapshot, remembered, options, still } = run;
  const { only: names, workingFolder } = options;
  const { renamed, unclear, relinked, eachPage } = run;
  const { project, otherProject } = deps;
  const selection = { names, root: project.root, workingFolder, otherProject };
  const elsewhere = options.newFiles
    ? selectElsewhere(selection, local, snapshot.documentations.keys())
    : NOWHERE;
  const meant = await select(selection, local, lock.pages, elsewhere);
  const isNarrow = !options.newFiles || namesOnlyFiles(selection, local, lock.pages);
  const notSought = isNarrow ? null : snapshot.usedUp;
  const { open } = remembered;
  const before = new Set([...renamed].flatMap(([key, was]) => (meant(key) ? [was] : [])));

  const pages = narrowed(local.pages, meant);
  const base = narrowed(lock.pages, meant, before);
  const claimed = lock.pages;
  const { publish } = options;
  const unplaced = new Set(local.unplaced.map(({ key }) => key));
  const isFiled = (key: PageKey): boolean => local.pages.has(key) || unplaced.has(key);
  const looks = options.looks ?? takesOver(options);
  const rest = {
    claimed,
    renamed,
    snapshot,
    texts,
    open,
    still,
    looks,
    publish,
    eachPage,
    isFiled,
  };
  const found = await survey({ base, local: pages, ...rest }, deps);
  const known = joined(base, found.base);
  const sides = {
    base: known,
    local: pages,
    remote: found.remote,
    renamed: joined(renamed, found.renamed),
    unplaced: [...local.unplaced, ...found.unplaced],
    placement: snapshot.placement,
    remoteOnly: countRemoteOnly(local, claims(), snapshot),
  };
  if (snapshot.pages === null && !eachPage) {
    const first = plan(sides, rulesOf(options));
    await readWritten(first, { ...sides, remote: found.remote, texts }, deps);
  }
  const isEmptied = local.pages.size === 0 && local.unplaced.length === 0;
  const lost = names.length > 0 || isEmptied ? lostPages(sides) : new Map<PageId, PageKey>();
  const sought = { local, snapshot, options, lost };
  const arrived = await newPages(sought, claims(), elsewhere, deps);
  const anew = unclear.filter((key) => meant(key) && !found.remote.get(key));
  const { arrivals, pulls } = arrived;
  const decided = await decide({ sides, texts, pulls }, options, deps);
  const broken = options.send ? leftLinks(decided.plan, { local, relinked, meant }) : [];
  const others = [...found.warnings, ...arrived.warnings, ...broken];
  const unsent = new Set(sides.unplaced.map(({ key }) => key));
  const inDoubt = new Set(found.inDoubt);
  const left = open.filter(
    (intent) =>
      !meant(intent.key) ||
      unsent.has(intent.key) ||
      inDoubt.has(intent) ||
      snapshot.placement(intent.key).kind === 'hidden',
  );
  const warnings = [...unclearRenames(anew), ...others];
  return { sides, arrivals, notSought, left, own: found.own, ...decided, warnings };

  function* claims(): Generator<{ readonly id: PageId }> {
    yield* claimed.values();
    yield* found.remote.seen();
  }
}

/** Pages whose file is gone: one that is named, or all of an emptied folder, is written again by a pull. */
function lostPages(sides: RunState['sides']): ReadonlyMap<PageId, PageKey> {
  const passed = new Set([...sides.renamed.values(), ...sides.unplaced.map(({ key }) => key)]);
  const lost = [...sides.base.values()].filter(
    ({ key }) => !sides.local.has(key) && !passed.has(key),
  );
  return new Map(lost.map(({ id, key }) => [id, key]));
}

async function newPages(
  {
    local,
    snapshot,
    options,
    lost,
  }: Pick<Run, 'local' | 'snapshot' | 'options'> & { readonly lost: ReadonlyMap<PageId, PageKey> },
  claims: Iterable<{ readonly id: PageId }>,
  { documentations, meant }: Elsewhere,
  deps: SyncDeps,
): Promise<Arrivals> {
  if (!options.newFiles) return { pulls: [], arrivals: new Map(), warnings: [] };
  const { findArrivals } = await import('./arrivals.ts');
  const claimed = new Set(Array.from(claims, ({ id }) => id));
  return findArrivals({ local, snapshot, claimed, lost, meant, documentations }, deps);
}

/** The plan of these sides under these options, its conflicts merged where that is the policy. */
async function decide(
  { sides, texts, pulls }: Pick<RunState, 'sides' | 'texts'> & { readonly pulls: readonly Pull[] },
  options: SyncOptions,
  deps: SyncDeps,
): Promise<Pick<Made, 'plan' | 'merges'>> {
  const found = plan(sides, rulesOf(options));
  const arriving = new Set(pulls.map(({ id }) => id));
  const kept = found.changes.filter(
    (change) => change.kind !== 'orphan' || !arriving.has(change.id),
  );
  const again = found.changes.length - kept.length;
  const { changes, merges } = await mergeConflicts(kept, { ...sides, options, texts }, deps);
  const remoteOnly = found.remoteOnly - (pulls.length - again);
  return { plan: { ...found, changes: [...changes, ...pulls], remoteOnly }, merges };
}

/** The same run with other choices for single pages: nothing is asked of the platform but the texts to be merged. */
export async function withChoices(
  prepared: Prepared,
  choices: SyncOptions['choices'],
  deps: SyncDeps,
): Promise<Prepared> {
  const { state } = prepared;
  const options = { ...state.options, choices };
  const pulls = prepared.plan.changes.filter(
    (change): change is Pull => change.kind === 'pull' && change.newFile === true,
  );
  const decided = await decide({ ...state, pulls }, options, deps);
  const plan = withoutForeign(decided.plan, state.lock, state.snapshot);
  return {
    ...prepared,
    plan,
    summary: summarise(plan),
    state: { ...state, options, merges: decided.merges },
  };
}

const rulesOf = ({ conflicts, choices, ...rules }: SyncOptions): PlanRules => ({
  ...rules,
  winner: (key) => WINNER[choices.get(key) ?? conflicts],
});

/** Whether what moved on the platform is written into files. */
const takesOver = ({ pull, send, newFiles, conflicts, choices }: SyncOptions): boolean =>
  pull || newFiles || !send || [conflicts, ...choices.values()].some((policy) => FILES.has(policy));

const FILES: ReadonlySet<SyncOptions['conflicts']> = new Set(['theirs', 'merge']);

const WINNER = { stop: null, skip: null, merge: null, ours: 'local', theirs: 'remote' } as const;

/** What the guard judges. Git is asked only where the number of updates would be refused, and warnings name the commits that explain them. */
async function circumstancesOf(
  { plan, sides }: Made,
  { local, texts, lock, snapshot, options }: Run,
  deps: SyncDeps,
): Promise<Circumstances & Pick<Prepared, 'warnings'>> {
  const circumstances = {
    plan,
    lockPages: lock.pages.size,
    lockPagesSeen: countSeen(lock, snapshot),
    localPages: local.pages.size + local.unplaced.length,
    narrowed: options.only.length > 0,
    filesOnly: !options.send,
  };
  const updates = options.force ? [] : unexplained(circumstances);
  if (updates.length === 0) return { ...circumstances, warnings: [] };
  const { explainUpdates } = await import('./past/explained-updates.ts');
  const found = await explainUpdates(updates, { sides, lock, pages: texts.pages }, deps);
  return { ...circumstances, ...found };
}

function conclude(
  { plan: whole, sides, merges, arrivals, left, own, notSought }: Made,
  run: Run & Pick<Prepared, 'warnings' | 'refusals'> & { readonly recovered: boolean },
): Prepared {
  const { local, texts, lock, snapshot, options, still, warnings, refusals, recovered } = run;
  const plan = withoutForeign(whole, lock, snapshot);
  const { base, remote, renamed } = sides;
  const found = { sides, base, remote, renamed, merges, arrivals, left, own };
  const state = { options, local, texts, lock, snapshot, still, recovered, ...found };
  const seen = run.eachPage ? 'pages' : 'written';
  const looked = snapshot.pages === null ? seen : 'all';
  return { plan, summary: summarise(plan), warnings, refusals, looked, notSought, state };
}

/** The lock of another project tells nothing of single pages: none of them was ever here. */
function withoutForeign(whole: Plan, lock: Lock, snapshot: Snapshot): Plan {
  if (!showsNone(lock, snapshot)) return whole;
  return { ...whole, changes: whole.changes.filter(({ kind }) => kind !== 'gone') };
}

/** Pages of the lock that the platform shows; null where it was not asked. */
function countSeen(lock: Lock, { pages }: Snapshot): number | null {
  if (pages === null) return null;
  let seen = 0;
  for (const { id } of lock.pages.values()) if (pages.has(id)) seen += 1;
  return seen;
}
