import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { FmtFlags } from './fmt.run.ts';

export const fmtCommand = (context: Context): Command =>
  new Command('fmt')
    .summary('write pages in their canonical form')
    .description(
      'Writes headers and Markdoc as the platform prints them: keys in order, tags instead of older notations, and one empty ' +
        'line between blocks. Never changes what a page says: a page that it cannot format safely stays as it is.',
    )
    .argument('[path|key...]', 'only these pages, by file, folder or key')
    .option('--check', 'write nothing; the exit code is 1 if a page is not in this form', false)
    .option('--diff', 'write nothing; show what would change', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs fmt docs/v1.0/guides
  $ docs fmt --diff v1.0/guides/intro
  $ docs fmt --check         # in a pipeline`,
    )
    .action(async (paths: readonly string[], flags: FmtFlags) => {
      const { runFmt } = await import('./fmt.run.ts');
      await runFmt(context, paths, flags);
    });
