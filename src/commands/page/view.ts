import type { ListedPage, PageDocument, PageItem } from './document.ts';
import type { View } from '../../ui/ui.ts';
import { sinceView } from '../../ui/when.ts';
import type { Page } from '../../model/resources.ts';

export const pagesView =
  (exact: boolean): View<readonly ListedPage[]> =>
  (pages, style) => {
    if (pages.length === 0) return 'No pages.';
    const slugs = pages.some(({ slug }) => slug !== null) ? 'SLUG' : '';
    const rows = pages.map((page) => [
      String(page.id),
      style.text(page.title),
      style.text(placeOf(page)),
      style.text(page.slug ?? ''),
      page.listed ? '' : style.dim('unlisted'),
      sinceView(style, page.updated, exact),
    ]);
    return style.table(rows, { head: ['ID', 'TITLE', 'IN', slugs, '', 'UPDATED'], right: [0] });
  };

/** A title is not part of a key, so it is in quotes. */
const placeOf = ({ version, documentation, documentationTitle }: ListedPage): string =>
  documentation === null ? `${version}, "${documentationTitle}"` : `${version}/${documentation}`;

/** A page in a batch, before anything is sent. `name`: what it is called by, if the platform does not tell its path. */
export const pageItem = (page: Page, name: string): PageItem => ({
  name: page.path.replace(/^\//, '') || name,
  state: 'planned',
  reason: null,
  id: page.id,
  page: pageDocument(page),
  warnings: [],
});

export const pageLabel = ({ name, id }: PageItem): string => `${name} (${id})`;

/** The page for output: without the times of the answer. */
export function pageDocument(page: Page): PageDocument {
  const { answeredAt: _, sentAt: __, ...document } = page;
  return document;
}
