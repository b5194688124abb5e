import { Command } from 'commander';
import type { Context } from '../context.ts';
import type { Slug } from '../model/ids.ts';
import { countTo } from './arguments.ts';

interface SearchOptions {
  readonly in?: string;
  readonly limit: number;
  readonly page: number;
}

export const searchCommand = (context: Context): Command =>
  new Command('search')
    .summary('search the published pages and references')
    .description(
      "Searches what readers can find, with the platform's own search. A phrase goes in quotes; a word after `-` must not be there " +
        '(after `--`, so that it is not taken for an option).',
    )
    .argument('<words...>', 'what to look for')
    .option('--in <version>', 'only in this version; `latest`: the default one')
    .option('-n, --limit <count>', 'hits on a page of results', countTo(100), 20)
    .option('--page <number>', 'which page of results, from 1', countTo(100_000), 1)
    .addHelpText(
      'after',
      `
Examples:
  $ docs search rate limits
  $ docs search '"access token"' --in latest
  $ docs search -n 5 -- token -refresh`,
    )
    .action((words: readonly string[], options: SearchOptions) => search(context, words, options));

/** Prints what the platform finds. One request. */
export async function search(
  context: Context,
  words: readonly string[],
  options: SearchOptions,
): Promise<void> {
  const api = await context.api();
  const found = await api.search.find({
    query: words.join(' '),
    version: options.in as Slug | undefined,
    page: options.page - 1,
    hits: options.limit,
  });
  const { searchView } = await import('../ui/views/search.ts');
  await context.ui.result(found, searchView, { long: true });
}
