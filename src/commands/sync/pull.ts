import type { SyncFlags } from '../shared/sync-run/sync-run.ts';
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { withSelection } from '../arguments.ts';
import { withPullOptions } from './sync-options.ts';

export const pullCommand = (context: Context): Command =>
  withPullOptions(withSelection(new Command('pull')))
    .summary('write what changed on the platform into this folder')
    .description(
      'Writes what changed on the platform into the page files, and creates files for pages that only the platform has, in the documentations ' +
        'of this folder or in those that you name. If a slug changed on the platform, the file is renamed, or its header gets the slug, ' +
        'depending on the layout. Shows the plan first and, on a terminal, asks. Sends nothing, ' +
        'never overwrites an edit made here, and deletes no file.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ docs pull
  $ docs pull v1.0/guides --dry-run
  $ docs pull --merge        # lines that both sides changed are marked in the file`,
    )
    .action(async (paths: readonly string[], flags: PullFlags) => {
      const { runSync } = await import('../shared/sync-run/sync-run.ts');
      const rest = { ...ONLY_FILES, ...flags };
      await runSync(context, paths, rest, { send: false, newFiles: true, files: true });
    });

type PullFlags = Pick<
  SyncFlags,
  'dryRun' | 'check' | 'skipConflicts' | 'force' | 'theirs' | 'merge'
>;

const ONLY_FILES = {
  publish: false,
  allowListed: false,
  recreate: false,
  ours: false,
  pull: true,
} as const;
