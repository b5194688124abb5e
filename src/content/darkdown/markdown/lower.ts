/** Turns markdown-it's tokens into flows and phrases. No other file uses the tokens' names. */
import type { Token } from 'markdown-it';
import { readInfo } from '../read/fence.ts';
import { AUTO_TITLE } from './flow.ts';
import type { Align, Mark, MarkdownFlow, Phrase, Phrases } from './flow.ts';
import { tagOf } from './markdown-it.ts';
import { surplusRow } from './added-rules.ts';

/** The flows that the tokens of one run stand for. */
export const flowsOf = (tokens: readonly Token[]): MarkdownFlow[] => new Lowering(tokens).flows('');

class Lowering {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Everything up to the token of type `end`, or to the end of the list. */
  flows(end: string): MarkdownFlow[] {
    const flows: MarkdownFlow[] = [];
    for (let token = this.#next(end); token; token = this.#next(end)) flows.push(this.#flow(token));
    return flows;
  }

  #next(end: string): Token | undefined {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return token?.type === end ? undefined : token;
  }

  #flow(token: Token): MarkdownFlow {
    const lines = token.map ?? [0, 0];
    switch (token.type) {
      case 'heading_open': {
        const level = Number(token.tag.slice(1));
        return { kind: 'heading', lines, level, phrases: this.#phrases('heading_close') };
      }
      case 'paragraph_open': {
        const phrases = this.#phrases('paragraph_close');
        return { kind: 'paragraph', lines, isTight: token.hidden, phrases };
      }
      case 'blockquote_open':
        return { kind: 'quote', lines, content: this.flows('blockquote_close') };
      case 'bullet_list_open':
        return { kind: 'list', lines, start: undefined, items: this.#items('bullet_list_close') };
      case 'ordered_list_open': {
        const start = Number(token.attrGet('start') ?? 1);
        return { kind: 'list', lines, start, items: this.#items('ordered_list_close') };
      }
      case 'hr':
        return { kind: 'rule', lines };
      case 'table_open':
        return this.#table(lines);
      case 'fence':
      case 'code_block': {
        const code = token.content.replace(/\n$/, '');
        return { kind: 'code', lines, ...readInfo(token.info.trim()), code };
      }
      default:
        throw new Error(`markdown-it gave a block of type ${token.type}.`);
    }
  }

  #phrases(end: string): Phrases {
    let phrases: Phrases = [];
    for (let token = this.#next(end); token; token = this.#next(end)) phrases = phrasesOf(token);
    return phrases;
  }

  #items(end: string): MarkdownFlow[][] {
    const items: MarkdownFlow[][] = [];
    while (this.#next(end)) items.push(this.flows('list_item_close'));
    return items;
  }

  #table(lines: [number, number]): MarkdownFlow {
    const rows: Phrases[][] = [];
    const aligns: Align[] = [];
    const surplus = new Map<number, { line: number; source: string }>();
    for (let token = this.#next('table_close'); token; token = this.#next('table_close')) {
      if (token.type === 'tr_open') {
        const source = surplusRow(token);
        if (source !== null) surplus.set(rows.length - 1, { line: token.map?.[0] ?? 0, source });
        rows.push([]);
      } else if (token.type === 'th_open') aligns.push(alignOf(token));
      else if (token.type === 'inline') rows.at(-1)?.push(phrasesOf(token));
    }
    const [head = [], ...body] = rows;
    return { kind: 'pipe-table', lines, aligns, head, rows: body, surplus };
  }
}

const ALIGNS: ReadonlyMap<string, Align> = new Map([
  ['text-align:left', 'left'],
  ['text-align:center', 'center'],
  ['text-align:right', 'right'],
]);

const alignOf = (token: Token): Align => ALIGNS.get(attribute(token, 'style'));

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

/** The phrases that an inline token stands for. */
export const phrasesOf = ({ children }: Token): Phrases =>
  children === null ? [] : lowerLine(children);

function lowerLine(tokens: readonly Token[]): Phrase[] {
  const phrases: Phrase[] = [];
  const open: Mark[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.nesting === 0) phrases.push(phraseOf(token));
    else if (token.nesting === -1) {
      const mark = open.pop();
      if (mark) phrases.push({ kind: 'close', mark });
    } else {
      const mark = markOf(token);
      const isLink = mark.name === 'link';
      if (isLink && tokens[at + 1]?.type === 'link_close') {
        phrases.push({ kind: 'empty-link', href: mark.href, title: mark.title });
        at += 1;
        continue;
      }
      open.push(mark);
      phrases.push({ kind: 'open', mark });
      if (isLink && isAuto(tokens[at + 1]) && tokens[at + 2]?.type === 'link_close') {
        phrases.push({ kind: 'page-title', href: mark.href });
        at += 1;
      }
    }
  }
  return phrases;
}

const isAuto = (token: Token | undefined): boolean =>
  token?.type === 'text' && token.content === AUTO_TITLE;

function markOf(token: Token): Mark {
  switch (token.type) {
    case 'em_open':
      return { name: 'em' };
    case 'strong_open':
      return { name: 'strong' };
    case 's_open':
      return { name: 's' };
    case 'link_open':
      return { name: 'link', href: attribute(token, 'href'), title: attribute(token, 'title') };
    case 'pair_open':
      return { name: 'pair', tag: tagOf(token) };
    default:
      throw new Error(`markdown-it gave a mark of type ${token.type}.`);
  }
}

function phraseOf(token: Token): Phrase {
  switch (token.type) {
    case 'text':
      return { kind: 'text', text: token.content };
    case 'code_inline':
      return { kind: 'code-span', code: token.content };
    case 'softbreak':
      return { kind: 'soft-break' };
    case 'hardbreak':
      return { kind: 'hard-break', isTag: token.markup === '<br>' };
    case 'variable':
      return { kind: 'variable', name: token.content };
    case 'tag':
      return { kind: 'tag', tag: tagOf(token) };
    case 'image': {
      const [url, title] = [attribute(token, 'src'), attribute(token, 'title')];
      return { kind: 'image', url, title, label: phrasesOf(token) };
    }
    default:
      throw new Error(`markdown-it gave a phrase of type ${token.type}.`);
  }
}
