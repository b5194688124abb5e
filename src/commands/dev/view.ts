import { count } from '../../model/text/sentences.ts';
import type { Style } from '../../ui/style.ts';
import type { View } from '../../ui/ui.ts';

interface Setup {
  readonly pages: number;
  /** The content folders. */
  readonly folders: readonly string[];
  readonly drafts: boolean;
  /** Whether other machines can reach the site. */
  readonly beyond: boolean;
}

/** The address of the site, and what it shows. */
export const devView =
  ({ pages, folders, drafts, beyond }: Setup): View<{ readonly url: string }> =>
  ({ url }, style: Style) =>
    [
      `${style.bold('The site is at')} ${style.green(url)}`,
      pages === 0
        ? style.yellow(
            `There are no pages in ${folders.map((path) => (path === '.' ? 'this folder' : `"${path}"`)).join(', ')} yet: they appear here once there are.`,
          )
        : style.dim(
            `${count(pages, 'page')}${drafts ? ', drafts in place of what is published' : ''}; pages change as files are saved.`,
          ),
      ...(beyond ? [style.dim('Other machines can read it.')] : []),
      '',
      style.dim('Ctrl-C stops it.'),
    ].join('\n');
