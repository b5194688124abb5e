import type { Api } from '../../api/api.ts';
import type { PageItem } from './document.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { FailureCode } from '../../model/failure.ts';
import type { Page } from '../../model/resources.ts';
import { exclusively } from '../../sync/engine.ts';
import {
  lookAt,
  stillThere,
  changedSinceShared,
  filesOfPagesBelow,
  readLastShared,
  scanFolder,
} from '../../sync/reader.ts';
import { reporter } from '../shared/run-report.ts';
import { changedMeanwhile, sendAsRead } from './as-read.ts';
import { pageItem, pageLabel } from './view.ts';
import { type Sent, runBatch } from '../shared/batch/batch.ts';
import { syncDeps } from '../shared/sync-run/sync-deps.ts';
import { PageNames } from '../shared/names/page-names.ts';
import type { Field } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';
import { count, grouped } from '../../model/text/sentences.ts';

export interface DeletePageOptions {
  readonly dryRun: boolean;
  /** Delete it even if it was edited since this folder had it, or has pages below it. */
  readonly force: boolean;
}

/**
 * Permanently deletes a page of the platform, while no other run works in this folder.
 *
 * A person types the slug to confirm. `--yes` requires the page's whole, current key and, unless
 * `force` is set, that nobody edited the page since this folder had it and that no pages are below
 * it.
 *
 * Three requests; the last one checks that the page is gone. One more if the page was read more
 * than five seconds before, or a person was asked: if the page changed meanwhile, it stays, and the
 * run rejects with `conflict`. Rejects with `unsupported` if the platform cannot delete.
 */
export async function deletePage(
  context: Context,
  name: string,
  options: DeletePageOptions,
): Promise<void> {
  if (context.flags.yes) requireKey(name);
  const { file, maxWaitMs } = await context.config();
  // Without a project there is no lock that another run may be writing.
  if (file === null) return deleteNamed(context, name, options);
  const deps = await syncDeps(context, reporter(context.ui), { newFiles: true });
  await exclusively(deps, maxWaitMs.value, () => deleteNamed(context, name, options));
}

async function deleteNamed(
  context: Context,
  name: string,
  { dryRun, force }: DeletePageOptions,
): Promise<void> {
  const { ui, flags } = context;
  const api = await context.api();
  const page = await new PageNames(context, api, undefined).read(name);
  if (flags.yes) requireSameKey(page, name);
  const objections = await objectionsTo(context, page);
  const warnings = objections.map(({ reason }) => `${page.path} ${reason}`);
  const [first] = objections;
  if (first !== undefined && flags.yes && !dryRun && !force) {
    throw new Failure(first.code, warnings.join(' '), {
      hint: 'docs page get shows it; to delete it anyway, add --force',
    });
  }
  for (const warning of warnings) ui.warn(warning);
  const nothing = 'Nothing was deleted.';
  await runBatch<Page, PageItem>(context, {
    dryRun,
    plan: [{ of: page, item: { ...pageItem(page, name), warnings } }],
    question: () =>
      ui.agreeByName(
        'This deletes the page permanently. Type its slug to confirm:',
        page.slug,
        nothing,
      ),
    nothing,
    send: () => remove(context, api, page),
    words: {
      one: 'page',
      done: 'deleted',
      label: pageLabel,
      says: { planned: ({ page: { title } }) => `would be deleted: "${title}"` },
      notes: ({ state, page: { contentPublished } }) =>
        state === 'planned'
          ? [contentPublished === null ? 'it was never published' : 'readers see it now']
          : [],
    },
  });
}

/** Throws unless `name` is a complete key of three slugs: not an id, a title or a pattern. */
function requireKey(name: string): void {
  const slugs = name.split('/');
  const isKey = slugs.length === 3 && slugs.every((slug) => slug !== '' && !/[*?[\]{}]/.test(slug));
  if (isKey && slugs[0] !== 'latest') return;
  throw new Failure('usage', `"${name}" is not the key of a page.`, {
    hint: 'With --yes, name the page as version/documentation/slug',
  });
}

/** The lock may know a page by its former key. */
function requireSameKey({ path, slug, id }: Page, name: string): void {
  const key = path.replace(/^\//, '');
  if (slug === name.split('/').at(-1) && (key === '' || key === name)) return;
  throw new Failure('conflict', `Page ${id} is no longer "${name}": it is now "${key}".`, {
    hint: 'If it is the right page, name it by its current key',
  });
}

/** Deletes the page: `unchanged` if it was already gone. A lost answer is settled by reading. */
async function remove(context: Context, api: Api, page: Page): Promise<Sent<PageItem>> {
  const { signal } = context.host;
  const written = await sendAsRead(
    { operation: 'deletePage', page },
    (slot) => api.pages.delete(page.id, { signal, slot }),
    { api, context },
  );
  if (written.kind === 'stale') {
    if (written.page === null) return { state: 'unchanged' };
    throw changedMeanwhile(page, 'deleted');
  }
  if (written.kind === 'done') {
    const failure = await stillThere(page.id, { api, signal });
    if (failure !== undefined) throw failure;
    return {};
  }
  const { failure } = written;
  const isUnclear = written.kind === 'lost' || failure.code === 'unsupported';
  if (isUnclear && (await lookAt(page.id, { api, signal })) === undefined) {
    return written.kind === 'lost' ? {} : { state: 'unchanged' };
  }
  if (failure.code === 'unsupported') {
    throw new Failure('unsupported', 'This platform cannot delete pages through the API.', {
      hint: 'Delete it in the editor',
      cause: failure,
    });
  }
  if (failure.code !== 'platform-refused') throw failure;
  throw new Failure(failure.code, failure.message, {
    hint: 'Delete subpages before their parent; pages in a locked version cannot be deleted',
    cause: failure,
    status: failure.status,
  });
}

/** A reason, as a sentence without the name of the page at its start. */
interface Objection {
  readonly code: Extract<FailureCode, 'conflict' | 'guard'>;
  readonly reason: string;
}

/**
 * Without a line in the lock, it is unknown whether the page was edited, so it counts as edited.
 */
const withoutBase = (lockFile: string): Objection => ({
  code: 'conflict',
  reason: `is not in ${lockFile}: this folder never had it, or the lock was lost, so it may be somebody else's page.`,
});

const FIELDS: Readonly<Record<Field, string>> = { title: 'title', slug: 'slug', body: 'text' };

/**
 * Why a page should not be deleted unseen: it was edited since lock and platform agreed, the lock
 * does not know it, or pages of this folder are below it. Without a configuration there are no
 * objections. Rejects as `scanFolder` and `readLastShared` do.
 */
async function objectionsTo(context: Context, page: Page): Promise<readonly Objection[]> {
  const { file } = await context.config();
  if (file === null) return [];
  const project = await context.project();
  const lock = await readLastShared(project);
  const line = [...lock.pages.values()].find(({ id }) => id === page.id);
  const { signal } = context.host;
  const local = await scanFolder(project, { remember: false, signal });
  const key = line?.key ?? (page.path.replace(/^\//, '') as PageKey);
  return [
    ...(line ? edited(await changedSinceShared(line, page)) : [withoutBase(project.lockFile)]),
    ...parent(await filesOfPagesBelow(key, local)),
  ];
}

function edited(fields: readonly Field[]): readonly Objection[] {
  if (fields.length === 0) return [];
  const what = fields.map((field) => FIELDS[field]).join(', ');
  const reason = `was edited on the platform since this folder last pushed or pulled it: its ${what}.`;
  return [{ code: 'conflict', reason }];
}

function parent([first, ...others]: readonly string[]): readonly Objection[] {
  if (first === undefined) return [];
  const below = others.length === 0 ? 'a page' : count(others.length + 1, 'page');
  const more = others.length === 0 ? '' : ` and ${grouped(others.length)} more`;
  return [{ code: 'guard', reason: `has ${below} below it: ${first}${more}.` }];
}
