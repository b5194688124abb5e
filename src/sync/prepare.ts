import { setMaxListeners } from 'node:events';
import type { Change, ChangeKind, Plan } from '../model/change.ts';
import type { PageKey } from '../model/ids.ts';
import type { LocalPage, LocalProject } from '../model/local.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';
import { guard } from './guard.ts';
import { readJournal } from './journal.ts';
import type { Remembered } from './journal.ts';
import { journalPath, readJournalFile } from './journal-file.ts';
import type { Lock } from './lock.ts';
import { readLock } from './lock-file.ts';
import { plan } from './plan.ts';
import type { PlanRules } from './plan.ts';
import { forEachAtOnce } from './pool.ts';
import { Meter } from './progress.ts';
import { renames } from './rename.ts';
import { openTexts, scan } from './scan.ts';
import { select } from './select.ts';
import type { Prepared, RunState, SyncDeps, SyncOptions } from './session.ts';
import { takeSnapshot } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { lookAgain } from './look-again.ts';
import { countRemoteOnly } from './remote-only.ts';
import { survey } from './survey.ts';

/** Scans, asks the platform what it has, compares. Writes nothing, on either side. */
export async function prepare(deps: SyncDeps, options: SyncOptions): Promise<Prepared> {
  const { project, api, clock, signal, report } = deps;
  // Each request under way listens; Node takes more than ten for a leak.
  setMaxListeners(0, signal);
  const now = clock.elapsed();
  const asked = api.project.all({}, signal);
  // Awaited below; a scan that fails first must not leave its rejection to nobody.
  asked.catch(() => undefined);
  const [local, read, journal] = await Promise.all([
    scan(project),
    readLock(project),
    readJournalFile(journalPath(project)),
  ]);
  report({ type: 'scanned', pages: local.pages.size, unplaced: local.unplaced.length });
  const remembered = readJournal(journal);
  const lock = recover(read.lock, remembered);
  const needed = [...local.pages.keys()];
  const snapshot = await takeSnapshot(api, { asked, lock, needed, signal, now });
  report({ type: 'snapshot', pages: snapshot.pages?.size ?? null });

  const run = { local, lock, snapshot, remembered, options };
  const made = await makePlan(run, deps);
  const warnings = [...read.warnings, ...made.found, ...(snapshot.pages === null ? [BLIND] : [])];
  return conclude(made, { warnings, recovered: remembered.advances.length > 0, ...run });
}

const BLIND =
  'GET /all is used up for now: only the pages to be written were looked at; changes made elsewhere on the platform are not shown.';

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

interface Run {
  readonly local: LocalProject;
  readonly lock: Lock;
  readonly snapshot: Snapshot;
  readonly remembered: Remembered;
  readonly options: SyncOptions;
}

interface Made extends Pick<RunState, 'base' | 'remote' | 'renamed' | 'texts'> {
  readonly plan: Plan;
  /** Warnings. */
  readonly found: readonly string[];
}

async function makePlan(run: Run, deps: SyncDeps): Promise<Made> {
  const { local, lock, snapshot, remembered, options } = run;
  const { only: names, workingFolder } = options;
  const { root } = deps.project;
  const meant = select({ names, root, workingFolder }, local, lock.pages);
  const texts = openTexts(deps.project, local);
  const orphans = [...lock.pages.values()].filter(({ key }) => !local.pages.has(key));
  const strangers = [...local.pages.values()].filter(({ key }) => !lock.pages.has(key));
  const present = orphans.filter(({ id }) => snapshot.pages?.has(id) ?? true);
  const renamed = renames(present, strangers);
  const before = new Set([...renamed].flatMap(([key, was]) => (meant(key) ? [was] : [])));

  const pages = filter(local.pages, meant);
  const base = filter(lock.pages, (key) => meant(key) || before.has(key));
  const claimed = lock.pages;
  const { open } = remembered;
  const found = await survey({ base, local: pages, claimed, renamed, snapshot, texts, open }, deps);
  const known = new Map([...base, ...found.base]);
  const sides = {
    base: known,
    local: pages,
    remote: found.remote,
    renamed,
    unplaced: [...local.unplaced, ...found.unplaced],
    placement: snapshot.placement,
    remoteOnly: countRemoteOnly(local, [...claimed.values(), ...found.remote.values()], snapshot),
  };
  const rules = rulesOf(options);
  const first = plan(sides, rules);
  if (snapshot.pages === null) {
    await readWritten(first, { ...sides, remote: found.remote, texts }, deps);
  }
  const made = snapshot.pages === null ? plan(sides, rules) : first;
  return { plan: made, base: known, remote: found.remote, renamed, texts, found: found.warnings };
}

const rulesOf = ({
  publish,
  recreate,
  allowListed,
  conflicts,
  choices,
}: SyncOptions): PlanRules => ({
  publish,
  recreate,
  allowListed,
  winner: (key) => WINNER[choices.get(key) ?? conflicts],
});

const WINNER = { stop: null, skip: null, ours: 'local', theirs: 'remote' } as const;

const filter = <T>(
  pages: ReadonlyMap<PageKey, T>,
  test: (key: PageKey) => boolean,
): ReadonlyMap<PageKey, T> => new Map([...pages].filter(([key]) => test(key)));

interface Blind {
  readonly base: ReadonlyMap<PageKey, BasePage>;
  readonly local: ReadonlyMap<PageKey, LocalPage>;
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
  readonly remote: Map<PageKey, RemotePage>;
  readonly texts: RunState['texts'];
}

/** Without a snapshot, the pages that would be written are read. */
async function readWritten(
  { changes }: Plan,
  { base, local, renamed, remote, texts }: Blind,
  deps: SyncDeps,
): Promise<void> {
  const keys = new Set<PageKey>();
  for (const { kind, key } of changes) {
    if ((kind === 'update' || kind === 'publish') && key !== null) keys.add(key);
  }
  const meter = new Meter('observe', keys.size, deps.clock, deps.report);
  await forEachAtOnce(keys, 32, async (key) => {
    const origin = renamed.get(key) ?? key;
    const line = base.get(origin);
    if (line) {
      const seen = await lookAgain(line.id, { base: line, local: local.get(key) }, texts, deps);
      if (seen) remote.set(origin, seen);
      else remote.delete(origin);
    }
    meter.step();
  });
}

function conclude(
  { plan, base, remote, renamed, texts }: Made,
  run: Run & { readonly warnings: readonly string[]; readonly recovered: boolean },
): Prepared {
  const { local, lock, snapshot, options, warnings, recovered } = run;
  const { pages } = snapshot;
  const lines = [...lock.pages.values()];
  const refusals = guard({
    plan,
    lockPages: lock.pages.size,
    lockPagesSeen: pages === null ? null : lines.filter(({ id }) => pages.has(id)).length,
    localPages: local.pages.size + local.unplaced.length,
    narrowed: options.only.length > 0,
  });
  const sides = { base, remote, renamed, texts };
  const state = { options, local, lock, snapshot, recovered, ...sides };
  return { plan, summary: summarise(plan.changes), warnings, refusals, state };
}

function summarise(changes: readonly Change[]): Record<ChangeKind, number> {
  const summary = {
    create: 0,
    update: 0,
    publish: 0,
    adopt: 0,
    pull: 0,
    conflict: 0,
    orphan: 0,
    gone: 0,
    unplaced: 0,
    unchanged: 0,
  };
  for (const { kind } of changes) summary[kind] += 1;
  return summary;
}
