/** The platform's only access to darkdown: converts the source of a page. Import it lazily, because it loads markdown-it. */
import type { ParsedPage } from '../content/darkdown/write/parsed-page.ts';
import type { Resolver } from '../content/darkdown/write/resolver.ts';
import type { PageTexts } from '../model/local.ts';
import type { PageFormat } from '../model/resources.ts';
import { type AskSurroundings, withSurroundings } from './page-surroundings.ts';

/** One heading-2 section of a page, or the text before the first heading. */
export interface RenderedSection {
  /** `null` for the text before the first heading. */
  readonly title: string | null;
  readonly fragment: string | null;
  /** Plain text. */
  readonly content: string;
}

/** The bodies of one page in another format. The data of the project that they need are queried once for both. */
export async function render(
  bodies: PageTexts,
  format: PageFormat,
  ask: AskSurroundings,
): Promise<PageTexts> {
  switch (format) {
    case 'darkdown':
      return bodies;
    case 'markdown': {
      const { writeMarkdown } = await import('../content/darkdown/write/to-markdown.ts');
      return converted(bodies, ask, writeMarkdown);
    }
    case 'html': {
      const { writeHtml } = await import('../content/darkdown/write/to-html.ts');
      const { completeHtml } = await import('../content/darkdown/write/complete-html.ts');
      const { draft, published } = await converted(bodies, ask, (page, resolver) =>
        writeHtml(page, resolver, true),
      );
      return {
        draft: draft && (await completeHtml(draft)),
        published: published && (await completeHtml(published)),
      };
    }
    case 'text': {
      const { writeText } = await import('../content/darkdown/write/to-text.ts');
      return converted(bodies, ask, writeText);
    }
    default:
      return format satisfies never;
  }
}

interface Converted<T> {
  readonly draft: T | null;
  readonly published: T | null;
}

async function converted<T>(
  { draft, published }: PageTexts,
  ask: AskSurroundings,
  write: (page: ParsedPage, resolver: Resolver) => T,
): Promise<Converted<T>> {
  const { parse } = await import('../content/darkdown/read/parse.ts');
  const { ParsedPage } = await import('../content/darkdown/write/parsed-page.ts');
  const documents = {
    draft: draft === null ? null : parse(draft),
    published: published === null ? null : parse(published),
  };
  return withSurroundings(ask, (resolver) => ({
    draft: documents.draft && write(new ParsedPage(documents.draft), resolver),
    published: documents.published && write(new ParsedPage(documents.published), resolver),
  }));
}

/** The sections of a page that search finds. */
export async function sectionsOf(source: string, ask: AskSurroundings): Promise<RenderedSection[]> {
  const { parse } = await import('../content/darkdown/read/parse.ts');
  const { sections } = await import('../content/darkdown/sections.ts');
  const { ParsedPage } = await import('../content/darkdown/write/parsed-page.ts');
  const document = parse(source);
  const found = await withSurroundings(ask, (resolver) =>
    sections(new ParsedPage(document), resolver),
  );
  return found.map(({ title, anchor, text }) => ({
    title: title === '' ? null : title,
    fragment: anchor === '' ? null : anchor,
    content: text,
  }));
}
