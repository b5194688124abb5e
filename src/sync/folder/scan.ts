import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { withoutDuplicates } from '../../content/folder/duplicates.ts';
import { fileIn, listFolder, takenFrom, unreadIn } from '../../content/folder/list-folder.ts';
import type { Listing } from '../../content/folder/list-folder.ts';
import { readFolder } from '../../content/folder/read-folder.ts';
import type { FolderSource, SkippedFile } from '../../content/folder/read-folder.ts';
import type { Arrangement } from '../../content/layouts/layout.ts';
import { heldSections } from '../../content/page/page-restriction.ts';
import { unreadyReason } from '../../content/page/unready.ts';
import { StatCache } from '../../system/files/stat-cache.ts';
import type { CacheName } from '../../system/files/stat-cache.ts';
import { ownFolder } from '../../system/files/own.ts';
import type { FilePath } from '../../model/ids.ts';
import type { LocalProject, PageTexts, UnplacedFile } from '../../model/local.ts';
import type { ContentFolder, Project } from '../../model/project.ts';
import { readPageFile, readSettings, RecentTexts, Turns } from './scan-files.ts';
import type { FileReader, KnownFile, KnownPage } from './scan-files.ts';
import { digestsToday, pageMapOf } from './scan-links.ts';
import { localPages, outlineOf } from './scan-places.ts';
import type { ScannedFile } from './scan-places.ts';

/**
 * Reads what the content folders hold: which pages, under which keys, with which digests. Files
 * that did not change since the last scan are recognised by their stat data and not read. A file
 * that cannot be placed is listed in `unplaced`, and the scan continues.
 *
 * Rejects with `content` if a settings file is malformed, with `config` if a content folder is
 * missing, and with the signal's reason when it is aborted. Writes only the stat cache, and removes
 * only temporary files of killed runs. With `remember: false` it does neither.
 */
export async function scan(
  project: Project,
  { remember = true, ready = new RecentTexts<PageTexts>(0), signal }: ScanOptions = {},
): Promise<LocalProject> {
  const turns = new Turns(signal);
  const lists = project.contents.map((folder) => listFolder(project, folder));
  if (remember) removeLeftOver(project, lists);
  const cache = new StatCache<KnownFile>(
    remember ? ownFolder(project.root, project.stateFolder) : null,
    SCAN_CACHE,
  );
  const recent = new RecentTexts<string>(RECENT_CHARACTERS);
  const files = lists.reduce((sum, list) => sum + list.files.length, 0);
  ready.leave(CHARACTERS_PER_PAGE * Math.max(0, files - FEW));
  const reader = { root: project.root, cache, recent, ready, turns };
  const local = await scanFiles(project, lists, reader);
  if (cache.isChanged) cache.save();
  return local;
}

/**
 * Removes temporary files that a killed run left next to pages that are on a file system other than
 * the state folder's.
 */
function removeLeftOver({ root, contents }: Project, lists: readonly Listing[]): void {
  for (const [index, { path }] of contents.entries()) {
    for (const left of lists[index]?.leftOver ?? []) {
      try {
        rmSync(join(root, fileIn(path, left)), { force: true });
      } catch {
        // The file stays. It is hidden, so it is not read as a page.
      }
    }
  }
}

/** Digests and notes depend on our own rules: a change to those rules changes the format. */
const SCAN_CACHE: CacheName = { file: 'scan.cache', format: 'docs-cli scan 18' };

/** Options of a scan. With `remember: false` it writes nothing into the folder. */
export interface ScanOptions {
  readonly remember?: boolean;
  /** Receives texts that were read, as long as it has room. */
  readonly ready?: RecentTexts<PageTexts>;
  readonly signal?: AbortSignal;
}

/**
 * The memory that a scan needs per page besides its text, in characters: it reduces the room for
 * texts.
 */
const CHARACTERS_PER_PAGE = 1024;
const FEW = 20_000;

const RECENT_CHARACTERS = 8 * 1024 * 1024;

async function scanFiles(
  project: Project,
  lists: readonly Listing[],
  reader: FileReader,
): Promise<LocalProject> {
  const unplaced: UnplacedFile[] = [];
  const candidates: ScannedFile[] = [];
  const folders: ScannedFolder[] = [];
  const unread: FilePath[] = [];
  for (const [index, folder] of project.contents.entries()) {
    const listing = lists[index] ?? { files: [], refused: [] };
    const scanned = await scanFolder(project, folder, listing, reader);
    folders.push(scanned);
    for (const { path, reason, line } of scanned.leftOut) {
      unplaced.push({ file: fileIn(folder.path, path), reason, ...(line ? { line } : {}) });
    }
    for (const candidate of scanned.candidates) candidates.push(candidate);
    unread.push(...scanned.unread);
  }
  const placed = withoutUnready(withoutDuplicates(candidates, unplaced), unplaced);
  const outline = outlineOf(
    project,
    folders.map(({ arrangement }) => arrangement),
  );
  const found = localPages(
    placed,
    digestsToday(() => pageMapOf(candidates), reader),
    heldSections(outline),
  );
  return {
    ...outline,
    ...found,
    unplaced,
    unread,
  };
}

/** Moves files that a person still has to finish to `unplaced`, so that they are not sent. */
function withoutUnready(
  candidates: readonly ScannedFile[],
  unplaced: UnplacedFile[],
): readonly ScannedFile[] {
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
interface ScannedFolder {
  readonly arrangement: Arrangement;
  readonly candidates: readonly ScannedFile[];
  readonly leftOut: readonly SkippedFile[];
  readonly unread: readonly FilePath[];
}

/** Reads one content folder. Rejects with `content` if its settings are malformed. */
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
  return { arrangement, candidates, leftOut, unread: unreadIn({ ...listing, folder, takes }) };
}

/** Reads files through the stat cache: unchanged files are not read. */
const cached = (reader: FileReader): FolderSource<KnownPage> => ({
  beyondGlobs: false,
  page: (file) => readPageFile(reader, file),
  settings: (file) => readSettings(reader, file),
  turn: () => (reader.turns.isDue() ? reader.turns.take() : null),
});
