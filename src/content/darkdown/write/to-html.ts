/** Darkdown to HTML. Safe by construction: text only enters escaped, and raw HTML is left to a sanitiser. */
import { Anchors } from '../anchor.ts';
import {
  cardsOf,
  contentOf,
  pixelsOf,
  rowsOf,
  textOf,
  unwrapTable,
  videoUrl,
} from '../read/blocks.ts';
import { escapeHtml, openTag } from './html.ts';
import type { Rendering } from './html-rules.ts';
import { renderLine, renderRun } from './html-rules.ts';
import { encodeUrl, readReferences, withCellBreaks } from '../markdown/markdown-it.ts';
import type { Block, Code, Document, Fragment, Node } from '../read/model.ts';
import { Conversion } from './conversion.ts';
import type { Resolver } from './resolver.ts';
import { isSafeImage, isSafeLink } from '../url.ts';

/** A part that needs a library which is only loaded where a page has one. */
export type Deferred =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'code'; readonly code: string; readonly language: string };

/** HTML in which NUL stands for each of `deferred`, in order. */
export interface PartialHtml {
  readonly html: string;
  readonly deferred: readonly Deferred[];
}

const HOLE = '\0';
const CALLOUTS: ReadonlySet<string> = new Set(['info', 'warning', 'success', 'error']);

/** All but what wants a library: `fillIn` completes it. With `highlight`, code is left to the highlighter. */
export function writeHtml(document: Document, resolver: Resolver, highlight: boolean): PartialHtml {
  const writer = new HtmlWriter(new Conversion(resolver, document.assets), highlight);
  const html = writer.page(document);
  return { html, deferred: writer.deferred };
}

class HtmlWriter {
  readonly deferred: Deferred[] = [];
  readonly project: Conversion;
  readonly anchors = new Anchors();
  readonly #highlight: boolean;
  readonly #rendering: Rendering;

  constructor(project: Conversion, highlight: boolean) {
    this.project = project;
    this.#highlight = highlight;
    this.#rendering = { cellBreaks: false, writer: this };
  }

  page(document: Document): string {
    readReferences(document, this.#rendering);
    return this.#fragment(document);
  }

  /** Plain text of an attribute. */
  words(text: string): string {
    return escapeHtml(this.project.words(text));
  }

  code({ code, language: info }: { readonly code: string; readonly language: string }): string {
    const [language = ''] = info.split(/\s/, 1);
    const attributes = { class: language === '' ? undefined : `language-${language}` };
    return `<pre>${openTag('code', attributes)}${this.#codeText(code, language)}\n</code></pre>\n`;
  }

  #codeText(code: string, language: string): string {
    if (!this.#highlight || language === '' || language === 'none') return escapeHtml(code);
    this.deferred.push({ kind: 'code', code, language });
    return HOLE;
  }

  #fragment({ source, nodes }: Fragment): string {
    let html = '';
    for (const node of nodes) html += this.#node(source, node);
    return html;
  }

  #node(source: string, node: Node): string {
    switch (node.kind) {
      case 'markdown':
        return renderRun(source, node, this.#rendering);
      case 'code':
        return this.titledCode(node);
      case 'html':
        this.deferred.push({ kind: 'html', html: node.html });
        return `<div class="html">${HOLE}</div>\n`;
      case 'asset':
        return '';
      case 'block':
        return withCellBreaks(this.#rendering, false, () => this.#block(node));
      default:
        return node satisfies never;
    }
  }

  titledCode(node: Pick<Code, 'language' | 'attributes' | 'code'>): string {
    const title = this.words(textOf(node.attributes, 'title'));
    const heading = title === '' ? '' : `<p class="code-title">${title}</p>\n`;
    return heading + this.code(node);
  }

  #block(block: Block): string {
    const { attributes } = block;
    const title = this.words(textOf(attributes, 'title'));
    switch (block.name) {
      case 'callout':
        return this.#callout(block, title);
      case 'image':
        return this.#image(block);
      case 'code':
        return `<div class="code">\n${this.#fragment(block.body)}</div>\n`;
      case 'table':
        return this.#table(unwrapTable(block));
      case 'video':
      case 'github-code': {
        const url = block.name === 'video' ? videoUrl(block) : textOf(attributes, 'url');
        return `<p class="${block.name}">${this.#link(url, escapeHtml(url))}</p>\n`;
      }
      case 'tab':
      case 'accordion':
      case 'step':
        return this.#section(block.name, title, this.#fragment(contentOf(block)));
      case 'changelog':
        return this.#section(
          block.name,
          this.words(textOf(attributes, 'label')),
          this.#fragment(block.body),
        );
      case 'tabs':
      case 'accordion-group':
      case 'code-steps':
        return `<div class="${block.name}">\n${this.#fragment(block.body)}</div>\n`;
      case 'cards':
      case 'card':
        return this.#cards(block);
      case 'synced':
        return this.project.withSynced(textOf(attributes, 'id'), (body) => this.#fragment(body));
      case 'index-list':
        return this.#indexList();
      case 'conditional':
        return this.project.shows(block) ? this.#fragment(block.body) : '';
      case 'p':
        return '<p></p>\n';
      default:
        return this.#fragment(block.body);
    }
  }

  #callout(block: Block, title: string): string {
    const type = textOf(block.attributes, 'type') || 'info';
    const kind = CALLOUTS.has(type) ? type : 'info';
    const heading = title === '' ? '' : `<p class="callout-title">${title}</p>\n`;
    const body = this.#fragment(block.body);
    return `<aside class="callout callout-${kind}">\n${heading}${body}</aside>\n`;
  }

  #image(block: Block): string {
    const { attributes } = block;
    const { source, nodes } = contentOf(block);
    const first = nodes.find(({ kind }) => kind === 'markdown');
    const caption =
      first === undefined || nodes.length > 1
        ? this.#fragment({ source, nodes })
        : renderLine(source.slice(first.start, first.end).trim(), this.#rendering);
    const image = this.picture(textOf(attributes, 'url'), '', {
      width: pixelsOf(attributes, 'width'),
      height: pixelsOf(attributes, 'height'),
    });
    const note = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
    return `<figure>${image}${note}</figure>\n`;
  }

  /** An image, or its text where its address is none that may be shown. */
  picture(url: string, alt: string, size: Readonly<Record<string, number | undefined>>): string {
    const src = this.project.asset(url);
    if (src === '' || !isSafeImage(src)) return escapeHtml(alt);
    return openTag('img', { src: encodeUrl(src), alt, ...size, loading: 'lazy' });
  }

  #link(href: string, content: string): string {
    const url = this.project.link(href)?.url ?? href;
    return isSafeLink(url) ? `${openTag('a', { href: encodeUrl(url) })}${content}</a>` : content;
  }

  #section(kind: string, title: string, body: string): string {
    const heading = title === '' ? '' : `<p class="${kind}-title">${title}</p>\n`;
    return `<section class="${kind}">\n${heading}${body}</section>\n`;
  }

  #cards(block: Block): string {
    const items = cardsOf(block).map(({ title, text, link }) => {
      const name = this.words(title);
      const heading = link === '' ? `<strong>${name}</strong>` : this.#link(link, name);
      return `<li>${heading}${text === '' ? '' : `<p>${this.words(text)}</p>`}</li>\n`;
    });
    return `<ul class="cards">\n${items.join('')}</ul>\n`;
  }

  #indexList(): string {
    const children = this.project.resolver.children();
    if (children.length === 0) return '';
    const items = children.map(
      ({ title, url }) => `<li>${this.#link(url, escapeHtml(title))}</li>\n`,
    );
    return `<ul class="index-list">\n${items.join('')}</ul>\n`;
  }

  #table(table: Block): string {
    const rows = rowsOf(table);
    return withCellBreaks(this.#rendering, rows === undefined, () =>
      rows === undefined ? this.#fragment(table.body) : this.#grid(rows),
    );
  }

  #grid(rows: NonNullable<ReturnType<typeof rowsOf>>): string {
    const lines = rows.map((cells) => {
      const row = cells.map(({ header, content }) => {
        const name = header ? 'th' : 'td';
        return `<${name}>${this.#fragment(content).trim()}</${name}>`;
      });
      return `<tr>${row.join('')}</tr>\n`;
    });
    return `<table>\n<tbody>\n${lines.join('')}</tbody>\n</table>\n`;
  }
}
