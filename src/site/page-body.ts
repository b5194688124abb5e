/** A page's text as HTML, Markdown or words, for one reader. Loads markdown-it. */
import { repairUrl } from '../content/darkdown/url.ts';
import { completeHtml } from '../content/darkdown/write/complete-html.ts';
import { ParsedPage } from '../content/darkdown/write/parsed-page.ts';
import type { Resolver } from '../content/darkdown/write/resolver.ts';
import { writeHtml } from '../content/darkdown/write/to-html.ts';
import type { PageHeading } from '../content/darkdown/write/to-html.ts';
import { writeMarkdown } from '../content/darkdown/write/to-markdown.ts';
import { unescaped } from '../content/links/find-links.ts';
import { withTargets } from '../content/links/link-targets.ts';
import { SITE_LOOK } from './html/block-html.ts';
import { withIcons } from './icons.ts';
import type { Icons } from './icons.ts';
import type { SiteSource } from './site-source.ts';
import type { PageInPlace, SiteView } from './site-view.ts';

export interface PageBody {
  readonly html: string;
  readonly headings: readonly PageHeading[];
}

/**
 * The text of the page that the reader may see, parsed once for all forms; `null`: the page is
 * gone.
 */
export async function parsedPage(
  { page }: PageInPlace,
  source: SiteSource,
  { reader }: SiteView,
): Promise<ParsedPage | null> {
  const text = await source.body(page, reader.drafts);
  return text === null ? null : ParsedPage.of(text);
}

export async function bodyHtml(
  page: ParsedPage,
  resolver: Resolver,
  icons: Icons,
): Promise<PageBody> {
  const partial = writeHtml(page, resolver, true, SITE_LOOK);
  return { html: withIcons(await completeHtml(partial), icons), headings: partial.headings };
}

/** The page as Markdown. Links and pictures have their addresses on the site. */
export function bodyMarkdown(page: ParsedPage, resolver: Resolver): string {
  const project = page.conversion(resolver);
  return withTargets(writeMarkdown(page, resolver), ({ kind, target }) => {
    const href = unescaped(target);
    const url =
      kind === 'image'
        ? resolver.asset(repairUrl(href))
        : (project.link(href)?.url ?? (/\.md$/i.test(href) ? undefined : project.file(href)));
    return url?.replaceAll('(', '%28').replaceAll(')', '%29') ?? null;
  });
}
