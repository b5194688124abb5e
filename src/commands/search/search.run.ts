import type { SearchRequest } from '../../api/resources/project.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { Slug } from '../../model/ids.ts';
import type { SearchResult, SearchHit } from '../../model/resources.ts';
import { withRefusedHint } from '../shared/refused-hint.ts';
import { count } from '../../model/text/sentences.ts';
import type { Style } from '../../ui/style.ts';
import { wrap } from '../../ui/width.ts';

export interface SearchOptions {
  readonly in?: string;
  readonly limit: number;
  readonly page: number;
}

/** Prints what the platform finds. One request if `--in` is a slug or `latest`. */
export async function search(
  context: Context,
  words: readonly string[],
  options: SearchOptions,
): Promise<void> {
  const found = await find(context, {
    query: words.join(' '),
    version: options.in as Slug | undefined,
    page: options.page - 1,
    hits: options.limit,
  });
  await context.ui.result(found, searchView, { long: true });
}

const PLAN = 'Search is part of the Grow plan and higher plans: check which plan the project has';

/** A version that the platform does not know as a slug may be a name or an id. Only then are the versions requested. */
async function find(context: Context, request: SearchRequest): Promise<SearchResult> {
  const api = await context.api();
  try {
    return await api.project.search(request);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not-found')
      throw withRefusedHint(error, PLAN);
    if (request.version === undefined || request.version === 'latest') throw error;
    const { resolveVersion } = await import('../shared/names/version-names.ts');
    const { slug } = await resolveVersion(context, request.version);
    if (slug === request.version) throw error;
    return api.project.search({ ...request, version: slug });
  }
}

/** Each hit in two or three lines: title, address, and the words around the match. */
function searchView(result: SearchResult, style: Style): string {
  const { hits, nbHits, page, nbPages, query } = result;
  if (hits.length === 0) {
    return `No results for ${style.text(query)}. Only published text is searched.`;
  }
  const pages = nbPages > 1 ? `, page ${page + 1} of ${nbPages}` : '';
  const head = `${count(nbHits, 'hit')}${pages}`;
  return [head, ...hits.map((hit) => hitView(hit, style))].join('\n\n');
}

const EXCERPT = 160;

function hitView(hit: SearchHit, style: Style): string {
  const excerpt = style
    .text(hit.content.slice(0, 4 * EXCERPT))
    .replace(/\s+/g, ' ')
    .trim();
  const short = excerpt.length > EXCERPT ? `${excerpt.slice(0, EXCERPT).trimEnd()}…` : excerpt;
  return [
    style.bold(style.text(hit.title)),
    `  ${style.cyan(style.text(hit.path))}`,
    ...(short === '' ? [] : wrap(short.split(' '), Math.min(style.width, 100), 2)),
  ].join('\n');
}
