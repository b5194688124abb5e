import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { writing } from '../../consent.ts';
import type { PushPostsOptions } from './push.run.ts';

export const changelogPushCommand = (context: Context): Command =>
  writing(new Command('push'))
    .summary('send posts that the platform does not have')
    .description(
      'Sends the posts of changelogs/<folder>/<slug>.md that the platform does not have, the oldest first. A post that the platform has is never sent again: ' +
        'the API can neither change nor delete one, so a post that differs from its file is listed, to be changed in the editor. ' +
        'If `published` is true, readers see the post at once. The platform dates a post when it is created: `date` only decides the order.',
    )
    .argument(
      '[folder...]',
      'folders below changelogs/ (default: all that the configuration names)',
    )
    .option('-n, --dry-run', 'show what would be sent and stop', false)
    .option('--force', 'send posts even if the changelog has other posts, but none of these', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs changelog push --dry-run\n  $ docs changelog push news --yes',
    )
    .action(async (folders: readonly string[], options: PushPostsOptions) => {
      const { pushPosts } = await import('./push.run.ts');
      await pushPosts(context, folders, options);
    });
