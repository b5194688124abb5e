import { takenFrom } from '../../content/folder/list-folder.ts';
import { readFolder } from '../../content/folder/read-folder.ts';
import type { FolderSource, SkippedFile } from '../../content/folder/read-folder.ts';
import type { Arrangement } from '../../content/layouts/layout.ts';
import type { Listing } from '../../content/folder/list-files.ts';
import type { ContentFolder, Project } from '../../model/project.ts';
import { readPage, readSettings } from './scan-files.ts';
import type { FileReader, KnownPage } from './scan-files.ts';
import type { Candidate } from './scan-places.ts';

/** A content folder, read and arranged. */
export interface ScannedFolder {
  readonly arrangement: Arrangement;
  readonly candidates: readonly Candidate[];
  readonly leftOut: readonly SkippedFile[];
}

/** Reads one content folder. Throws `Failure('content')` if its settings are malformed. */
export async function scanFolder(
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
