/** What leads from page to page: menu of versions, top navigation, sidebar, breadcrumbs, outline, and the pages before and after. */
import { parseAddress, REFERENCE_PAGE, sitePlace } from '../../content/links/address.ts';
import { isSafeLink } from '../../content/darkdown/url.ts';
import { escapeHtml, openTag } from '../../content/darkdown/write/html.ts';
import type { PageHeading } from '../../content/darkdown/write/to-html.ts';
import { placeOfPage } from '../addresses.ts';
import type { Addresses } from '../addresses.ts';
import type { SidebarEntry, SitePage } from '../site.ts';
import type { DocumentationView, SiteView, VersionView } from '../view.ts';

/** Where a document stands. */
export interface DocumentPlace {
  readonly view: SiteView;
  readonly addresses: Addresses;
  readonly version: VersionView | undefined;
  /** Slug of the documentation or reference. */
  readonly section: string | null;
  readonly page: SitePage | null;
}

const link = (
  href: string,
  text: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
): string => `${openTag('a', { href, ...attributes })}${escapeHtml(text)}</a>`;

/** Versions and what they hold. */
export const topHtml = (at: DocumentPlace): string => sectionsHtml(at) + versionsHtml(at);

function sectionsHtml({ view, addresses, version, section }: DocumentPlace): string {
  if (version === undefined) return '';
  const { documentations, references } = version;
  const items = [
    ...documentations.flatMap(({ slug, title, pages: [first] }) =>
      first ? [{ slug, title, href: addresses.place(placeOfPage(first)) }] : [],
    ),
    ...references.map(({ slug, title }) => ({
      slug,
      title,
      href: addresses.place({ version: version.slug, section: slug, page: REFERENCE_PAGE }),
    })),
  ];
  if (items.length < 2 && view.versions.length < 2) return '';
  const links = items.map(({ slug, title, href }) => {
    const current = slug === section ? { 'aria-current': 'true' } : {};
    return `<li>${link(href, title, current)}</li>\n`;
  });
  return `<nav class="sections" aria-label="Documentations"><ul>\n${links.join('')}</ul></nav>\n`;
}

/** To the same page of another version if that has it, else to where the version begins. */
function versionsHtml({ view, addresses, version, section, page }: DocumentPlace): string {
  if (view.versions.length < 2) return '';
  const items = view.versions.flatMap((each) => {
    const same =
      section === null
        ? undefined
        : view.find({ version: each.slug, section, page: page?.slug ?? REFERENCE_PAGE });
    const start = view.start(each);
    const place =
      same && section !== null
        ? { version: each.slug as string, section, page: page?.slug ?? REFERENCE_PAGE }
        : start;
    if (!place) return [];
    const current = each.slug === version?.slug ? { 'aria-current': 'true' } : {};
    return [`<li>${link(addresses.place(place), each.name, current)}</li>\n`];
  });
  const name = version?.name ?? 'Versions';
  return `<details class="versions"><summary><span class="versions-word">Version </span>${escapeHtml(name)}</summary>\n<nav aria-label="Versions"><ul>\n${items.join('')}</ul></nav></details>\n`;
}

/** Pages below a page are shown on it and on what is below it. */
export function sidebarHtml({ navigation }: DocumentationView, at: DocumentPlace): string {
  const open = new Set<SitePage>();
  markOpen(navigation, at.page, open);
  return `<ul class="tree">\n${entriesHtml(navigation, at, open)}</ul>\n`;
}

function markOpen(
  items: readonly SidebarEntry[],
  page: SitePage | null,
  open: Set<SitePage>,
): boolean {
  let found = false;
  for (const item of items) {
    if (item.kind === 'category') found = markOpen(item.items, page, open) || found;
    if (item.kind !== 'page') continue;
    if (item.page === page || markOpen(item.items, page, open)) {
      open.add(item.page);
      found = true;
    }
  }
  return found;
}

function entriesHtml(
  items: readonly SidebarEntry[],
  at: DocumentPlace,
  open: ReadonlySet<SitePage>,
): string {
  return items
    .map((item) => {
      switch (item.kind) {
        case 'page':
          return pageEntry(item, at, open);
        case 'category':
          return `<li class="category"><p class="category-title">${escapeHtml(item.title)}</p>\n<ul>\n${entriesHtml(item.items, at, open)}</ul></li>\n`;
        case 'label':
          return `<li class="label">${escapeHtml(item.title)}</li>\n`;
        case 'link':
          return linkEntry(item, at);
        case 'separator':
          return '<li class="separator" aria-hidden="true"></li>\n';
        default:
          return item satisfies never;
      }
    })
    .join('');
}

/** To a page of the site as the site has it; to an address that runs something not at all. */
function linkEntry(
  { title, url }: Extract<SidebarEntry, { kind: 'link' }>,
  at: DocumentPlace,
): string {
  const address = parseAddress(url);
  const place = sitePlace(address, at.version?.slug ?? '');
  const found = place && at.view.find(place);
  if (found?.kind === 'page') {
    const href = at.addresses.place(placeOfPage(found.page)) + address.fragment;
    return `<li>${link(href, title)}</li>\n`;
  }
  if (!isSafeLink(url) || url === '') return `<li class="label">${escapeHtml(title)}</li>\n`;
  return `<li class="elsewhere">${link(url, title)}</li>\n`;
}

function pageEntry(
  { page, items }: Extract<SidebarEntry, { kind: 'page' }>,
  at: DocumentPlace,
  open: ReadonlySet<SitePage>,
): string {
  const isOpen = open.has(page);
  const current = page === at.page ? { 'aria-current': 'page' } : {};
  const parent = items.length > 0 ? { class: isOpen ? 'parent open' : 'parent' } : {};
  const title = link(at.addresses.place(placeOfPage(page)), page.navTitle, {
    ...current,
    ...parent,
  });
  const draft = page.standing.hasPublished ? '' : ' <span class="draft-mark">Draft</span>';
  const below = isOpen && items.length > 0 ? `\n<ul>\n${entriesHtml(items, at, open)}</ul>` : '';
  return `<li>${title}${draft}${below}</li>\n`;
}

/** From the documentation to the page above. */
export function breadcrumbsHtml(
  documentation: DocumentationView,
  page: SitePage,
  at: DocumentPlace,
): string {
  const { view, addresses } = at;
  const [first] = documentation.pages;
  const top =
    first && first !== page
      ? link(addresses.place(placeOfPage(first)), documentation.title)
      : `<span>${escapeHtml(documentation.title)}</span>`;
  const above = view
    .above(page)
    .map((each) =>
      typeof each === 'string'
        ? `<span>${escapeHtml(each)}</span>`
        : link(addresses.place(placeOfPage(each)), each.navTitle),
    );
  const items = [top, ...above].map((html) => `<li>${html}</li>\n`);
  return `<nav class="breadcrumbs" aria-label="Breadcrumbs"><ol>\n${items.join('')}</ol></nav>\n`;
}

/** Headings of the first two levels that pages have. */
export function outlineHtml(headings: readonly PageHeading[]): string {
  const shown = headings.filter(
    ({ level, anchor, text }) => level <= 3 && anchor !== '' && text.trim() !== '',
  );
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ level, anchor, text }) =>
      `<li class="level-${level}">${link(`#${encodeURIComponent(anchor)}`, text)}</li>\n`,
  );
  return `<nav class="outline" aria-label="On this page"><p class="outline-title">On this page</p>\n<ul>\n${items.join('')}</ul></nav>\n`;
}

/** In the order of the navigation. */
export function pagerHtml(
  { pages }: DocumentationView,
  page: SitePage,
  { addresses }: DocumentPlace,
): string {
  const at = pages.indexOf(page);
  if (at === -1) return '';
  const to = (other: SitePage | undefined, rel: 'prev' | 'next', word: string): string =>
    other === undefined
      ? ''
      : `${openTag('a', { class: rel, rel, href: addresses.place(placeOfPage(other)) })}<span class="pager-word">${word}</span> <span>${escapeHtml(other.navTitle)}</span></a>\n`;
  const links = to(pages[at - 1], 'prev', 'Previous') + to(pages[at + 1], 'next', 'Next');
  return links === ''
    ? ''
    : `<nav class="pager" aria-label="Previous and next page">\n${links}</nav>\n`;
}
