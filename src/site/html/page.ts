/** The documents of the site: a page, and a missing page. */
import { escapeHtml, openTag } from '../../content/darkdown/write/html.ts';
import type { PageBody } from '../page-body.ts';
import { placeOfPage, sidebarFile } from '../addresses.ts';
import type { Addresses } from '../addresses.ts';
import type { Icons } from '../icons.ts';
import { langsOf } from '../language.ts';
import type { PageFileFacts, SiteFile } from '../site-source.ts';
import type { PublicSite } from '../sitemap.ts';
import type { DocumentationView, PageInPlace, SiteView, VersionView } from '../site-view.ts';
import { documentHtml } from './html-document.ts';
import type { ClientSettings, DocumentParts } from './html-document.ts';
import {
  breadcrumbsHtml,
  draftMark,
  oldVersionHtml,
  outlineHtml,
  pagerHtml,
  topHtml,
} from './navigation.ts';
import type { DocumentPlace } from './navigation.ts';
import { isShared, sidebarHtml, sidebarScript } from './sidebar.ts';

/** What documents are made with. */
export interface Stage extends ClientSettings {
  readonly view: SiteView;
  readonly addresses: Addresses;
  readonly icons: Icons;
  /** The name of the script that pages run, one of the site's own. */
  readonly script: 'site.js' | 'live.js';
  /** The address to which the path of a file is added, for readers who edit it. */
  readonly editUrl?: string | undefined;
  /** Left out: the site's public address is unknown. */
  readonly publicSite?: PublicSite | undefined;
}

const fileUrl = (file: SiteFile | undefined, { addresses }: Stage): string | null =>
  file === undefined ? null : addresses.file(file);

/** The parts that every document has. */
export const common = (
  stage: Stage,
  at: DocumentPlace,
): Pick<
  DocumentParts,
  | 'siteTitle'
  | 'logo'
  | 'favicon'
  | 'picture'
  | 'hasTheme'
  | 'top'
  | 'version'
  | 'otherVersions'
  | 'script'
> => ({
  siteTitle: stage.view.site.title,
  logo: fileUrl(stage.view.site.logo, stage),
  favicon: fileUrl(stage.view.site.favicon, stage),
  picture:
    stage.view.site.picture === undefined
      ? null
      : (stage.publicSite?.addresses.file(stage.view.site.picture) ?? null),
  hasTheme: stage.view.site.colour !== null,
  top: topHtml(at),
  version: at.version?.slug ?? '',
  otherVersions: stage.view.versions
    .filter(({ slug }) => slug !== at.version?.slug)
    .map(({ slug, name }) => [slug, name]),
  script: stage.script,
});

export function pageHtml(
  placed: PageInPlace,
  { html, headings }: PageBody,
  facts: PageFileFacts | undefined,
  stage: Stage,
): string {
  const { page, documentation } = placed;
  const { view, addresses, icons } = stage;
  const version = view.version(placed.version.slug);
  const langs = langsOf(documentation.language);
  const section = page.documentation;
  const at: DocumentPlace = { view, addresses, icons, version, section, page, langs };
  const markdown = addresses.markdown(placeOfPage(page));
  const canonical = stage.publicSite?.addressOf(placeOfPage(page)) ?? null;
  const feed = canonical === null ? null : (stage.publicSite?.feedOf(documentation) ?? null);
  const feedLink = feed === null ? '' : ` ${openTag('a', { href: feed })}Feed</a>`;
  const lead =
    page.description === '' ? '' : `<p class="lead">${escapeHtml(page.description)}</p>\n`;
  const parts: DocumentParts = {
    ...common(stage, at),
    language: documentation.language,
    title: page.title,
    description: page.description,
    markdown,
    sidebar: sidebarHtml(documentation, at),
    wholeSidebar: isShared(documentation) ? addresses.own(sidebarFile(documentation)) : undefined,
    breadcrumbs: oldVersionHtml(at) + breadcrumbsHtml(documentation, page, at),
    content: `<h1>${escapeHtml(page.title)}${draftMark(page, at)}</h1>\n${lead}${html}`,
    outline: outlineHtml(headings, at),
    pager: `${pagerHtml(documentation, page, at)}<footer class="page-foot"${langs.ours}>${openTag('a', { href: markdown })}This page as Markdown</a>${feedLink}${editLink(facts, stage)}${reviewLink(stage)}${lastChange(facts, documentation)}</footer>\n`,
    isUnlisted: !view.visibility(page).inSearch,
    canonical,
    feed: feed === null ? undefined : { title: documentation.title, href: feed },
    alternates: stage.publicSite?.inLanguages(placed) ?? [],
  };
  return documentHtml(parts, addresses, stage);
}

/** A documentation's whole sidebar as a script for its pages; `null`: each page has it itself. */
export function sharedSidebar(documentation: DocumentationView, stage: Stage): string | null {
  if (!isShared(documentation)) return null;
  const { view, addresses, icons } = stage;
  const { version: slug, slug: section, language } = documentation;
  const version = view.version(slug);
  const langs = langsOf(language);
  const at: DocumentPlace = { view, addresses, icons, version, section, page: null, langs };
  return sidebarScript(documentation, at);
}

const editLink = (facts: PageFileFacts | undefined, { editUrl }: Stage): string =>
  facts === undefined || editUrl === undefined
    ? ''
    : ` ${openTag('a', { href: `${editUrl.replace(/\/+$/, '')}/${facts.file.split('/').map(encodeURIComponent).join('/')}` })}Edit this page</a>`;

const lastChange = (
  facts: PageFileFacts | undefined,
  { showsLastChange }: DocumentationView,
): string =>
  facts?.changed === undefined || !showsLastChange
    ? ''
    : ` <span>Last changed on <time datetime="${facts.changed}">${facts.changed}</time></span>`;

/** A link to the review, for the writer of the page. */
const reviewLink = ({ script, addresses }: Stage): string =>
  script === 'live.js'
    ? ` ${openTag('a', { href: addresses.own('review') })}What changed since the last commit</a>`
    : '';

/**
 * The document for a missing page.
 *
 * @param what words for what was requested, from an address, so anybody may have written them.
 * `null`: unknown
 * @param named the version in the address; left out: the version in which the site begins
 * @param why HTML with the reason, for the writer of the page
 */
export function notFoundHtml(
  what: string | null,
  stage: Stage,
  named?: VersionView,
  why = '',
): string {
  const { view, addresses, icons } = stage;
  const home = (named && view.start(named)) ?? view.home();
  const version = home && view.version(home.version);
  const langs = langsOf('en');
  const at: DocumentPlace = { view, addresses, icons, version, section: null, page: null, langs };
  const way = home
    ? `<p><a href="${escapeHtml(addresses.place(home))}">Go to the first page</a></p>\n`
    : '<p>There is nothing to read here yet: no page of this site is published.</p>\n';
  const parts: DocumentParts = {
    ...common(stage, at),
    language: 'en',
    title: 'Page not found',
    description: '',
    markdown: null,
    sidebar: null,
    breadcrumbs: '',
    content: `<h1>Page not found</h1>\n<p>There is no page at ${what === null ? 'this address' : `<code>${escapeHtml(what)}</code>`}, or not everybody may read it.</p>\n${why}${way}`,
    outline: '',
    pager: '',
    isUnlisted: true,
    canonical: null,
  };
  return documentHtml(parts, addresses, stage);
}
