import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { countTo } from '../arguments.ts';
import type { SearchOptions } from './search.run.ts';

export const searchCommand = (context: Context): Command =>
  new Command('search')
    .summary('search the published pages and references')
    .description(
      "Searches what readers can find, with the platform's own search. A phrase goes in quotes; a word after `-` must not appear " +
        '(write it after `--`, so that it is not taken for an option).',
    )
    .argument('<words...>', 'what to look for')
    .option('--in <version>', 'only in this version: slug, name, id or `latest`')
    .option('-n, --limit <count>', 'hits per page of results', countTo(100), 20)
    .option('--page <number>', 'which page of results, from 1', countTo(100_000), 1)
    .addHelpText(
      'after',
      `
Examples:
  $ docs search rate limits
  $ docs search '"access token"' --in latest
  $ docs search -n 5 -- token -refresh`,
    )
    .action(async (words: readonly string[], options: SearchOptions) => {
      const { search } = await import('./search.run.ts');
      await search(context, words, options);
    });
