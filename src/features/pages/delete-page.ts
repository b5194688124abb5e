import { isDeepStrictEqual } from 'node:util';
import type { Api } from '../../api/api.ts';
import type { DeletedPage } from '../../ui/documents/pages.ts';
import type { Context } from '../../context.ts';
import { momentOf } from '../../model/clock.ts';
import { Failure } from '../../model/failure.ts';
import type { Page } from '../../model/resources.ts';
import { LastLook, lookAt, stillThere } from '../../sync/reader.ts';
import type { Looked } from '../../sync/reader.ts';
import { deletedPageView } from '../../ui/views/pages.ts';
import { PageNames } from '../names/page-names.ts';
import { objectionsTo } from './against-deletion.ts';
import { goneAlready } from './gone-already.ts';
import { pageDocument } from './page-document.ts';

export interface DeletePageOptions {
  readonly dryRun: boolean;
  /** Also if it was edited since this folder had it, or has pages below it. */
  readonly force: boolean;
}

/**
 * Permanently deletes a page of the platform. One that this folder knows and the platform has no more is said to be gone. A person types its slug; `--yes` wants its whole key, and a page that still has it, that nobody
 * edited since this folder had it and that has no pages below it, unless `force`. Three requests, the last of which looks whether the page is gone, and one more where the page was read over five
 * seconds before or a question was asked: a page that was changed meanwhile stays. Rejects with `conflict` then, and with `unsupported` if the
 * platform cannot delete.
 */
export async function deletePage(
  context: Context,
  name: string,
  { dryRun, force }: DeletePageOptions,
): Promise<void> {
  const { ui, flags, host } = context;
  if (flags.yes) requireKey(name);
  const api = await context.api();
  const at = momentOf(host.clock);
  const page = await find(context, api, name);
  if (page === null) {
    await ui.result<DeletedPage>({ deleted: null, planned: null }, deletedPageView);
    return;
  }
  if (flags.yes) requireSameKey(page, name);
  const document = pageDocument(page);
  await heed(context, page, { isRefused: flags.yes && !dryRun && !force });
  if (dryRun) {
    await ui.result<DeletedPage>({ deleted: null, planned: document }, deletedPageView);
    return;
  }
  const state = page.contentPublished === null ? 'It was never published.' : 'Readers see it now.';
  ui.say((style) => `${style.text(`${page.path} (${page.id}): "${page.title}"`)}. ${state}`);
  await ui.agreeByName(
    'This deletes the page permanently. Which slug does it have?',
    page.slug,
    'Nothing was deleted.',
  );
  await remove(context, api, page, { at, isDue: () => !flags.yes });
  await ui.result<DeletedPage>({ deleted: document, planned: null }, deletedPageView);
}

/** Null: it is certain that it was there and is gone, and that is said. */
async function find(context: Context, api: Api, name: string): Promise<Page | null> {
  try {
    return await new PageNames(context, api, undefined).read(name);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not-found') throw error;
    const gone = await goneAlready(context, api, name);
    if (gone === undefined) throw error;
    context.ui.say((style) => `${style.text(gone.key)} (${gone.id}) is gone already.`);
    return null;
  }
}

/** Tells what speaks against it. A person reads that before the question; `--yes` was said before. */
async function heed(
  context: Context,
  page: Page,
  { isRefused }: { readonly isRefused: boolean },
): Promise<void> {
  const objections = await objectionsTo(context, page);
  const [first] = objections;
  if (first !== undefined && isRefused) {
    const reasons = objections.map(({ reason }) => `${page.path} ${reason}`).join(' ');
    throw new Failure(first.code, reasons, {
      hint: 'docs page get shows it; to delete it all the same, add --force',
    });
  }
  for (const { reason } of objections) context.ui.warn(`${page.path} ${reason}`);
}

/** A key of three slugs, as it is: neither an id, a title nor a pattern. */
function requireKey(name: string): void {
  const slugs = name.split('/');
  const isKey = slugs.length === 3 && slugs.every((slug) => slug !== '' && !/[*?[\]{}]/.test(slug));
  if (isKey && slugs[0] !== 'latest') return;
  throw new Failure('usage', `"${name}" is not the key of a page.`, {
    hint: 'Without a question, name the page as version/documentation/slug',
  });
}

/** The lock may know a page by the key that it had before. */
function requireSameKey({ path, slug, id }: Page, name: string): void {
  const key = path.replace(/^\//, '');
  if (slug === name.split('/').at(-1) && (key === '' || key === name)) return;
  throw new Failure('conflict', `Page ${id} is not "${name}" any more: it is "${key}".`, {
    hint: 'Name it by the key that it has now, if it is the one',
  });
}

/** The page as it was first read, until the deletion leaves. */
const lookBefore = ({ host }: Context, api: Api, page: Page, first: Looked): LastLook =>
  new LastLook(first, {
    clock: host.clock,
    read: () => lookAt(page.id, { api, signal: host.signal }),
    isAsSeen: (now) => isDeepStrictEqual(pageDocument(now), pageDocument(page)),
  });

/** A deletion whose answer was lost is settled by reading. */
async function remove(context: Context, api: Api, page: Page, first: Looked): Promise<void> {
  const { host, ui } = context;
  const { signal } = host;
  const look = lookBefore(context, api, page, first);
  const written = await api.pages.delete(page.id, { signal, departure: look });
  if (written.kind === 'done') {
    const failure = await stillThere(page.id, { api, signal });
    if (failure !== undefined) throw failure;
    return;
  }
  if (written.kind === 'held-back') {
    if (look.whatElse() !== undefined) throw changed(page);
    ui.say('It was gone already.');
    return;
  }
  const { failure } = written;
  const isUnclear = written.kind === 'lost' || failure.code === 'unsupported';
  if (isUnclear && (await lookAt(page.id, { api, signal })) === undefined) {
    if (written.kind !== 'lost') ui.say('It was gone already.');
    return;
  }
  if (failure.code === 'unsupported') {
    throw new Failure('unsupported', 'This platform has no operation that deletes a page.', {
      hint: 'Delete it in the editor',
      cause: failure,
    });
  }
  if (failure.code !== 'platform-refused') throw failure;
  throw new Failure(failure.code, failure.message, {
    hint: 'A page with subpages is deleted after them; nothing in a locked version is',
    cause: failure,
    status: failure.status,
  });
}

const changed = ({ path }: Page): Failure =>
  new Failure('conflict', `${path} was changed meanwhile: it was not deleted.`, {
    hint: 'Look at it again with docs page get',
  });
