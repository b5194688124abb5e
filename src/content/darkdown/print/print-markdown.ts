/** The canonical form of a run of Markdown, from markdown-it's tokens. */
import type { Token } from 'markdown-it';
import { fenceOf } from '../read/fence.ts';
import { printInline } from './print-inline.ts';

/** One run, without blank lines around. */
export const printTokens = (tokens: readonly Token[]): string =>
  new Printer(tokens).blocks('').join('\n\n');

const RULE = '---';

class Printer {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Blocks up to the token that closes what holds them. Two lists in a row get different bullets, or they would be one. */
  blocks(end: string): string[] {
    const blocks: string[] = [];
    let list = '';
    let flip = false;
    for (;;) {
      const token = this.#tokens[this.#at];
      this.#at += 1;
      if (token === undefined || token.type === end) return blocks;
      flip = token.type === list && !flip;
      list = token.type.endsWith('_list_open') ? token.type : '';
      blocks.push(this.#block(token, flip));
    }
  }

  #block(token: Token, flip: boolean): string {
    switch (token.type) {
      case 'heading_open':
        return `${'#'.repeat(Number(token.tag.slice(1)))} ${this.#inline('heading_close').replaceAll('\n', ' ')}`;
      case 'paragraph_open':
        return this.#inline('paragraph_close');
      case 'blockquote_open':
        return prefixed(this.blocks('blockquote_close').join('\n\n'), '> ', '> ');
      case 'bullet_list_open':
        return this.#list('bullet_list_close', () => (flip ? '* ' : '- '));
      case 'ordered_list_open': {
        const start = Number(token.attrGet('start') ?? 1);
        return this.#list('ordered_list_close', (index) => `${start + index}${flip ? ')' : '.'} `);
      }
      case 'hr':
        return RULE;
      case 'fence':
      case 'code_block':
        return fenceOf(token.content.replace(/\n$/, ''), token.info.trim());
      case 'table_open':
        return this.#table();
      default:
        return token.content;
    }
  }

  /** The inline token that comes next, up to `end`. */
  #inline(end: string): string {
    let text = '';
    for (;;) {
      const token = this.#tokens[this.#at];
      this.#at += 1;
      if (token === undefined || token.type === end) return text;
      text += printInline(token.children ?? [], end === 'heading_close' ? 'heading' : 'paragraph');
    }
  }

  #list(end: string, marker: (index: number) => string): string {
    const items: string[] = [];
    const tight = this.#isTight(end);
    for (;;) {
      const token = this.#tokens[this.#at];
      this.#at += 1;
      if (token === undefined || token.type === end) return items.join(tight ? '\n' : '\n\n');
      const lead = marker(items.length);
      const content = this.blocks('list_item_close').join(tight ? '\n' : '\n\n');
      items.push(prefixed(content, lead, ' '.repeat(lead.length)));
    }
  }

  /** As markdown-it saw it: the paragraphs of a tight list are hidden. */
  #isTight(end: string): boolean {
    const level = this.#tokens[this.#at]?.level ?? 0;
    for (let at = this.#at; at < this.#tokens.length; at += 1) {
      const token = this.#tokens[at];
      if (token === undefined || (token.type === end && token.level < level)) return true;
      if (token.type === 'paragraph_open' && token.level === level + 1) return token.hidden;
    }
    return true;
  }

  #table(): string {
    const rows: string[][] = [];
    const rules: string[] = [];
    for (;;) {
      const token = this.#tokens[this.#at];
      this.#at += 1;
      if (token === undefined || token.type === 'table_close') break;
      if (token.type === 'tr_open') rows.push([]);
      else if (token.type === 'th_open') rules.push(ruleOf(token));
      else if (token.type === 'inline')
        rows.at(-1)?.push(printInline(token.children ?? [], 'table'));
    }
    const line = (cells: readonly string[]): string =>
      `| ${cells.map((cell) => `${cell} |`).join(' ')}`;
    const [head = [], ...body] = rows;
    return [line(head), line(rules), ...body.map((cells) => line(cells))].join('\n');
  }
}

const RULES: ReadonlyMap<string, string> = new Map([
  ['text-align:left', ':---'],
  ['text-align:right', '---:'],
  ['text-align:center', ':---:'],
]);

const ruleOf = (token: Token): string => RULES.get(String(token.attrGet('style') ?? '')) ?? '---';

/** Every line behind `rest`, the first behind `first`; blank lines stay as they are, but for the mark of a quote. */
function prefixed(text: string, first: string, rest: string): string {
  const lines = text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : rest + line).trimEnd());
  return lines.join('\n');
}
