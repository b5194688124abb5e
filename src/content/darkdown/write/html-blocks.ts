/** The platform's own blocks, as HTML. */
import type { PageReader } from '../markdown/page-reader.ts';
import { cardsOf, pixelsOf, rowsOf, spanOf, textOf, videoUrl } from '../read/blocks.ts';
import type { Block, Fragment } from '../read/model.ts';
import { meantValue } from '../read/vocabulary.ts';
import type { Conversion } from './conversion.ts';
import { escapeHtml, openTag } from './html.ts';
import { linkUrl, phrasesHtml, pictureHtml } from './html-phrases.ts';

/** The parts of a page that its blocks need. */
export interface PageHtml {
  readonly project: Conversion;
  readonly reader: PageReader;
  fragment(fragment: Fragment, cellBreaks?: boolean): string;
}

/** The HTML of a block. For an unknown block, the HTML of its content. */
export function blockHtml(block: Block, page: PageHtml): string {
  const { name, attributes, body } = block;
  switch (name) {
    case 'callout':
      return calloutHtml(block, page);
    case 'image':
      return imageHtml(block, page);
    case 'table':
      return tableHtml(block, page);
    case 'video':
    case 'github-code': {
      const url = name === 'video' ? videoUrl(block) : textOf(attributes, 'url');
      return `<p class="${name}">${linkHtml(url, escapeHtml(url), page)}</p>\n`;
    }
    case 'tab':
    case 'accordion':
    case 'step':
      return sectionHtml(block, 'title', page);
    case 'changelog':
      return sectionHtml(block, 'label', page);
    case 'code':
    case 'tabs':
    case 'accordion-group':
    case 'code-steps':
      return `<div class="${name}">\n${page.fragment(body)}</div>\n`;
    case 'cards':
    case 'card':
      return cardsHtml(block, page);
    case 'synced':
      return page.project.withSynced(textOf(attributes, 'id'), (synced) => page.fragment(synced));
    case 'index-list':
      return indexListHtml(page);
    case 'conditional':
      return page.project.shows(block) ? page.fragment(body) : '';
    case 'p':
      return '<p></p>\n';
    default:
      return page.fragment(body);
  }
}

/** An attribute's text with its variables replaced. */
const words = (text: string, { project }: PageHtml): string => escapeHtml(project.words(text));

function titleHtml(kind: string, title: string, page: PageHtml): string {
  const html = words(title, page);
  return html === '' ? '' : `<p class="${kind}-title">${html}</p>\n`;
}

function calloutHtml({ attributes, body }: Block, page: PageHtml): string {
  const kind = meantValue('callout', 'type', textOf(attributes, 'type'));
  const title = titleHtml('callout', textOf(attributes, 'title'), page);
  return `<aside class="callout callout-${kind}">\n${title}${page.fragment(body)}</aside>\n`;
}

function sectionHtml({ name, attributes, body }: Block, title: string, page: PageHtml): string {
  const heading = titleHtml(name, textOf(attributes, title), page);
  return `<section class="${name}">\n${heading}${page.fragment(body)}</section>\n`;
}

function imageHtml({ attributes, body }: Block, page: PageHtml): string {
  const image = pictureHtml(page.project, textOf(attributes, 'url'), '', {
    width: pixelsOf(attributes, 'width'),
    height: pixelsOf(attributes, 'height'),
  });
  const caption = captionHtml(body, page);
  const note = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  return `<figure>${image}${note}</figure>\n`;
}

/** A caption is one line, unless it contains blocks. */
function captionHtml(caption: Fragment, page: PageHtml): string {
  const [first, ...rest] = caption.nodes;
  if (first?.kind !== 'markdown' || rest.length > 0) return page.fragment(caption);
  const line = page.reader.line(caption.source.slice(first.start, first.end).trim());
  return phrasesHtml(line, page.project);
}

function linkHtml(href: string, content: string, { project }: PageHtml): string {
  const url = linkUrl(project, href);
  return url === undefined ? content : `${openTag('a', { href: url })}${content}</a>`;
}

function cardsHtml(block: Block, page: PageHtml): string {
  const items = cardsOf(block).map(({ title, text, link }) => {
    const name = words(title, page);
    const heading = link === '' ? `<strong>${name}</strong>` : linkHtml(link, name, page);
    return `<li>${heading}${text === '' ? '' : `<p>${words(text, page)}</p>`}</li>\n`;
  });
  return `<ul class="cards">\n${items.join('')}</ul>\n`;
}

function indexListHtml(page: PageHtml): string {
  const children = page.project.resolver.children();
  if (children.length === 0) return '';
  const items = children.map(
    ({ title, url }) => `<li>${linkHtml(url, escapeHtml(title), page)}</li>\n`,
  );
  return `<ul class="index-list">\n${items.join('')}</ul>\n`;
}

function tableHtml(table: Block, page: PageHtml): string {
  const rows = rowsOf(table);
  if (rows === undefined) return page.fragment(table.body, true);
  const lines = rows.map(({ cells }) => {
    const row = cells.map(({ header, attributes, content }) => {
      const name = header ? 'th' : 'td';
      const open = openTag(name, {
        colspan: spanOf(attributes, 'colspan'),
        rowspan: spanOf(attributes, 'rowspan'),
      });
      return `${open}${page.fragment(content).trim()}</${name}>`;
    });
    return `<tr>${row.join('')}</tr>\n`;
  });
  return `<table>\n<tbody>\n${lines.join('')}</tbody>\n</table>\n`;
}
