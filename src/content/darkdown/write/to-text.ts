/** Darkdown to plain text: the words a reader sees, without markup. */
import type { Token } from 'markdown-it';
import { cardsOf, contentOf, rowsOf, textOf, unwrapTable, videoUrl } from '../read/blocks.ts';
import { headingText } from '../anchor.ts';
import { htmlWords } from './html-words.ts';
import { readInfo } from '../read/fence.ts';
import { inlineText } from './inline-text.ts';
import type { MarkdownEnv } from '../markdown/markdown-it.ts';
import { readReferences, tokensOf, withCellBreaks } from '../markdown/markdown-it.ts';
import type { Block, Document, Fragment, Node } from '../read/model.ts';
import { Conversion } from './conversion.ts';
import type { Resolver } from './resolver.ts';

/** Takes the text piece by piece, in order. */
export interface TextSink {
  /** A paragraph, a row, a list item. `tight`: on the line after the piece before, without a blank line between. */
  piece(text: string, tight: boolean): void;
  heading(level: number, title: string, anchorText: string): void;
  /** A heading in a cell: a piece has its words, and it has an anchor like every other. */
  headingInCell(anchorText: string): void;
}

class Pages implements TextSink {
  text = '';

  piece(text: string, tight: boolean): void {
    const trimmed = text.trimEnd();
    if (trimmed === '') return;
    if (this.text !== '') this.text += tight ? '\n' : '\n\n';
    this.text += trimmed;
  }

  heading(_level: number, title: string, _anchorText: string): void {
    this.piece(title, false);
  }

  headingInCell(_anchorText: string): void {
    // Text has no anchors.
  }
}

/** The text of one cell. */
class CellText extends Pages {
  readonly #around: TextSink;

  constructor(around: TextSink) {
    super();
    this.#around = around;
  }

  override heading(level: number, title: string, anchorText: string): void {
    super.heading(level, title, anchorText);
    this.#around.headingInCell(anchorText);
  }

  override headingInCell(anchorText: string): void {
    this.#around.headingInCell(anchorText);
  }
}

/** The words of a document, block by block. */
export function writeText(document: Document, resolver: Resolver): string {
  const sink = new Pages();
  new TextWriter(new Conversion(resolver, document.assets), sink).page(document);
  return sink.text === '' ? '' : `${sink.text}\n`;
}

interface List {
  /** `undefined`: bullets. */
  next: number | undefined;
}

/** Writes the words of a document into a sink. */
export class TextWriter {
  readonly #project: Conversion;
  readonly #sink: TextSink;
  readonly #reading: MarkdownEnv;

  constructor(project: Conversion, sink: TextSink, reading: MarkdownEnv = { cellBreaks: false }) {
    this.#project = project;
    this.#sink = sink;
    this.#reading = reading;
  }

  page(document: Document): void {
    readReferences(document, this.#reading);
    this.#fragment(document);
  }

  #fragment({ source, nodes }: Fragment): void {
    for (const node of nodes) this.#node(source, node);
  }

  #node(source: string, node: Node): void {
    switch (node.kind) {
      case 'markdown':
        return this.#markdown(tokensOf(source, node, this.#reading));
      case 'code':
        this.#piece(this.#project.words(textOf(node.attributes, 'title')));
        return this.#piece(node.code);
      case 'html':
        return this.#piece(htmlWords(node.html));
      case 'asset':
        return undefined;
      case 'block':
        return withCellBreaks(this.#reading, false, () => this.#block(node));
      default:
        return node satisfies never;
    }
  }

  #piece(text: string, tight = false): void {
    this.#sink.piece(text, tight);
  }

  #block(block: Block): void {
    const { attributes } = block;
    switch (block.name) {
      case 'table':
        return this.#table(unwrapTable(block));
      case 'video':
        return this.#piece(videoUrl(block));
      case 'github-code':
        return this.#piece(textOf(attributes, 'url'));
      case 'cards':
      case 'card':
        for (const { title, text } of cardsOf(block)) {
          this.#piece(this.#project.words(title));
          this.#piece(this.#project.words(text), true);
        }
        return undefined;
      case 'synced':
        this.#project.withSynced(textOf(attributes, 'id'), (body) => {
          this.#fragment(body);
          return '';
        });
        return undefined;
      case 'index-list':
        return this.#project.resolver
          .children()
          .forEach(({ title }, index) => this.#piece(title, index > 0));
      case 'conditional':
        return this.#project.shows(block) ? this.#fragment(block.body) : undefined;
      case 'image':
        return this.#fragment(contentOf(block));
      default: {
        const title = textOf(attributes, block.name === 'changelog' ? 'label' : 'title');
        this.#piece(this.#project.words(title));
        return this.#fragment(contentOf(block));
      }
    }
  }

  #table(table: Block): void {
    const rows = rowsOf(table);
    if (rows === undefined) {
      withCellBreaks(this.#reading, true, () => this.#fragment(table.body));
      return;
    }
    rows.forEach((cells, index) => {
      const texts = cells.map(({ content }) => this.#cell(content));
      this.#piece(texts.join('\t'), index > 0);
    });
  }

  /** A cell's text on one line. */
  #cell(content: Fragment): string {
    const sink = new CellText(this.#sink);
    const inner = new TextWriter(this.#project, sink, this.#reading);
    inner.#fragment(content);
    return sink.text.replaceAll(/\s+/g, ' ').trim();
  }

  #markdown(tokens: readonly Token[]): void {
    const lists: List[] = [];
    let row: string[] | undefined;
    let marker = '';
    let items = 0;
    let rows = 0;
    for (const [index, token] of tokens.entries()) {
      switch (token.type) {
        case 'bullet_list_open':
        case 'ordered_list_open': {
          const start = Number(token.attrGet('start') ?? 1);
          if (lists.length === 0) items = 0;
          lists.push({ next: token.type === 'ordered_list_open' ? start : undefined });
          break;
        }
        case 'bullet_list_close':
        case 'ordered_list_close':
          lists.pop();
          break;
        case 'list_item_open':
          marker = takeMarker(lists);
          break;
        case 'list_item_close':
          marker = '';
          break;
        case 'table_open':
          rows = 0;
          break;
        case 'tr_open':
          row = [];
          break;
        case 'tr_close':
          this.#piece(row?.join('\t') ?? '', rows > 0);
          rows += 1;
          row = undefined;
          break;
        case 'fence':
        case 'code_block':
          this.#piece(this.#project.words(textOf(readInfo(token.info.trim()).attributes, 'title')));
          this.#piece(token.content.replace(/\n$/, ''));
          break;
        case 'inline': {
          const children = token.children ?? [];
          const text = inlineText(children, this.#project);
          const before = tokens[index - 1];
          if (row !== undefined) row.push(text.replaceAll('\n', ' '));
          else if (before?.type === 'heading_open') {
            this.#sink.heading(Number(before.tag.slice(1)), text, headingText(children));
          } else {
            this.#piece(marker + text, lists.length > 0 && items > 0);
            items += 1;
            marker = '';
          }
          break;
        }
        default:
      }
    }
  }
}

function takeMarker(lists: readonly List[]): string {
  const list = lists.at(-1);
  const indent = '  '.repeat(Math.max(0, lists.length - 1));
  if (list?.next === undefined) return `${indent}- `;
  list.next += 1;
  return `${indent}${list.next - 1}. `;
}
