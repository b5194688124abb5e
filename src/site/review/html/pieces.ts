/** Pieces of a page, and their changes, as HTML. Only `textHtml` and `openTag` put text into it. */
import { openTag } from '../../../content/darkdown/write/html.ts';
import { meantValue } from '../../../content/darkdown/read/vocabulary.ts';
import { showHidden } from '../../../model/text/hidden-characters.ts';
import type { BodyReview } from '../review-page.ts';
import type { Changed, ComparedPiece } from '../compared.ts';
import type { FactChange } from '../fact-changes.ts';
import type { Piece, PieceKind } from '../piece.ts';
import { type Carry, type LineWriter, lineHtml, runsHtml } from './phrases.ts';
import { textHtml } from './text.ts';

/** Makes raw HTML of a page harmless. */
export type Sanitise = (html: string) => string;

export class PieceWriter {
  readonly #old: LineWriter;
  readonly #new: LineWriter;
  readonly #sanitise: Sanitise;

  constructor(
    { old, new: next }: Pick<BodyReview, 'old' | 'new'>,
    sanitise: Sanitise,
    carry: Carry = () => undefined,
  ) {
    this.#old = { project: old.project, carry };
    this.#new = { project: next.project, carry };
    this.#sanitise = sanitise;
  }

  /**
   * Both sides in one text. Without `del` elements it is the new one, without `ins` elements the
   * old one.
   */
  entry(entry: ComparedPiece): string {
    switch (entry.state) {
      case 'same':
        return this.#piece(entry.new, this.#new);
      case 'removed':
        return this.#one(entry.old, this.#old, 'del') + movedNote(entry);
      case 'added':
        return this.#one(entry.new, this.#new, 'ins') + movedNote(entry);
      case 'changed':
        return this.#changed(entry);
      default:
        return entry satisfies never;
    }
  }

  #changed({ new: next, runs, children, looks, facts }: Changed): string {
    const own = runsHtml(runs, this.#old, this.#new);
    const inner = children.map((child) => this.entry(child)).join('');
    // A difference behind words is already marked at the words.
    const isMarked = runs.some(({ state }) => state === 'behind');
    const sign = facts.length === 0 || isMarked ? '' : ' behind';
    const beside = looksHtml(looks);
    if (INSIDE.has(next.kind)) return this.#frame(next, own, inner + beside, sign);
    return this.#frame(next, own, inner, sign) + beside;
  }

  /** Puts `element` around a piece, or inside an item of a list, a row or a line of code. */
  #one(piece: Piece, writer: LineWriter, element: 'ins' | 'del'): string {
    if (piece.kind === 'html') {
      // The sanitised HTML may lack what changed, so the source is shown, too.
      const box = openTag('div', { class: 'html', 'data-source': showHidden(piece.look) });
      return `<${element} class="block">${box}${this.#sanitise(piece.look)}</div>\n</${element}>\n`;
    }
    if (!INSIDE.has(piece.kind)) {
      return `<${element} class="block">${this.#piece(piece, writer)}</${element}>\n`;
    }
    const isRow = piece.kind === 'row';
    const own = around(element, lineHtml(piece.phrases, writer));
    const inner = isRow
      ? piece.children.map((cell) => this.#one(cell, writer, element)).join('')
      : around(element, this.#inner(piece, writer));
    return this.#frame(piece, own, inner, ` ${element}`);
  }

  #piece(piece: Piece, writer: LineWriter): string {
    return this.#frame(piece, lineHtml(piece.phrases, writer), this.#inner(piece, writer), '');
  }

  #inner({ children }: Piece, writer: LineWriter): string {
    let html = '';
    for (const child of children) html += this.#piece(child, writer);
    return html;
  }

  /** The element of a piece. `sign`: classes, each with a space before it. */
  #frame(piece: Piece, own: string, inner: string, sign: string): string {
    const { kind, look } = piece;
    const element = (name: string, classes = '', start?: number): string =>
      `${openTag(name, { class: (classes + sign).trim() || undefined, start })}${own}${inner}</${name}>\n`;
    switch (kind) {
      case 'heading':
        return element('p', `heading ${look}`);
      case 'paragraph':
      case 'address':
        return element('p');
      case 'title':
        return element('p', 'title');
      case 'quote':
        return element('blockquote');
      case 'list':
        return look === '' ? element('ul') : element('ol', '', Number(look));
      case 'item':
      case 'card':
        return element('li');
      case 'cards':
        return element('ul', 'cards');
      case 'rule':
        return element('div', 'rule');
      case 'table':
        return `<div class="scroll${sign}" tabindex="0" role="group" aria-label="table"><table><tbody>${inner}</tbody></table></div>\n`;
      case 'row':
        return element('tr');
      case 'cell': {
        const [name = 'td', align = ''] = look.split(' ');
        return element(name === 'th' ? 'th' : 'td', align === '' ? '' : `align-${align}`);
      }
      case 'code':
        return `<div class="code${sign}" tabindex="0" role="group" aria-label="code">${inner}</div>\n`;
      case 'code-line':
        return `<span class="line${sign}">${own}</span>\n`;
      case 'html':
        return `<div class="html${sign}">${this.#sanitise(look)}</div>\n`;
      case 'picture':
        return element('div', 'figure');
      case 'callout':
        return element('div', `callout ${meantValue('callout', 'type', look)}`);
      case 'section':
        return element('div', `section ${look}`);
      case 'conditional': {
        const audience = piece.facts.find(({ what }) => what === 'audience')?.value ?? '';
        const note = `<p class="note">Only for the audience “${textHtml(audience)}”</p>\n`;
        return `<div class="conditional${sign}">${note}${inner}</div>\n`;
      }
      case 'synced':
        return element('div', 'synced');
      case 'space':
        return element('p', 'space');
      case 'asset':
        return '';
      case 'group':
        return element('div', 'group');
      default:
        return kind satisfies never;
    }
  }
}

/** Visible differences besides the words, by name. */
const looksHtml = (looks: readonly FactChange[]): string =>
  looks
    .map(({ what, of, old, new: next }) => {
      const [before, after] = [old, next].map((value) => textHtml(value ?? 'none'));
      return `<p class="note look">${textHtml(what)} of <q>${textHtml(of)}</q>: ${before} → ${after}</p>\n`;
    })
    .join('');

/** Notes that a piece was moved. Empty in lists and tables, where HTML allows no note. */
const movedNote = (entry: Exclude<ComparedPiece, { readonly runs: unknown }>): string => {
  if (entry.state === 'same' || entry.isMoved !== true) return '';
  const [{ kind }, way] =
    entry.state === 'removed' ? [entry.old, 'from here'] : [entry.new, 'here'];
  return INSIDE.has(kind) ? '' : `<p class="note look">moved ${way}</p>\n`;
};

const around = (element: 'ins' | 'del', html: string): string =>
  html === '' ? '' : `<${element}>${html}</${element}>`;

const INSIDE: ReadonlySet<PieceKind> = new Set(['item', 'card', 'row', 'cell', 'code-line']);
