/** Darkdown to HTML. Safe by construction: escapes all text, leaves raw HTML to a sanitiser. */
import { Anchors } from '../anchor.ts';
import type { Align, CodeText, Flow, List, MarkdownFlow, PipeTable } from '../markdown/flow.ts';
import type { PageReader } from '../markdown/page-reader.ts';
import { textOf } from '../read/blocks.ts';
import type { Block, Fragment } from '../read/model.ts';
import type { Conversion } from './conversion.ts';
import { escapeHtml, openTag } from './html.ts';
import { blockHtml } from './html-blocks.ts';
import type { PageHtml } from './html-blocks.ts';
import { phrasesHtml } from './html-phrases.ts';
import type { ParsedPage } from './parsed-page.ts';
import { headingText, phrasesText } from './phrase-text.ts';
import type { Resolver } from './resolver.ts';

/** A part that needs a library, which is loaded only if a page has such a part. */
export type Deferred =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'code'; readonly code: string; readonly language: string };

/** A heading of the page, synced blocks included. */
export interface PageHeading {
  readonly level: number;
  /** The `id` of its element; empty if it has none. */
  readonly anchor: string;
  /** The text that readers see, without marks. */
  readonly text: string;
}

/** HTML in which NUL stands for each of `deferred`, in order. */
export interface PartialHtml {
  readonly html: string;
  readonly deferred: readonly Deferred[];
  /** In the order of the page. */
  readonly headings: readonly PageHeading[];
}

/** How the HTML of a site differs from the API's fragments. Implementations must escape text. */
export interface HtmlLook {
  block(block: Block, page: PageHtml): string;
  /** @param html the code, escaped, or the mark that the highlighter replaces */
  code(code: CodeText, html: string, page: PageHtml): string;
  /**
   * @param source as the author wrote it, which must not be shown
   * @param safe the mark that the sanitiser replaces
   */
  html(source: string, safe: string): string;
  /** Changes the HTML of a whole table. */
  table(html: string): string;
  /** The attribute of an aligned cell, with a space before it. */
  aligned(align: NonNullable<Align>): string;
  /** Whether a heading whose words do not give an anchor gets a numbered one. */
  readonly numbersHeadings?: boolean;
}

/** The look of the API's fragments. */
const PLAIN_LOOK: HtmlLook = {
  block: blockHtml,
  code: codeHtml,
  html: (_, safe) => `<div class="html">${safe}</div>\n`,
  table: (html) => html,
  aligned: (align) => ` style="text-align:${align}"`,
};

const HOLE = '\0';

/**
 * Writes everything except the parts that `completeHtml` adds: raw HTML, and code if `highlight` is
 * set.
 */
export function writeHtml(
  page: ParsedPage,
  resolver: Resolver,
  highlight: boolean,
  look: HtmlLook = PLAIN_LOOK,
): PartialHtml {
  const writer = new HtmlWriter(page, resolver, highlight, look);
  const html = writer.fragment(page.document);
  return { html, deferred: writer.deferred, headings: writer.headings };
}

class HtmlWriter implements PageHtml {
  readonly deferred: Deferred[] = [];
  readonly headings: PageHeading[] = [];
  readonly project: Conversion;
  readonly reader: PageReader;
  readonly #anchors: Anchors;
  readonly #highlight: boolean;
  readonly #look: HtmlLook;

  constructor(page: ParsedPage, resolver: Resolver, highlight: boolean, look: HtmlLook) {
    this.project = page.conversion(resolver);
    this.reader = page.reader;
    this.#anchors = new Anchors(look.numbersHeadings);
    this.#highlight = highlight;
    this.#look = look;
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
        const text = phrasesText(flow.phrases, this.project);
        this.headings.push({ level: flow.level, anchor: id, text });
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
        return this.#look.html(flow.html, HOLE);
      case 'asset':
        return '';
      case 'block':
        return this.#look.block(flow, this);
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
        const attribute = align === undefined ? '' : this.#look.aligned(align);
        return element(name, attribute, phrasesHtml(phrases, this.project));
      });
      return element('tr', '', `\n${html.join('')}`);
    };
    const body = rows.map((cells) => row(cells, 'td')).join('');
    const parts = [
      element('thead', '', `\n${row(head, 'th')}`),
      body === '' ? '' : element('tbody', '', `\n${body}`),
    ];
    return this.#look.table(element('table', '', `\n${parts.join('')}`));
  }

  #code(code: CodeText): string {
    return this.#look.code(code, this.#codeText(code.code, languageOf(code)), this);
  }

  #codeText(code: string, language: string): string {
    if (!this.#highlight || language === '' || language === 'none') return escapeHtml(code);
    this.deferred.push({ kind: 'code', code, language });
    return HOLE;
  }
}

/** The first word after a fence. */
export const languageOf = ({ language }: CodeText): string => language.split(/\s/, 1)[0] ?? '';

function codeHtml(code: CodeText, html: string, { project }: PageHtml): string {
  const title = escapeHtml(project.words(textOf(code.attributes, 'title')));
  const heading = title === '' ? '' : `<p class="code-title">${title}</p>\n`;
  const language = languageOf(code);
  const open = openTag('code', { class: language === '' ? undefined : `language-${language}` });
  return `${heading}<pre>${open}${html}\n</code></pre>\n`;
}

const element = (name: string, attributes: string, content: string): string =>
  `<${name}${attributes}>${content}</${name}>\n`;

/** An item of a tight list is text without a paragraph element. */
const isLine = (flow: Flow | undefined): boolean => flow?.kind === 'paragraph' && flow.isTight;

/** Whether the flow needs a line break before it if it follows such text. */
const beginsLine = (flow: Flow): boolean =>
  flow.kind !== 'heading' && flow.kind !== 'code' && !isLine(flow);
