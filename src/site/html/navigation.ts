/**
 * Version menu, top navigation, breadcrumbs, outline, and links to the previous and the next page.
 */
import { REFERENCE_PAGE } from '../../content/darkdown/address.ts';
import type { SitePlace } from '../../content/darkdown/address.ts';
import { escapeHtml, openTag } from '../../content/darkdown/write/html.ts';
import type { PageHeading } from '../../content/darkdown/write/to-html.ts';
import { placeOfPage } from '../addresses.ts';
import type { Addresses } from '../addresses.ts';
import type { Icons } from '../icons.ts';
import type { Langs } from '../language.ts';
import { NO_VERSION } from '../site-source.ts';
import type { SitePage } from '../site-source.ts';
import type { DocumentationView, SiteView, VersionView } from '../site-view.ts';

/** The place of a document in the site. */
export interface DocumentPlace {
  readonly view: SiteView;
  readonly addresses: Addresses;
  readonly icons: Icons;
  readonly version: VersionView | undefined;
  /** Slug of the documentation or reference. */
  readonly section: string | null;
  readonly page: SitePage | null;
  readonly langs: Langs;
}

/**
 * An element `a`.
 *
 * @param icon HTML in front of the text
 */
export const linkHtml = (
  href: string,
  text: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
  icon = '',
): string => `${openTag('a', { href, ...attributes })}${icon}${escapeHtml(text)}</a>`;

/** The mark after the title of a page that is not published. */
export const draftMark = ({ visibilityInput }: SitePage, { langs }: DocumentPlace): string =>
  visibilityInput.hasPublished ? '' : ` <span class="draft-mark"${langs.ours}>Draft</span>`;

/** The menus of the sections and versions. */
export const topHtml = (at: DocumentPlace): string => sectionsHtml(at) + versionsHtml(at);

/**
 * Title lengths in characters that fit side by side in a usual window, and the gap between two
 * titles.
 */
const MAX_ROW = 80;
const GAP = 3;

function sectionsHtml({ view, addresses, version, section, langs }: DocumentPlace): string {
  if (version === undefined) return '';
  const { documentations, references } = version;
  const sectionItems = (all: readonly DocumentationView[]) =>
    all.flatMap(({ slug, title, pages: [first] }) =>
      first ? [{ slug, title, href: addresses.place(placeOfPage(first)) }] : [],
    );
  const items = [
    ...sectionItems(documentations),
    ...references.map(({ slug, title }) => ({
      slug,
      title,
      href: addresses.place({ version: version.slug, section: slug, page: REFERENCE_PAGE }),
    })),
    ...sectionItems(view.changelogs),
  ];
  if (items.length < 2 && view.versions.length < 2) return '';
  const links = items.map(({ slug, title, href }) => {
    const current = slug === section ? { 'aria-current': 'true' } : {};
    return `<li>${linkHtml(href, title, current)}</li>\n`;
  });
  const length = items.reduce((sum, { title }) => sum + title.length + GAP, 0);
  if (length > MAX_ROW) {
    const here = items.find(({ slug }) => slug === section)?.title ?? 'Documentations';
    return `<details class="versions sections-menu"><summary>${escapeHtml(here)}</summary>\n<nav aria-label="Documentations"${langs.ours}><ul${langs.theirs}>\n${links.join('')}</ul></nav></details>\n`;
  }
  return `<nav class="sections" aria-label="Documentations"${langs.ours}><ul${langs.theirs}>\n${links.join('')}</ul></nav>\n`;
}

/** The same page in another version; undefined: that version does not have it. */
function sameIn(
  { slug }: VersionView,
  { view, section, page }: DocumentPlace,
): SitePlace | undefined {
  if (section === null) return undefined;
  const place = { version: slug, section, page: page?.slug ?? REFERENCE_PAGE };
  return view.find(place) && place;
}

/**
 * The menu of versions. Each entry leads to the same page of another version if it exists,
 * otherwise to where that version begins.
 */
function versionsHtml(at: DocumentPlace): string {
  const { view, addresses, version, langs } = at;
  if (view.versions.length < 2) return '';
  const items = view.versions.flatMap((each) => {
    const place = sameIn(each, at) ?? view.start(each);
    if (!place) return [];
    const current = each.slug === version?.slug ? { 'aria-current': 'true' } : {};
    return [`<li>${linkHtml(addresses.place(place), each.name, current)}</li>\n`];
  });
  const name = version?.name ?? 'Versions';
  return `<details class="versions"><summary><span class="versions-word"${langs.ours}>Version </span>${escapeHtml(name)}</summary>\n<nav aria-label="Versions"${langs.ours}><ul${langs.theirs}>\n${items.join('')}</ul></nav></details>\n`;
}

/** What a page of an old version says above its text, with the way to the latest one. */
export function oldVersionHtml(at: DocumentPlace): string {
  const { view, addresses, version, langs, page } = at;
  const newer = version && page?.version !== NO_VERSION ? view.newerThan(version) : undefined;
  const start = newer && view.start(newer);
  if (!version || !newer || !start) return '';
  const same = sameIn(newer, at);
  const way = same
    ? linkHtml(addresses.place(same), `This page in ${newer.name}`)
    : `${escapeHtml(newer.name)} does not have this page. ${linkHtml(addresses.place(start), `Where ${newer.name} begins`)}`;
  return `<p class="callout callout-warning old-version" role="note"${langs.ours}>This is ${escapeHtml(version.name)}, an old version. ${way}</p>\n`;
}

/** The breadcrumbs, from the documentation to the parent page. */
export function breadcrumbsHtml(
  documentation: DocumentationView,
  page: SitePage,
  at: DocumentPlace,
): string {
  const { view, addresses, langs } = at;
  const [first] = documentation.pages;
  const top =
    first && first !== page
      ? linkHtml(addresses.place(placeOfPage(first)), documentation.title)
      : `<span>${escapeHtml(documentation.title)}</span>`;
  const above = view
    .above(page)
    .map((each) =>
      typeof each === 'string'
        ? `<span>${escapeHtml(each)}</span>`
        : linkHtml(addresses.place(placeOfPage(each)), each.navTitle),
    );
  const items = [top, ...above].map((html) => `<li>${html}</li>\n`);
  return `<nav class="breadcrumbs" aria-label="Breadcrumbs"${langs.ours}><ol${langs.theirs}>\n${items.join('')}</ol></nav>\n`;
}

/** The outline: headings up to level 3. The style sheet opens it if there is room. */
export function outlineHtml(
  headings: readonly PageHeading[],
  { langs }: Pick<DocumentPlace, 'langs'>,
): string {
  const shown = headings.filter(
    ({ level, anchor, text }) => level <= 3 && anchor !== '' && text.trim() !== '',
  );
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ level, anchor, text }) =>
      `<li class="level-${level}">${linkHtml(`#${encodeURIComponent(anchor)}`, text)}</li>\n`,
  );
  return `<nav class="outline" aria-label="On this page"${langs.ours}><details><summary>On this page</summary>\n<ul${langs.theirs}>\n${items.join('')}</ul></details></nav>\n`;
}

/** Links to the previous and the next page, in the order of the navigation. */
export function pagerHtml(
  { pages }: DocumentationView,
  page: SitePage,
  { addresses, langs }: DocumentPlace,
): string {
  const at = pages.indexOf(page);
  if (at === -1) return '';
  const to = (other: SitePage | undefined, rel: 'prev' | 'next', word: string): string =>
    other === undefined
      ? ''
      : `${openTag('a', { class: rel, rel, href: addresses.place(placeOfPage(other)) })}<span class="pager-word">${word}</span> <span${langs.theirs}>${escapeHtml(other.navTitle)}</span></a>\n`;
  const links = to(pages[at - 1], 'prev', 'Previous') + to(pages[at + 1], 'next', 'Next');
  return links === ''
    ? ''
    : `<nav class="pager" aria-label="Previous and next page"${langs.ours}>\n${links}</nav>\n`;
}
