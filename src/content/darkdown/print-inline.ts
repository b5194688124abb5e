/** The canonical form of what stands in a line. */
import type { Token } from 'markdown-it';
import { tagOf } from './markdown.ts';
import { printTag } from './print-tag.ts';

/** Always escaped: the platform does so wherever they stand. */
const ALWAYS = /[\\`*_[\]{}<>&~]/g;
/** Literal text that would be read as a variable or a plugin. */
const SIGNS = /%(?=[A-Za-z_][A-Za-z0-9_.]*%)|\$(?=inline\[|plugin\[)/g;
/** At the beginning of a line these would make it something else. */
const LINE_START = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|=+\s*$|-+\s*$|:?-+[:\s|-]*$)/;
const ORDERED_START = /^(\d{1,9})([.)])(?=\s|$)/;

export const escapeText = (text: string): string =>
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
export function printTarget(href: string): string {
  if (href !== '' && !/[\s()<>\\]/.test(href)) return href.replaceAll('&', escapeEntity(href));
  return `<${href.replaceAll(/[<>\\]/g, '\\$&')}>`;
}

/** `&` needs an escape only where it begins an entity. */
const escapeEntity = (text: string): string => (/&(?:#|[A-Za-z])\w*;/.test(text) ? '\\&' : '&');

const printTitle = (title: string): string =>
  title === '' ? '' : ` "${title.replaceAll(/["\\]/g, '\\$&')}"`;

/** Where the text stands: in a table it is one line and `|` is escaped, in a heading it begins no line. */
export type Site = 'paragraph' | 'heading' | 'table';

/** The text of an inline token's children. */
export function printInline(tokens: readonly Token[], site: Site): string {
  const links: string[] = [];
  const inTable = site === 'table';
  let text = '';
  let lineStart = site === 'paragraph';
  for (const [index, token] of tokens.entries()) {
    const printed = printToken(token, links, inTable);
    // Only what ends the line or goes on with a blank can be a marker.
    const next = tokens[index + 1];
    const ends = next === undefined || next.type === 'softbreak' || next.type === 'hardbreak';
    text += lineStart && token.type === 'text' ? escapeStart(printed, ends) : printed;
    lineStart = site === 'paragraph' && (token.type === 'softbreak' || token.type === 'hardbreak');
  }
  return text;
}

function printToken(token: Token, links: string[], inTable: boolean): string {
  switch (token.type) {
    case 'text': {
      const text = escapeText(token.content);
      return inTable ? text.replaceAll('|', '\\|') : text;
    }
    case 'code_inline':
      return codeSpan(token.content, inTable);
    case 'softbreak':
      return inTable ? ' ' : '\n';
    case 'hardbreak':
      return inTable || token.markup === '<br>' ? '<br>' : '\\\n';
    case 'em_open':
    case 'em_close':
      return '*';
    case 'strong_open':
    case 'strong_close':
      return '**';
    case 's_open':
    case 's_close':
      return '~~';
    case 'link_open':
      links.push(
        `](${printTarget(attribute(token, 'href'))}${printTitle(attribute(token, 'title'))})`,
      );
      return '[';
    case 'link_close':
      return links.pop() ?? '';
    case 'image': {
      const alt = printInline(token.children ?? [], inTable ? 'table' : 'heading');
      const target = printTarget(attribute(token, 'src'));
      return `![${alt}](${target}${printTitle(attribute(token, 'title'))})`;
    }
    case 'variable':
      return `%${token.content}%`;
    case 'tag':
    case 'pair_open':
    case 'pair_close': {
      const { name, attributes, close, selfClosing } = tagOf(token);
      const tag = close ? `{% /${name} %}` : printTag(name, attributes, selfClosing);
      return inTable ? tag.replaceAll('|', '\\|') : tag;
    }
    default:
      return token.content;
  }
}

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');
