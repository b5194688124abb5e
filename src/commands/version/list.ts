import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { ListVersionsOptions } from './list.run.ts';

export const versionListCommand = (context: Context): Command =>
  new Command('list')
    .alias('ls')
    .summary('list versions')
    .description('Lists the versions that the key may see, in the order of the project.')
    .option('--published', 'only those that readers can see', false)
    .option('--exact', 'show dates instead of "3 days ago"', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs version list\n  $ docs version list --published --json',
    )
    .action(async (options: ListVersionsOptions) => {
      const { listVersions } = await import('./list.run.ts');
      await listVersions(context, options);
    });
