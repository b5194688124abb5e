/** Inline tags as HTML. */
import { pixelsOf, textOf } from './blocks.ts';
import { escapeHtml, openTag } from './html.ts';
import type { InlineTag } from './inline.ts';
import type { Project } from './project.ts';

export interface InlineWriter {
  readonly project: Project;
  words(text: string): string;
  picture(url: string, alt: string, size: Readonly<Record<string, number | undefined>>): string;
}

const BADGES: ReadonlySet<string> = new Set([
  'primary',
  'success',
  'warning',
  'info',
  'error',
  'custom',
]);

export function inlineTagHtml({ name, attributes }: InlineTag, writer: InlineWriter): string {
  switch (name) {
    case 'badge': {
      const type = textOf(attributes, 'type');
      const kind = BADGES.has(type) ? type : 'info';
      return `<span class="badge badge-${kind}">${writer.words(textOf(attributes, 'text'))}</span>`;
    }
    case 'icon':
      return `${openTag('i', { class: textOf(attributes, 'classes') })}</i>`;
    case 'key':
      return `<kbd>${escapeHtml(textOf(attributes, 'key'))}</kbd>`;
    case 'glossary': {
      const term = textOf(attributes, 'term');
      const title = writer.project.resolver.glossary(term);
      return `${openTag('abbr', { title })}${escapeHtml(term)}</abbr>`;
    }
    case 'inline-image':
      return writer.picture(textOf(attributes, 'url'), '', {
        width: pixelsOf(attributes, 'width'),
      });
    default:
      return '';
  }
}
