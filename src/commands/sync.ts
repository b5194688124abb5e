import { Command } from 'commander';
import type { Context } from '../context.ts';
import { withApplyOptions, withSelection, type ApplyFlags } from './push/options.ts';

export const syncCommand = (context: Context): Command =>
  withApplyOptions(withSelection(new Command('sync')))
    .summary('the same as push')
    .description(
      'Does what docs push does: sends the pages that changed in this folder. Writes no page file.',
    )
    .addHelpText('after', '\nExamples:\n  $ docs sync --publish\n  $ docs sync --dry-run')
    .action(async (paths: readonly string[], flags: ApplyFlags) => {
      const { runPush } = await import('./push/run.ts');
      await runPush(context, paths, flags);
    });
