import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { writing } from '../../consent.ts';
import type { PublishPagesOptions } from './publish.run.ts';

export const pagePublishCommand = (context: Context): Command =>
  writing(new Command('publish'))
    .summary('publish the drafts of pages')
    .description(
      'Publishes the drafts of these pages, whoever wrote them. Asks first; without a terminal it needs --yes. If a page fails, the others ' +
        'are still published.',
    )
    .argument('<page...>', 'keys (version/documentation/slug), ids, files or titles')
    .option('--in <version[/documentation]>', 'where the pages are, for slugs and titles')
    .option('-n, --dry-run', 'show what would be published, and stop', false)
    .option('--allow-listed', 'also publish pages whose files are unlisted, hidden or gated', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs page publish v1.0/docs/intro v1.0/docs/errors
  $ docs page publish intro errors --in latest/docs --yes`,
    )
    .action(async (names: readonly string[], options: PublishPagesOptions) => {
      const { publishPages } = await import('./publish.run.ts');
      await publishPages(context, names, options);
    });
