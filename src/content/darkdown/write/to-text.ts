/** Darkdown to plain text: the words a reader sees, without markup. */
import type { CodeText, Flow, List, PipeTable } from '../markdown/flow.ts';
import type { PageReader } from '../markdown/page-reader.ts';
import { cardsOf, rowsOf, textOf, videoUrl } from '../read/blocks.ts';
import type { Block, Fragment } from '../read/model.ts';
import type { Conversion } from './conversion.ts';
import { htmlWords } from './html-words.ts';
import type { ParsedPage } from './parsed-page.ts';
import { headingText, phrasesText } from './phrase-text.ts';
import type { Resolver } from './resolver.ts';

/** Receives the text piece by piece, in order. */
export interface TextSink {
  /** A paragraph, a row or a list item. `tight`: no blank line after the previous piece. */
  piece(text: string, tight: boolean): void;
  heading(level: number, title: string, anchorText: string): void;
  /** A heading in a cell. Its words are already in a piece, but it has an anchor, too. */
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

/** The words of a page, block by block. */
export function writeText(page: ParsedPage, resolver: Resolver): string {
  const sink = new Pages();
  writeWords(page, resolver, sink);
  return sink.text === '' ? '' : `${sink.text}\n`;
}

export function writeWords(page: ParsedPage, resolver: Resolver, sink: TextSink): void {
  const project = page.conversion(resolver);
  new TextWriter(project, page.reader, sink).fragment(page.document);
}

/** The place of a line in the lists around it. */
interface ListPlace {
  /** The number of lists around the list. */
  depth: number;
  /** The beginning of the next line, if it is the first line of an item. */
  marker: string;
  /** Whether no line of the outermost list has been written yet. */
  isFirst: boolean;
}

class TextWriter {
  readonly #project: Conversion;
  readonly #reader: PageReader;
  readonly #sink: TextSink;

  constructor(project: Conversion, reader: PageReader, sink: TextSink) {
    this.#project = project;
    this.#reader = reader;
    this.#sink = sink;
  }

  fragment(fragment: Fragment, cellBreaks = false): void {
    this.#flows(this.#reader.flows(fragment, cellBreaks));
  }

  #flows(flows: readonly Flow[], place?: ListPlace): void {
    for (const flow of flows) this.#flow(flow, place);
  }

  #flow(flow: Flow, place: ListPlace | undefined): void {
    switch (flow.kind) {
      case 'heading': {
        const title = phrasesText(flow.phrases, this.#project);
        return this.#sink.heading(flow.level, title, headingText(flow.phrases));
      }
      case 'paragraph':
        return this.#line(phrasesText(flow.phrases, this.#project), place);
      case 'quote':
        return this.#flows(flow.content, place);
      case 'list':
        return this.#list(flow, place);
      case 'pipe-table':
        return this.#pipeTable(flow);
      case 'code':
        return this.#code(flow);
      case 'html':
        return this.#piece(htmlWords(flow.html));
      case 'rule':
      case 'asset':
        return undefined;
      case 'block':
        return this.#block(flow);
      default:
        return flow satisfies never;
    }
  }

  #piece(text: string, tight = false): void {
    this.#sink.piece(text, tight);
  }

  /** The text of an attribute. */
  #words(text: string, tight = false): void {
    this.#piece(this.#project.words(text), tight);
  }

  #line(text: string, place: ListPlace | undefined): void {
    if (place === undefined) return this.#piece(text);
    this.#piece(place.marker + text, !place.isFirst);
    place.marker = '';
    place.isFirst = false;
    return undefined;
  }

  #list({ start, items }: List, around: ListPlace | undefined): void {
    const place = around ?? { depth: -1, marker: '', isFirst: true };
    place.depth += 1;
    for (const [index, item] of items.entries()) {
      const marker = start === undefined ? '-' : `${start + index}.`;
      place.marker = `${'  '.repeat(place.depth)}${marker} `;
      this.#flows(item, place);
      place.marker = '';
    }
    place.depth -= 1;
  }

  #pipeTable({ head, rows }: PipeTable): void {
    for (const [index, cells] of [head, ...rows].entries()) {
      const texts = cells.map((cell) => phrasesText(cell, this.#project).replaceAll('\n', ' '));
      this.#piece(texts.join('\t'), index > 0);
    }
  }

  #code({ attributes, code }: CodeText): void {
    this.#words(textOf(attributes, 'title'));
    this.#piece(code);
  }

  #block(block: Block): void {
    const { name, attributes, body } = block;
    switch (name) {
      case 'table':
        return this.#table(block);
      case 'video':
        return this.#piece(videoUrl(block));
      case 'github-code':
        return this.#piece(textOf(attributes, 'url'));
      case 'cards':
      case 'card':
        for (const { title, text } of cardsOf(block)) {
          this.#words(title);
          this.#words(text, true);
        }
        return undefined;
      case 'synced':
        this.#project.withSynced(textOf(attributes, 'id'), (synced) => {
          this.fragment(synced);
          return '';
        });
        return undefined;
      case 'index-list':
        return this.#project.resolver
          .children()
          .forEach(({ title }, index) => this.#piece(title, index > 0));
      case 'conditional':
        return this.#project.shows(block) ? this.fragment(body) : undefined;
      case 'image':
        return this.fragment(body);
      default:
        this.#words(textOf(attributes, name === 'changelog' ? 'label' : 'title'));
        return this.fragment(body);
    }
  }

  #table(table: Block): void {
    const rows = rowsOf(table);
    if (rows === undefined) return this.fragment(table.body, true);
    return rows.forEach(({ cells }, index) => {
      const texts = cells.map(({ content }) => this.#cell(content));
      this.#piece(texts.join('\t'), index > 0);
    });
  }

  /** A cell's text on one line. */
  #cell(content: Fragment): string {
    const sink = new CellText(this.#sink);
    new TextWriter(this.#project, this.#reader, sink).fragment(content);
    return sink.text.replaceAll(/\s+/g, ' ').trim();
  }
}
