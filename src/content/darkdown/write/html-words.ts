/** The words in raw HTML. Import this lazily: the table of named characters is large. */
import { decodeHTML } from 'entities';
import { skipMarkup } from './html-markup.ts';

/** The text that a browser would show, in one pass. Non-breaking spaces become ordinary ones. */
export function htmlWords(html: string): string {
  const lower = html.toLowerCase();
  let words = '';
  let pos = 0;
  while (pos < html.length) {
    const open = html.indexOf('<', pos);
    if (open === -1) break;
    words += html.slice(pos, open);
    pos = skipMarkup(html, lower, open);
    words += pos === open + 1 ? '<' : ' ';
  }
  words += html.slice(pos);
  return decodeHTML(words)
    .split('\n')
    .map((line) => line.replaceAll(/[ \t\r\u00A0]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
