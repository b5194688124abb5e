import type { SyncFlags } from '../../features/sync/sync-run.ts';
import { Option, type Command } from 'commander';

export const withSelection = (command: Command): Command =>
  command.argument(
    '[pages...]',
    'files, folders, page keys (version/documentation/slug) or ids; without any: all pages',
  );

export const withApplyOptions = (command: Command): Command =>
  command
    .option(
      '--publish',
      'publish what is pushed, and drafts that are as in the file: pushed or pulled before',
    )
    .option('--no-publish', 'write drafts of bodies only; titles and slugs are live at once')
    .option('-n, --dry-run', 'show the plan and stop', false)
    .option('--check', 'show the plan and stop; exit code 3 if it is not empty', false)
    .option('-m, --message <text>', "history message; default: the commit's subject")
    .option('--allow-listed', 'publish pages whose files are unlisted, hidden or gated', false)
    .option('--recreate', 'make pages again that are gone from the platform', false)
    .option('--prune', 'delete pages whose files are gone, if nobody changed them', false)
    .option('--skip-conflicts', 'leave pages that both sides changed, push the rest', false)
    .addOption(
      new Option('--ours', 'where both sides changed a page, the file wins')
        .default(false)
        .conflicts('skipConflicts'),
    )
    .option('--force', 'go on where the plan looks like an accident', false)
    .addOption(new Option('--out <file>', 'save the plan').conflicts('plan'))
    .addOption(
      new Option('--plan <file>', 'carry out a saved plan, if nothing moved since').conflicts(
        SAVED_WITH_A_PLAN,
      ),
    );

/** A plan is carried out as it was made: none of these would have any effect. */
const SAVED_WITH_A_PLAN: (keyof SyncFlags)[] = [
  'publish',
  'message',
  'allowListed',
  'recreate',
  'prune',
  'force',
  'skipConflicts',
  'ours',
  'theirs',
  'merge',
  'pull',
];

/** Options of commands that may write page files. */
export const withFileOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--theirs', 'where both sides changed a page, the platform wins').conflicts([
        'skipConflicts',
        'ours',
      ]),
    )
    .addOption(
      new Option(
        '--merge',
        'where both sides changed a page, merge the texts; not in pipelines',
      ).conflicts(['skipConflicts', 'ours', 'theirs']),
    );

export const withPullOptions = (command: Command): Command =>
  withFileOptions(command)
    .option('-n, --dry-run', 'show the plan and stop', false)
    .option('--check', 'show the plan and stop; exit code 3 if it is not empty', false)
    .option('--skip-conflicts', 'leave pages that both sides changed, pull the rest', false)
    .option('--force', 'go on where the plan looks like an accident', false);
