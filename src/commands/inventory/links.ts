import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';

export const linksCommand = (context: Context): Command =>
  new Command('links')
    .summary('show which files link to a page, or which links are broken')
    .description(
      'Shows which files of this folder link to a page, with their lines: offline. With --remote it shows the broken links that the platform ' +
        'finds in a version, and exits with 1 if one of them is an error.',
    )
    .argument('[page]', 'key (version/documentation/slug), file or id')
    .option('--remote [version]', 'slug, name or id of a version (default: `latest`)')
    .addHelpText(
      'after',
      '\nExamples:\n  $ docs links v1.0/docs/intro\n  $ docs links --remote v2.0',
    )
    .action(async (page: string | undefined, { remote }: { readonly remote?: string | true }) => {
      if ((page === undefined) === (remote === undefined)) {
        throw new Failure('usage', 'docs links takes a page, or --remote.', {
          hint: 'Such as docs links v1.0/docs/intro, or docs links --remote v1.0',
        });
      }
      if (page !== undefined) {
        const { listLinksTo } = await import('./links.run.ts');
        return listLinksTo(context, page);
      }
      const { listBrokenLinks } = await import('../shared/broken-links.ts');
      return listBrokenLinks(context, typeof remote === 'string' ? remote : 'latest');
    });
