/** What a run starts from: folder, lock, journal and platform, read at once. Writes nothing. */
import { relative } from 'node:path';
import { isOneFile } from '../files/one-file.ts';
import { momentOf } from '../model/clock.ts';
import type { LocalPage, LocalProject, PageTexts } from '../model/local.ts';
import type { Project } from '../model/project.ts';
import { RecentTexts } from './folder/scan-files.ts';
import { scan } from './folder/scan.ts';
import { journalPath, readJournalFile } from './journal/journal-file.ts';
import type { Intent } from './journal/journal.ts';
import { advanceLine, readJournal } from './journal/read-journal.ts';
import type { Remembered } from './journal/read-journal.ts';
import { readLock } from './lock/lock-file.ts';
import { joined } from './lock/lock.ts';
import type { Lock } from './lock/lock.ts';
import type { KeysByName } from './pairing/named-places.ts';
import type { SyncOptions } from './options.ts';
import { placedOnPlatform } from './pairing/placed.ts';
import { namesOfElsewhere } from './plan/select.ts';
import { withThirdNames } from './pull/third-name.ts';
import type { HalfMove } from './pull/third-name.ts';
import { datesSeen } from './recognition/dates.ts';
import { OpenWrites } from './recognition/open-writes.ts';
import { RecentPages } from './recognition/recent-pages.ts';
import type { SyncDeps } from './session.ts';
import type { KnownPlaces } from './snapshot/place-watch.ts';
import { showsNone } from './snapshot/snapshot.ts';
import type { Snapshot, SnapshotRequest } from './snapshot/snapshot.ts';

/** Folder, lock, journal and platform, as a run found them. */
export interface BothSides {
  readonly local: LocalProject;
  /** As the file has it, with what an earlier run's journal adds and the snapshot tells of dates. */
  readonly lock: Lock;
  readonly snapshot: Snapshot;
  readonly named: KeysByName;
  /** Writes of an earlier run of which the journal does not tell what became. */
  readonly open: readonly Intent[];
  readonly writes: OpenWrites;
  /** An earlier run's journal, or a move that it left half done, says things that the lock file does not. */
  readonly recovered: boolean;
  /** Files that a pull which was killed left with two names. */
  readonly halfMoves: readonly HalfMove[];
  /** Texts of pages as they are sent, as far as the scan read them. */
  readonly ready: RecentTexts<PageTexts>;
  readonly recent: RecentPages;
  readonly warnings: readonly string[];
}

/** What is kept between reading a page's file and sending it. */
const READY_CHARACTERS = 64 * 1024 * 1024;

/** What the platform was asked first, and when. */
type Asked = Pick<SnapshotRequest, 'asked' | 'now'>;

/** What a run starts with. */
export interface Start extends Asked, KnownPlaces {
  readonly options: Pick<SyncOptions, 'only' | 'workingFolder' | 'newFiles'>;
}

/** Asks for all that the platform has, without waiting for it. */
export function requestAll({ api, clock, signal }: SyncDeps): Asked {
  const now = momentOf(clock);
  const asked = api.project.all({}, signal);
  // Awaited later; a scan that fails first must not leave its rejection to nobody.
  asked.catch(() => undefined);
  return { asked, now };
}

/** Rejects as `scan`, `readLock` and `takeSnapshot` do. */
export async function readSides(start: Start, deps: SyncDeps): Promise<BothSides> {
  const { asked, now, watch, doubts, options } = start;
  const { project, signal, report } = deps;
  const ready = new RecentTexts<PageTexts>(READY_CHARACTERS);
  const [found, read, journal] = await Promise.all([
    scan(project, { ready, signal }),
    readLock(project),
    readJournalFile(project),
  ]);
  report({ type: 'scanned', pages: found.pages.size });
  const remembered = readJournal(journal);
  const { open, advances } = remembered;
  const isSame = (a: LocalPage, b: LocalPage): boolean => isOneFile(project.root, a.file, b.file);
  const before = { lock: recover(read.lock, remembered), local: found };
  const { lock: known, local: settled, halfMoves } = withThirdNames(before, isSame);
  const sought = options.newFiles
    ? { sought: namesOfElsewhere({ options, local: settled, lock: known }, deps) }
    : {};
  const request = { asked, lock: known, doubts, signal, now, ...sought };
  const { local, snapshot, named } = await placedOnPlatform(settled, request, ready, deps);
  watch.expect({ snapshot, lock: known });
  report({ type: 'snapshot', pages: snapshot.pages?.size ?? null });

  const writes = await OpenWrites.of(open, project);
  const made = await recoverCreates({ local, lock: known, snapshot, writes }, deps);
  const pages = joined(known.pages, made);
  const dates = showsNone(known, snapshot)
    ? undefined
    : datesSeen(known.dates, pages, snapshot.pages);
  return {
    local,
    lock: { ...known, pages, dates },
    snapshot,
    named,
    open,
    writes,
    recovered: advances.length > 0 || made.size > 0 || halfMoves.length > 0,
    halfMoves,
    ready,
    recent: new RecentPages(),
    warnings: [...read.warnings, ...journalWarnings(project, remembered)],
  };
}

/** The lock with what an earlier run did and may not have written into it. */
function recover(lock: Lock, { advances }: Remembered): Lock {
  if (advances.length === 0) return lock;
  const pages = new Map(lock.pages);
  for (const advance of advances) advanceLine(pages, advance);
  return { ...lock, pages };
}

/** Pages that an interrupted run made and the lock does not know. */
async function recoverCreates(
  folder: Pick<BothSides, 'local' | 'lock' | 'snapshot' | 'writes'>,
  deps: SyncDeps,
): Promise<Lock['pages']> {
  if (folder.writes.creates.length === 0) return new Map();
  const { findLostCreates } = await import('./pairing/unfinished-creates.ts');
  return findLostCreates(folder, deps);
}

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
