/** Raw HTML as tags, comments and text, in one pass. */

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

/** The offset after the tag, comment or silent element at `open`; `open + 1` if the `<` is text. */
export function skipMarkup(html: string, lower: string, open: number): number {
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

/**
 * The source without comments and declarations, which no browser shows. A tag that seems to contain
 * a comment, or that does not end, is left out, too, because it is unclear where the comment
 * begins.
 */
export const withoutComments = (html: string): string => filtered(html, isElement);

/**
 * The source without anything that pages do not show, including scripts and other silent elements.
 */
export const seenHtml = (html: string): string =>
  filtered(html, (markup) => isElement(markup) && !isSilent(markup));

function filtered(html: string, isKept: (markup: string) => boolean): string {
  const lower = html.toLowerCase();
  let kept = '';
  let pos = 0;
  while (pos < html.length) {
    const open = html.indexOf('<', pos);
    if (open === -1) break;
    kept += html.slice(pos, open);
    pos = skipMarkup(html, lower, open);
    const markup = html.slice(open, pos);
    if (markup === '<' || isKept(markup)) kept += markup;
  }
  return kept + html.slice(pos);
}

const isSilent = (markup: string): boolean =>
  SILENT.some((name) => isTagNamed(markup.toLowerCase(), markup.startsWith('</') ? 2 : 1, name));

/** A tag, or a silent element with its content. */
const isElement = (markup: string): boolean =>
  /^<\/?[a-z][^]*>$/i.test(markup) && (isSilent(markup) || !markup.includes('<!--'));
