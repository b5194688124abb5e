/** The sidebar: all pages of a documentation in order, opened at the current page. */
import { isSafeLink } from '../../content/darkdown/url.ts';
import { escapeHtml, openTag } from '../../content/darkdown/write/html.ts';
import { parseAddress } from '../../content/darkdown/address.ts';
import { placeOfPage } from '../addresses.ts';
import { pagesOf } from '../site-source.ts';
import type { SidebarEntry, SitePage, WithIcon } from '../site-source.ts';
import { placeOfFound } from '../site-view.ts';
import type { DocumentationView } from '../site-view.ts';
import { draftMark, linkHtml } from './navigation.ts';
import type { DocumentPlace } from './navigation.ts';

/**
 * With more pages than this, a whole sidebar in each page would make the site grow with the square
 * of its pages.
 */
const MAX_IN_PAGE = 300;

/** The number of entries before and after the open one that such a page contains itself. */
const NEAR = 20;

/**
 * Whether pages contain only the entries around their own, and share a file with the whole sidebar.
 */
export const isShared = ({ pages }: DocumentationView): boolean => pages.length > MAX_IN_PAGE;

/** What a list contains. `near`: only entries near the page. */
interface Tree extends DocumentPlace {
  readonly open: ReadonlySet<SidebarEntry>;
  readonly collapsesCategories: boolean;
  readonly extent: 'whole' | 'near';
}

/** The sidebar of a page, open at its entry. */
export function sidebarHtml(documentation: DocumentationView, at: DocumentPlace): string {
  const { navigation, collapsesCategories } = documentation;
  const open = new Set<SidebarEntry>();
  markOpen(navigation, at.page, open);
  const extent = isShared(documentation) ? 'near' : 'whole';
  return `<ul class="tree">\n${listHtml(navigation, { ...at, open, collapsesCategories, extent })}</ul>\n`;
}

/** A script with the whole sidebar. Each page opens the lists around its own entry. */
export function sidebarScript(
  { navigation, collapsesCategories }: DocumentationView,
  at: DocumentPlace,
): string {
  const open = new Set<SidebarEntry>();
  const list = listHtml(navigation, { ...at, open, collapsesCategories, extent: 'whole' });
  return `docsSidebar(${JSON.stringify(`<ul class="tree whole">\n${list}</ul>\n`)});\n`;
}

/** Marks the entries that are the page or have it below them. */
function markOpen(
  items: readonly SidebarEntry[],
  page: SitePage | null,
  open: Set<SidebarEntry>,
): boolean {
  let found = false;
  for (const item of items) {
    if (item.kind !== 'category' && item.kind !== 'page') continue;
    const isHere = item.kind === 'page' && item.page === page;
    if (!markOpen(item.items, page, open) && !isHere) continue;
    open.add(item);
    found = true;
  }
  return found;
}

const listHtml = (items: readonly SidebarEntry[], at: Tree): string =>
  at.extent === 'near' ? nearHtml(items, at) : items.map((item) => entryHtml(item, at)).join('');

/** The entries around the open one. A closed category links to its first page. */
function nearHtml(items: readonly SidebarEntry[], at: Tree): string {
  const here = Math.max(
    items.findIndex((item) => at.open.has(item)),
    0,
  );
  const near = items.slice(Math.max(here - NEAR, 0), here + NEAR + 1).map((item) => {
    const [first] = item.kind === 'category' && !at.open.has(item) ? pagesOf(item.items) : [];
    if (item.kind !== 'category' || !first) return entryHtml(item, at);
    const href = at.addresses.place(placeOfPage(first));
    return `<li>${linkHtml(href, item.title, {}, iconHtml(item, at))}</li>\n`;
  });
  return near.join('');
}

const iconHtml = ({ icon }: WithIcon, { icons }: DocumentPlace): string =>
  icon === null ? '' : icons.beside(icon);

function entryHtml(item: SidebarEntry, at: Tree): string {
  switch (item.kind) {
    case 'page':
      return pageEntry(item, at);
    case 'category':
      return categoryEntry(item, at);
    case 'label':
      return `<li class="label">${iconHtml(item, at)}${escapeHtml(item.title)}</li>\n`;
    case 'link':
      return linkEntry(item, at);
    case 'separator':
      return '<li class="separator" aria-hidden="true"></li>\n';
    default:
      return item satisfies never;
  }
}

/**
 * An entry with a link. Links to pages of the site get the site's addresses. An address that would
 * run something is not linked.
 */
function linkEntry(entry: Extract<SidebarEntry, { kind: 'link' }>, at: DocumentPlace): string {
  const { title, url } = entry;
  const icon = iconHtml(entry, at);
  const address = parseAddress(url);
  const found = at.view.leadsTo(address, at.version?.slug ?? '');
  if (found) {
    const href = at.addresses.place(placeOfFound(found)) + address.fragment;
    return `<li>${linkHtml(href, title, {}, icon)}</li>\n`;
  }
  if (!isSafeLink(url) || url === '') return `<li class="label">${icon}${escapeHtml(title)}</li>\n`;
  return `<li class="elsewhere">${linkHtml(url, title, {}, icon)}</li>\n`;
}

function categoryEntry(entry: Extract<SidebarEntry, { kind: 'category' }>, at: Tree): string {
  const isOpen = !at.collapsesCategories || at.open.has(entry);
  const title = iconHtml(entry, at) + escapeHtml(entry.title);
  const summary = `<summary class="category-title">${title}</summary>`;
  return `<li class="category">${disclosure(isOpen, summary, entry.items, at)}</li>\n`;
}

function pageEntry(entry: Extract<SidebarEntry, { kind: 'page' }>, at: Tree): string {
  const { page, items } = entry;
  const href = at.addresses.place(placeOfPage(page));
  const icon = iconHtml(entry, at);
  const isOpen = at.open.has(entry);
  const current = isOpen && page === at.page ? { 'aria-current': 'page' } : {};
  const title = linkHtml(href, page.navTitle, current, icon) + draftMark(page, at);
  if (items.length === 0 || (at.extent === 'near' && !isOpen)) return `<li>${title}</li>\n`;
  // Its name is that of the page: it opens what is below.
  const summary = `${openTag('summary', { 'aria-label': page.navTitle })}</summary>`;
  return `<li class="parent">${title}${disclosure(isOpen, summary, items, at)}</li>\n`;
}

const disclosure = (
  isOpen: boolean,
  summary: string,
  items: readonly SidebarEntry[],
  at: Tree,
): string =>
  `<details${isOpen ? ' open' : ''}>${summary}\n<ul>\n${listHtml(items, at)}</ul></details>`;
