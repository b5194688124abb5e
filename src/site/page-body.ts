/** A page's text as HTML, Markdown or words, for one reader. Loads markdown-it. */
import { parse } from '../content/darkdown/read/parse.ts';
import { repairUrl } from '../content/darkdown/url.ts';
import { completeHtml } from '../content/darkdown/write/complete-html.ts';
import { Conversion } from '../content/darkdown/write/conversion.ts';
import type { Resolver } from '../content/darkdown/write/resolver.ts';
import { writeHtml } from '../content/darkdown/write/to-html.ts';
import type { PageHeading } from '../content/darkdown/write/to-html.ts';
import { writeMarkdown } from '../content/darkdown/write/to-markdown.ts';
import { unescaped } from '../content/links/find-links.ts';
import { withTargets } from '../content/links/link-targets.ts';
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

/** With the addresses that links and pictures have on the site. */
export function bodyMarkdown(body: string, resolver: Resolver): string {
  const project = new Conversion(resolver, new Map());
  return withTargets(writeMarkdown(parse(body), resolver), ({ kind, target }) => {
    const href = unescaped(target);
    const url =
      kind === 'image'
        ? resolver.asset(repairUrl(href))
        : (project.link(href)?.url ?? (/\.md$/i.test(href) ? undefined : project.file(href)));
    return url?.replaceAll('(', '%28').replaceAll(')', '%29') ?? null;
  });
}
