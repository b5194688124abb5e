import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { writing } from '../../consent.ts';
import type { DeletePageOptions } from './delete.run.ts';

export const pageDeleteCommand = (context: Context): Command =>
  writing(new Command('delete'))
    .alias('rm')
    .summary('delete a page from the platform')
    .description(
      'Permanently deletes a page and its entry in the navigation: this cannot be undone. Asks for the slug of the page. Without a terminal it needs ' +
        '--yes and the whole key, and refuses (5) a page that was edited on the platform since the folder last had it, that the lock does not know, or that has pages below it. The file of the page stays: delete it as well, or docs push lists the page as gone. docs push --prune deletes the pages of files that a commit removed.',
    )
    .argument('<page>', 'key (version/documentation/slug); on a terminal also id, file or title')
    .option('-n, --dry-run', 'show which page would be deleted, and stop', false)
    .option(
      '--force',
      'delete it even if it was edited, is not in the lock, or has pages below it',
      false,
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs page delete v1.0/docs/old\n  $ docs page delete v1.0/docs/old --yes',
    )
    .action(async (page: string, options: DeletePageOptions) => {
      const { deletePage } = await import('./delete.run.ts');
      await deletePage(context, page, options);
    });
