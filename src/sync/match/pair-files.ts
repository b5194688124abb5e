/** Pairs files with lines of the lock. */
import type { PageKey } from '../../model/ids.ts';
import { documentationKey } from '../../model/ids.ts';
import { groupBy } from '../../model/group-by.ts';
import type { LocalPage, LocalProject, UnplacedFile } from '../../model/local.ts';
import type { Folder } from '../folder/found-folder.ts';
import { isFormerFile } from '../record/line.ts';
import type { SyncOptions } from '../run-options.ts';
import type { Run } from '../run.ts';
import type { SyncDeps } from '../deps.ts';
import { unclaimedPages } from '../platform/snapshot.ts';
import { Unpaired } from './unpaired.ts';

/** A new file that may be a moved page of the lock, without proof. */
export interface MayBeMoved {
  readonly page: LocalPage;
  readonly was: PageKey;
}

/** The folder, with the files whose keys differ from the lock. */
export interface PairedFolder {
  /** As scanned, without files that turned out to be another page than their key says. */
  readonly folder: Folder;
  readonly mayBeMoved: readonly MayBeMoved[];
}

/**
 * A file whose key has a line is that line's page, whatever its text: if two files exchange their
 * names, each page gets the text of its file. For new files, follows these clues in order: the page
 * has the file's key on the platform; it has its text; git says that the file was renamed; no other
 * page has its title. `asNamed`: only the first counts. Looks at the whole folder: which page a file
 * is does not depend on what a run is narrowed to. Without new files, reads pages only to learn of
 * drafts that the log lacks. Marks texts that are copies of pulled drafts (`LocalPage.foreignDraft`).
 */
export async function pairFiles(
  run: Run,
  { asNamed }: Pick<SyncOptions, 'asNamed'>,
  deps: SyncDeps,
): Promise<PairedFolder> {
  const { folder, lock } = run;
  const { local } = folder;
  const fresh = [...local.pages.values()].filter(({ key }) => !lock.pages.has(key));
  if (fresh.length === 0) {
    const marked = await withMarks(run, deps);
    return { folder: { ...folder, local: marked }, mayBeMoved: [] };
  }
  const left = await pairNew(fresh, run, asNamed, deps);
  const { renamed, unplaced } = left;
  const pages = await withMarks({ ...run, folder: { ...folder, renamed } }, deps);
  const paired = { ...folder, local: withUnplaced(pages, unplaced), renamed };
  return { folder: paired, mayBeMoved: asNamed ? [] : movedMaybe(left) };
}

/** The folder, with marks at copies of pulled drafts. */
async function withMarks(run: Run, deps: SyncDeps): Promise<LocalProject> {
  const { folder, lock } = run;
  if (lock.foreignDrafts.size === 0) return folder.local;
  const { withForeignDrafts, textsOnPlatform } = await import('./foreign-drafts.ts');
  return withForeignDrafts(folder, lock, textsOnPlatform(run, deps));
}

/** The folder without these pages, which are not sent. */
function withUnplaced(local: LocalProject, unplaced: readonly UnplacedFile[]): LocalProject {
  if (unplaced.length === 0) return local;
  const pages = new Map(local.pages);
  for (const { key } of unplaced) if (key !== undefined) pages.delete(key);
  return { ...local, pages, unplaced: [...local.unplaced, ...unplaced] };
}

async function pairNew(
  fresh: readonly LocalPage[],
  run: Run,
  asNamed: boolean,
  deps: SyncDeps,
): Promise<Unpaired> {
  const { lock } = run;
  const { local } = run.folder;
  const { snapshot } = run.platform;
  const unplaced = new Set(local.unplaced.map(({ key }) => key));
  const lost = Array.from(lock.pages.values()).filter(
    ({ key, id }) => !local.pages.has(key) && !unplaced.has(key) && snapshot.pages.has(id),
  );
  const left = new Unpaired(fresh, lost, () => unclaimedPages(lock.pages.values(), snapshot));
  if (!asNamed) formerFiles(left, run);
  if (left.lines.size === 0 || left.files.size === 0) return left;
  const { movedKeys } = await import('./by-slug.ts');
  const { sameText, titlesElsewhere, uniqueTitle } = await import('./text-or-title.ts');
  await movedKeys(left, run, deps);
  if (asNamed) return left;
  sameText(left);
  await renamedInGit(left, local, deps);
  const isElsewhere = titlesElsewhere(left.files.values(), run);
  const making = new Set(lock.writes.creates.map(({ key }) => key));
  uniqueTitle(left, (page) => making.has(page.key) || isElsewhere(page));
  return left;
}

/**
 * Pairs files that have a name from before a pull. Refuses such a file if the page's present file
 * exists, too.
 */
function formerFiles(
  left: Unpaired,
  { folder: { local }, lock, platform: { snapshot } }: Run,
): void {
  const renamed = Array.from(lock.pages.values()).filter(
    ({ formerStates, id }) => formerStates !== undefined && snapshot.pages.has(id),
  );
  for (const page of left.files.values()) {
    const line = renamed.find((one) => isFormerFile(one, page));
    const now = line && local.pages.get(line.key);
    if (now)
      left.refuse(
        page.key,
        `It is ${now.file} under its former name: remove one of the two files.`,
      );
    else if (line && left.lines.has(line.key)) left.pair(page.key, line.key);
  }
}

async function renamedInGit(left: Unpaired, local: LocalProject, deps: SyncDeps): Promise<void> {
  const lost = new Set(Array.from(left.lines.keys(), documentationKey));
  const files = [...left.files.values()].filter(({ key }) => lost.has(documentationKey(key)));
  if (files.length === 0) return;
  const { previousKeys } = await import('./git-renames.ts');
  for (const [key, keys] of await previousKeys(files, local, deps)) {
    const was = keys.find((one) => left.lines.has(one));
    if (was !== undefined) left.pair(key, was);
  }
}

/**
 * New files, each with a page of its documentation that has no file and has the same title. If a
 * documentation has one such file and one such page, their titles may differ.
 */
function movedMaybe({ files, lines }: Unpaired): readonly MayBeMoved[] {
  if (lines.size === 0) return [];
  const lost = groupBy(lines.values(), ({ key }) => documentationKey(key));
  const fresh = groupBy(files.values(), ({ key }) => documentationKey(key));
  return [...fresh].flatMap(([name, pages]) => {
    const gone = lost.get(name) ?? [];
    const [only] = gone.length === 1 && pages.length === 1 ? gone : [];
    return pages.flatMap((page) => {
      const was = (gone.find(({ title }) => title === page.title) ?? only)?.key;
      return was === undefined ? [] : { page, was };
    });
  });
}
