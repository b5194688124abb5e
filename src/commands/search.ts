import { Command } from 'commander';
import type { Api } from '../api/api.ts';
import type { SearchRequest } from '../api/resources/search.ts';
import type { Context } from '../context.ts';
import { Failure } from '../model/failure.ts';
import type { Slug } from '../model/ids.ts';
import type { SearchResult } from '../model/resources.ts';
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
    .option('--in <version>', 'only in this version: slug, name, id or `latest`')
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

/** Prints what the platform finds. One request, where `--in` is a slug or `latest`. */
async function search(
  context: Context,
  words: readonly string[],
  options: SearchOptions,
): Promise<void> {
  const api = await context.api();
  const found = await find(api, {
    query: words.join(' '),
    version: options.in as Slug | undefined,
    page: options.page - 1,
    hits: options.limit,
  });
  const { searchView } = await import('../ui/views/search.ts');
  await context.ui.result(found, searchView, { long: true });
}

/** A version that the platform does not know as a slug may be a name or an id: only then are the versions asked for. */
async function find(api: Api, request: SearchRequest): Promise<SearchResult> {
  try {
    return await api.search.find(request);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not-found') throw error;
    if (request.version === undefined || request.version === 'latest') throw error;
    const { resolveVersion } = await import('./resolve-version.ts');
    const { slug } = await resolveVersion(api, request.version);
    if (slug === request.version) throw error;
    return api.search.find({ ...request, version: slug });
  }
}
