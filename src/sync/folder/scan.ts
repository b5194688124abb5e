import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Listing } from '../../content/folder/list-files.ts';
import { fileIn, listFolder, takenFrom } from '../../content/folder/list-folder.ts';
import { readFolder } from '../../content/folder/read-folder.ts';
import type { FolderSource, SkippedFile } from '../../content/folder/read-folder.ts';
import type { Arrangement } from '../../content/layouts/layout.ts';
import { unreadyReason } from '../../content/page/unready.ts';
import { ownProblem } from '../../files/own.ts';
import type { LocalProject, PageTexts, UnplacedFile } from '../../model/local.ts';
import type { ContentFolder, Project } from '../../model/project.ts';
import { packed, signatureOf, unpacked } from './cache/last-scan.ts';
import type { LastScan, PageRow } from './cache/last-scan.ts';
import { StatCache } from './cache/stat-cache.ts';
import { readPage, readSettings, RecentTexts } from './scan-files.ts';
import type { FileReader, KnownFile, KnownPage } from './scan-files.ts';
import { digestsToday, pageMapOf } from './scan-links.ts';
import { outlineOf } from './scan-outline.ts';
import { alone, localPages } from './scan-places.ts';
import type { Candidate } from './scan-places.ts';
import { Turns } from './turns.ts';

/**
 * Reads what the content folders hold: which pages, under which keys, with which digests. Files that did not change since
 * the last scan are known by their stat data and not read. A file that cannot be placed is listed in `unplaced`, the
 * rest proceeds. Throws `Failure('content')` if a settings file is malformed, `Failure('config')` if a content
 * folder is missing, and the signal's reason once that is aborted. Writes nothing but the stat cache; nothing at all into a folder that is only looked at (`remember: false`).
 */
export async function scan(
  project: Project,
  { remember = true, ready = new RecentTexts<PageTexts>(0), signal }: ScanOptions = {},
): Promise<LocalProject> {
  const turns = new Turns(signal);
  const lists = project.contents.map((folder) => listFolder(project, folder));
  if (remember) removeLeftOver(project, lists);
  const signature = signatureOf(project, lists);
  const cache = new StatCache<KnownFile, LastScan, PageRow>(remember ? cacheFolder(project) : null);
  const last = cache.about?.signature === signature ? cache.about : null;
  const recent = new RecentTexts<string>(RECENT_CHARACTERS);
  const files = lists.reduce((sum, list) => sum + list.files.length, 0);
  ready.leave(HELD_OF_A_PAGE * Math.max(0, files - FEW));
  const reader = { root: project.root, cache, recent, ready, turns };
  if (last?.isComplete && (await cache.isUnchangedIn(project.root, turns))) {
    return unpacked(last, cache.rows);
  }
  const local = await scanFiles(project, lists, reader);
  if (!last || cache.isChanged) {
    const { about, rows } = packed(local, signature, cache.isComplete);
    cache.save(about, rows);
  }
  return local;
}

/** Removes what a run that was killed left beside pages, if their file system is not that of the state folder. */
function removeLeftOver({ root, contents }: Project, lists: readonly Listing[]): void {
  for (const [index, { path }] of contents.entries()) {
    for (const left of lists[index]?.leftOver ?? []) {
      try {
        rmSync(join(root, fileIn(path, left)), { force: true });
      } catch {
        // It stays, hidden.
      }
    }
  }
}

/** Null if the state folder is a link or behind one: then nothing is known, and nothing kept. */
function cacheFolder({ root, stateFolder }: Project): string | null {
  const folder = join(root, stateFolder);
  return ownProblem(root, folder, 'folder') === null ? folder : null;
}

/** What a scan is told beside the project; `remember: false`: it writes nothing into the folder. */
export interface ScanOptions {
  readonly remember?: boolean;
  /** Takes the texts that were read, as long as it has room. */
  readonly ready?: RecentTexts<PageTexts>;
  readonly signal?: AbortSignal;
}

/** About what a scan holds of each page without its text: if there are many pages, that takes the room of texts. */
const HELD_OF_A_PAGE = 1024;
const FEW = 20_000;

const RECENT_CHARACTERS = 8 * 1024 * 1024;

async function scanFiles(
  project: Project,
  lists: readonly Listing[],
  reader: FileReader,
): Promise<LocalProject> {
  const unplaced: UnplacedFile[] = [];
  const candidates: Candidate[] = [];
  const folders: ScannedFolder[] = [];
  for (const [index, folder] of project.contents.entries()) {
    const listing = lists[index] ?? { files: [], refused: [] };
    const scanned = await scanFolder(project, folder, listing, reader);
    folders.push(scanned);
    for (const { path, reason, line } of scanned.leftOut) {
      unplaced.push({ file: fileIn(folder.path, path), reason, ...(line ? { line } : {}) });
    }
    for (const candidate of scanned.candidates) candidates.push(candidate);
  }
  const placed = withoutUnready(alone(candidates, unplaced), unplaced);
  const found = localPages(
    placed,
    digestsToday(() => pageMapOf(candidates), reader),
  );
  return { ...outlineOf(project, folders), ...found, unplaced };
}

/** Files that a person has yet to finish are not to be sent. */
function withoutUnready(
  candidates: readonly Candidate[],
  unplaced: UnplacedFile[],
): readonly Candidate[] {
  const before = unplaced.length;
  for (const { key, file, known } of candidates) {
    if (!known.unready) continue;
    const { line } = known.unready;
    unplaced.push({ file, key, line, reason: unreadyReason(known.unready) });
  }
  return unplaced.length === before
    ? candidates
    : candidates.filter(({ known }) => known.unready === undefined);
}

/** A content folder, read and arranged. */
export interface ScannedFolder {
  readonly arrangement: Arrangement;
  readonly candidates: readonly Candidate[];
  readonly leftOut: readonly SkippedFile[];
}

/** Reads one content folder. Throws `Failure('content')` if its settings are malformed. */
async function scanFolder(
  project: Project,
  folder: ContentFolder,
  listing: Listing,
  reader: FileReader,
): Promise<ScannedFolder> {
  const takes = await takenFrom(project, folder);
  const read = await readFolder(folder, { ...listing, takes }, cached(reader));
  const [wrong] = read.malformed;
  if (wrong) throw wrong.failure;
  const { arrangement, candidates, leftOut } = read;
  return { arrangement, candidates, leftOut };
}

/** Files as the stat cache knows them: those that did not change are not read. */
const cached = (reader: FileReader): FolderSource<KnownPage> => ({
  beyondGlobs: false,
  page: (file) => readPage(reader, file),
  settings: (file) => readSettings(reader, file),
  turn: () => (reader.turns.isDue() ? reader.turns.take() : null),
});
