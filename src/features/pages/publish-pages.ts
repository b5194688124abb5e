import { requireDone } from '../../api/call.ts';
import type { PublishedPages } from '../../ui/documents/pages.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { Page } from '../../model/resources.ts';
import { factsOfPages } from './held-pages.ts';
import { pageDocument } from './page-document.ts';
import { PageNames } from '../names/page-names.ts';
import { publishedPagesView } from '../../ui/views/pages.ts';

export interface PublishPagesOptions {
  readonly in?: string;
  readonly dryRun: boolean;
  readonly allowListed: boolean;
}

/**
 * Publishes pages that have a draft. Reads every page first, so that a wrong name stops the run before anything is published. Publishing twice
 * is the same as once, so a lost answer is left to the next run.
 */
export async function publishPages(
  context: Context,
  names: readonly string[],
  options: PublishPagesOptions,
): Promise<void> {
  const { ui, host } = context;
  const api = await context.api();
  const resolver = new PageNames(context, api, options.in);
  const pages = new Map<number, { readonly name: string; readonly page: Page }>();
  for (const name of names) {
    const page = await resolver.read(name);
    pages.set(page.id, { name, page });
  }
  const all = [...pages.values()].filter(({ page }) => page.contentDraft !== null);
  const facts = await factsOfPages(
    context,
    all.map(({ page }) => page),
  );
  const whyHeld = ({ id }: Page): string | undefined =>
    options.allowListed ? undefined : facts.get(id)?.held;
  const drafts = all.filter(({ page }) => whyHeld(page) === undefined);
  for (const { page } of drafts) {
    if (!facts.get(page.id)?.isDraft) continue;
    ui.warn(
      `The file of ${page.path} marks it as a draft, so docs push --publish would not publish it.`,
    );
  }
  const unchanged = [...pages.values()]
    .map(({ page }) => page)
    .filter(({ contentDraft }) => contentDraft === null);
  const published: Page[] = [];
  const failed: { name: string; reason: string }[] = all.flatMap(({ name, page }) => {
    const reason = whyHeld(page);
    return reason === undefined ? [] : [{ name, reason }];
  });
  const report = async (planned: readonly Page[] = []): Promise<void> => {
    const documents = {
      published: published.map(pageDocument),
      unchanged: unchanged.map(pageDocument),
      planned: planned.map(pageDocument),
    };
    await ui.result<PublishedPages>({ ...documents, failed }, publishedPagesView);
  };
  if (options.dryRun) return report(drafts.map(({ page }) => page));
  if (drafts.length > 0) {
    const list = drafts.map(({ page }) => page.path).join(', ');
    await ui.agree(`Publish ${list}?`, 'Nothing was published.');
  }
  for (const { name, page } of drafts) {
    try {
      published.push(requireDone(await api.pages.publish(page.id, { signal: host.signal })));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.endsRun) {
        if (published.length > 0) await report();
        throw error;
      }
      failed.push({ name, reason: error.message });
    }
  }
  await report();
  if (failed.length > 0) {
    throw new Failure(
      'partial',
      `${failed.length} of ${all.length} pages could not be published.`,
      {
        hint:
          drafts.length < all.length
            ? 'To publish pages although their files hide them, give --allow-listed'
            : 'Run the same command again for the rest',
      },
    );
  }
}
