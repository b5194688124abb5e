/** Conversions of a page's body, DARKDOWN section 9. Import this lazily: it brings markdown-it. */
import { fillIn } from './deferred.ts';
import { parse } from './parse.ts';
import type { Resolver } from './resolver.ts';
import { writeHtml } from './to-html.ts';
import { writeMarkdown } from './to-markdown.ts';
import { writeText } from './to-text.ts';

/** Plain Markdown: the source with the platform's own constructs replaced, everything else as it was. */
export const toMarkdown = (body: string, resolver: Resolver): string =>
  writeMarkdown(parse(body), resolver);

/** The words of the page, for people and for search: no markup. */
export const toText = (body: string, resolver: Resolver): string =>
  writeText(parse(body), resolver);

/**
 * HTML that is safe to show: no script, no event handlers, no URL that runs anything, whatever the body holds. Code is coloured
 * unless `highlight` is false.
 */
export const toHtml = (
  body: string,
  resolver: Resolver,
  { highlight = true }: { readonly highlight?: boolean } = {},
): Promise<string> => fillIn(writeHtml(parse(body), resolver, highlight));
