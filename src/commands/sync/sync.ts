import type { SyncFlags } from '../shared/sync-run/sync-run.ts';
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { judgesLock, writing } from '../../consent.ts';
import { withSelection } from '../arguments.ts';
import { withApplyOptions, withFileOptions } from './sync-options.ts';

export const syncCommand = (context: Context): Command =>
  judgesLock(writing(withFileOptions(withApplyOptions(withSelection(new Command('sync'))))))
    .option('--pull', 'write what only the platform changed into the page files', false)
    .summary('push, and pull what changed on the platform')
    .description(
      'Does what docs push does. With --pull, --theirs or --merge it also writes page files; without them, only if you choose to on the terminal.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ docs sync --pull --publish
  $ docs sync --merge        # merged texts are written and sent; marked ones wait for you
  $ docs sync --dry-run`,
    )
    .action(async (paths: readonly string[], flags: SyncFlags) => {
      const { runSync } = await import('../shared/sync-run/sync-run.ts');
      await runSync(context, paths, flags, { send: true, newFiles: false, files: true });
    });
