/** Reads a page into pieces. Import this lazily: it loads markdown-it. */
import type {
  CodeText,
  Flow,
  List,
  MarkdownFlow,
  Phrases,
} from '../../content/darkdown/markdown/flow.ts';
import { PageReader } from '../../content/darkdown/markdown/page-reader.ts';
import { plainAttributes } from '../../content/darkdown/print/normal-form.ts';
import {
  cardsOf,
  rowsOf,
  textOf,
  toCurrentForm,
  videoUrl,
} from '../../content/darkdown/read/blocks.ts';
import type { Card } from '../../content/darkdown/read/blocks.ts';
import type { Block, Document, Fragment } from '../../content/darkdown/read/model.ts';
import { parse } from '../../content/darkdown/read/parse.ts';
import { Conversion } from '../../content/darkdown/write/conversion.ts';
import type { Resolver } from '../../content/darkdown/write/resolver.ts';
import { withoutUnclear } from '../../content/darkdown/write/unclear.ts';
import type { Fact, Keys, Piece, PieceKind } from './piece.ts';
import { lineKey } from './words.ts';

/** The pieces of a page, and the project that they were read with. */
export interface ReadSide {
  /** In order. */
  readonly pieces: readonly Piece[];
  readonly project: Conversion;
  /** Whether some of it is raw HTML. */
  readonly hasHtml: boolean;
}

/** A body's pieces as `resolver` sees them: variables and synced blocks may differ by side. */
export function readSide(body: string, resolver: Resolver, keys: Keys): ReadSide {
  const document = withoutUnclear(parse(body));
  const project = new Conversion(resolver, document.assets);
  const reader = new PieceReader(document, project, keys);
  const pieces = reader.page();
  return { pieces, project, hasHtml: reader.hasHtml };
}

class PieceReader {
  hasHtml = false;
  readonly #keys: Keys;
  readonly #document: Document;
  readonly #project: Conversion;
  readonly #reader: PageReader;

  constructor(document: Document, project: Conversion, keys: Keys) {
    this.#keys = keys;
    this.#document = document;
    this.#project = project;
    this.#reader = new PageReader(document);
  }

  page(): Piece[] {
    const { nodes, source } = this.#document;
    return nodes.flatMap((node) => {
      if (node.kind === 'markdown') {
        return this.#pieces(this.#reader.run(source.slice(node.start, node.end)));
      }
      return [this.#piece(node.kind === 'block' ? toCurrentForm(node) : node)];
    });
  }

  #fragment(fragment: Fragment, cellBreaks = false): Piece[] {
    return this.#reader.flows(fragment, cellBreaks).map((flow) => this.#piece(flow));
  }

  #pieces(flows: readonly MarkdownFlow[]): Piece[] {
    return flows.map((flow) => this.#piece(flow));
  }

  #piece(flow: Flow): Piece {
    switch (flow.kind) {
      case 'heading':
        return this.#line('heading', flow.phrases, `h${flow.level}`);
      case 'paragraph':
        return this.#line('paragraph', flow.phrases);
      case 'quote':
        return this.#group('quote', '', this.#pieces(flow.content));
      case 'list': {
        const items = flow.items.map((item) => this.#group('item', '', this.#pieces(item)));
        const look = flow.start === undefined ? '' : String(flow.start);
        return this.#group('list', look, items, isTight(flow) ? TIGHT : LOOSE);
      }
      case 'rule':
        return this.#group('rule', '', NONE);
      case 'pipe-table': {
        const row = (cells: readonly Phrases[], name: string): Piece =>
          this.#group(
            'row',
            name,
            cells.map((cell, at) => this.#line('cell', cell, `${name} ${flow.aligns[at] ?? ''}`)),
          );
        const rows = flow.rows.map((cells) => row(cells, 'td'));
        const isAligned = flow.aligns.some((align) => align !== undefined);
        const look = isAligned ? flow.aligns.map((align) => align ?? 'none').join(', ') : '';
        return this.#group('table', look, [row(flow.head, 'th'), ...rows]);
      }
      case 'code':
        return this.#code(flow);
      case 'html':
        this.hasHtml = true;
        return this.#group('html', flow.html, NONE);
      case 'asset':
        return this.#group('asset', '', NONE, [{ what: `address of ${flow.id}`, value: flow.url }]);
      case 'block':
        return this.#block(flow);
      default:
        return flow satisfies never;
    }
  }

  #line(kind: PieceKind, phrases: Phrases, look = '', facts: readonly Fact[] = NONE): Piece {
    return this.#whole(kind, look, phrases, facts, NONE);
  }

  #group(
    kind: PieceKind,
    look: string,
    children: readonly Piece[],
    facts: readonly Fact[] = NONE,
  ): Piece {
    return this.#whole(kind, look, NONE, facts, children);
  }

  /**
   * A piece with its key. The key includes counts and lengths, so that no text is mistaken for
   * structure. A cell's alignment belongs to its table.
   */
  #whole(
    kind: PieceKind,
    look: string,
    phrases: Phrases,
    facts: readonly Fact[],
    children: readonly Piece[],
  ): Piece {
    const own = kind === 'cell' ? look.slice(0, 2) : look;
    let text = `${kind}\n${facts.length}\n${children.length}\n${own.length}\n${own}`;
    for (const { what, value } of facts)
      text += `\n${what.length}\n${what}\n${value.length}\n${value}`;
    for (const { key } of children) text += `\n${key}`;
    if (phrases.length > 0) text += `\n\n${lineKey(phrases, this.#project)}`;
    return { kind, look, phrases, facts, children, key: this.#keys.of(text) };
  }

  /** Text that is not Markdown. Its variables are replaced. */
  #title(text: string, look = ''): Piece[] {
    const shown = this.#project.words(text);
    return shown === '' ? [] : [this.#line('title', [{ kind: 'text', text: shown }], look)];
  }

  #code({ language, attributes, code }: CodeText): Piece {
    const lines = code.split('\n').map((text) => this.#line('code-line', [{ kind: 'text', text }]));
    const facts = factsOf('code', attributes, ['title']);
    const own = language === '' ? facts : [{ what: 'language', value: language }, ...facts];
    return this.#group('code', '', [...this.#title(textOf(attributes, 'title')), ...lines], own);
  }

  #block(block: Block): Piece {
    const { name, attributes, body } = block;
    const facts = (...shown: string[]): Fact[] => factsOf(name, attributes, shown);
    switch (name) {
      case 'callout': {
        const title = this.#title(textOf(attributes, 'title'));
        const type = textOf(attributes, 'type') || 'info';
        return this.#group(
          'callout',
          type,
          [...title, ...this.#fragment(body)],
          facts('title', 'type'),
        );
      }
      case 'image':
        return this.#picture(block);
      case 'table':
        return this.#table(block);
      case 'video':
      case 'github-code': {
        const text = name === 'video' ? videoUrl(block) : textOf(attributes, 'url');
        const line: Phrases = [{ kind: 'text', text }];
        return this.#line('address', line, name, facts('url', 'videoId'));
      }
      case 'tab':
      case 'accordion':
      case 'step':
      case 'changelog': {
        const attribute = name === 'changelog' ? 'label' : 'title';
        const title = this.#title(textOf(attributes, attribute));
        return this.#group('section', name, [...title, ...this.#fragment(body)], facts(attribute));
      }
      case 'cards':
      case 'card': {
        const cards = cardsOf(block).map((card) => this.#card(card));
        return this.#group('cards', '', cards, name === 'card' ? NONE : facts());
      }
      case 'synced': {
        let children: Piece[] = [];
        this.#project.withSynced(textOf(attributes, 'id'), (synced) => {
          children = this.#fragment(synced);
          return '';
        });
        return this.#group('synced', '', children, facts());
      }
      case 'index-list': {
        const pages = this.#project.resolver.children().map(({ title, url }) => ({ title, url }));
        const lines = pages.map(({ title, url }) =>
          this.#group('item', '', this.#title(title), [{ what: 'link target', value: url }]),
        );
        return this.#group('list', '', lines, facts());
      }
      case 'conditional':
        return this.#group(
          'conditional',
          '',
          this.#project.shows(block) ? this.#fragment(body) : NONE,
          facts(),
        );
      case 'p':
        return this.#group('space', '', NONE, facts());
      default:
        return this.#group('group', name, this.#fragment(body), facts());
    }
  }

  #card({ title, text, link, attributes }: Card): Piece {
    const lines = [...this.#title(title), ...this.#title(text, 'text')];
    const facts = factsOf('card', attributes, ['title', 'text', 'link']);
    return this.#group('card', '', lines, [{ what: 'link target', value: link }, ...facts]);
  }

  #picture({ attributes, body }: Block): Piece {
    const url = textOf(attributes, 'url');
    const picture: Phrases = url === '' ? [] : [{ kind: 'image', url, title: '', label: [] }];
    const line = this.#line('title', picture, 'picture');
    return this.#group(
      'picture',
      '',
      [line, ...this.#caption(body)],
      factsOf('image', attributes, ['url']),
    );
  }

  /** A caption is one line, unless it contains blocks. Readers do not see empty lines in it. */
  #caption(caption: Fragment): Piece[] {
    const [first, ...rest] = caption.nodes;
    if (first?.kind !== 'markdown' || rest.length > 0) return this.#fragment(caption);
    const text = caption.source.slice(first.start, first.end).trim();
    const line = this.#reader.line(text.replaceAll(/\n\s*(?=\n)/g, ''));
    return line.length === 0 ? [] : [this.#line('title', line)];
  }

  #table(table: Block): Piece {
    const facts = factsOf('table', table.attributes, []);
    const rows = rowsOf(table);
    if (rows === undefined)
      return this.#group('group', 'table', this.#fragment(table.body, true), facts);
    return this.#group(
      'table',
      '',
      rows.map(({ attributes: own, cells }) =>
        this.#group(
          'row',
          'td',
          cells.map(({ header, attributes, content }) =>
            this.#group(
              'cell',
              header ? 'th ' : 'td ',
              this.#fragment(content),
              factsOf('cell', attributes, ['header']),
            ),
          ),
          factsOf('row', own, []),
        ),
      ),
      facts,
    );
  }
}

const NONE: readonly never[] = [];
const TIGHT: readonly Fact[] = [{ what: 'line spacing', value: 'tight' }];
const LOOSE: readonly Fact[] = [{ what: 'line spacing', value: 'loose' }];

/** Whether the items are lines, not paragraphs. This is the same for all items of a list. */
const isTight = ({ items }: List): boolean =>
  items.some((flows) => flows.some((flow) => flow.kind === 'paragraph' && flow.isTight));

/** The attributes of a block that are not in `shown`: readers do not see them. */
const factsOf = (tag: string, attributes: Block['attributes'], shown: readonly string[]): Fact[] =>
  plainAttributes(tag, attributes)
    .filter(([name]) => !shown.includes(name))
    .map(([what, value]) => ({ what, value }));
