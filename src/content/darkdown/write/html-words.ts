/** The words in raw HTML. Import this lazily: the table of named characters is large. */
import { decodeHTML } from 'entities';

/** Elements whose content readers do not see. */
const SILENT = ['script', 'style', 'template', 'title', 'svg'];

/** The end of the tag at `at`, or of the text if the tag has none. Ignores a `>` in quotes. */
function tagEnd(html: string, at: number): number {
  let quote = '';
  for (let pos = at + 1; pos < html.length; pos += 1) {
    const char = html.charAt(pos);
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '>') return pos + 1;
    else if ((char === '"' || char === "'") && html.charAt(pos - 1) === '=') quote = char;
  }
  return html.length;
}

/** The text that a browser shows, in one pass. Non-breaking spaces become ordinary ones. */
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

/** The offset after the tag, comment or silent element at `open`; `open + 1` if the `<` is text. */
function skipMarkup(html: string, lower: string, open: number): number {
  if (html.startsWith('<!--', open)) {
    const end = html.indexOf('-->', open + 4);
    return end === -1 ? html.length : end + 3;
  }
  if (!/[a-z/!?]/i.test(html.charAt(open + 1))) return open + 1;
  const end = tagEnd(html, open);
  const silent = SILENT.find((name) => isTagNamed(lower, open + 1, name));
  if (silent === undefined) return end;
  const close = lower.indexOf(`</${silent}`, end);
  return close === -1 ? html.length : tagEnd(html, close);
}

const isTagNamed = (lower: string, at: number, name: string): boolean =>
  lower.startsWith(name, at) && !/[\w-]/.test(lower.charAt(at + name.length));
