import type { ListReferencesOptions } from './list.run.ts';
import { Command } from 'commander';
import type { Context } from '../../context.ts';

export const refListCommand = (context: Context): Command =>
  new Command('list')
    .alias('ls')
    .summary('list API references')
    .description(
      'Lists the API references by version, and whether each has an unpublished draft. Looking for drafts takes one request per reference.',
    )
    .option('--in <version>', 'only those of this version')
    .option('--no-drafts', 'do not look for drafts')
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs ref list\n  $ docs ref list --in latest --no-drafts --json',
    )
    .action(async (options: ListReferencesOptions) => {
      const { listReferences } = await import('./list.run.ts');
      await listReferences(context, options);
    });
