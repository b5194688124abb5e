import type { DeletedPage, ListedPage, PageDocument, PublishedPages } from './document.ts';
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

export const publishedPagesView: View<PublishedPages> = (
  { published, unchanged, failed, planned },
  style,
) =>
  [
    ...planned.map(({ path, id }) => `${style.text(path)} (${id}) would be published`),
    ...published.map(
      ({ path, id }) => `${style.green('✔')} ${style.text(path)} (${id}) is published`,
    ),
    ...unchanged.map(
      ({ path, id }) => `${style.dim('·')} ${style.text(path)} (${id}) has no draft to publish`,
    ),
    ...failed.map(
      ({ name, reason }) => `${style.red('✘')} ${style.text(name)}: ${style.text(reason)}`,
    ),
  ].join('\n');

export const deletedPageView: View<DeletedPage> = ({ deleted, planned }, style) => {
  if (planned !== null) return `${style.text(planned.path)} (${planned.id}) would be deleted`;
  if (deleted === null) return '';
  return `${style.green('✔')} ${style.text(deleted.path)} (${deleted.id}) is deleted`;
};

/** The page for output: without the times of the answer. */
export function pageDocument(page: Page): PageDocument {
  const { answeredAt: _, sentAt: __, ...document } = page;
  return document;
}
