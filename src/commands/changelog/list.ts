import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { ListPostsOptions } from './list.run.ts';

export const changelogListCommand = (context: Context): Command =>
  new Command('list')
    .alias('ls')
    .summary('list the posts on the platform')
    .description(
      'Lists the posts of a changelog, or of every changelog in the configuration, newest first. Each request returns 50 posts.',
    )
    .argument('[folder]', 'its folder below changelogs/')
    .option('--exact', 'show dates instead of "3 days ago"', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs changelog list\n  $ docs changelog list news --json',
    )
    .action(async (folder: string | undefined, options: ListPostsOptions) => {
      const { listPosts } = await import('./list.run.ts');
      await listPosts(context, folder, options);
    });
