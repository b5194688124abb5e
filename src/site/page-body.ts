/** A page's text as HTML, Markdown or words, for one reader. Loads markdown-it. */
import { parse } from '../content/darkdown/read/parse.ts';
import { completeHtml } from '../content/darkdown/write/complete-html.ts';
import type { Resolver } from '../content/darkdown/write/resolver.ts';
import { writeHtml } from '../content/darkdown/write/to-html.ts';
import type { PageHeading } from '../content/darkdown/write/to-html.ts';
import { writeMarkdown } from '../content/darkdown/write/to-markdown.ts';
import { SITE_LOOK } from './html/site-look.ts';
import { withIcons } from './icons.ts';
import type { Icons } from './icons.ts';

export interface PageBody {
  readonly html: string;
  readonly headings: readonly PageHeading[];
}

export async function bodyHtml(body: string, resolver: Resolver, icons: Icons): Promise<PageBody> {
  const partial = writeHtml(parse(body), resolver, true, SITE_LOOK);
  return { html: withIcons(await completeHtml(partial), icons), headings: partial.headings };
}

export const bodyMarkdown = (body: string, resolver: Resolver): string =>
  writeMarkdown(parse(body), resolver);
