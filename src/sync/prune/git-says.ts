/** Finds reasons in git not to delete pages whose files are missing on the disk. */
import { join } from 'node:path';
import { fileIn } from '../../content/folder/list-folder.ts';
import { isThere } from '../../files/there.ts';
import { readCheckout, unfinishedWork } from '../../git/checkout.ts';
import { findRepository } from '../../git/find-repository.ts';
import { isCutOff } from '../../git/history.ts';
import type { GitPlace } from '../../git/place.ts';
import { untrackedFiles } from '../../git/untracked-files.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import type { BasePage } from '../../model/sides.ts';
import { PastFolders } from '../git/past-folders.ts';
import type { Lock } from '../lock/lock.ts';
import type { KeysByName } from '../pairing/named-places.ts';
import type { GuardRefusal } from '../plan/guard.ts';
import { pastFilesOf } from './past-files.ts';
import type { PastFile } from './past-files.ts';

interface Scene {
  readonly lock: Pick<Lock, 'pages'>;
  readonly named: KeysByName;
}

/** What git knows of pages whose files are missing. */
export interface GitSays {
  readonly why: (line: BasePage) => string | null;
  /** Returns undefined if no commit is known to have had the page's file. */
  readonly pastOf: (line: BasePage) => PastFile | undefined;
  /** Files that git does not track. */
  readonly untracked: readonly FilePath[];
}

/**
 * Asks git why the pages of these lines must be kept, and which files they had. Outside of a git repository
 * there is nothing to ask, and no page is kept.
 */
export async function whatGitSays(
  lines: readonly BasePage[],
  { lock, named }: Scene,
  { project, place }: { readonly project: Project; readonly place: GitPlace },
): Promise<GitSays> {
  const pastOf = (): undefined => undefined;
  if (!findRepository(place.root)) return { why: () => null, pastOf, untracked: [] };
  const checkout = await readCheckout(place);
  if (!checkout) {
    const why = (): string => 'git could not tell whether its file was removed';
    return { why, pastOf, untracked: [] };
  }
  const folders = new PastFolders(place, project, named);
  const head = await folders.at('HEAD');
  const hidden = new Map<PageKey, string>();
  let other: string | null = null;
  for (const file of checkout.unwatched) {
    if (!isPageFile(file, project) || isThere(join(place.root, file))) continue;
    const key = head.keyOf(file.normalize('NFC') as FilePath);
    if (key !== undefined && lock.pages.has(key)) hidden.set(key, file);
    else other ??= file;
  }
  const past = await pastFilesOf(lines, { place, folders, head });
  const never = past.size < lines.length && (await isCutOff(place)) ? SHALLOW : NEVER;
  const why = ({ key }: BasePage): string | null => {
    const file = hidden.get(key);
    if (file !== undefined) return `its file, ${file}, is left out of this checkout`;
    if (other !== null) return `${other} is left out of this checkout, and may be its file`;
    return past.has(key) ? null : never;
  };
  const untracked = (await untrackedFiles(place)).filter(
    (file) => !file.startsWith(fileIn(project.stateFolder, '')),
  );
  return { why, pastOf: ({ key }) => past.get(key), untracked: untracked as FilePath[] };
}

const NEVER = 'no known commit on this branch had its file';
const SHALLOW =
  'the checkout is shallow or partial, so it is not known whether this branch had its file (fetch-depth: 0)';

const isPageFile = (file: string, { contents }: Project): boolean =>
  file.endsWith('.md') && contents.some(({ path }) => file.startsWith(fileIn(path, '')));

/** Returns a refusal while a git operation such as a rebase is unfinished: missing files prove nothing then. */
export async function unfinishedRefusals(place: GitPlace): Promise<readonly GuardRefusal[]> {
  const what = await unfinishedWork(place);
  if (what === null) return [];
  const message = `A git ${what} is not finished: files may be missing until it is, and pages would be deleted.`;
  return [{ message, hint: `Finish or abort the ${what}, then run the same command again` }];
}
