/** Conversions of a page's body. Import this lazily: it loads markdown-it. */
import { completeHtml } from './write/complete-html.ts';
import { ParsedPage } from './write/parsed-page.ts';
import type { Resolver } from './write/resolver.ts';
import { writeHtml } from './write/to-html.ts';
import { writeMarkdown } from './write/to-markdown.ts';
import { writeText } from './write/to-text.ts';

/** Plain Markdown: the platform's own constructs are replaced; everything else stays. */
export const toMarkdown = (body: string, resolver: Resolver): string =>
  writeMarkdown(ParsedPage.of(body), resolver);

/** The words of the page without markup, for people and for search. */
export const toText = (body: string, resolver: Resolver): string =>
  writeText(ParsedPage.of(body), resolver);

/** HTML that is safe whatever the body holds: no scripts, event handlers or URLs that run code. */
export const toHtml = (
  body: string,
  resolver: Resolver,
  { highlight = true }: { readonly highlight?: boolean } = {},
): Promise<string> => completeHtml(writeHtml(ParsedPage.of(body), resolver, highlight));
