import type { SearchHit, SearchResult } from '../../model/resources.ts';
import { count } from '../../ui/count.ts';
import type { Style } from '../../ui/style.ts';
import { wrap } from '../../ui/wrap.ts';

/** Each hit in two or three lines: title, address, and the words around the match. */
export function searchView(result: SearchResult, style: Style): string {
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
