/** Writes a merge into a page's file. */
import type { PageMap } from '../../content/links/link-targets.ts';
import { digestsOf } from '../../content/page/page-facts.ts';
import { headerValue, parsePageFile } from '../../content/page/page-file.ts';
import { committedText, missingText } from '../../system/git/blobs.ts';
import type { GitPlace } from '../../system/git/run-git.ts';
import type { Conflict, Field, Update } from '../../model/change.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { FileState } from '../record/line.ts';
import { lineAfterMerge } from './pulled-line.ts';
import { changedFile } from '../folder/rewrite-file.ts';
import { keepLost } from '../record/log-file.ts';
import {
  headWithDigest,
  sameTitle,
  storedOf,
  theirDigest,
  theirsOf,
} from '../record/stored-page.ts';
import { replaceText } from '../../content/folder/replace-text.ts';
import { textsAsSent } from '../folder/scan-links.ts';
import { workOf } from '../plan/work-list.ts';
import type { PageWork, Task } from '../plan/work-list.ts';
import { announceDraft, headToKeep } from './pull-page.ts';
import type { PullScene } from './pull-page.ts';
import type { TriedMerge } from './try-merge.ts';

/** A merged page that must be sent, and the page that it was merged with. */
export interface MergedWork {
  readonly work: PageWork;
  readonly remote: RemotePage;
  readonly line: BasePage;
}

/**
 * Writes the merged text, and records what it was merged with, which is base as long as the file
 * contains it. Resolves to what must be sent. Null: nothing, or a person must first resolve marked
 * lines.
 */
export async function writeMerge(
  { row, change }: Task<Conflict>,
  tried: TriedMerge,
  scene: PullScene,
): Promise<MergedWork | null> {
  const { run, books } = scene;
  const { pages } = run.folder.texts;
  const { project, machine } = scene.deps;
  const place = { root: project.root, ...machine };
  const { local: page, base, formerKey, remote: planned } = row;
  if (!page || !planned) return null;
  const states = [page, ...(await committed(page, place, pages))];
  const after = digestsOf(textsAsSent(tried.text, page, pages));
  const title = tried.isClean ? mergedTitle(page, planned, base) : page.title;
  const merged = { ...page, ...after, title };
  const seen = asSeen(planned, tried.page, merged);
  const fields: Field[] = [];
  if (!sameTitle(merged.title, seen.title)) fields.push('title');
  if (merged.head !== seen.head) fields.push('body');
  const isComplete = tried.isClean && fields.length === 0;
  const line = lineAfterMerge({ ...merged, keepsDraft: tried.keepsDraft }, states, seen, base);
  const texts = await keep(tried, planned, project);
  const before = headToKeep(page, run);
  await announceDraft(line, base, books);
  await replace(page, tried, project);
  books.record(line, formerKey, before, headWithDigest(tried.page));
  if (!tried.isClean) {
    const reason = `${page.file} has both texts, between conflict markers.`;
    books.ledger.skip(change, reason, `Resolve the conflict there, then push. ${texts}`);
    return null;
  }
  books.ledger.apply(change);
  if (isComplete) return null;
  const { key, file } = page;
  const isShown = planned.stored.published !== null;
  const about = { key, file, id: planned.id, from: null, isShown, commit: null, notes: [] };
  const update: Update = { kind: 'update', ...about, fields };
  const work = workOf(row, merged, [update]);
  // A merge does not follow a slug that the platform changed; a pull does.
  const isBehind = base !== undefined && seen.slug !== base.slug;
  return { work: isBehind ? { ...work, pending: ['slug'] } : work, remote: seen, line };
}

/**
 * The state of the file that a checkout would restore. Rejects with `failed` if this clone lacks
 * it.
 */
async function committed(
  page: LocalPage,
  place: GitPlace,
  pages: PageMap,
): Promise<readonly FileState[]> {
  const text = await committedText(place, page.file);
  if (text === undefined) return [];
  if (text === null) throw missingText(page.file, 'HEAD');
  const title = headerValue(parsePageFile(text), 'title') ?? page.title;
  return [{ title, ...digestsOf(textsAsSent(text, page, pages)) }];
}

/** Keeps both texts. Resolves to where they are. */
async function keep(
  { before, page }: TriedMerge,
  planned: RemotePage,
  project: Project,
): Promise<string> {
  const own = `Your text: ${await keepLost(project, before)}`;
  const theirs = theirsOf(page, planned);
  if (theirs === null) return own;
  return `${own} and the platform’s text: ${await keepLost(project, theirs)}`;
}

/**
 * Replaces the file's text. Rejects with `content` if the file no longer has the text that was
 * merged.
 */
async function replace(
  { file }: LocalPage,
  { before, text }: TriedMerge,
  project: Project,
): Promise<void> {
  if (!(await replaceText(project, file, before, text))) throw changedFile(file);
}

/** The title of the side that changed it. */
const mergedTitle = (local: LocalPage, remote: RemotePage, base: BasePage | undefined): string =>
  base?.title === local.title ? remote.title : local.title;

/**
 * The page with the digest of its own text as `head`: a merge that equals it needs no push. Without
 * a text it has the file's, so that it counts as the same.
 */
function asSeen(planned: RemotePage, page: Page, merged: LocalPage): RemotePage {
  const stored = storedOf(page);
  const own = theirDigest({ ...planned, stored });
  return { ...planned, head: own ?? merged.head, stored };
}
