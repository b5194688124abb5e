/** Which files pages had, according to git's history, and which files have appeared since. */
import type { PageMap } from '../../content/links/link-targets.ts';
import { arrivedSince } from '../../git/arrived-files.ts';
import { commitsBeforeRemovals } from '../../git/history.ts';
import type { GitPlace } from '../../git/place.ts';
import { filesOf } from '../../git/tree.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import type { PastFolders } from '../git/past-folders.ts';

/** The file that a page had at a commit. */
export interface PastFile {
  readonly file: FilePath;
  /** All files of the project at that commit. */
  readonly had: ReadonlySet<FilePath>;
  /** Files that were added to git since. */
  readonly arrived: readonly FilePath[];
  /** Those of them that git sees as renames of this file. */
  readonly renamedTo: readonly FilePath[];
}

interface Past {
  readonly place: GitPlace;
  readonly folders: PastFolders;
  readonly head: PageMap;
}

/** How many commits that removed files are looked at, at most. */
const MOST_REMOVALS = 400;

/** The files of these pages in the last commit, or just before a removal. Leaves out pages that had no file in any such commit. */
export async function pastFilesOf(
  lines: readonly BasePage[],
  { place, folders, head }: Past,
): Promise<ReadonlyMap<PageKey, PastFile>> {
  const found = new Map<PageKey, PastFile>();
  let left = lines.map(({ key }) => key);
  const take = async (commit: string, pages: PageMap): Promise<void> => {
    const here = left.flatMap((key) => {
      const file = pages.fileOf(key);
      return file === undefined ? [] : [{ key, file }];
    });
    if (here.length === 0) return;
    const around = await aroundOf(place, commit);
    for (const { key, file } of here) found.set(key, pastFile(file, around));
    left = left.filter((key) => !found.has(key));
  };
  await take('HEAD', head);
  if (left.length === 0) return found;
  for (const commit of await commitsBeforeRemovals(place, MOST_REMOVALS)) {
    await take(commit, await folders.at(commit));
    if (left.length === 0) break;
  }
  return found;
}

interface Around extends Pick<PastFile, 'had'> {
  readonly arrivals: Awaited<ReturnType<typeof arrivedSince>>;
}

async function aroundOf(place: GitPlace, commit: string): Promise<Around> {
  const [tree, arrivals] = await Promise.all([filesOf(place, commit), arrivedSince(place, commit)]);
  return { had: new Set(tree?.map(({ file }) => file)), arrivals };
}

function pastFile(file: FilePath, { had, arrivals }: Around): PastFile {
  const name = file.normalize('NFC');
  const renamed = arrivals.filter(({ from }) => from?.normalize('NFC') === name);
  return {
    file,
    had,
    arrived: arrivals.map(({ to }) => to as FilePath),
    renamedTo: renamed.map(({ to }) => to as FilePath),
  };
}
