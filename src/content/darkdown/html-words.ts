/** The words in raw HTML. */

/** Elements whose content nobody reads. */
const SILENT = ['script', 'style', 'template', 'title', 'svg'];

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, (all, name: string) => {
    if (!name.startsWith('#')) return NAMED.get(name.toLowerCase()) ?? all;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
  });
}

/** Where the tag that begins at `at` ends: a `>` in quotes does not count. The text's end where it does not. */
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

/** The text between the tags, in one run over the source; what scripts and styles hold is left out. */
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
  return decode(words)
    .split('\n')
    .map((line) => line.replaceAll(/[ \t\r]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** After the tag, comment or silent element at `open`; `open + 1` where the `<` is text. */
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
