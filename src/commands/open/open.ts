import { Command } from 'commander';
import type { Context } from '../../context.ts';

export const openCommand = (context: Context): Command =>
  new Command('open')
    .aliases(['browse'])
    .summary('open a page, or the whole site, in the browser')
    .description(
      'Opens the address that readers have of a page, or of the whole site. It begins with `site` in the configuration; a platform on this machine ' +
        'has its site at its own address. Prints the address too; in a pipe or a pipeline it does nothing else. Makes no request.',
    )
    .argument('[page]', 'a page of this folder: file, key or id')
    .addHelpText(
      'after',
      `
Examples:
  $ docs open
  $ docs open docs/v1.0/guide/install.md
  $ docs open v1.0/guide/install`,
    )
    .action(async (page: string | undefined) => {
      const { openAddress } = await import('./open.run.ts');
      await openAddress(context, page);
    });
