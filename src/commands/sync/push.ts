import type { SyncFlags } from '../shared/sync-run/sync-run.ts';
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { judgesLock, writing } from '../../consent.ts';
import { withSelection } from '../arguments.ts';
import { withApplyOptions, withPlanOptions } from './sync-options.ts';

export const pushCommand = (context: Context): Command =>
  judgesLock(writing(withPlanOptions(withApplyOptions(withSelection(new Command('push'))))))
    .summary('send the pages that changed in this folder')
    .description(
      'Sends the pages that changed in this folder to the platform, and nothing else. Shows the plan first and ' +
        'asks; without a terminal it needs --yes. Writes no page file. Never overwrites pages that were also edited on the platform without asking.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ docs push --dry-run
  $ docs push --publish -m "Release 2.1"
  $ docs push docs/v1.0/guides v1.0/api/errors
  $ docs push --yes          # in a pipeline: nobody can be asked
  $ docs push --check        # exit code 3 if there is anything to push
  $ docs push --dry-run --fail-on conflict,unplaced --format markdown
  $ docs push --prune        # also deletes pages whose files a commit removed`,
    )
    .action(async (paths: readonly string[], flags: SyncFlags) => {
      const { runSync } = await import('../shared/sync-run/sync-run.ts');
      await runSync(context, paths, flags);
    });
