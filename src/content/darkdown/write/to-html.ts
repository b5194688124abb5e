/** Darkdown to HTML. Safe by construction: text only enters escaped, and raw HTML is left to a sanitiser. */
import { Anchors } from '../anchor.ts';
import type { CodeText, Flow, List, MarkdownFlow, PipeTable } from '../markdown/flow.ts';
import { PageReader } from '../markdown/page-reader.ts';
import { textOf } from '../read/blocks.ts';
import type { Document, Fragment } from '../read/model.ts';
import { Conversion } from './conversion.ts';
import { escapeHtml, openTag } from './html.ts';
import { blockHtml } from './html-blocks.ts';
import type { PageHtml } from './html-blocks.ts';
import { phrasesHtml } from './html-phrases.ts';
import { headingText } from './phrase-text.ts';
import type { Resolver } from './resolver.ts';

/** A part that needs a library, which is loaded only if a page has such a part. */
export type Deferred =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'code'; readonly code: string; readonly language: string };

/** HTML in which NUL stands for each of `deferred`, in order. */
export interface PartialHtml {
  readonly html: string;
  readonly deferred: readonly Deferred[];
}

const HOLE = '\0';

/** All but what needs a library: `completeHtml` adds that. With `highlight`, code is left to the highlighter. */
export function writeHtml(document: Document, resolver: Resolver, highlight: boolean): PartialHtml {
  const writer = new HtmlWriter(document, resolver, highlight);
  const html = writer.fragment(document);
  return { html, deferred: writer.deferred };
}

class HtmlWriter implements PageHtml {
  readonly deferred: Deferred[] = [];
  readonly project: Conversion;
  readonly reader: PageReader;
  readonly #anchors = new Anchors();
  readonly #highlight: boolean;

  constructor(document: Document, resolver: Resolver, highlight: boolean) {
    this.project = new Conversion(resolver, document.assets);
    this.reader = new PageReader(document);
    this.#highlight = highlight;
  }

  fragment(fragment: Fragment, cellBreaks = false): string {
    return this.#flows(this.reader.flows(fragment, cellBreaks));
  }

  #flows(flows: readonly Flow[]): string {
    let html = '';
    let before: Flow | undefined;
    for (const flow of flows) {
      if (isLine(before) && beginsLine(flow)) html += '\n';
      html += this.#flow(flow);
      before = flow;
    }
    return html;
  }

  #flow(flow: Flow): string {
    switch (flow.kind) {
      case 'heading': {
        const id = this.#anchors.take(headingText(flow.phrases));
        const open = openTag(`h${flow.level}`, { id: id === '' ? undefined : id });
        return `${open}${phrasesHtml(flow.phrases, this.project)}</h${flow.level}>\n`;
      }
      case 'paragraph': {
        const html = phrasesHtml(flow.phrases, this.project);
        return flow.isTight ? html : `<p>${html}</p>\n`;
      }
      case 'quote':
        return element('blockquote', '', this.#content(flow.content));
      case 'list':
        return this.#list(flow);
      case 'rule':
        return '<hr>\n';
      case 'pipe-table':
        return this.#table(flow);
      case 'code':
        return this.#code(flow);
      case 'html':
        this.deferred.push({ kind: 'html', html: flow.html });
        return `<div class="html">${HOLE}</div>\n`;
      case 'asset':
        return '';
      case 'block':
        return blockHtml(flow, this);
      default:
        return flow satisfies never;
    }
  }

  /** The content of a list item or a quote. Blocks begin on a line of their own. */
  #content(flows: readonly MarkdownFlow[]): string {
    const html = this.#flows(flows);
    return flows.length === 0 || isLine(flows[0]) ? html : `\n${html}`;
  }

  #list({ start, items }: List): string {
    const html = items.map((item) => element('li', '', this.#content(item)));
    if (start === undefined) return element('ul', '', `\n${html.join('')}`);
    return element('ol', start === 1 ? '' : ` start="${start}"`, `\n${html.join('')}`);
  }

  #table({ aligns, head, rows }: PipeTable): string {
    const row = (cells: PipeTable['head'], name: string): string => {
      const html = cells.map((phrases, index) => {
        const align = aligns[index];
        const style = align === undefined ? '' : ` style="text-align:${align}"`;
        return element(name, style, phrasesHtml(phrases, this.project));
      });
      return element('tr', '', `\n${html.join('')}`);
    };
    const body = rows.map((cells) => row(cells, 'td')).join('');
    const parts = [
      element('thead', '', `\n${row(head, 'th')}`),
      body === '' ? '' : element('tbody', '', `\n${body}`),
    ];
    return element('table', '', `\n${parts.join('')}`);
  }

  #code({ code, language: info, attributes }: CodeText): string {
    const title = escapeHtml(this.project.words(textOf(attributes, 'title')));
    const heading = title === '' ? '' : `<p class="code-title">${title}</p>\n`;
    const [language = ''] = info.split(/\s/, 1);
    const open = openTag('code', { class: language === '' ? undefined : `language-${language}` });
    return `${heading}<pre>${open}${this.#codeText(code, language)}\n</code></pre>\n`;
  }

  #codeText(code: string, language: string): string {
    if (!this.#highlight || language === '' || language === 'none') return escapeHtml(code);
    this.deferred.push({ kind: 'code', code, language });
    return HOLE;
  }
}

const element = (name: string, attributes: string, content: string): string =>
  `<${name}${attributes}>${content}</${name}>\n`;

/** An item of a tight list is text without a paragraph around it. */
const isLine = (flow: Flow | undefined): boolean => flow?.kind === 'paragraph' && flow.isTight;

/** What begins on a line of its own after such text. */
const beginsLine = (flow: Flow): boolean =>
  flow.kind !== 'heading' && flow.kind !== 'code' && !isLine(flow);
