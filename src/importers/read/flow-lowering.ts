/** Turns block tokens of markdown-it into pieces. */
import type { Token } from 'markdown-it';
import type { Align, Phrases } from '../../content/darkdown/markdown/flow.ts';
import { surplusRow } from '../../content/darkdown/markdown/added-rules.ts';
import { cellsOf } from '../../content/darkdown/read/line-marks.ts';
import type { SourcePiece } from '../model.ts';
import { calloutOf } from './callouts.ts';
import { readContainer } from './container-reader.ts';
import { withGroupsJoined } from './made-pieces.ts';
import type { SourceReading } from './source-reading.ts';
import { linePhrases } from './line-lowering.ts';
import { plainText, short, textPhrase } from './phrases.ts';
import { type Container, CONTAINER } from './rules/rule.ts';

const ID = String.raw`#([\w\u0080-\uffff:.-]+)`;
/**
 * The anchor at the end of a heading: `{#id}`, `\{#id\}`, `{/* #id *\/}`, `<!-- #id -->` or
 * `[#id]`.
 */
const HEADING_ID = new RegExp(
  String.raw`\s*(?:\\?\{(?::|\/\*)?\s*${ID}[^{}]*\}|<!--\s*${ID}\s*-->|\[${ID}\])\s*$`,
);

/** The pieces of the tokens of one text. */
export class FlowLowering {
  readonly #page: SourceReading;
  readonly #tokens: readonly Token[];
  readonly #line: number;
  #at = 0;

  constructor(page: SourceReading, tokens: readonly Token[], line: number) {
    this.#page = page;
    this.#tokens = tokens;
    this.#line = line;
  }

  pieces(end: string): SourcePiece[] {
    const pieces: SourcePiece[] = [];
    for (let token = this.#next(end); token; token = this.#next(end)) {
      for (const piece of this.#piece(token)) {
        if (piece.kind !== 'heading') this.#page.settleIds();
        pieces.push(piece);
      }
    }
    return withGroupsJoined(pieces);
  }

  #next(end: string): Token | undefined {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return token?.type === end ? undefined : token;
  }

  #lineOf(token: Token): number {
    return this.#line + (token.map?.[0] ?? 0);
  }

  #piece(token: Token): SourcePiece[] {
    const line = this.#lineOf(token);
    switch (token.type) {
      case 'heading_open':
        return this.#heading(token, line);
      case 'paragraph_open': {
        const phrases = this.#phrases('paragraph_close', line);
        if (this.#page.site.dialect.isPython) this.#tellGenerated(phrases, line);
        return phrases.some(isSeen) ? [{ kind: 'paragraph', phrases }] : [];
      }
      case 'blockquote_open':
        return [calloutOf(this.pieces('blockquote_close'))];
      case 'bullet_list_open':
        return [this.#list('bullet_list_close', undefined)];
      case 'ordered_list_open':
        return [this.#list('ordered_list_close', Number(token.attrGet('start') ?? 1))];
      case 'hr':
        return [{ kind: 'rule' }];
      case 'table_open':
        return [this.#table()];
      case 'fence':
      case 'code_block': {
        const code = token.content.replace(/\n$/, '');
        return [this.#page.code(token.info.trim(), this.#withSnippets(code, line), line)];
      }
      case CONTAINER:
        return readContainer(this.#page, token.meta?.['container'] as Container, line, this.#line);
      default:
        return token.content === ''
          ? []
          : [{ kind: 'paragraph', phrases: [textPhrase(token.content)] }];
    }
  }

  #heading(token: Token, line: number): SourcePiece[] {
    const source = this.#tokens[this.#at];
    const ids: string[] = [];
    const [, ...named] = (source?.type === 'inline' && HEADING_ID.exec(source.content)) || [];
    const id = named.find((each) => each !== undefined);
    let phrases: Phrases;
    if (source && id !== undefined) {
      ids.push(id);
      this.#next('');
      this.#next('');
      phrases = this.#page.line(source.content.replace(HEADING_ID, ''), line);
    } else {
      // Anchors that are defined inside the heading belong to it.
      phrases = this.#phrases('heading_close', line, (name) => ids.push(name));
    }
    if (!phrases.some(isSeen)) return [];
    return [this.#page.heading(Number(token.tag.slice(1)), phrases, ids)];
  }

  #phrases(end: string, line: number, takeId?: (id: string) => void): Phrases {
    let phrases: Phrases = [];
    for (let token = this.#next(end); token; token = this.#next(end)) {
      phrases = trimmed(linePhrases(token, this.#page, line, takeId));
    }
    return phrases;
  }

  #list(end: string, start: number | undefined): SourcePiece {
    const items: SourcePiece[][] = [];
    const from = this.#at;
    while (this.#next(end)) items.push(this.pieces('list_item_close'));
    const paragraph = this.#tokens
      .slice(from, this.#at)
      .find(({ type }) => type === 'paragraph_open');
    return { kind: 'list', start, isTight: paragraph?.hidden !== false, items };
  }

  #table(): SourcePiece {
    const rows: Phrases[][] = [];
    const aligns: Align[] = [];
    // Only rows have their lines.
    let line = this.#line;
    for (let token = this.#next('table_close'); token; token = this.#next('table_close')) {
      if (token.type === 'tr_open') {
        rows.push([]);
        line = this.#lineOf(token);
        this.#tellSurplus(surplusRow(token), aligns.length, line);
      } else if (token.type === 'th_open') aligns.push(alignOf(token));
      else if (token.type === 'inline') {
        rows.at(-1)?.push(linePhrases(token, this.#page, line));
      }
    }
    const [head = [], ...body] = rows;
    return { kind: 'pipe-table', aligns, head, rows: body };
  }

  /** Reports cells of a row that the header has no columns for: Markdown drops them. */
  #tellSurplus(row: string | null, columns: number, line: number): void {
    if (row === null) return;
    const cells = cellsOf(row).slice(columns).join('|').trim();
    const says = 'This row has more cells than the header, which were left out: ';
    this.#page.say(line, 'html', says + short(cells));
    this.#page.leftOut.push(cells);
  }

  /** Reports that mkdocstrings would generate content here, which is not in the source. */
  #tellGenerated(phrases: Phrases, line: number): void {
    const name = /^:::[ \t]+([\w.:-]+)/.exec(plainText(phrases))?.[1];
    if (name === undefined) return;
    const says = `The documentation of ${name} is generated from its code: "::: ${name}" was kept as text.`;
    this.#page.say(line, 'container', says);
  }

  /** The code after inserting the snippets of MkDocs, which also work in code. */
  #withSnippets(code: string, line: number): string {
    if (!this.#page.site.dialect.isPython || !code.includes('8<')) return code;
    return code.replaceAll(
      /^[ \t]*-+8<-+[ \t]*["']([^"'\n]+)["'][ \t]*$/gm,
      (all, path: string) => {
        const found = this.#page.includedText(path, line);
        return found === null ? all : found.text.replace(/\n$/, '');
      },
    );
  }
}

const ALIGNS: ReadonlyMap<string, Align> = new Map([
  ['text-align:left', 'left'],
  ['text-align:center', 'center'],
  ['text-align:right', 'right'],
]);

const alignOf = (token: Token): Align => ALIGNS.get(String(token.attrGet('style') ?? ''));

const isSeen = (phrase: Phrases[number]): boolean =>
  phrase.kind === 'text'
    ? phrase.text.trim() !== ''
    : phrase.kind !== 'soft-break' && phrase.kind !== 'hard-break';

/** The phrases without line breaks at both ends. */
function trimmed(phrases: Phrases): Phrases {
  const isGap = (phrase: Phrases[number] | undefined): boolean =>
    phrase !== undefined && !isSeen(phrase);
  let [start, end] = [0, phrases.length];
  while (start < end && isGap(phrases[start])) start += 1;
  while (end > start && isGap(phrases[end - 1])) end -= 1;
  const inner = phrases.slice(start, end);
  const last = inner.at(-1);
  if (last?.kind === 'text') inner[inner.length - 1] = textPhrase(last.text.trimEnd());
  const [first] = inner;
  if (first?.kind === 'text') inner[0] = textPhrase(first.text.trimStart());
  return inner;
}
