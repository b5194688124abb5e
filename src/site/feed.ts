/**
 * The feeds of changelogs: what everybody may read, whoever the site is built for. As RSS 2.0,
 * because Atom requires a date, which a post need not have. Loads markdown-it.
 */
import { completeHtml } from '../content/darkdown/write/complete-html.ts';
import { escapeHtml } from '../content/darkdown/write/html.ts';
import { writeHtml } from '../content/darkdown/write/to-html.ts';
import { placeOfPage } from './addresses.ts';
import { parsedPage } from './page-body.ts';
import { resolverFor } from './page-resolver.ts';
import type { SitePage, SiteSource } from './site-source.ts';
import type { PublicSite } from './sitemap.ts';
import type { DocumentationView } from './site-view.ts';

/** The most posts in a feed: programs ask for the whole of it again and again. */
const MAX_POSTS = 20;

/** The feed at this address of a changelog that everybody may read. */
export async function feedText(
  { title, description, pages }: DocumentationView,
  address: string,
  site: PublicSite,
  source: SiteSource,
): Promise<string> {
  const items: string[] = [];
  for (const page of pages.slice(0, MAX_POSTS)) items.push(await itemOf(page, site, source));
  const about = [
    element('title', `${title} · ${site.view.site.title}`),
    element('link', new URL('.', address).href),
    element('description', description === '' ? title : description),
    `<atom:link href="${escapeHtml(address)}" rel="self" type="application/rss+xml"/>\n`,
  ];
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n${about.join('')}${items.join('')}</channel>\n</rss>\n`;
  return text.replaceAll(NOT_IN_XML, '');
}

/** One of them would make the whole feed unreadable. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const element = (name: string, text: string): string => `<${name}>${escapeHtml(text)}</${name}>\n`;

async function itemOf(
  page: SitePage,
  { view, addresses }: PublicSite,
  source: SiteSource,
): Promise<string> {
  const place = placeOfPage(page);
  const found = view.find(place);
  const parsed = found?.kind === 'page' ? await parsedPage(found, source, view) : null;
  if (found?.kind !== 'page' || parsed === null) return '';
  // Plain, because programs that show feeds have a style of their own.
  const html = writeHtml(parsed, resolverFor(found, view, source, addresses), false);
  const url = addresses.place(place);
  // The description of a post is its day.
  const day = page.description === '' ? '' : new Date(page.description).toUTCString();
  const parts = [
    element('title', page.title),
    element('link', url),
    element('guid', url),
    day === '' ? '' : element('pubDate', day),
    element('description', await completeHtml(html)),
  ];
  return `<item>\n${parts.join('')}</item>\n`;
}
