/** Pairs files with lines of the lock. */
import type { Digest, PageKey } from '../../model/ids.ts';
import { documentationKey } from '../../model/ids.ts';
import { groupBy } from '../../model/group-by.ts';
import type { LocalPage, LocalProject, PageTexts, UnplacedFile } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Folder } from '../folder/found-folder.ts';
import { isFormerFile } from '../record/line.ts';
import type { LogTexts, PulledDraft } from '../record/log-texts.ts';
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
 * is does not depend on what a run is narrowed to. Sends nothing without new files. Marks texts that
 * are copies of pulled drafts (`LocalPage.foreignDraft`).
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
    const marked = await withForeignDrafts(run, folder.renamed);
    return { folder: { ...folder, local: marked }, mayBeMoved: [] };
  }
  const left = await pairNew(fresh, run, asNamed, deps);
  const { renamed, unplaced } = left;
  const pages = await withForeignDrafts(run, renamed);
  const paired = { ...folder, local: withUnplaced(pages, unplaced), renamed };
  return { folder: paired, mayBeMoved: asNamed ? [] : movedMaybe(left) };
}

/**
 * Marks the texts that docs wrote into the file of another page, unless this page had them before:
 * all of such a text or, if the log has it, all sentences that the draft adds.
 */
async function withForeignDrafts(
  { folder: { local, texts }, lock: { pages: lines, foreignDrafts, kept } }: Run,
  renamed: Folder['renamed'],
): Promise<LocalProject> {
  if (foreignDrafts.size === 0) return local;
  let pulled: readonly PulledDraft[] | undefined;
  const pages = new Map(local.pages);
  for (const page of local.pages.values()) {
    const line = lines.get(renamed.get(page.key) ?? page.key);
    const isOurs = (text: Digest): boolean => [line?.sent, line?.sentPublished].includes(text);
    const [shown, head] = [page.published ?? page.head, page.head];
    let foreignDraft = [shown, head].find((text) => text !== line?.sent && foreignDrafts.has(text));
    // A page's own draft is compared with what the platform has.
    if (!foreignDraft && line?.foreignDraft === undefined && !isOurs(shown)) {
      pulled ??= await pulledIn(lines.values(), kept);
      if (await isCopy(pulled, () => texts.read(page))) foreignDraft = shown;
    }
    if (foreignDraft) pages.set(page.key, { ...page, foreignDraft });
  }
  return { ...local, pages };
}

async function pulledIn(
  lines: Iterable<BasePage>,
  kept: Pick<LogTexts, 'pulledDraft'>,
): Promise<readonly PulledDraft[]> {
  const pulled: PulledDraft[] = [];
  for (const line of lines) {
    const one = await kept.pulledDraft(line);
    if (one) pulled.push(one);
  }
  return pulled;
}

/** Whether the file's text for readers is a copy of one of these drafts. */
async function isCopy(pulled: readonly PulledDraft[], read: () => PageTexts): Promise<boolean> {
  if (pulled.length === 0) return false;
  const { isCopyOfDraft } = await import('../../content/kept-draft.ts');
  const { draft, published } = read();
  const text = published ?? draft ?? '';
  return pulled.some((one) => isCopyOfDraft(text, one.draft, one.published));
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
