import { basename } from 'node:path';
import { withHeaderValue, withTitle } from '../../content/page/page-edit.ts';
import { headerValue, parsePageFile } from '../../content/page/page-file.ts';
import { placeOf } from '../../model/ids.ts';
import type { PageInFile } from '../folder/scan-links.ts';

/** Whether neither the file's header nor its name says the slug: then the layout makes it of the title. */
const isSlugOfTitle = (text: string, { key, file }: PageInFile): boolean =>
  basename(file) !== `${placeOf(key).slug}.md` &&
  headerValue(parsePageFile(text), 'slug') === undefined;

/** The page file with another title. Its slug stays what it is, in the header where the title told it until now: another one would change the page's URL. */
export function retitled(text: string, title: string, page: PageInFile): string {
  const { slug } = placeOf(page.key);
  const named = isSlugOfTitle(text, page) ? withHeaderValue(text, 'slug', slug) : text;
  return withTitle(named, title);
}
