import type { PublishedPages } from '../documents/pages.ts';
import type { ListedPage } from '../documents/pages.ts';
import type { View } from '../ui.ts';
import { sinceView } from './when.ts';

export const pagesView =
  (exact: boolean): View<readonly ListedPage[]> =>
  (pages, style) => {
    if (pages.length === 0) return 'No pages.';
    const rows = pages.map(({ id, title, version, documentation, listed, updated }) => [
      String(id),
      style.text(title),
      style.text(`${version}/${documentation}`),
      listed ? '' : style.dim('unlisted'),
      sinceView(style, updated, exact),
    ]);
    return style.table(rows, { head: ['ID', 'TITLE', 'IN', '', 'UPDATED'], right: [0] });
  };

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
