import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { withSelection } from '../arguments.ts';

export const diffCommand = (context: Context): Command =>
  withSelection(new Command('diff'))
    .summary('show what a push would change, line by line')
    .description(
      'Shows line by line what a push would change on the platform, and both sides of conflicts. Writes nothing.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ docs diff
  $ docs diff v1.0/guides/setup
  $ docs diff docs/v1.0/guides/setup.md --json`,
    )
    .action(async (paths: readonly string[]) => {
      const { showDiff } = await import('../shared/sync-run/page-diffs.ts');
      await showDiff(context, paths);
    });
