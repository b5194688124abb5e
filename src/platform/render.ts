/** The seam to darkdown: what the platform makes of a page's source. Loaded on first use, it brings markdown-it. */
import type { PageFormat } from '../model/resources.ts';

/** One heading-2 section of a page, or what stands before the first heading. */
export interface Section {
  /** `null` for what stands before the first heading. */
  readonly title: string | null;
  readonly fragment: string | null;
  /** Plain text. */
  readonly content: string;
}

export async function render(source: string, format: PageFormat): Promise<string> {
  if (format === 'darkdown') return source;
  const { toHtml, toMarkdown, toText } = await import('../content/darkdown/convert.ts');
  const { NO_PROJECT } = await import('../content/darkdown/resolver.ts');
  switch (format) {
    case 'markdown':
      return toMarkdown(source, NO_PROJECT);
    case 'html':
      return toHtml(source, NO_PROJECT);
    case 'text':
      return toText(source, NO_PROJECT);
    default:
      return format satisfies never;
  }
}

export async function sectionsOf(source: string): Promise<Section[]> {
  const { sections } = await import('../content/darkdown/sections.ts');
  return sections(source).map(({ title, anchor, text }) => ({
    title: title === '' ? null : title,
    fragment: anchor === '' ? null : anchor,
    content: text,
  }));
}
