/** Phrases as HTML. */
import type { Mark, Phrases } from '../markdown/flow.ts';
import { AUTO_TITLE } from '../markdown/flow.ts';
import { isOfLibrary } from '../address.ts';
import { encodeUrl } from '../markdown/markdown-it.ts';
import { pixelsOf, textOf } from '../read/blocks.ts';
import type { InlineTag } from '../read/inline.ts';
import { meantValue } from '../read/vocabulary.ts';
import { isSafeImage, isSafeLink } from '../url.ts';
import type { Conversion } from './conversion.ts';
import { escapeHtml, openTag } from './html.ts';
import type { PictureSize } from './resolver.ts';

export function phrasesHtml(phrases: Phrases, project: Conversion): string {
  let html = '';
  for (const phrase of phrases) {
    switch (phrase.kind) {
      case 'text':
        html += escapeHtml(phrase.text);
        break;
      case 'code-span':
        html += `<code>${escapeHtml(phrase.code)}</code>`;
        break;
      case 'soft-break':
        html += '\n';
        break;
      case 'hard-break':
        html += '<br>\n';
        break;
      case 'variable':
        html += escapeHtml(project.resolver.variable(phrase.name) ?? `%${phrase.name}%`);
        break;
      case 'tag':
        html += tagHtml(phrase.tag, project);
        break;
      case 'image':
        html += pictureHtml(project, phrase.url, altText(phrase.label));
        break;
      case 'page-title':
        html += escapeHtml(project.title(phrase.href));
        break;
      case 'empty-link':
        break;
      case 'open':
        html += openMark(phrase.mark, project);
        break;
      case 'close':
        html += `</${elementOf(phrase.mark)}>`;
        break;
      default:
        phrase satisfies never;
    }
  }
  return html;
}

/** An image, or its text if its address is not safe to load. */
export function pictureHtml(
  project: Conversion,
  url: string,
  alt: string,
  given: GivenSize = {},
): string {
  const src = project.asset(url);
  if (isOfLibrary(src)) return LIBRARY_PICTURE;
  if (src.trim() === '' || !isSafeImage(src)) return escapeHtml(alt);
  const size = shownSize(given, project.size(url));
  return openTag('img', { src: encodeUrl(src), alt, ...size, loading: 'lazy' });
}

interface GivenSize {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** Attributes with which browsers leave room for an image before they have it. */
function shownSize({ width, height }: GivenSize, own: PictureSize | undefined) {
  if (own === undefined) return { width, height };
  const shown = width ?? own.width;
  return {
    class: own.isFluid && width === undefined ? 'fluid' : undefined,
    width: shown,
    height: Math.max(1, Math.round((shown * own.height) / own.width)),
  };
}

/**
 * A placeholder for a picture. Its words are not text of the page, so the style sheet shows them.
 */
const LIBRARY_PICTURE = `${openTag('span', {
  class: 'library-picture',
  role: 'img',
  'aria-label': "A picture in the platform's library",
})}</span>`;

/** The encoded address of a link; `undefined` if it has no target or is not safe to open. */
export function linkUrl(project: Conversion, href: string): string | undefined {
  const url = project.link(href)?.url ?? project.file(href) ?? href;
  return url.trim() !== '' && isSafeLink(url) ? encodeUrl(url) : undefined;
}

/** The element that a mark is shown as. All links look the same, wherever they lead. */
export function elementOf(mark: Mark): 'a' | 'em' | 's' | 'strong' | 'u' {
  if (mark.name === 'link') return 'a';
  if (mark.name !== 'pair') return mark.name;
  return mark.tag.name === 'u' ? 'u' : 'a';
}

/** The address in a mark that is a link, as the page has it; empty for others. */
export function hrefOf(mark: Mark): string {
  if (mark.name === 'link') return mark.href;
  return mark.name === 'pair' ? textOf(mark.tag.attributes, 'href') : '';
}

function openMark(mark: Mark, project: Conversion): string {
  const element = elementOf(mark);
  if (element !== 'a') return `<${element}>`;
  const title = mark.name === 'link' && mark.title !== '' ? mark.title : undefined;
  return openTag('a', { href: linkUrl(project, hrefOf(mark)), title });
}

/** The words of an image's label, without marks, variables and tags. */
function altText(label: Phrases): string {
  let text = '';
  for (const phrase of label) {
    if (phrase.kind === 'text') text += phrase.text;
    else if (phrase.kind === 'code-span') text += phrase.code;
    else if (phrase.kind === 'page-title') text += AUTO_TITLE;
    else if (phrase.kind === 'image') text += altText(phrase.label);
    else if (phrase.kind === 'soft-break' || phrase.kind === 'hard-break') text += '\n';
  }
  return text;
}

function tagHtml({ name, attributes }: InlineTag, project: Conversion): string {
  switch (name) {
    case 'badge': {
      const kind = meantValue(name, 'type', textOf(attributes, 'type'));
      const text = escapeHtml(project.words(textOf(attributes, 'text')));
      return `<span class="badge badge-${kind}">${text}</span>`;
    }
    case 'icon':
      return `${openTag('i', { class: textOf(attributes, 'classes') })}</i>`;
    case 'key':
      return `<kbd>${escapeHtml(textOf(attributes, 'key'))}</kbd>`;
    case 'glossary': {
      const term = textOf(attributes, 'term');
      const title = project.resolver.glossary(term);
      return `${openTag('abbr', { title })}${escapeHtml(term)}</abbr>`;
    }
    case 'inline-image': {
      const width = pixelsOf(attributes, 'width');
      return pictureHtml(project, textOf(attributes, 'url'), '', { width });
    }
    default:
      return '';
  }
}
