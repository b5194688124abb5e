/** `llms.txt`: a list of the pages, for programs that read Markdown (https://llmstxt.org). */
import { parseAddress, REFERENCE_PAGE } from '../content/darkdown/address.ts';
import { isSafeLink } from '../content/darkdown/url.ts';
import { cleanLine } from '../model/text/clean.ts';
import { placeOfPage } from './addresses.ts';
import type { Addresses } from './addresses.ts';
import type { SidebarEntry } from './site-source.ts';
import { placeOfFound } from './site-view.ts';
import type { DocumentationView, SiteView } from './site-view.ts';

const line = (text: string): string => cleanLine(text).replaceAll(/\s+/g, ' ').trim();

const label = (text: string): string => line(text).replaceAll(/[[\]\\]/g, String.raw`\$&`);

const link = (title: string, url: string): string => `[${label(title)}](${url})`;

/** The navigations as trees, then references. */
export function llmsText(view: SiteView, addresses: Addresses): string {
  const parts = [`# ${line(view.site.title)}\n`];
  const named = (title: string, version: string): string =>
    view.versions.length > 1 ? `${title} (${version})` : title;
  const add = (name: string, { description, navigation, pages, version }: DocumentationView) => {
    if (pages.length === 0) return;
    const about = description === '' ? '' : `\n${line(description)}\n`;
    const items = linesOf(navigation, { view, addresses, version });
    parts.push(`## ${line(name)}\n${about}\n${items.join('')}`);
  };
  for (const version of view.versions) {
    for (const each of version.documentations) add(named(each.title, version.name), each);
  }
  for (const each of view.changelogs) add(each.title, each);
  const references = view.versions.flatMap(({ slug: version, name, references: own }) =>
    own.map((reference) => {
      const place = { version, section: reference.slug, page: REFERENCE_PAGE };
      const title = named(reference.title, name);
      const definition = link('the definition', addresses.definition(reference, ''));
      return `- ${link(title, addresses.place(place))}: ${definition}\n`;
    }),
  );
  if (references.length > 0) parts.push(`## API References\n\n${references.join('')}`);
  return parts.join('\n');
}

interface Tree {
  readonly view: SiteView;
  readonly addresses: Addresses;
  readonly version: string;
}

/** A line for each entry except separators, indented by its depth. */
const linesOf = (items: readonly SidebarEntry[], tree: Tree, indent = ''): string[] =>
  items.flatMap((item) => {
    if (item.kind === 'separator') return [];
    const below = 'items' in item ? linesOf(item.items, tree, `${indent}  `) : [];
    return [`${indent}- ${textOf(item, tree)}\n`, ...below];
  });

function textOf(
  item: Exclude<SidebarEntry, { kind: 'separator' }>,
  { view, addresses, version }: Tree,
): string {
  if (item.kind === 'page') {
    const { page } = item;
    const says = page.description === '' ? '' : `: ${line(page.description)}`;
    return link(page.title, addresses.markdown(placeOfPage(page))) + says;
  }
  if (item.kind !== 'link') return label(item.title);
  const address = parseAddress(item.url);
  const found = view.leadsTo(address, version);
  if (found) {
    const url = addresses[found.kind === 'page' ? 'markdown' : 'place'](placeOfFound(found));
    return link(item.title, url + address.fragment);
  }
  return isSafeLink(item.url) && item.url !== ''
    ? link(item.title, item.url.replaceAll(/[\s<>]/g, encodeURIComponent))
    : label(item.title);
}
