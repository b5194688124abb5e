/** The pages of content folders as one side of a review. */
import { headerValues, bodiesOf } from '../../../content/page/page-file.ts';
import type { PageFile } from '../../../content/page/page-file.ts';
import { withoutDuplicates } from '../../../content/folder/duplicates.ts';
import { fileIn } from '../../../content/folder/list-folder.ts';
import type { PlacedPage } from '../../../content/layouts/layout.ts';
import { heldSections, restrictionsBelow } from '../../../content/page/page-restriction.ts';
import type { Restrictions } from '../../../content/page/page-restriction.ts';
import { placeOf } from '../../../model/ids.ts';
import type { FilePath, PageKey } from '../../../model/ids.ts';
import type { PageTexts, UnplacedFile } from '../../../model/local.ts';
import type { FolderOfTexts } from '../../../content/folder/folder-of-texts.ts';

/** A page file, placed. */
export interface FolderPage {
  readonly key: PageKey;
  readonly file: FilePath;
  readonly title: string;
  readonly text: string;
  readonly header: ReadonlyMap<string, string>;
  /** Why a push does not send it, although it can be read: other files claim the same place. */
  readonly leftOut: string | null;
  readonly bodies: PageTexts;
}

/** Why files of pages are not sent, as a sentence continues after "This file". */
export function leftOutIn(read: readonly FolderOfTexts[]): Map<FilePath, string> {
  const all = read.flatMap(({ candidates, takes }) =>
    candidates.filter(({ page }) => takes(page.path)),
  );
  const unplaced: UnplacedFile[] = [];
  withoutDuplicates(all, unplaced);
  return new Map([
    ...unplaced.map(({ file, reason }) => [file, reason] as const),
    ...read.flatMap(({ folder, leftOut }) =>
      leftOut.map(({ path, reason }) => [fileIn(folder.path, path), reason] as const),
    ),
  ]);
}

/**
 * The selected pages of all folders. Of files with one key, the first counts. An export lists all
 * pages in its navigation, and names versions by their titles.
 */
export function pagesIn(
  read: readonly FolderOfTexts[],
  isExport: boolean,
  leftOut: ReadonlyMap<FilePath, string>,
): Map<PageKey, FolderPage> {
  const pages = new Map<PageKey, FolderPage>();
  for (const { candidates, takes, arrangement } of read) {
    const sectionsAbove = heldSections(arrangement);
    for (const { key, file, page: place, known, restrictions } of candidates) {
      if (!takes(place.path) || pages.has(key)) continue;
      pages.set(key, {
        key,
        file,
        title: place.title,
        text: known.text,
        header: headerOf(
          known.page,
          key,
          place,
          restrictionsBelow(restrictions, sectionsAbove(place)),
          isExport,
        ),
        leftOut: leftOut.get(file) ?? null,
        get bodies() {
          return bodiesOf(known.page);
        },
      });
    }
  }
  return pages;
}

/** The header fields except the title, with the default of each field that is missing. */
function headerOf(
  page: PageFile,
  key: PageKey,
  place: PlacedPage,
  restrictions: Restrictions,
  isExport: boolean,
): ReadonlyMap<string, string> {
  const usual = { type: 'page', listed: 'true', hidden: 'false', slug: placeOf(key).slug };
  const header = new Map(Object.entries(usual));
  for (const [name, value] of headerValues(page)) {
    if (name !== 'title' && value.trim() !== '') header.set(name, value.trim());
  }
  // The meaning of the values: readers do not see the notation.
  const { listed, hidden, audience, above, reasons } = restrictions;
  header.set('listed', String(listed));
  header.set('hidden', String(hidden));
  if (audience === null) header.delete('audience');
  else header.set('audience', [audience, ...above].join(' and '));
  header.set('published', String(reasons[0]?.kind !== 'not-yet'));
  if (header.get('index_title') === place.title) header.delete('index_title');
  // The place of the page in the folders, and whether the navigation lists it.
  const { version, documentation } = placeOf(key);
  header.set('documentation', isExport ? documentation : `${version}/${documentation}`);
  if (place.parent !== null) header.set('parent', place.parent);
  if (place.ordered && !isExport) header.set('navigation', 'true');
  return header;
}
