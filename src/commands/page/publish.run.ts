import { type BatchStep, runBatch } from '../shared/batch/batch.ts';
import type { Api } from '../../api/api.ts';
import { requireDone } from '../../api/call.ts';
import { changedMeanwhile, sendAsRead } from './as-read.ts';
import type { PageItem } from './document.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { Page } from '../../model/resources.ts';
import { pageDocument, pageItem, pageLabel } from './view.ts';
import { PageNames } from '../shared/names/page-names.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PageId } from '../../model/ids.ts';
import { willBeListed } from '../../model/sides.ts';
import { reporter } from '../shared/run-report.ts';
import { syncDeps } from '../shared/sync-run/sync-deps.ts';
import type { PublishedPage } from '../../sync/engine.ts';
import {
  changedSinceShared,
  explainHeld,
  isPrintedAlike,
  lookAt,
  readLastShared,
  requireFinishedMove,
  restrictionsThere,
  scanFolder,
} from '../../sync/reader.ts';

export interface PublishPagesOptions {
  readonly in?: string;
  readonly dryRun: boolean;
  readonly allowListed: boolean;
}

/**
 * Publishes pages that have a draft. Reads every page first, so that a wrong name stops the run
 * before anything is published. A page that is no longer as it was read is not published. Publishing twice is the same as once, so a lost answer is left to
 * the next run.
 */
export async function publishPages(
  context: Context,
  names: readonly string[],
  options: PublishPagesOptions,
): Promise<void> {
  const { ui } = context;
  const { dryRun, allowListed } = options;
  const api = await context.api();
  const resolver = new PageNames(context, api, options.in);
  const pages = new Map<PageId, { readonly name: string; readonly page: Page }>();
  for (const name of names) {
    const page = await resolver.read(name);
    pages.set(page.id, { name, page });
  }
  const drafts = [...pages.values()].flatMap(({ page }) =>
    page.contentDraft === null ? [] : page,
  );
  const facts = await factsOfPages(context, api, drafts);
  const plan = [...pages.values()].map(({ name, page }) =>
    stepOf(page, name, facts.get(page.id), allowListed),
  );
  const planned = plan.filter(({ item }) => item.state === 'planned');
  for (const { item } of planned) for (const warning of item.warnings) ui.warn(warning);
  const published: PublishedPage[] = [];
  try {
    await runBatch<Page, PageItem>(context, {
      dryRun,
      plan,
      question: `Publish ${planned.map(({ item }) => item.name).join(', ')}?`,
      nothing: 'Nothing was published.',
      send: async (page) => {
        const after = await publishAsRead(page, api, context);
        if (facts.get(page.id)?.isShared) published.push({ before: page, after });
        return { page: pageDocument(after) };
      },
      words: {
        one: 'page',
        done: 'published',
        label: pageLabel,
        says: { unchanged: () => 'has no draft to publish' },
      },
    });
  } finally {
    await bringAlong(context, published);
  }
}

/** `name`: the name that the user gave. */
function stepOf(
  page: Page,
  name: string,
  fact: FileFacts | undefined,
  allowListed: boolean,
): BatchStep<Page, PageItem> {
  const item = pageItem(page, name);
  if (page.contentDraft === null) return { of: page, item: { ...item, state: 'unchanged' } };
  const { held, isNotYet } = fact ?? {};
  if (held === undefined || (allowListed && !isNotYet)) {
    return { of: page, item: { ...item, warnings: warningsOf(page, fact) } };
  }
  const hint = isNotYet
    ? 'To publish them, remove what says so from their files: --allow-listed does not'
    : 'To publish pages although their files hide them, give --allow-listed';
  const failure = new Failure('partial', `${name} was not published. ${held}`, { hint });
  return { of: page, item: { ...item, state: 'failed', reason: held }, failure };
}

const warningsOf = ({ path }: Page, fact: FileFacts | undefined): readonly string[] => [
  ...(fact?.isUnseen
    ? [`The draft of ${path} was written on the platform, and this folder has not pulled it.`]
    : []),
  ...(fact?.isDraft
    ? [`The file of ${path} marks it as a draft, so docs push --publish would not publish it.`]
    : []),
];

/**
 * Publishes the draft that was read. Rejects with `conflict` if the page was changed before, and
 * with `partial` if readers see a text that was saved after the last look.
 */
async function publishAsRead(page: Page, api: Api, context: Context): Promise<Page> {
  const { signal } = context.host;
  const written = await sendAsRead(
    { operation: 'publishPage', page },
    (slot) => api.pages.publish(page.id, { signal, slot }),
    { api, context },
  );
  if (written.kind === 'stale') {
    if (written.page !== null) throw changedMeanwhile(page, 'published');
    throw new Failure('not-found', `${page.path} was deleted in the meantime.`);
  }
  const answer = requireDone(written);
  // Some answers leave contents out (docs/service.md, "Pages").
  const after =
    answer.contentPublished === undefined ? await lookAt(page.id, { api, signal }) : answer;
  const [meant, shown] = [page.contentDraft, after?.contentPublished];
  if (!after || typeof meant !== 'string' || typeof shown !== 'string') return answer;
  if (await isPrintedAlike(meant, shown)) return after;
  throw new Failure(
    'partial',
    `Readers see a text of ${page.path} that someone else wrote while it was being published.`,
    { hint: 'Look at it with docs page get' },
  );
}

/**
 * Updates the lock of this folder. If that fails, the pages stay published, and the next push
 * notices it.
 */
async function bringAlong(context: Context, published: readonly PublishedPage[]): Promise<void> {
  const { ui, host } = context;
  if (published.length === 0 || host.signal.aborted) return;
  const { exclusively, recordPublished } = await import('../../sync/engine.ts');
  const { maxWaitMs } = await context.config();
  const deps = await syncDeps(context, reporter(ui), { newFiles: true });
  try {
    const files = await exclusively(deps, maxWaitMs.value, () => recordPublished(published, deps));
    for (const file of files) {
      ui.say((style) => `${style.text(file)} no longer marks its text as a draft.`);
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    ui.warn(`The lock file does not say yet what was published. ${error.message}`, error.hint);
  }
}

/** What files of this folder say about pages that are about to be published, by id. */
interface FileFacts {
  /** Why the page is held back. Left out: it is not. */
  readonly held?: string;
  /** The file has a draft only: it is not meant for readers yet. */
  readonly isDraft: boolean;
  /** The draft is another than when this folder last sent or pulled it. */
  readonly isUnseen: boolean;
  /** The lock file has the page. */
  readonly isShared: boolean;
  /** It says that the page is not for readers yet: `--allow-listed` does not publish it. */
  readonly isNotYet: boolean;
}

/**
 * What this folder has of pages that are about to be published, as far as it has their files. Reads
 * no files unless the folder is known to contain pages: they may be anybody's.
 */
async function factsOfPages(
  context: Context,
  api: Api,
  pages: readonly Page[],
): Promise<ReadonlyMap<PageId, FileFacts>> {
  const facts = new Map<PageId, FileFacts>();
  if (pages.length === 0) return facts;
  const [config, project] = await Promise.all([context.config(), context.project()]);
  const isProject = config.file !== null || existsSync(join(project.root, project.lockFile));
  if (!isProject) return facts;
  const { signal } = context.host;
  const [local, lock] = await Promise.all([
    scanFolder(project, { signal }),
    readLastShared(project),
  ]);
  // A page may have been read without the one above it that holds it back.
  requireFinishedMove(project);
  const lines = new Map([...lock.pages.values()].map((line) => [line.id, line]));
  const byPath = new Map([...local.pages.values()].map((page) => [page.key as string, page]));
  const withFiles = pages.flatMap((page) => {
    const line = lines.get(page.id);
    const file = byPath.get(line?.key ?? '') ?? byPath.get(page.path.replace(/^\//, ''));
    return file ? [{ page, line, file }] : [];
  });
  const held = await restrictionsThere(
    withFiles.map(({ file }) => file),
    { api, signal },
  );
  for (const { page, line, file } of withFiles) {
    const { id, listed, contentPublished } = page;
    const why = held.get(file.key);
    const isNotYet = why?.kind === 'not-yet';
    const isHeld = isNotYet || willBeListed(listed, contentPublished ?? null);
    const reason = why && isHeld ? { held: await explainHeld(why) } : {};
    const isUnseen = line && (await changedSinceShared(line, page)).includes('body');
    facts.set(id, {
      ...reason,
      isDraft: file.published === null,
      isUnseen: isUnseen === true,
      isShared: line !== undefined,
      isNotYet,
    });
  }
  return facts;
}
