/** The HTML of blocks on the site. It works without scripts, which only add to it. */
import type { CodeText } from '../../content/darkdown/markdown/flow.ts';
import { rowsOf, textOf, videoUrl } from '../../content/darkdown/read/blocks.ts';
import type { Attributes, Block } from '../../content/darkdown/read/model.ts';
import { isSafeLink } from '../../content/darkdown/url.ts';
import { escapeHtml, openTag } from '../../content/darkdown/write/html.ts';
import { withoutComments } from '../../content/darkdown/write/html-markup.ts';
import { blockHtml } from '../../content/darkdown/write/html-blocks.ts';
import type { PageHtml } from '../../content/darkdown/write/html-blocks.ts';
import { languageOf } from '../../content/darkdown/write/to-html.ts';
import type { HtmlLook } from '../../content/darkdown/write/to-html.ts';

export const SITE_LOOK: HtmlLook = {
  block,
  code,
  html: customHtml,
  table: scrolling,
  aligned: (align) => ` class="align-${align}"`,
  numbersHeadings: true,
};

/** Parts of raw HTML that the sanitiser removes and readers may want to see. */
const NEEDS_FRAME =
  /<(?:script|style|link|iframe|object|embed|form|input|button|select|textarea|svg|canvas|video|audio)\b|\s(?:style|on[a-z]+)\s*=/i;

/**
 * The safe HTML. Its whole source, without comments, is in an attribute: a script offers to show it
 * in a sandbox.
 */
function customHtml(source: string, safe: string): string {
  const seen = withoutComments(source);
  const whole = NEEDS_FRAME.test(seen) ? seen.replaceAll('\0', '') : undefined;
  return `${openTag('div', { class: 'html', 'data-source': whole })}${safe}</div>\n`;
}

/**
 * Makes a wide table scroll by itself, also by keyboard. An empty cell heads nothing: screen readers
 * would announce it with each cell below it.
 */
function scrolling(table: string): string {
  const cells = table.replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>');
  return `<div class="table" role="group" aria-label="Table" tabindex="0">\n${cells}</div>\n`;
}

/** English words of the site's own, marked as such for pages in other languages. */
const english = (text: string): string => `<span lang="en">${text}</span>`;

const words = (text: string, { project }: PageHtml): string => escapeHtml(project.words(text));

function block(block: Block, page: PageHtml): string {
  switch (block.name) {
    case 'callout':
      return callout(block, page);
    case 'code':
      return codes(block, page);
    case 'accordion':
      return accordion(block, page);
    case 'cards':
      return cards(block, page);
    case 'table':
      return rowsOf(block) === undefined
        ? blockHtml(block, page)
        : scrolling(blockHtml(block, page));
    case 'video':
      return video(block, page);
    case 'github-code':
      return sourceLink(block, page);
    case 'step':
      return step(block, page);
    default:
      return blockHtml(block, page);
  }
}

const KINDS: Readonly<Record<string, string>> = {
  info: 'Note',
  warning: 'Warning',
  success: 'Tip',
  error: 'Danger',
};

/** The type is also written in words, because many readers cannot recognise it by colour. */
function callout({ attributes, body }: Block, page: PageHtml): string {
  const type = textOf(attributes, 'type');
  const kind = Object.hasOwn(KINDS, type) ? type : 'info';
  const title = words(textOf(attributes, 'title'), page) || english(KINDS[kind] ?? '');
  return `<div class="callout callout-${kind}" role="note">\n<p class="callout-title">${title}</p>\n${page.fragment(body)}</div>\n`;
}

const isTrue = (attributes: Attributes, name: string): boolean =>
  ['true', '1'].includes(textOf(attributes, name));

function accordion({ attributes, body }: Block, page: PageHtml): string {
  const title = words(textOf(attributes, 'title'), page) || english('Details');
  const open = isTrue(attributes, 'open') ? ' open' : '';
  return `<details class="accordion"${open}>\n<summary>${title}</summary>\n<div class="accordion-body">\n${page.fragment(body)}</div>\n</details>\n`;
}

function cards(block: Block, page: PageHtml): string {
  const html = blockHtml(block, page);
  const isList = textOf(block.attributes, 'view') === 'list';
  return isList ? html.replace('class="cards"', 'class="cards list"') : html;
}

/** Files that browsers can play without a third-party player. */
const PLAYABLE = /\.(?:mp4|webm|ogv|m4v|mov)(?:[?#]|$)/i;

/**
 * Another company's player is shown as a link, so that readers are not reported to that company.
 */
function video(block: Block, page: PageHtml): string {
  const url = videoUrl(block);
  if (!isSafeLink(url) || url.trim() === '') return blockHtml(block, page);
  const href = { href: url };
  if (PLAYABLE.test(url)) {
    const player = openTag('video', { src: url, controls: '', preload: 'none' });
    return `<figure class="video">${player}${openTag('a', href)}${english('Play the video')}</a></video></figure>\n`;
  }
  const host = escapeHtml(hostOf(url));
  return `<p class="video">${openTag('a', { ...href, class: 'video-link' })}<span class="video-play" aria-hidden="true"></span>${english(`Watch the video on ${host}`)}</a></p>\n`;
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return url;
  }
}

function sourceLink(block: Block, page: PageHtml): string {
  const url = textOf(block.attributes, 'url');
  if (!isSafeLink(url) || url.trim() === '') return blockHtml(block, page);
  const name = escapeHtml(url.replace(/^https?:\/\/(?:www\.)?/, ''));
  return `<p class="github-code">${openTag('a', { href: url })}${name}</a></p>\n`;
}

/** A step names the code that it is about. A script shows them side by side. */
function step({ attributes, body }: Block, page: PageHtml): string {
  const title = words(textOf(attributes, 'title'), page);
  const heading = title === '' ? '' : `<p class="step-title">${title}</p>\n`;
  const open = openTag('section', {
    class: 'step',
    'data-code': textOf(attributes, 'codeId') || undefined,
    'data-lines': linesText(attributes) || undefined,
  });
  return `${open}\n${heading}${page.fragment(body)}</section>\n`;
}

const linesText = (attributes: Attributes): string =>
  textOf(attributes, 'highlightLines').replaceAll(/[^\d,-]/g, '');

/** Lines beyond this number are not marked, because each would be an element. */
const MAX_LINES = 2_000;

/** Pages whose current block numbers the lines of all its code. */
const numbered = new WeakSet<PageHtml>();

function codes(block: Block, page: PageHtml): string {
  if (isTrue(block.attributes, 'showLineNumbers')) numbered.add(page);
  const html = blockHtml(block, page);
  numbered.delete(page);
  return html;
}

/** Code with title and language and, if requested, elements for its lines behind the text. */
function code(text: CodeText, html: string, page: PageHtml): string {
  const { attributes } = text;
  const language = languageOf(text);
  const title = words(textOf(attributes, 'title'), page);
  const name = title || (language === 'none' ? '' : escapeHtml(language));
  const kind = title === '' ? 'code-title code-language' : 'code-title';
  const isNumbered = isTrue(attributes, 'showLineNumbers') || numbered.has(page);
  const open = openTag('code', { class: language === '' ? undefined : `language-${language}` });
  const box = openTag('div', {
    class: isNumbered ? 'code-block numbered' : 'code-block',
    'data-id': textOf(attributes, 'id') || undefined,
  });
  const heading = name === '' ? '' : `<p class="${kind}">${name}</p>\n`;
  const lines = linesBehind(text.code, linesOf(linesText(attributes)), isNumbered);
  return `${box}\n${heading}<pre tabindex="0">${lines}${open}${html}\n</code></pre>\n</div>\n`;
}

function linesBehind(code: string, marked: ReadonlySet<number>, isNumbered: boolean): string {
  if (marked.size === 0 && !isNumbered) return '';
  const count = code.split('\n').length;
  if (count > MAX_LINES) return '';
  const lines = Array.from({ length: count }, (_, index) =>
    marked.has(index + 1) ? '<span class="on"></span>' : '<span></span>',
  );
  return `<span class="lines" aria-hidden="true">${lines.join('')}</span>`;
}

/** The numbers in `1,3-5`. */
function linesOf(text: string): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const part of text.split(',')) {
    const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? [];
    if (from === '') continue;
    const last = Math.min(Number(to), MAX_LINES);
    for (let line = Number(from); line <= last; line += 1) lines.add(line);
  }
  return lines;
}
