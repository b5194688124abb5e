/** What the pages of an export use but the archive lacks: the layout has no place for synced blocks. */
import type { Fragment } from '../../content/darkdown/read/model.ts';
import { parse } from '../../content/darkdown/read/parse.ts';
import type { ImportedPage } from './item.ts';
import type { ImportedVersion } from './project.ts';

/** A sentence for whoever loads an export, if its pages show synced blocks. */
export function missingShared(versions: readonly ImportedVersion[]): string[] {
  const pages = versions
    .flatMap(({ documentations }) => documentations)
    .flatMap(({ items }) =>
      items.flatMap((item) => (item.kind === 'page' ? withChildren(item) : [])),
    );
  const number = pages.filter(({ draft, published }) =>
    [draft, published].some((body) => body !== null && mayShow(body) && shows(parse(body))),
  ).length;
  if (number === 0) return [];
  const subject = number === 1 ? '1 page shows' : `${number} pages show`;
  return [`${subject} synced blocks, which an export does not contain: they stay empty.`];
}

const withChildren = (page: ImportedPage): ImportedPage[] => [
  page,
  ...page.children.flatMap(withChildren),
];

const mayShow = (body: string): boolean => body.includes('synced');

const shows = ({ nodes }: Fragment): boolean =>
  nodes.some((node) => node.kind === 'block' && (node.name === 'synced' || shows(node.body)));
