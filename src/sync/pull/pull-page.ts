/** Reads a page that is about to be pulled, and writes the platform's version of it into its file. */
import { basename } from 'node:path';
import { replaceText } from '../../content/folder/replace-text.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import {
  withBodies,
  withHeaderValue,
  withoutDraft,
  withTitle,
} from '../../content/page/page-edit.ts';
import { digestsOf } from '../../content/page/page-facts.ts';
import { bodiesOf, headerValue, parsePageFile } from '../../content/page/page-file.ts';
import type { Field, Pull } from '../../model/change.ts';
import type { FilePath, Slug, PageKey } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { LocalPage, PageTexts } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import type { MovingLines } from '../../move/move-files.ts';
import type { Page } from '../../model/resources.ts';
import { changedFile } from '../folder/rewrite-file.ts';
import { keepLost } from '../record/log-file.ts';
import { bodyInFile, textsAsSent } from '../folder/scan-links.ts';
import { hasDraft, headOf, isUnchanged, storedOf } from '../record/stored-page.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { Books } from '../record/books.ts';
import { AGAIN } from '../ledger.ts';
import type { KeptText } from '../record/log-texts.ts';
import type { SyncDeps } from '../deps.ts';
import type { Task } from '../plan/work-list.ts';
import type { Run } from '../run.ts';

/** A page with the new text of its file. */
export interface PulledPage extends LocalPage {
  readonly text: string;
}

/**
 * The page with title and body of the platform, if they are in `fields`. `before` is the file's text; everything else in it
 * stays the same, byte for byte. Links become relative again. Throws `Failure('content')` if a page
 * file cannot hold the text.
 */
export function pulledPage(
  page: Page,
  local: LocalPage,
  before: string,
  fields: readonly Field[],
  pages: PageMap,
): PulledPage {
  const titled = fields.includes('title') ? withTitle(before, page.title) : before;
  const after = fields.includes('body') ? withPage(titled, page, local, pages) : titled;
  const digests = digestsOf(textsAsSent(after, local, pages));
  // The title as it will be read back: a header drops line ends and outer spaces.
  const title = fields.includes('title') ? titleIn(after) : local.title;
  return { ...local, title, ...digests, text: after };
}

/**
 * Writes a page's text into its file, which must hold `before`. Keeps `before` under its digest
 * first, then replaces the file atomically. Resolves to the path of that copy, or to undefined if
 * the text is the same. Rejects with `content` if the file holds something else.
 */
export async function putPage(
  { file, text }: Pick<PulledPage, 'file' | 'text'>,
  before: string,
  project: Project,
): Promise<FilePath | undefined> {
  if (text === before) return undefined;
  const copy = await keepLost(project, before);
  if (!(await replaceText(project, file, before, text))) throw changedFile(file);
  return copy;
}

const titleIn = (text: string): string => headerValue(parsePageFile(text), 'title') ?? '';

/** The text of a page file with the slug in its header, unless the file is named after it. */
export function withSlugOf(text: string, slug: Slug, file: FilePath): string {
  const isName = basename(file) === `${slug}.md`;
  const has = headerValue(parsePageFile(text), 'slug') !== undefined;
  return isName && !has ? text : withHeaderValue(text, 'slug', slug);
}

function withPage(text: string, page: Page, local: LocalPage, pages: PageMap): string {
  const had = bodiesOf(parsePageFile(text));
  const inFile = (body: string | null | undefined, before: string | null): string | null =>
    typeof body === 'string' ? bodyInFile(body, local, pages, before) : null;
  const head = headOf(page);
  const hasBoth = had.draft !== null && had.published !== null;
  if (had.draft !== null && !hasDraft(storedOf(page))) {
    return withBodies(withoutDraft(text), bodies(null, inFile(head, had.published ?? had.draft)));
  }
  if (hasBoth) {
    const published = inFile(page.contentPublished, had.published);
    return withBodies(text, bodies(inFile(head, had.draft), published));
  }
  // A file with one text holds the newest one.
  return had.draft === null
    ? withBodies(text, bodies(null, inFile(head, had.published)))
    : withBodies(text, bodies(inFile(head, had.draft), null));
}

const bodies = (draft: string | null, published: string | null): PageTexts => ({
  draft,
  published,
});

export interface PullScene {
  readonly run: Run;
  readonly deps: SyncDeps;
  readonly books: Books;
  /** Pages whose files this run will send. */
  readonly sent: ReadonlySet<PageKey>;
  /** Runs `work` with the lines of other profiles' locks, while no run of theirs is under way. */
  readonly withOtherLines: (
    work: (lines: readonly MovingLines[]) => Promise<void>,
  ) => Promise<void>;
  /** Called for a page that differs from what the plan was based on. */
  readonly distrusted: (key: PageKey) => void;
}

/** A page of the plan that has not changed since. */
export interface LookedAt {
  readonly local: LocalPage;
  readonly planned: RemotePage;
  readonly page: Page;
}

/**
 * Checks whether the page is still as planned. Uses the plan's own look if it is recent enough. If
 * the page changed, records the change as skipped and resolves to undefined.
 */
export async function lookBeforePull(
  { row: { local, remote: planned }, change }: Task<Pull>,
  scene: PullScene,
): Promise<LookedAt | undefined> {
  const { run, deps, books } = scene;
  if (!local || !planned) return undefined;
  const page = await run.platform.recent.look(change.id, deps);
  if (page && isUnchanged(planned, page)) return { local, planned, page };
  scene.distrusted(change.key);
  books.ledger.skip(change, MOVED, AGAIN);
  return undefined;
}

export const MOVED = 'It was changed on the platform since the plan was made.';

/** The newest text of a file that is about to be replaced, for the log to keep. */
export function headToKeep(page: LocalPage, { folder: { texts } }: Run): KeptText | undefined {
  const text = headText(texts.read(page));
  return text === null ? undefined : { digest: page.head, text };
}

/**
 * Records that a file is about to get a draft, before it does: if the run is killed behind the file,
 * the next one must not take their draft for ours.
 */
export async function announceDraft(
  { foreignDraft, theirDraft }: BasePage,
  had: BasePage | undefined,
  books: Books,
): Promise<void> {
  if (!had || foreignDraft === undefined) return;
  const draft = theirDraft === undefined ? { foreignDraft } : { foreignDraft, theirDraft };
  books.record({ ...had, ...draft }, had.key);
  await books.flush();
}
