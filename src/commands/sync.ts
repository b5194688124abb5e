import { Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { withApplyOptions, withSelection, type ApplyFlags } from './push/options.ts';

export const syncCommand = (context: Context): Command =>
  withApplyOptions(withSelection(new Command('sync')))
    .summary('push, and take over what changed on the platform')
    .description(
      'Does what push does. With --pull, --theirs or --merge it also writes page files: then what was edited on the\n' +
        'platform comes into the folder.',
    )
    .option('--pull', 'write into the files what only the platform changed')
    .addOption(
      policy('--ours', 'where both sides changed a page, the file wins', 'theirs', 'merge'),
    )
    .addOption(
      policy('--theirs', 'where both sides changed a page, the platform wins', 'ours', 'merge'),
    )
    .addOption(
      policy('--merge', 'where both sides changed a page, join the texts', 'ours', 'theirs'),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ docs sync --pull
  $ docs sync --merge --publish
  $ docs sync --theirs v1.0/guides/setup`,
    )
    .action(async (paths: readonly string[], flags: ApplyFlags) => {
      const { runPush } = await import('./push/run.ts');
      await runPush(context, paths, flags);
    });

const policy = (flag: string, description: string, ...others: readonly string[]): Option =>
  new Option(flag, description).conflicts([...others, 'skipConflicts']);
