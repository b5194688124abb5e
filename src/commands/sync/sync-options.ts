import type { SyncFlags } from '../shared/sync-run/sync-run.ts';
import { Option, type Command } from 'commander';
import { FAIL_ON_KINDS, stopsPush } from '../../model/change.ts';
import { several } from '../arguments.ts';

/** The kinds that stop a push before it writes, and those that it leaves undone. */
const STOPPING = FAIL_ON_KINDS.filter(stopsPush);
const OTHERS = FAIL_ON_KINDS.filter((kind) => !stopsPush(kind));

/** Options of commands that show a plan. */
export const withPlanOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--fail-on <kinds>',
        `fail if the plan has one of these, a list with commas: ${STOPPING.join(', ')} (exit code 5), ${OTHERS.join(', ')} (7)`,
      )
        .argParser(several)
        .conflicts(['check', 'plan']),
    )
    .addOption(
      new Option(
        '--format <format>',
        'how the plan is printed; markdown: for a comment on a pull request',
      )
        .choices(['text', 'markdown'])
        .default('text'),
    );

export const withApplyOptions = (command: Command): Command =>
  command
    .option('--publish', 'publish what is pushed, and your drafts that match the file')
    .option('--no-publish', 'write drafts of bodies only; titles and slugs are live at once')
    .option('-n, --dry-run', 'show the plan and stop', false)
    .option('--check', 'show the plan and stop; exit code 3 if it is not empty', false)
    .option('-m, --message <text>', "history message; default: the commit's subject")
    .option('--allow-listed', 'publish pages whose files are unlisted, hidden or gated', false)
    .option('--recreate', 'create pages again that are gone from the platform', false)
    .option(
      '--prune',
      'delete pages whose files a commit removed, and those named, if nobody changed them',
      false,
    )
    .option('--skip-conflicts', 'leave pages that both sides changed, push the rest', false)
    .addOption(
      new Option(
        '--ours',
        'the file wins if both sides changed a page, or only the platform and it is named',
      )
        .default(false)
        .conflicts('skipConflicts'),
    )
    .option('--force', 'continue even if the plan looks like an accident', false)
    .addOption(new Option('--out <file>', 'save the plan as a new file').conflicts('plan'))
    .addOption(
      new Option('--plan <file>', 'carry out a saved plan, if nothing changed since').conflicts(
        SAVED_WITH_A_PLAN,
      ),
    );

/** A saved plan is carried out as it is: none of these options would have any effect. */
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
      new Option('--theirs', 'if both sides changed a page, the platform wins').conflicts([
        'skipConflicts',
        'ours',
      ]),
    )
    .addOption(
      new Option(
        '--merge',
        'if both sides changed a page, merge the texts; not in pipelines',
      ).conflicts(['skipConflicts', 'ours', 'theirs']),
    );

export const withPullOptions = (command: Command): Command =>
  withFileOptions(command)
    .option('-n, --dry-run', 'show the plan and stop', false)
    .option('--check', 'show the plan and stop; exit code 3 if it is not empty', false)
    .option('--skip-conflicts', 'leave pages that both sides changed, pull the rest', false)
    .option('--force', 'continue even if the plan looks like an accident', false);
