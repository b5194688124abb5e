/** The pages of content folders, as one side of a review has them. */
import { headerValues, bodiesOf } from '../content/page/page-file.ts';
import type { PageFile } from '../content/page/page-file.ts';
import { isHiding, isUnlisting } from '../content/page/page-restriction.ts';
import { placeOf } from '../model/ids.ts';
import type { FilePath, PageKey } from '../model/ids.ts';
import type { PageTexts } from '../model/local.ts';
import type { FolderOfTexts } from '../page-folders/folder-of-texts.ts';

/** A page file, placed. */
export interface FolderPage {
  readonly key: PageKey;
  readonly file: FilePath;
  readonly title: string;
  /** All that the file holds. */
  readonly text: string;
  readonly header: ReadonlyMap<string, string>;
  readonly bodies: PageTexts;
}

/** The pages of all folders that their globs take. Of two files with one key the first counts. */
export function pagesIn(read: readonly FolderOfTexts[]): Map<PageKey, FolderPage> {
  const pages = new Map<PageKey, FolderPage>();
  for (const { candidates, takes } of read) {
    for (const { key, file, page: place, known } of candidates) {
      if (!takes(place.path) || pages.has(key)) continue;
      pages.set(key, {
        key,
        file,
        title: place.title,
        text: known.text,
        header: headerOf(known.page, key, place.title),
        get bodies() {
          return bodiesOf(known.page);
        },
      });
    }
  }
  return pages;
}

/** What the header says beside the title; where it is silent, what that means. */
function headerOf(page: PageFile, key: PageKey, title: string): ReadonlyMap<string, string> {
  const usual = { type: 'page', listed: 'true', hidden: 'false', slug: placeOf(key).slug };
  const header = new Map(Object.entries(usual));
  for (const [name, value] of headerValues(page)) {
    if (name !== 'title' && value.trim() !== '') header.set(name, value.trim());
  }
  // What they mean: readers do not see how it is written.
  header.set('listed', String(!isUnlisting(header.get('listed') ?? '')));
  header.set('hidden', String(isHiding(header.get('hidden') ?? '')));
  if (header.get('index_title') === title) header.delete('index_title');
  return header;
}
