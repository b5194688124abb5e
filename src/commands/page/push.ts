import type { PushPagesOptions } from './push.run.ts';
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { judgesLock, writing } from '../../consent.ts';

export const pagePushCommand = (context: Context): Command =>
  judgesLock(writing(new Command('push')))
    .summary('send single pages, from files or standard input')
    .description(
      'Sends single pages. Files in the content folders are sent as with `docs push`. Any other file, and standard input (-), goes where --in ' +
        'and --slug say, with the same plan and the same care: a page that was edited on the platform is not ' +
        'overwritten without --ours.',
    )
    .argument('<file...>', 'page files; - is standard input')
    .option(
      '--in <version/documentation>',
      'where the page goes, for a file that is in no content folder',
    )
    .option('--slug <slug>', "the page's slug (default: the file's name)")
    .option('--title <title>', "the page's title (default: the header's, or the one it has)")
    .option('--category <title>', 'the category of a new page; it must exist')
    .option('--publish', 'also publish it')
    .option('--no-publish', 'write a draft of the body only; title and slug are live at once')
    .option('-m, --message <text>', 'history message')
    .option('-n, --dry-run', 'show the plan and stop', false)
    .option('--ours', 'the file wins if the platform has something different', false)
    .option('--allow-listed', 'publish a page whose file is unlisted, hidden or gated', false)
    .option('--force', 'continue even if the plan looks like an accident', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs page push docs/v1.0/docs/intro.md --publish
  $ docs page push notes.md --in v1.0/docs --title "Release notes"
  $ make-changelog | docs page push - --in v1.0/docs --slug changelog --publish --ours --yes`,
    )
    .action(async (files: readonly string[], options: PushPagesOptions) => {
      const { pushPages } = await import('./push.run.ts');
      await pushPages(context, files, options);
    });
