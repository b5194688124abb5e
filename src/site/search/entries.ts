/** What search knows of a page. Loads markdown-it. */
import { sections } from '../../content/darkdown/sections.ts';
import type { Resolver } from '../../content/darkdown/write/resolver.ts';
import type { SitePage } from '../site.ts';
import type { SearchEntry } from './find.ts';

/** One entry per level-2 heading: the sections that the platform's search has. */
export function searchEntriesOf(
  page: SitePage,
  body: string,
  resolver: Resolver,
  url: string,
): SearchEntry[] {
  const found = sections(body, resolver, true).map(({ title, anchor, text }) => ({
    url: anchor === '' ? url : `${url}#${encodeURIComponent(anchor)}`,
    page: page.title,
    section: title,
    text,
  }));
  const isNamed = found[0]?.section === '';
  return isNamed
    ? found
    : [{ url, page: page.title, section: '', text: page.description }, ...found];
}
