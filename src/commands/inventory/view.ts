import type { LinksTo, ProjectContents, VersionContents, VersionReport } from './document.ts';
import { count, grouped } from '../../model/text/sentences.ts';
import type { Author } from '../../model/resources.ts';
import type { Style } from '../../ui/style.ts';
import type { View } from '../../ui/ui.ts';
import { sinceView } from '../../ui/when.ts';

/** One table per version, and one for the changelogs. */
export const contentsView =
  (exact: boolean): View<ProjectContents> =>
  ({ versions, changelogs }, style) => {
    const parts = versions.map((version) => versionView(version, style, exact));
    if (changelogs.length > 0) {
      const rows = changelogs.map(({ path, id, posts }) => [
        `  ${style.text(path)}`,
        String(id),
        posts === null ? '' : count(posts, 'post'),
      ]);
      parts.push(`${style.bold('Changelogs')}\n${style.table(rows, { right: [1] })}`);
    }
    return parts.length === 0 ? 'No versions.' : parts.join('\n\n');
  };

function versionView(version: VersionContents, style: Style, exact: boolean): string {
  const { slug, name, id, documentations, references } = version;
  const called = name === slug ? '' : ` "${name}"`;
  const heading = style.bold(`${style.text(`${slug}${called}`)} (${id})${stateOf(version)}`);
  const rows = [
    ...documentations.map((each) => [
      `  ${style.text(each.slug ?? '')}`,
      style.text(each.title),
      String(each.id),
      count(each.pages, 'page'),
      each.published === false ? style.dim('unpublished') : '',
      each.pagesUpdated === null ? '' : sinceView(style, each.pagesUpdated, exact),
    ]),
    ...references.map((each) => [
      `  ${style.text(each.slug ?? '')}`,
      style.text(each.title),
      String(each.id),
      'reference',
      '',
      '',
    ]),
  ];
  if (rows.length === 0) return `${heading}\n  nothing`;
  return `${heading}\n${style.table(rows, { right: [2] })}`;
}

const stateOf = ({ published }: VersionContents): string => (published ? '' : ', unpublished');

/** The pages of a report, and how many of the version's pages they are. */
export const pagesReportView =
  (exact: boolean): View<VersionReport> =>
  ({ version, total, pages }, style) => {
    const of = `${grouped(pages.length)} of ${count(total, 'page')} in ${style.text(version)}`;
    if (pages.length === 0)
      return `Nothing to report for the ${count(total, 'page')} in ${style.text(version)}.`;
    const rows = pages.map((page) => [
      String(page.id),
      style.text(page.key ?? page.title),
      [page.hasDraft ? style.yellow('draft') : '', page.listed ? '' : style.dim('unlisted')]
        .filter((state) => state !== '')
        .join(' '),
      sinceView(style, page.updated, exact),
      style.text(authorText(page.updatedBy)),
      style.text(authorText(page.createdBy)),
    ]);
    const head = ['ID', 'PAGE', '', 'CHANGED', 'BY', 'CREATED BY'];
    return `${style.table(rows, { head, right: [0] })}\n\n${of}`;
  };

const authorText = ({ name, email, id }: Author): string =>
  name ?? email ?? (id === null ? '' : `user ${id}`);

/** Where a page is linked from, `file:line`. */
export const linksToView: View<LinksTo> = ({ page, links }, style) => {
  if (links.length === 0) return `No page here links to ${style.text(page)}.`;
  const rows = links.map(({ file, line, href }) => [
    style.text(`${file}:${line}`),
    style.dim(style.text(href)),
  ]);
  const files = new Set(links.map(({ file }) => file)).size;
  return `${style.table(rows)}\n\n${count(links.length, 'link')} in ${count(files, 'file')}`;
};
