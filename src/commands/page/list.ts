import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { countTo } from '../arguments.ts';
import type { ListPagesOptions } from './list.run.ts';

export const pageListCommand = (context: Context): Command =>
  new Command('list')
    .alias('ls')
    .summary('list pages')
    .description(
      'Lists pages by version, documentation and title. It is one of 30 requests for the list of all pages that a key may send in an hour. The platform does not list slugs: ' +
        'the command shows those that the lock file knows, and `docs page get <id> --json` shows the slug of any page. `docs report` lists drafts.',
    )
    .option(
      '--in <version[/documentation]>',
      'only pages in this place; `latest`: the default version',
    )
    .option('--published', 'only pages that readers can see', false)
    .option('--limit <number>', 'most pages to show', countTo(1_000_000))
    .option('--exact', 'show dates instead of "3 days ago"', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs page list --in v1.0/docs\n  $ docs page list --in latest --published --json',
    )
    .action(async (options: ListPagesOptions) => {
      const { listPages } = await import('./list.run.ts');
      await listPages(context, options);
    });
