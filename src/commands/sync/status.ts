import type { StatusFlags } from '../shared/sync-run/status.ts';
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { withSelection } from '../arguments.ts';
import { withPlanOptions } from './sync-options.ts';

export const statusCommand = (context: Context): Command =>
  withPlanOptions(withSelection(new Command('status')))
    .summary('show what a push would do')
    .description('Shows what a push would do, and what changed on the platform. Writes nothing.')
    .option('--publish', 'as with docs push --publish')
    .addHelpText(
      'after',
      `
Examples:
  $ docs status
  $ docs status docs/v1.0/guides --json
  $ docs status --fail-on conflict,unplaced --format markdown`,
    )
    .action(async (paths: readonly string[], flags: StatusFlags) => {
      const { showStatus } = await import('../shared/sync-run/status.ts');
      await showStatus(context, paths, flags);
    });
