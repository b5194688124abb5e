/**
 * Reads a folder and its lock for commands that make no run. Never loads
 * the engine, and folder and lock on demand: a command for one page sends one request.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PageMap } from '../content/links/link-targets.ts';
import type { Api } from '../api/api.ts';
import type { Field } from '../model/change.ts';
import { placeOf } from '../model/ids.ts';
import type { FilePath, PageKey } from '../model/ids.ts';
import {
  type LocalPage,
  type LocalProject,
  type LocalVersion,
  type Restriction,
  restrictionWords,
} from '../model/local.ts';
import type { ContentFolder, Project } from '../model/project.ts';
import type { Page } from '../model/resources.ts';
import { foreignDraftIn } from '../model/sides.ts';
import type { BasePage, Placement } from '../model/sides.ts';
import type { filesBelow } from './write/staying.ts';
import type { ScanOptions } from './folder/scan.ts';
import type { Lock } from './record/lock.ts';

export { lookAgain, lookAt, stillThere } from './platform/look.ts';
export type { StaleLook } from './platform/look.ts';
export { requireFinishedMove, unfinishedMove } from '../move/move-mark.ts';
export type { Lock } from './record/lock.ts';

/**
 * Reads the pages of the content folders. Rejects with `content` if a settings file is malformed,
 * with `config` if a content folder is missing, and with the signal's reason when it is aborted.
 * With `remember: false` nothing is written into the folder.
 */
export async function scanFolder(
  project: Project,
  options: Pick<ScanOptions, 'remember' | 'signal'>,
): Promise<LocalProject> {
  const { scan } = await import('./folder/scan.ts');
  return scan(project, options);
}

/**
 * The content folders with their settings alone: no page is read. Folders that are not there have
 * none.
 */
export const settingsAlone = ({ root, contents }: Project): readonly ContentFolder[] =>
  contents.flatMap((folder) =>
    existsSync(join(root, folder.path)) ? [{ ...folder, exclude: ['**'] }] : [],
  );

/** The versions that settings hold back. Rejects with `content` if settings are malformed. */
export async function readHeldVersions(
  project: Project,
  signal: AbortSignal,
): Promise<readonly LocalVersion[]> {
  const contents = settingsAlone(project);
  const { versions } = await scanFolder({ ...project, contents }, { remember: false, signal });
  return versions.filter(({ published }) => !published);
}

/** Maps files to pages, for translating links. `local` must be a scan of `project`. */
export async function readPageMap(project: Project, local: LocalProject): Promise<PageMap> {
  const { TextReader } = await import('./folder/found-folder.ts');
  return new TextReader(project, local).pages;
}

/** What both sides last shared. Empty without a lock. Rejects with `config` if it is unreadable. */
export async function readLastShared(project: Project): Promise<Lock> {
  const { readLock } = await import('./record/lock.ts');
  const { lock } = await readLock(project);
  return lock;
}

/** Whether the platform may print one of two texts as the other. */
export async function isPrintedAlike(one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const { loadCanonical } = await import('./comparable-digest.ts');
  return (await loadCanonical()).samePage(one, other);
}

/**
 * Pages whose files have as the text for readers what docs wrote from somebody else's draft: all of
 * the text, or what the draft changes, if the log has the page's texts. Rejects as `scanFolder` and
 * `readLastShared` do, and with `content` if a file changes meanwhile.
 */
export async function readPulledDrafts(
  project: Project,
  signal: AbortSignal,
): Promise<readonly PageKey[]> {
  const { readLockAndLog } = await import('./record/read-log.ts');
  const lock = await readLockAndLog(project);
  if (lock.foreignDrafts.size === 0) return [];
  const local = await scanFolder(project, { signal });
  const [{ TextReader }, { withForeignDrafts, textsInLog }, { keepsDraft }] = await Promise.all([
    import('./folder/found-folder.ts'),
    import('./match/foreign-drafts.ts'),
    import('../content/kept-draft.ts'),
  ]);
  const texts = new TextReader(project, local);
  const folder = { local, texts, renamed: new Map() };
  const { pages } = await withForeignDrafts(folder, lock, textsInLog(lock.kept));
  const keys: PageKey[] = [];
  for (const page of pages.values()) {
    const { key, published, foreignDraft } = page;
    const line = lock.pages.get(key);
    if (published === null || foreignDraft === null) continue;
    if (published === line?.sentPublished) continue;
    const isWhole = foreignDraftIn(line, page) === published;
    const found = isWhole || !line ? null : await lock.kept.pulledDraft(line);
    const isKept =
      found !== null && keepsDraft(texts.read(page).published ?? '', found.draft, found.published);
    if (isWhole || isKept) keys.push(key);
  }
  return keys;
}

/**
 * Why pages should not be published, as a push sees it. Asks about their versions and documentations
 * only if settings hold these back: one request, and one for each version.
 */
export async function restrictionsThere(
  pages: readonly LocalPage[],
  { api, signal }: { readonly api: Pick<Api, 'versions'>; readonly signal: AbortSignal },
): Promise<ReadonlyMap<PageKey, Restriction>> {
  const [{ restrictionOf }, { ListedDocumentations }] = await Promise.all([
    import('./plan/restriction.ts'),
    import('./platform/documentations.ts'),
  ]);
  const isHeld = pages.some(({ heldPlaces }) => heldPlaces !== undefined);
  const versions = isHeld ? await api.versions.list(signal) : [];
  const listed = new ListedDocumentations(api, signal);
  const byId = new Map(versions.map((each) => [each.id, each]));
  const found = new Map<PageKey, Restriction>();
  for (const page of pages) {
    const { version, documentation } = placeOf(page.key);
    const there = page.heldPlaces && versions.find(({ slug }) => slug === version);
    const inside = there && (await listed.of(there.id)).find(({ slug }) => slug === documentation);
    const placement: Placement =
      there && inside
        ? { kind: 'visible', version: there.id, documentation: inside.id }
        : { kind: 'hidden', reason: '' };
    const why = restrictionOf(page, placement, {
      versions: byId,
      documentations: listed.published,
    });
    if (why) found.set(page.key, why);
  }
  return found;
}

/** Why a page is not published by default. */
export async function explainHeld(restriction: Restriction): Promise<string> {
  const { whyHeld } = await import('./plan/left-out.ts');
  return whyHeld(restriction.kind, restrictionWords(restriction));
}

/** Which fields of a page, as the platform answered it, differ from its lock line. */
export async function changedSinceShared(line: BasePage, page: Page): Promise<readonly Field[]> {
  const [{ changedSince }, { sameTitle, storedOf }] = await Promise.all([
    import('./plan/verdicts.ts'),
    import('./record/stored-page.ts'),
  ]);
  const title = sameTitle(line.title, page.title) ? line.title : page.title;
  return changedSince(line, { title, slug: page.slug, stored: storedOf(page) });
}

/** Files of `local` whose pages are below the page with this key. */
export async function filesOfPagesBelow(
  key: Parameters<typeof filesBelow>[0],
  local: LocalProject,
): Promise<readonly FilePath[]> {
  const { filesBelow } = await import('./write/staying.ts');
  return filesBelow(key, local);
}
