/** Writes a page's body from its pieces. Import this lazily: it loads markdown-it. */
import type { Mark, MarkdownFlow, Phrase, Phrases } from '../../content/darkdown/markdown/flow.ts';
import { printFlows } from '../../content/darkdown/print/print-markdown.ts';
import { printTag } from '../../content/darkdown/print/print-tag.ts';
import type { BlockPiece, CodePiece, IssueKind, SourcePiece } from '../model.ts';
import { link, strong } from '../read/made-pieces.ts';
import { sourcePlaceOf, plainText, textPhrase } from '../read/phrases.ts';
import type { SourcePlace } from '../read/phrases.ts';

/** Returns the new target in the file that is written. */
export type Translate = (
  target: string,
  kind: 'link' | 'image',
  place: SourcePlace | undefined,
) => string;

/** The platform reads blocks up to a depth of 32, and Markdown up to 20 levels. */
const DEEPEST_BLOCK = 12;
const DEEPEST_LIST = 7;

/** Called for each loss. */
export type ReportLoss = (kind: IssueKind, says: string, place: SourcePlace | undefined) => void;

/** The text of a body. It is not in canonical form yet. */
export const bodyOf = (
  pieces: readonly SourcePiece[],
  translate: Translate,
  report: ReportLoss,
): string => new BodyWriter(translate, report).blocks(pieces, 0);

const NO_LINES = [0, 0] as const;

const LOST_TABLE =
  'A table in a list or a quote is shown without the table: its cells follow each other.';

class BodyWriter {
  readonly #translate: Translate;
  readonly #report: ReportLoss;

  constructor(translate: Translate, report: ReportLoss) {
    this.#translate = translate;
    this.#report = report;
  }

  /** Writes pieces where blocks are allowed. */
  blocks(pieces: readonly SourcePiece[], depth: number): string {
    const parts: string[] = [];
    let run: MarkdownFlow[] = [];
    const flush = (): void => {
      if (run.length > 0) parts.push(printFlows(run));
      run = [];
    };
    for (const piece of pieces) {
      const isBlock = piece.kind === 'block' || piece.kind === 'html';
      if (isBlock && depth < DEEPEST_BLOCK) {
        flush();
        parts.push(piece.kind === 'html' ? htmlText(piece.html) : this.#block(piece, depth));
      } else for (const flow of this.#flows(piece, 0)) run.push(flow);
    }
    flush();
    return parts.filter((part) => part !== '').join('\n\n');
  }

  #block(piece: BlockPiece, depth: number): string {
    const { name, content } = piece;
    const attributes = new Map(piece.attributes);
    for (const [key, kind] of [
      ['link', 'link'],
      ['url', 'image'],
    ] as const) {
      const target = attributes.get(key);
      if (typeof target === 'string')
        attributes.set(key, this.#translate(target, kind, sourcePlaceOf(piece)));
    }
    const inner = this.blocks(content, depth + 1);
    if (ALONE.has(name) || (inner === '' && name === 'image'))
      return printTag(name, attributes, true);
    const open = printTag(name, attributes, false);
    return `${open}\n${inner}${inner === '' ? '' : '\n'}{% /${name} %}`;
  }

  /** Writes a piece where only Markdown is allowed. `depth`: the lists and quotes around it. */
  #flows(piece: SourcePiece, depth: number): MarkdownFlow[] {
    const within = (pieces: readonly SourcePiece[], more = 0): MarkdownFlow[] =>
      pieces.flatMap((each) => this.#flows(each, depth + more));
    switch (piece.kind) {
      case 'heading': {
        const level = Math.min(Math.max(piece.level, 2), 6);
        return [{ kind: 'heading', lines: NO_LINES, level, phrases: this.#line(piece.phrases) }];
      }
      case 'paragraph':
        return this.#paragraph(piece.phrases);
      case 'quote':
        if (depth >= DEEPEST_LIST) return within(piece.content);
        return quoted(within(piece.content, 1));
      case 'list': {
        if (depth >= DEEPEST_LIST) return piece.items.flatMap((item) => within(item));
        const items = piece.items.map((item) => tight(within(item, 1), piece.isTight));
        return [{ kind: 'list', lines: NO_LINES, start: piece.start, items }];
      }
      case 'rule':
        return [{ kind: 'rule', lines: NO_LINES }];
      case 'pipe-table':
        return [
          {
            kind: 'pipe-table',
            lines: NO_LINES,
            aligns: piece.aligns,
            head: piece.head.map((cell) => this.#line(cell)),
            rows: piece.rows.map((row) => row.map((cell) => this.#line(cell))),
          },
        ];
      case 'code':
        return [{ ...piece, lines: NO_LINES }];
      case 'html':
        return [codeFlow('html', piece.html)];
      case 'block':
        return this.#degraded(piece, depth);
      default:
        return piece satisfies never;
    }
  }

  /** A block as Markdown: its title in bold, above its content. */
  #degraded(piece: BlockPiece, depth: number): MarkdownFlow[] {
    const { name, attributes, content } = piece;
    const within = (pieces: readonly SourcePiece[], more = 0): MarkdownFlow[] =>
      pieces.flatMap((each) => this.#flows(each, depth + more));
    const get = (key: string): string => String(attributes.get(key) ?? '');
    const titled = (more = 0): MarkdownFlow[] => [
      ...(get('title') === '' ? [] : this.#paragraph(strong(get('title')))),
      ...within(content, more),
    ];
    switch (name) {
      case 'callout':
        return depth >= DEEPEST_LIST ? titled() : quoted(titled(1));
      case 'tab':
      case 'accordion':
        return titled();
      case 'card': {
        const [title, text, target] = [get('title'), get('text'), get('link')];
        const head: Phrases =
          target !== '' ? link(target, title || target) : title === '' ? [] : strong(title);
        const said: Phrases = text === '' ? head : [...head, textPhrase(`: ${text}`)];
        return this.#paragraph(said);
      }
      case 'image': {
        const label = content.flatMap((each) => (each.kind === 'paragraph' ? each.phrases : []));
        return this.#paragraph([
          { kind: 'image', url: get('url'), title: '', label: [textPhrase(plainText(label))] },
        ]);
      }
      case 'video':
        return this.#paragraph([textPhrase(get('videoId'))]);
      case 'table':
        this.#report('html', LOST_TABLE, sourcePlaceOf(piece));
        return within(content);
      default:
        return within(content);
    }
  }

  #paragraph(phrases: Phrases): MarkdownFlow[] {
    const line = this.#line(phrases);
    if (line.length === 0) return [];
    return [{ kind: 'paragraph', lines: NO_LINES, isTight: false, phrases: line }];
  }

  /**
   * The phrases with translated targets. Spaces at line ends are removed, because Markdown gives
   * them a meaning.
   */
  #line(phrases: Phrases): Phrase[] {
    const marks = new Map<Mark, Mark>();
    const translated = (phrase: Phrase, index: number): Phrase => {
      if (phrase.kind === 'text') {
        let { text } = phrase;
        if (isBreak(phrases[index + 1])) text = text.trimEnd();
        if (isBreak(phrases[index - 1])) text = text.trimStart();
        return textPhrase(text);
      }
      if (phrase.kind === 'image') {
        return { ...phrase, url: this.#translate(phrase.url, 'image', sourcePlaceOf(phrase)) };
      }
      if (phrase.kind !== 'open' && phrase.kind !== 'close') return phrase;
      const { kind, mark } = phrase;
      if (mark.name !== 'link') return phrase;
      // Both ends of a link have the same mark.
      const known = marks.get(mark);
      const made = known ?? {
        ...mark,
        href: this.#translate(mark.href, 'link', sourcePlaceOf(mark)),
      };
      marks.set(mark, made);
      return { kind, mark: made };
    };
    const out = phrases.map(translated);
    return out.filter((phrase) => phrase.kind !== 'text' || phrase.text !== '');
  }
}

const isBreak = (phrase: Phrase | undefined): boolean =>
  phrase?.kind === 'soft-break' || phrase?.kind === 'hard-break';

/**
 * Sets whether the paragraphs of a list item are tight, that is, without blank lines between them.
 */
const tight = (flows: readonly MarkdownFlow[], isTight: boolean): MarkdownFlow[] =>
  flows.map((flow) => (flow.kind === 'paragraph' ? Object.assign({}, flow, { isTight }) : flow));

const ALONE: ReadonlySet<string> = new Set(['card', 'video', 'index-list']);

const quoted = (content: readonly MarkdownFlow[]): MarkdownFlow[] =>
  content.length === 0 ? [] : [{ kind: 'quote', lines: NO_LINES, content }];

const codeFlow = (
  language: string,
  code: string,
): CodePiece & { lines: readonly [number, number] } => ({
  kind: 'code',
  language,
  attributes: new Map(),
  code,
  lines: NO_LINES,
});

/** A block of raw HTML. Removes closing tags from the content, because they would end the block. */
const htmlText = (html: string): string =>
  `{% html %}\n${html.replaceAll(/\{%\s*\/\s*html\s*%\}/g, '')}\n{% /html %}`;
