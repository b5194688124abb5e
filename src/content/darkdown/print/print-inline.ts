/** The canonical form of what stands in a line. */
import type { Token } from 'markdown-it';
import { tagOf } from '../markdown/markdown-it.ts';
import { printTag } from './print-tag.ts';
import { VARIABLE } from '../read/variable.ts';

/** Always escaped: the platform does so wherever they stand. */
const ALWAYS = /[\\`*_[\]{}<>&~]/g;
/** Literal text that would be read as a variable or a plugin. */
const SIGNS = new RegExp(`(?=${VARIABLE.source})|\\$(?=inline\\[|plugin\\[)`, 'g');
/** At the beginning of a line these would make it something else. */
const LINE_START = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|=+\s*$|-+\s*$|:?-+[:\s|-]*$)/;
const ORDERED_START = /^(\d{1,9})([.)])(?=\s|$)/;

const escapeText = (text: string): string =>
  text.replaceAll(ALWAYS, '\\$&').replaceAll(SIGNS, '\\$&').replaceAll('\u00a0', '&nbsp;');

function escapeStart(line: string, ends: boolean): string {
  const whole = ends ? line : `${line}x`;
  const escaped = whole.replace(LINE_START, '\\$&').replace(ORDERED_START, '$1\\$2');
  return ends ? escaped : escaped.slice(0, -1);
}

/** A code span in backticks that its content does not hold. */
function codeSpan(content: string, inTable: boolean): string {
  const runs = new Set(Array.from(content.matchAll(/`+/g), ([run]) => run.length));
  let length = 1;
  while (runs.has(length)) length += 1;
  const fence = '`'.repeat(length);
  const padded = content.includes('`');
  const spaced = content.startsWith(' ') && content.endsWith(' ') && content.trim() !== '';
  const body = padded || spaced ? ` ${content} ` : content;
  return fence + (inTable ? body.replaceAll('|', '\\|') : body) + fence;
}

/** A link target, in angle brackets where it needs them. */
function printTarget(href: string): string {
  if (href !== '' && !/[\s()<>\\]/.test(href)) return href.replaceAll('&', escapeEntity(href));
  return `<${href.replaceAll(/[<>\\]/g, '\\$&')}>`;
}

/** `&` needs an escape only if it begins an entity. */
const escapeEntity = (text: string): string => (/&(?:#|[A-Za-z])\w*;/.test(text) ? '\\&' : '&');

const printTitle = (title: string): string =>
  title === '' ? '' : ` "${title.replaceAll(/["\\]/g, '\\$&')}"`;

/** Where the text stands: in a table it is one line and `|` is escaped, in a heading it begins no line. */
export type InlineContext = 'paragraph' | 'heading' | 'table';

/** The text of an inline token's children. */
export function printInline(tokens: readonly Token[], site: InlineContext): string {
  const printer = new InlinePrinter(site === 'table');
  let lineStart = site === 'paragraph';
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    // Only what ends the line or continues with a space can be a marker.
    const ends = next === undefined || isBreak(next);
    printer.print(token, next, (text) => (lineStart ? escapeStart(text, ends) : text));
    lineStart = site === 'paragraph' && isBreak(token);
  }
  return printer.text;
}

const isBreak = ({ type }: Token): boolean => type === 'softbreak' || type === 'hardbreak';

class InlinePrinter {
  text = '';
  readonly #inTable: boolean;
  readonly #emphases: string[] = [];
  readonly #links: string[] = [];

  constructor(inTable: boolean) {
    this.#inTable = inTable;
  }

  print(token: Token, next: Token | undefined, start: (text: string) => string): void {
    switch (token.type) {
      case 'text':
        this.text += start(this.#cell(escapeText(token.content)));
        break;
      case 'code_inline':
        this.text += codeSpan(token.content, this.#inTable);
        break;
      case 'softbreak':
        this.text += this.#inTable ? ' ' : '\n';
        break;
      case 'hardbreak':
        this.text += this.#inTable || token.markup === '<br>' ? '<br>' : '\\\n';
        break;
      case 'em_open':
        this.text += this.#openEmphasis(next);
        break;
      case 'em_close':
        this.text += this.#emphases.pop() ?? '*';
        break;
      case 'strong_open':
      case 'strong_close':
        this.text += '**';
        break;
      case 's_open':
      case 's_close':
        this.text += '~~';
        break;
      case 'link_open':
        this.#links.push(`](${targetOf(token, 'href')})`);
        this.text += '[';
        break;
      case 'link_close':
        this.text += this.#links.pop() ?? '';
        break;
      case 'image': {
        const alt = printInline(token.children ?? [], this.#inTable ? 'table' : 'heading');
        this.text += `![${alt}](${targetOf(token, 'src')})`;
        break;
      }
      case 'variable':
        this.text += `%${token.content}%`;
        break;
      case 'tag':
      case 'pair_open':
      case 'pair_close':
        this.text += this.#cell(tagText(token));
        break;
      default:
        this.text += token.content;
    }
  }

  /** Stars that touch would be read as one run: then the emphasis has underscores. */
  #openEmphasis(next: Token | undefined): string {
    const touches = this.text.endsWith('*') || next?.type === 'strong_open';
    const marker = touches ? '_' : '*';
    this.#emphases.push(marker);
    return marker;
  }

  #cell(text: string): string {
    return this.#inTable ? text.replaceAll('|', '\\|') : text;
  }
}

function tagText(token: Token): string {
  const { name, attributes, close, selfClosing } = tagOf(token);
  return close ? `{% /${name} %}` : printTag(name, attributes, selfClosing);
}

const targetOf = (token: Token, name: string): string =>
  printTarget(attribute(token, name)) + printTitle(attribute(token, 'title'));

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');
