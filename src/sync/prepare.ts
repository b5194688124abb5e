import { relative } from 'node:path';
import { isOneFile } from '../files/one-file.ts';
import type { Plan, Pull } from '../model/change.ts';
import { momentOf } from '../model/clock.ts';
import type { Project } from '../model/project.ts';
import type { PageId, PageKey } from '../model/ids.ts';
import type { PageTexts } from '../model/local.ts';
import type { BasePage } from '../model/sides.ts';
import type { NewFiles } from './snapshot/new-files.ts';
import { readWritten } from './recognition/blind.ts';
import { datesSeen } from './recognition/dates.ts';
import { unclearRenames } from './pairing/find-renames.ts';
import { guard, unexplained } from './plan/guard.ts';
import type { Circumstances } from './plan/guard.ts';
import { advanceLine } from './journal/advance-line.ts';
import { readJournal } from './journal/journal.ts';
import type { Remembered } from './journal/journal.ts';
import { journalPath, readJournalFile } from './journal/journal-file.ts';
import type { Lock } from './lock/lock.ts';
import { readLock } from './lock/lock-file.ts';
import { Cases } from './plan/cases.ts';
import { plan, planOf } from './plan/plan.ts';
import { rulesOf, writesFiles } from './plan/policy.ts';
import { joined } from './lock/joined.ts';
import { renamesOf } from './pairing/renamed.ts';
import type { Renamed } from './pairing/renamed.ts';
import type { KeysByName } from './pairing/named-places.ts';
import { placedOnPlatform } from './pairing/placed.ts';
import type { Scene } from './pairing/former-files.ts';
import type { RelinkedProject } from './folder/relink.ts';
import { scan } from './folder/scan.ts';
import { RecentTexts } from './folder/scan-files.ts';
import { NOWHERE, selectElsewhere } from './plan/elsewhere.ts';
import type { Elsewhere } from './plan/elsewhere.ts';
import { namesOnlyFiles, narrowed, select } from './plan/select.ts';
import type { Prepared, RunState, SyncDeps, SyncOptions } from './session.ts';
import { showsNone } from './snapshot/snapshot.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { leftLinks } from './folder/left-links.ts';
import { mergeConflicts } from './plan/merge-conflicts.ts';
import { countRemoteOnly } from './snapshot/remote-only.ts';
import { summarise } from './plan/summary.ts';
import { survey } from './recognition/survey.ts';
import { openTexts } from './folder/texts.ts';
import { withThirdNames } from './push/third-name.ts';

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
  const [found, read, journal] = await Promise.all([
    scan(project, { ready, signal }),
    readLock(project),
    readJournalFile(project),
  ]);
  report({ type: 'scanned', pages: found.pages.size, unplaced: found.unplaced.length });
  const remembered = readJournal(journal);
  const isSame: Same = (a, b) => isOneFile(project.root, a.file, b.file);
  const sides = { lock: recover(read.lock, remembered), local: found };
  const { lock: known, local: settled, halfMoves } = withThirdNames(sides, isSame);
  const request = { asked, lock: known, signal, now };
  const placed = await placedOnPlatform(settled, request, ready, deps);
  const { local, snapshot, named } = placed;
  report({ type: 'snapshot', pages: snapshot.pages?.size ?? null });

  const { open, advances } = remembered;
  const made = await madeByAnother({ local, lock: known, snapshot, open }, deps);
  const pages = joined(known.pages, made);
  const dates = showsNone(known, snapshot)
    ? undefined
    : datesSeen(known.dates, pages, snapshot.pages);
  const lock = { ...known, pages, dates };
  const scanned = { project, machine: deps.machine, local, lock, snapshot };
  const seen = await linked({ ...scanned, renamed: new Map() }, ready);
  const renames = await renamesOf({ ...seen, lock, snapshot, remembered }, deps);
  const { renamed } = renames;
  const folder = renamed.size === 0 ? seen : await linked({ ...scanned, renamed }, ready);
  const eachPage = looksOnly || !options.send || options.pull;
  const run = { ...folder, ...renames, lock, snapshot, named, remembered, options, eachPage };
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
  return conclude(planned, { warnings, refusals, recovered, halfMoves, ...run });
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
  const { relink } = await import('./folder/relink.ts');
  return relink(scene, ready);
}

/** Pages that an interrupted run made and the lock does not know. */
async function madeByAnother(
  folder: Pick<Run, 'local' | 'lock' | 'snapshot'> & Pick<Remembered, 'open'>,
  deps: SyncDeps,
): Promise<ReadonlyMap<PageKey, BasePage>> {
  if (!folder.open.some(({ op }) => op === 'create')) return new Map();
  const { madeBefore } = await import('./pairing/made-before.ts');
  return madeBefore(folder, deps);
}

/** What is kept between reading a page's file and sending it. */
const READY_CHARACTERS = 64 * 1024 * 1024;

const BLIND =
  'GET /all is used up for now: only the pages to be written were looked at; changes made elsewhere on the platform were not looked for.';

const ONE_BY_ONE =
  'GET /all is used up for now: the pages of this folder were read one by one; pages that only the platform has were not looked for.';

type Same = Parameters<typeof withThirdNames>[1];

/** The lock with what an earlier run did and may not have written into it. */
function recover(lock: Lock, { advances }: Remembered): Lock {
  if (advances.length === 0) return lock;
  const pages = new Map(lock.pages);
  for (const advance of advances) advanceLine(pages, advance);
  return { ...lock, pages };
}

interface Run extends RelinkedProject, Renamed {
  readonly lock: Lock;
  readonly snapshot: Snapshot;
  readonly named: KeysByName;
  readonly remembered: Remembered;
  readonly options: SyncOptions;
  /** Without a snapshot, all pages that are meant are read. */
  readonly eachPage: boolean;
}

interface Made
  extends
    Pick<RunState, 'sides' | 'rows' | 'merges' | 'newFiles' | 'left' | 'own' | 'recent'>,
    Pick<Prepared, 'notSought'> {
  readonly plan: Plan;
  readonly warnings: readonly string[];
}

async function makePlan(run: Run, deps: SyncDeps): Promise<Made> {
  const { local, texts, lock, snapshot, named, remembered, options } = run;
  const { only: names, workingFolder } = options;
  const { renamed, unclear, relinked, eachPage } = run;
  const { project, otherProject } = deps;
  const selection = { names, root: project.root, workingFolder, otherProject };
  const elsewhere = options.newFiles ? selectElsewhere(selection, local, snapshot) : NOWHERE;
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
  const takesOver = writesFiles(options);
  const looks = options.looks ?? takesOver;
  const rest = {
    claimed,
    renamed,
    snapshot,
    named,
    texts,
    open,
    dates: lock.dates,
    looks,
    writesFiles: takesOver,
    publish,
    eachPage,
    isFiled,
  };
  const found = await survey({ base, local: pages, ...rest }, deps);
  const unplacedFiles = [...local.unplaced, ...found.unplaced];
  const cases = new Cases({
    base: joined(base, found.base),
    local: found.twins.size === 0 ? pages : narrowed(pages, (key) => !found.twins.has(key)),
    renamed: joined(renamed, found.renamed),
    unplaced: unplacedFiles,
    placement: snapshot.placement,
  });
  const sides: RunState['sides'] = {
    cases,
    remote: found.remote,
    unplaced: unplacedFiles,
    remoteOnly: countRemoteOnly(local, claims(), snapshot),
  };
  if (snapshot.pages === null && !eachPage) {
    const { rows } = plan(cases, found.remote, rulesOf(options));
    await readWritten(rows, found.remote, texts, deps);
  }
  const isEmptied = local.pages.size === 0 && local.unplaced.length === 0;
  const lost = names.length > 0 || isEmptied ? lostPages(cases) : new Map<PageId, PageKey>();
  const sought = { local, snapshot, options, lost };
  const arrived = await newPages(sought, claims(), elsewhere, deps);
  const anew = unclear.filter((key) => meant(key) && !found.remote.get(key));
  const { newFiles, pulls } = arrived;
  const decided = await decide({ sides, texts, named, pulls }, options, deps);
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
  const { own, recent } = found;
  return { sides, newFiles, notSought, left, own, recent, ...decided, warnings };

  function* claims(): Generator<{ readonly id: PageId }> {
    yield* claimed.values();
    yield* found.remote.seen();
  }
}

/** Pages whose file is gone: one that is named, or all of an emptied folder, is written again by a pull. */
function lostPages(cases: Cases): ReadonlyMap<PageId, PageKey> {
  return new Map(Array.from(cases.withoutFile(), ({ base: { id, key } }) => [id, key]));
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
): Promise<NewFiles> {
  if (!options.newFiles) return { pulls: [], newFiles: new Map(), warnings: [] };
  const { findNewFiles } = await import('./snapshot/new-files.ts');
  const claimed = new Set(Array.from(claims, ({ id }) => id));
  return findNewFiles({ local, snapshot, claimed, lost, meant, documentations }, deps);
}

/** The plan of these sides under these options, its conflicts merged where that is the policy. */
async function decide(
  {
    sides,
    texts,
    named,
    pulls,
  }: Pick<RunState, 'sides' | 'texts' | 'named'> & { readonly pulls: readonly Pull[] },
  options: SyncOptions,
  deps: SyncDeps,
): Promise<Pick<Made, 'plan' | 'rows' | 'merges'>> {
  const found = plan(sides.cases, sides.remote, rulesOf(options));
  const arriving = new Set(pulls.map(({ id }) => id));
  const kept = found.rows.filter(
    ({ changes }) => !changes.some((change) => change.kind === 'orphan' && arriving.has(change.id)),
  );
  const again = found.rows.length - kept.length;
  const { rows, merges } = await mergeConflicts(kept, { options, texts, named }, deps);
  const remoteOnly = sides.remoteOnly - (pulls.length - again);
  const whole = planOf({ ...found, rows }, { ...sides, remoteOnly });
  return {
    plan: { ...whole, changes: [...whole.changes, ...pulls] },
    rows: new Map(rows.map((row) => [row.page.key, row])),
    merges,
  };
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
    state: { ...state, options, rows: decided.rows, merges: decided.merges },
  };
}

/** What the guard judges. Git is asked only if the number of updates would be refused, and warnings name the commits that explain them. */
async function circumstancesOf(
  { plan, rows }: Made,
  { local, texts, lock, snapshot, named, options }: Run,
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
  const { explainUpdates } = await import('./git/explained-updates.ts');
  const found = await explainUpdates(updates, { rows, lock, pages: texts.pages, named }, deps);
  return { ...circumstances, ...found };
}

function conclude(
  { plan: whole, sides, rows, merges, newFiles, left, own, recent, notSought }: Made,
  run: Run & Pick<Prepared, 'warnings' | 'refusals'> & Pick<RunState, 'recovered' | 'halfMoves'>,
): Prepared {
  const { local, texts, lock, snapshot, named, options, warnings, refusals } = run;
  const { recovered, halfMoves } = run;
  const plan = withoutForeign(whole, lock, snapshot);
  const found = { sides, rows, merges, newFiles, left, own, recent };
  const state = { options, local, texts, lock, snapshot, named, recovered, halfMoves, ...found };
  const looked = lookedAt(run, sides);
  return { plan, summary: summarise(plan), warnings, refusals, looked, notSought, state };
}

/** A page whose date proves nothing is known to be as base says only if it was read. */
function lookedAt({ snapshot, lock, eachPage }: Run, sides: RunState['sides']): Prepared['looked'] {
  if (snapshot.pages === null) return eachPage ? 'pages' : 'written';
  const proveNothing = lock.dates !== 'move';
  for (const { was, local, base } of sides.cases) {
    const isUnproven = proveNothing || base?.unproven !== undefined;
    if (isUnproven && local && sides.remote.isAsBase(was)) return 'written';
  }
  return 'all';
}

/** The lock of another project tells nothing of single pages: none of them was ever here. */
function withoutForeign(whole: Plan, lock: Lock, snapshot: Snapshot): Plan {
  if (!showsNone(lock, snapshot)) return whole;
  return { ...whole, changes: whole.changes.filter(({ kind }) => kind !== 'gone') };
}

/** Pages of the lock that the platform shows; null if it was not asked. */
function countSeen(lock: Lock, { pages }: Snapshot): number | null {
  if (pages === null) return null;
  let seen = 0;
  for (const { id } of lock.pages.values()) if (pages.has(id)) seen += 1;
  return seen;
}
