/** The links to a page, in the pages of the project. */
import { inFile, referencesOf } from '../../content/check/references.ts';
import type { Readings } from '../../content/check/references.ts';
import type { CheckedPage, Site } from '../../content/check/linkable-pages.ts';
import { targetOf } from '../../content/check/targets.ts';
import type { FilePath } from '../../model/ids.ts';

/** A link as it is written. `line` and `column` count from 1. */
export interface WrittenLink {
  readonly file: FilePath;
  readonly line: number;
  readonly column: number;
  readonly target: string;
  /** The anchor that it leads to; empty for the top of the page. */
  readonly fragment: string;
}

/** The links on one page to another, in order. */
export async function linksBetween(
  from: CheckedPage,
  to: CheckedPage,
  site: Site,
  readings: Readings,
): Promise<readonly WrittenLink[]> {
  const links: WrittenLink[] = [];
  for (const body of from.bodies) {
    const mine = referencesOf(body.document).flatMap((reference) => {
      if (reference.kind !== 'link') return [];
      const found = targetOf(reference.target, from, site);
      const isMine = found.kind === 'page' && found.page.key === to.key;
      return isMine ? [{ ...reference, fragment: found.fragment }] : [];
    });
    for (const found of await inFile(mine, { page: from, body }, readings)) {
      const { line, column, target, fragment } = found;
      links.push({ file: from.file, line, column, target, fragment });
    }
  }
  return links;
}
