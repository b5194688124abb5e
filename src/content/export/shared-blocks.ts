/**
 * Warns that an export lacks the synced blocks that its pages show: its layout has no place for
 * them.
 */
import type { Fragment } from '../darkdown/read/model.ts';
import { parse } from '../darkdown/read/parse.ts';
import type { ImportedPage } from './item.ts';

/** One sentence for the user who loads an export, if some of its pages show synced blocks. */
export function missingShared(pages: readonly ImportedPage[]): string[] {
  const number = pages.filter(({ draft, published }) =>
    [draft, published].some((body) => body !== null && mayShow(body) && shows(parse(body))),
  ).length;
  if (number === 0) return [];
  const subject = number === 1 ? '1 page shows' : `${number} pages show`;
  return [`${subject} synced blocks, which an export does not contain: they stay empty.`];
}

const mayShow = (body: string): boolean => body.includes('synced');

const shows = ({ nodes }: Fragment): boolean =>
  nodes.some((node) => node.kind === 'block' && (node.name === 'synced' || shows(node.body)));
