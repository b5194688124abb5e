import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { Page } from '../../model/resources.ts';
import { writing } from '../../consent.ts';
import { documentOf } from './document.ts';

interface PublishOptions {
  readonly in?: string;
  readonly dryRun: boolean;
}

/** What `--json` prints: `docs/json/page-publish.schema.json`. */
export interface PublishedPages {
  readonly published: readonly Page[];
  /** Those that had no draft: no request was made for them but the one that read them. */
  readonly unchanged: readonly Page[];
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
  /** What would be published, were it not for `--dry-run`. */
  readonly planned: readonly Page[];
}

export const pagePublishCommand = (context: Context): Command =>
  writing(new Command('publish'))
    .summary('publish the drafts of pages')
    .description(
      'Makes the drafts of these pages what readers see, whoever wrote them. Asks first; without a terminal it wants --yes. A page that fails does not keep ' +
        'the others from being published.',
    )
    .argument('<page...>', 'keys (version/documentation/slug), ids, files or titles')
    .option('--in <version[/documentation]>', 'where the pages are, for slugs and titles')
    .option('-n, --dry-run', 'show what would be published, and stop', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs page publish v1.0/docs/intro v1.0/docs/errors
  $ docs page publish intro errors --in latest/docs --yes`,
    )
    .action((names: readonly string[], options: PublishOptions) =>
      publishPages(context, names, options),
    );

/**
 * Publishes what has a draft. Reads every page first, so that a wrong name stops it before anything is published. Publishing twice is the
 * same as once: a lost answer is left to the next run.
 */
async function publishPages(
  context: Context,
  names: readonly string[],
  options: PublishOptions,
): Promise<void> {
  const { ui, host } = context;
  const api = await context.api();
  const { PageNames } = await import('../resolve-page.ts');
  const resolver = new PageNames(context, api, options.in);
  const pages = new Map<number, { readonly name: string; readonly page: Page }>();
  for (const name of names) {
    const page = await resolver.read(name);
    pages.set(page.id, { name, page });
  }
  const drafts = [...pages.values()].filter(({ page }) => page.contentDraft !== null);
  const unchanged = [...pages.values()]
    .map(({ page }) => page)
    .filter(({ contentDraft }) => contentDraft === null);
  const published: Page[] = [];
  const failed: { name: string; reason: string }[] = [];
  const report = async (planned: readonly Page[] = []): Promise<void> => {
    const { publishedPagesView } = await import('../../ui/views/pages.ts');
    const documents = {
      published: published.map(documentOf),
      unchanged: unchanged.map(documentOf),
      planned: planned.map(documentOf),
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
      published.push(await api.pages.publish(page.id, host.signal));
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
      `${failed.length} of ${drafts.length} pages could not be published.`,
      {
        hint: 'the same command again does what is left',
      },
    );
  }
}
