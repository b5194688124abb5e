/** Compares words of sources, read by markdown-it without importer code, with imported pages. */
import MarkdownIt from 'markdown-it';
import type { Env, Token } from 'markdown-it';
import { ParsedPage } from '../../src/content/darkdown/write/parsed-page.ts';
import { NO_PROJECT } from '../../src/content/darkdown/write/resolver.ts';
import { writeText } from '../../src/content/darkdown/write/to-text.ts';
import { bodiesOf, headerValue, parsePageFile } from '../../src/content/page/page-file.ts';

type Counts = Map<string, number>;

const count = (text: string, into: Counts): void => {
  for (const [word] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    into.set(word, (into.get(word) ?? 0) + 1);
  }
};

const md = new MarkdownIt({ linkify: false });
md.disable(['code', 'lheading']);

/** Attributes whose texts readers see. */
const SEEN =
  /\s(?:title|label|alt|caption|text|tip|description|summary)=(?:"([^"]*)"|'([^']*)'|\{"([^"]*)"\})/g;

/** A tag of HTML or JSX. */
const TAG =
  /<(\/?)([A-Za-z][\w.-]*)?((?:\s+[\w:@#.-]+(?:=(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|[^\s"'<>=`{}]+))?)*)\s*\/?>/g;

/** Elements that can be inside a word. */
const WITHIN = /^(?:a|b|i|em|strong|code|span|sub|sup|mark|u|s|del|kbd|small|font)$/;

/** A table of GitBook, which shows no column with a head that has `data-hidden`. */
function withoutHiddenCells(table: string): string {
  const rows = table.split(/(?=<tr>)/);
  const cellsIn = (row: string): string[] => row.split(/(?=<t[hd][\s>])/).slice(1);
  const hidden = cellsIn(rows[1] ?? '').map((cell) => cell.includes(' data-hidden'));
  return rows
    .map((row) =>
      cellsIn(row)
        .filter((_, at) => hidden[at] !== true)
        .join(''),
    )
    .join('');
}

/**
 * Counts the words of one source, without its front matter. Names of containers and elements do not count,
 * nor do imports, comments and scripts. Texts in containers and elements do.
 */
export function sourceWords(source: string, into: Counts): void {
  const text = source.replaceAll(/\r\n?/g, '\n').replace(/^\u{feff}/u, '');
  const body = text
    .replace(/^---\n[^]*?\n---[ \t]*(?:\n|$)/, '')
    .replaceAll(/<table\b[^]*?<\/table>/g, withoutHiddenCells);
  const segments: { isCode: boolean; lines: string[] }[] = [{ isCode: false, lines: [] }];
  let open: string | null = null;
  for (const line of body.split('\n')) {
    const fence = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})(.*)$/.exec(line);
    const [, mark, info = ''] = fence ?? [];
    if (open === null && mark !== undefined) {
      open = mark;
      count(/title="([^"]*)"/.exec(info)?.[1] ?? /\[([^\]]+)\]/.exec(info)?.[1] ?? '', into);
      segments.push({ isCode: true, lines: [] });
    } else if (open !== null && mark?.startsWith(open) && info.trim() === '') {
      open = null;
      segments.push({ isCode: false, lines: [] });
    } else segments.at(-1)?.lines.push(line);
  }
  // Link definitions may be anywhere on the page, so collect them first.
  const env: Env = {};
  for (const { isCode, lines } of segments) if (!isCode) md.parse(lines.join('\n'), env);
  for (const { isCode, lines } of segments) {
    if (isCode) count(lines.join('\n').replaceAll(/^\s*-+8<-+.*$/gm, ''), into);
    else proseWords(lines.join('\n'), env, into);
  }
}

function proseWords(text: string, env: Env, into: Counts): void {
  const plain = text
    .replaceAll(/<(script|style)\b[^]*?<\/\1>/g, ' ')
    .replaceAll(/<!--[^]*?-->/g, ' ')
    .replaceAll(/\{\/\*[^]*?\*\/\}/g, ' ')
    .replaceAll(/^(?:import|export)\s.*(?:from\s*)?['"][^'"]*['"];?$/gm, '')
    .replaceAll(/^export\s[^]*?\n\);$/gm, '')
    .replaceAll(TAG, (_, slash: string, name = '', attributes = '') => {
      const seen = [...String(attributes).matchAll(SEEN)];
      const said = seen.map((match) => match[1] ?? match[2] ?? match[3] ?? '').join(' ');
      return said === '' && WITHIN.test(String(name)) ? '' : slash === '/' ? ' ' : ` ${said} `;
    })
    .replaceAll(/\{%\s*[\w-]+([^%]*)%\}/g, (_, attributes = '') =>
      [...String(attributes).matchAll(SEEN)].map((match) => ` ${match[1] ?? ''} `).join(''),
    )
    .replaceAll(/^([ \t>]*(?:[-*+][ \t]+)?):{3,}[ \t]*[\w-]*(.*?)(?:\{[^{}]*\})?$/gm, '$1$2')
    .replaceAll(/^([ \t]*)(?:!!!|\?\?\?\+?)\s+[\w-]+(?:\s+[\w-]+)*/gm, '$1')
    .replaceAll(/^([ \t]*)===[+!]*\s+/gm, '$1')
    .replaceAll(/^([ \t>]*)\[!\w+\]/gm, '$1')
    .replaceAll(/\{:?\s*[.#\w][^{}\n]*\}/g, (all) =>
      /^\{:?\s*(?:[.#]|[\w-]+=)/.test(all) ? ' ' : all,
    )
    .replaceAll(/^[ \t]*(?:-+8<-+|<<<)[ \t]?.*$/gm, '')
    .replaceAll(/^\[\[?toc\]?\]\s*$/gim, '')
    .replaceAll(/^[ \t]{4,}(?=\S)/gm, '')
    .replaceAll(/\]\(([^()<>"\s]+ [^()<>"]*)\)/g, '](x)');
  for (const { type, content, children } of md.parse(plain, env)) {
    if (type === 'inline') count(lineText(children ?? []), into);
    else count(content, into);
  }
}

/** Joins the text tokens of a line, because a word may extend over several: `UUID`s. */
const lineText = (tokens: readonly Token[]): string =>
  tokens
    .map(({ type, content, children }) => {
      if (type === 'image') return ` ${lineText(children ?? [])} `;
      return type === 'softbreak' || type === 'hardbreak' ? ' ' : content;
    })
    .join('');

/** Counts the words of one imported page: its title, and what readers see of its body. */
export function pageWords(text: string, into: Counts): void {
  const page = parsePageFile(text);
  for (const key of ['title', 'index_title', 'description'])
    count(headerValue(page, key) ?? '', into);
  const { draft, published } = bodiesOf(page);
  for (const body of [draft, published]) {
    if (body !== null) count(writeText(ParsedPage.of(body), NO_PROJECT), into);
  }
}

/** Words that occur less often in `result` than in `source`. */
export function missingWords(source: Counts, result: Counts): string[] {
  return [...source].flatMap(([word, wanted]) => {
    const lost = wanted - (result.get(word) ?? 0);
    return lost > 0 ? [`${word} ${lost}`] : [];
  });
}
