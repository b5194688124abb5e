/** What a run starts from: folder, lock and log, read while the platform answers. Writes nothing. */
import { relative } from 'node:path';
import { momentOf } from '../model/clock.ts';
import { Failure } from '../model/failure.ts';
import type { LocalProject, PageTexts } from '../model/local.ts';
import type { Project } from '../model/project.ts';
import { RecentTexts } from './folder/scan-files.ts';
import { scan } from './folder/scan.ts';
import { logPath } from './log/log-file.ts';
import type { Step } from './log/entry.ts';
import { LogTexts } from './log/log-texts.ts';
import { advanceLine, readLogFile } from './log/read-log.ts';
import type { Remembered } from './log/read-log.ts';
import { aboutLines } from './lock/json-lines.ts';
import { readLock } from './lock/lock-file.ts';
import { joined } from './lock/lock.ts';
import type { Lock, ReadLock } from './lock/lock.ts';
import type { SyncOptions } from './options.ts';
import { namesNotHere } from './plan/select.ts';
import { OpenWrites } from './recognition/open-writes.ts';
import { RecentPages } from './recognition/recent-pages.ts';
import type { SyncDeps } from './session.ts';
import type { RenamedPlaces } from './snapshot/renamed-places.ts';
import { takeSnapshot } from './snapshot/snapshot.ts';
import type { Snapshot, SnapshotRequest } from './snapshot/snapshot.ts';

/** Folder, lock, log and platform, as a run found them. */
export interface BothSides extends Pick<Start, 'options' | 'renamedPlaces'> {
  readonly local: LocalProject;
  /** The lock file, plus what an earlier run's log adds and what the snapshot says about dates. */
  readonly lock: Lock;
  readonly snapshot: Snapshot;
  /** What the log said of earlier runs. */
  readonly earlier: Remembered;
  readonly kept: LogTexts;
  readonly writes: OpenWrites;
  /** An earlier run's log says more than the lock file does. */
  readonly recovered: boolean;
  /** Texts of pages as they are sent, for files that the scan read. */
  readonly ready: RecentTexts<PageTexts>;
  /** Pages that were read for the plan. */
  readonly recent: RecentPages;
  readonly warnings: readonly string[];
}

/** The limit for texts that are kept from reading a page's file until sending it, in characters. */
const READY_CHARACTERS = 64 * 1024 * 1024;

/** The first request to the platform, and when it was sent. */
type Asked = Pick<SnapshotRequest, 'asked' | 'now'>;

/** What a run starts with. */
export interface Start extends Asked {
  readonly options: SyncOptions;
  readonly renamedPlaces: RenamedPlaces;
}

/** Requests the snapshot without waiting for it. */
export function requestAll({ api, clock, signal }: SyncDeps): Asked {
  const now = momentOf(clock);
  const asked = api.project.all({}, signal);
  // Awaited later. Without this handler, a scan that fails first would leave an unhandled rejection.
  asked.catch(() => undefined);
  return { asked, now };
}

/** Rejects as `scan`, `readLock` and `takeSnapshot` do, and with `conflict` if two files are one page according to the lock. */
export async function readSides(start: Start, deps: SyncDeps): Promise<BothSides> {
  const { asked, now, options, renamedPlaces } = start;
  const { project, signal, report } = deps;
  const ready = new RecentTexts<PageTexts>(READY_CHARACTERS);
  // One after the other: in a large folder, the scan needs more memory than the rest of the run, and most of it only until it ends.
  const local = await scan(project, { ready, signal });
  const read = await readLock(project);
  requireOneFile(read, local, project);
  const earlier = await readLogFile(project);
  report({ type: 'scanned', pages: local.pages.size });
  const known = recover(read.lock, earlier.advances);
  const requested = options.newFiles
    ? { requested: namesNotHere({ options, local, lock: known }, project) }
    : {};
  const needed = [...local.pages.keys()];
  const outline = local.documentations.map(({ version, slug }) => `${version}/${slug}`);
  const request = { asked, lock: known, needed, outline, signal, now, ...requested };
  const snapshot = await takeSnapshot(deps.api, request);
  renamedPlaces.expect(snapshot);
  report({ type: 'snapshot', pages: snapshot.pages.size });

  const kept = new LogTexts(project);
  const writes = await OpenWrites.of(earlier.open, kept);
  const made = await recoverCreates({ local, lock: known, snapshot, writes }, deps);
  const pages = joined(known.pages, made);
  return {
    options,
    renamedPlaces,
    local,
    lock: { ...known, pages },
    snapshot,
    earlier,
    kept,
    writes,
    recovered: earlier.advances.length > 0 || made.size > 0,
    ready,
    recent: new RecentPages(),
    warnings: [...read.warnings, ...logWarnings(project, earlier)],
  };
}

/** Without a line, one of the files would become a second page. Nothing is written, so that the lock still says that they are one. */
function requireOneFile(
  { samePage }: ReadLock,
  { pages }: LocalProject,
  { lockFile }: Project,
): void {
  for (const keys of samePage) {
    const files = [...keys].flatMap((key) => pages.get(key)?.file ?? []);
    if (files.length < 2) continue;
    throw new Failure(
      'conflict',
      `${files.slice(0, -1).join(', ')} and ${files.at(-1)} are one page according to ${lockFile}; nothing was written.`,
      { hint: `Remove one of the files, or, if they are two pages, the wrong line of ${lockFile}` },
    );
  }
}

/** The lock, plus what an earlier run did but may not have saved. */
function recover(lock: Lock, advances: readonly Step[]): Lock {
  if (advances.length === 0) return lock;
  const pages = new Map(lock.pages);
  for (const advance of advances) advanceLine(pages, advance);
  return { ...lock, pages };
}

/** Pages that an interrupted run created and the lock does not know. */
async function recoverCreates(
  folder: Pick<BothSides, 'local' | 'lock' | 'snapshot' | 'writes'>,
  deps: SyncDeps,
): Promise<Lock['pages']> {
  if (folder.writes.creates.length === 0) return new Map();
  const { findLostCreates } = await import('./pairing/unfinished-creates.ts');
  return findLostCreates(folder, deps);
}

/** A warning that names the log lines that cannot be read: no run of ours wrote them. */
function logWarnings(project: Project, { unread }: Remembered): string[] {
  const file = relative(project.root, logPath(project));
  return aboutLines(file, unread, 'this line of the log cannot be read and is skipped: remove it.');
}
