import { isDeepStrictEqual } from 'node:util';
import type { Api } from '../../api/api.ts';
import type { DeletedPage } from '../../ui/documents/pages.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { Page } from '../../model/resources.ts';
import { deletedPageView } from '../../ui/views/pages.ts';
import { PageNames } from '../names/page-names.ts';
import { pageDocument } from './page-document.ts';

export interface DeletePageOptions {
  readonly dryRun: boolean;
}

/**
 * Takes a page away from the platform, for ever. A person types its slug; `--yes` wants its whole key, and a page that still has it.
 * Two requests, and one more after a question: a page that was changed meanwhile stays. Rejects with `conflict` then, and with
 * `unsupported` if the platform cannot delete.
 */
export async function deletePage(
  context: Context,
  name: string,
  { dryRun }: DeletePageOptions,
): Promise<void> {
  const { ui, flags } = context;
  if (flags.yes) requireKey(name);
  const api = await context.api();
  const page = await new PageNames(context, api, undefined).read(name);
  if (flags.yes) requireSameKey(page, name);
  const document = pageDocument(page);
  if (dryRun) {
    await ui.result<DeletedPage>({ deleted: null, planned: document }, deletedPageView);
    return;
  }
  const state = page.contentPublished === null ? 'It was never published.' : 'Readers see it now.';
  ui.say((style) => `${style.text(`${page.path} (${page.id}): "${page.title}"`)}. ${state}`);
  await ui.agreeByName(
    'This deletes the page for ever. Which slug does it have?',
    page.slug,
    'Nothing was deleted.',
  );
  if (!flags.yes) await requireUnchanged(context, api, page);
  await remove(context, api, page);
  await ui.result<DeletedPage>({ deleted: document, planned: null }, deletedPageView);
}

/** A key of three slugs, as it is: neither an id, a title nor a pattern. */
function requireKey(name: string): void {
  const slugs = name.split('/');
  const isKey = slugs.length === 3 && slugs.every((slug) => slug !== '' && !/[*?[\]{}]/.test(slug));
  if (isKey && slugs[0] !== 'latest') return;
  throw new Failure('usage', `"${name}" is not the key of a page.`, {
    hint: 'without a question, name the page as version/documentation/slug',
  });
}

/** The lock may know a page by the key that it had before. */
function requireSameKey({ path, slug, id }: Page, name: string): void {
  const key = path.replace(/^\//, '');
  if (slug === name.split('/').at(-1) && (key === '' || key === name)) return;
  throw new Failure('conflict', `Page ${id} is not "${name}" any more: it is "${key}".`, {
    hint: 'name it by the key that it has now, if it is the one',
  });
}

async function requireUnchanged({ host }: Context, api: Api, page: Page): Promise<void> {
  const now = await api.pages.read(page.id, { signal: host.signal });
  if (isDeepStrictEqual(pageDocument(now), pageDocument(page))) return;
  throw new Failure('conflict', `${page.path} was changed meanwhile: it was not deleted.`, {
    hint: 'look at it again with docs page get',
  });
}

/** A deletion whose answer was lost is settled by reading. */
async function remove({ host, ui }: Context, api: Api, page: Page): Promise<void> {
  const { signal } = host;
  const written = await api.pages.delete(page.id, { signal });
  if (written.kind === 'done') return;
  const { failure } = written;
  const isUnclear = written.kind === 'lost' || failure.code === 'unsupported';
  if (isUnclear && (await isGone(api, page, signal))) {
    if (written.kind !== 'lost') ui.say('It was gone already.');
    return;
  }
  if (failure.code === 'unsupported') {
    throw new Failure('unsupported', 'This platform has no operation that deletes a page.', {
      hint: 'delete it in the editor',
      cause: failure,
    });
  }
  if (failure.code !== 'platform-refused') throw failure;
  throw new Failure(failure.code, failure.message, {
    hint: 'a page with subpages is deleted after them; nothing in a locked version is',
    cause: failure,
    status: failure.status,
  });
}

async function isGone(api: Api, { id }: Page, signal: AbortSignal): Promise<boolean> {
  try {
    await api.pages.read(id, { signal });
    return false;
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') return true;
    throw error;
  }
}
