/** The words of a page that was written. Import this lazily: it loads markdown-it. */
import { ParsedPage } from '../../content/darkdown/write/parsed-page.ts';
import { NO_PROJECT } from '../../content/darkdown/write/resolver.ts';
import { writeText } from '../../content/darkdown/write/to-text.ts';
import { bodiesOf, headerValue, parsePageFile } from '../../content/page/page-file.ts';

/** The words of a page that readers see, with its title in the navigation. */
export function pageWords(text: string): string {
  const page = parsePageFile(text);
  const { draft, published } = bodiesOf(page);
  const bodies = [draft, published].map((body) =>
    // Separates the words of adjacent pictures.
    body === null ? '' : writeText(ParsedPage.of(body.replaceAll('![', ' ![')), NO_PROJECT),
  );
  return [headerValue(page, 'title'), headerValue(page, 'index_title'), ...bodies].join('\n\n');
}
