/** Compares what readers see of page files. */
import { toHtml } from '../../src/content/darkdown/convert.ts';
import { NO_PROJECT } from '../../src/content/darkdown/write/resolver.ts';
import { bodiesOf, parsePageFile } from '../../src/content/page/page-file.ts';

/** Whether two texts of a page file look the same to readers, apart from spaces. */
export async function looksTheSame(before: string, after: string): Promise<boolean> {
  const [had, has] = await Promise.all([seen(before), seen(after)]);
  return had === has;
}

async function seen(text: string): Promise<string> {
  const { draft, published } = bodiesOf(parsePageFile(text));
  const htmls = await Promise.all(
    [draft, published].map(async (body) =>
      body === null ? null : toHtml(body, NO_PROJECT, { highlight: false }),
    ),
  );
  return JSON.stringify(htmls).replaceAll(/\s|\\n/g, '');
}
