import type { SearchHit, SearchResult } from '../../model/resources.ts';
import type { Style } from '../style.ts';

/** Each hit in two or three lines: title, address, and the words around what was found. */
export function searchView(result: SearchResult, style: Style): string {
  const { hits, nbHits, page, nbPages, query } = result;
  if (hits.length === 0) {
    return `Nothing was found for ${style.text(query)}. Only published text is searched.`;
  }
  const pages = nbPages > 1 ? `, page ${page + 1} of ${nbPages}` : '';
  const head = `${nbHits} ${nbHits === 1 ? 'hit' : 'hits'}${pages}`;
  return [head, ...hits.map((hit) => hitView(hit, style))].join('\n\n');
}

const EXCERPT = 160;

function hitView(hit: SearchHit, style: Style): string {
  const excerpt = style
    .text(hit.content.slice(0, 4 * EXCERPT))
    .replace(/\s+/g, ' ')
    .trim();
  const short = excerpt.length > EXCERPT ? `${excerpt.slice(0, EXCERPT).trimEnd()}…` : excerpt;
  const lines = [style.bold(style.text(hit.title)), style.cyan(style.text(hit.path))];
  return (short === '' ? lines : [...lines, ...wrap(short, Math.min(style.width, 100))]).join(
    '\n  ',
  );
}

/** Lines of at most `width` columns less the indent, broken at blanks. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 3 > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
