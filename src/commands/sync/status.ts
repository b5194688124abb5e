import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { withSelection } from './options.ts';

export const statusCommand = (context: Context): Command =>
  withSelection(new Command('status'))
    .summary('show what a push would do')
    .description('Shows what a push would do, and what changed on the platform. Writes nothing.')
    .option('--publish', 'as with docs push --publish')
    .addHelpText(
      'after',
      `
Examples:
  $ docs status
  $ docs status docs/v1.0/guides --json`,
    )
    .action(async (paths: readonly string[], flags: { readonly publish?: boolean }) => {
      const { showStatus } = await import('../../features/sync/status.ts');
      await showStatus(context, paths, flags.publish);
    });
