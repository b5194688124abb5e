/** The canonical form of phrases. */
import type { Mark, Phrase, Phrases } from '../markdown/flow.ts';
import { AUTO_TITLE } from '../markdown/flow.ts';
import type { InlineTag } from '../read/inline.ts';
import { printTag } from './print-tag.ts';
import { VARIABLE } from '../read/variable.ts';

/** Always escaped, because the platform escapes them everywhere. */
const ALWAYS = /[\\`*_[\]{}<>&~]/g;
/** Literal text that would be read as a variable or a plugin. */
const SIGNS = new RegExp(`(?=${VARIABLE.source})|\\$(?=inline\\[|plugin\\[)`, 'g');
/** At the beginning of a line, these would start another block. */
const LINE_START = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|=+\s*$|-+\s*$|:?-+[:\s|-]*$)/;
const ORDERED_START = /^(\d{1,9})([.)])(?=\s|$)/;

const escapeText = (text: string): string =>
  text.replaceAll(ALWAYS, '\\$&').replaceAll(SIGNS, '\\$&').replaceAll('\u00a0', '&nbsp;');

function escapeStart(line: string, ends: boolean): string {
  const whole = ends ? line : `${line}x`;
  const escaped = whole.replace(LINE_START, '\\$&').replace(ORDERED_START, '$1\\$2');
  return ends ? escaped : escaped.slice(0, -1);
}

/** A code span with a run of backticks that its content does not contain. */
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

/** A link target, in angle brackets if it needs them. */
function printTarget(href: string): string {
  if (href !== '' && !/[\s()<>\\]/.test(href)) return href.replaceAll('&', escapeEntity(href));
  return `<${href.replaceAll(/[<>\\]/g, '\\$&')}>`;
}

/** `&` needs an escape only if it begins an entity. */
const escapeEntity = (text: string): string => (/&(?:#|[A-Za-z])\w*;/.test(text) ? '\\&' : '&');

const printTitle = (title: string): string =>
  title === '' ? '' : ` "${title.replaceAll(/["\\]/g, '\\$&')}"`;

/**
 * Where the line is. In a table, text is one line and `|` is escaped; in a heading, it does not
 * begin a line.
 */
export type InlineContext = 'paragraph' | 'heading' | 'table';

export function printInline(phrases: Phrases, context: InlineContext): string {
  const printer = new InlinePrinter(context === 'table');
  let lineStart = context === 'paragraph';
  for (const [index, phrase] of phrases.entries()) {
    const next = phrases[index + 1];
    // A marker counts only at the end of the line or before a space.
    const ends = next === undefined || isBreak(next);
    printer.print(phrase, next, (text) => (lineStart ? escapeStart(text, ends) : text));
    lineStart = context === 'paragraph' && isBreak(phrase);
  }
  return printer.text;
}

const isBreak = ({ kind }: Phrase): boolean => kind === 'soft-break' || kind === 'hard-break';

class InlinePrinter {
  text = '';
  readonly #inTable: boolean;
  readonly #emphases: string[] = [];

  constructor(inTable: boolean) {
    this.#inTable = inTable;
  }

  print(phrase: Phrase, next: Phrase | undefined, start: (text: string) => string): void {
    this.text += this.#printed(phrase, next, start);
  }

  #printed(phrase: Phrase, next: Phrase | undefined, start: (text: string) => string): string {
    switch (phrase.kind) {
      case 'text':
        return start(this.#cell(escapeText(phrase.text)));
      case 'code-span':
        return codeSpan(phrase.code, this.#inTable);
      case 'soft-break':
        return this.#inTable ? ' ' : '\n';
      case 'hard-break':
        return this.#inTable || phrase.isTag ? '<br>' : '\\\n';
      case 'variable':
        return `%${phrase.name}%`;
      case 'tag':
        return this.#cell(openingTag(phrase.tag));
      case 'image': {
        const label = printInline(phrase.label, this.#inTable ? 'table' : 'heading');
        return `![${label}](${destination(phrase.url, phrase.title)})`;
      }
      case 'page-title':
        return AUTO_TITLE;
      case 'empty-link':
        return `[](${destination(phrase.href, phrase.title)})`;
      case 'open':
        return this.#open(phrase.mark, next);
      case 'close':
        return this.#close(phrase.mark);
      default:
        return phrase satisfies never;
    }
  }

  #open(mark: Mark, next: Phrase | undefined): string {
    switch (mark.name) {
      case 'em':
        return this.#openEmphasis(next);
      case 'strong':
        return '**';
      case 's':
        return '~~';
      case 'link':
        return '[';
      case 'pair':
        return this.#cell(openingTag(mark.tag));
      default:
        return mark satisfies never;
    }
  }

  #close(mark: Mark): string {
    switch (mark.name) {
      case 'em':
        return this.#emphases.pop() ?? '*';
      case 'strong':
        return '**';
      case 's':
        return '~~';
      case 'link':
        return `](${destination(mark.href, mark.title)})`;
      case 'pair':
        return this.#cell(`{% /${mark.tag.name} %}`);
      default:
        return mark satisfies never;
    }
  }

  /** Adjacent stars would be read as one run, so this emphasis is written with underscores. */
  #openEmphasis(next: Phrase | undefined): string {
    const isStrong = next?.kind === 'open' && next.mark.name === 'strong';
    const marker = this.text.endsWith('*') || isStrong ? '_' : '*';
    this.#emphases.push(marker);
    return marker;
  }

  #cell(text: string): string {
    return this.#inTable ? text.replaceAll('|', '\\|') : text;
  }
}

const openingTag = ({ name, attributes, selfClosing }: InlineTag): string =>
  printTag(name, attributes, selfClosing);

const destination = (url: string, title: string): string => printTarget(url) + printTitle(title);
