/** The files of a content folder while they change: what cannot be read for a moment is as it was. */
import { fileIn, listFolder, takenFrom } from '../../content/folder/list-folder.ts';
import type { Listing } from '../../content/folder/list-files.ts';
import type { TakenListing } from '../../content/folder/read-folder.ts';
import { Failure } from '../../model/failure.ts';
import { isMissing } from '../../model/file-trouble.ts';
import type { FilePath } from '../../model/ids.ts';
import type { ContentFolder, Project } from '../../model/project.ts';

type FolderListing = TakenListing & { readonly folder: ContentFolder };

/**
 * Lists a content folder. A folder in it without access has the files that it had in `before`. A content folder that is gone has none.
 *
 * @param before left out: the folder is listed for the first time
 * @param tell called with each folder that cannot be read, and why
 * @throws Failure `config` if the content folder cannot be read for the first time
 */
export async function listingNow(
  project: Project,
  folder: ContentFolder,
  before: TakenListing | undefined,
  tell: (file: FilePath, message: string) => void,
): Promise<FolderListing> {
  let listing: Listing;
  try {
    listing = listFolder(project, folder);
  } catch (error) {
    if (!before || !(error instanceof Failure)) throw error;
    tell(folder.path, error.message);
    const isClosed = error.cause !== undefined && !isMissing(error.cause);
    return isClosed
      ? { folder, ...before }
      : { folder, files: [], refused: [], takes: () => false };
  }
  const takes = await takenFrom(project, folder);
  const { closed = [] } = listing;
  for (const { path, reason } of listing.refused) {
    if (closed.includes(path)) tell(fileIn(folder.path, path), `This ${reason}.`);
  }
  if (!before || closed.length === 0) return { folder, ...listing, takes };
  const isKept = (path: string): boolean => closed.some((each) => path.startsWith(`${each}/`));
  return {
    folder,
    ...listing,
    files: [...listing.files, ...before.files.filter(isKept)].toSorted(byFolder),
    takes: (path) => takes(path) || (isKept(path) && before.takes(path)),
  };
}

/** As a listing has them: a folder's own files before those of its folders. */
function byFolder(a: string, b: string): number {
  const ours = a.split('/');
  const theirs = b.split('/');
  const at = ours.findIndex((name, index) => name !== theirs[index]);
  const isFile = Number(at === theirs.length - 1) - Number(at === ours.length - 1);
  if (isFile !== 0) return isFile;
  return (ours[at] ?? '') < (theirs[at] ?? '') ? -1 : 1;
}
