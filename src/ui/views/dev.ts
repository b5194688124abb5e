import { count } from '../count.ts';
import type { Style } from '../style.ts';
import type { View } from '../ui.ts';

interface Setup {
  readonly pages: number;
  readonly drafts: boolean;
  /** Others than this machine can ask. */
  readonly beyond: boolean;
}

/** Where the site is, and what it shows. */
export const devView =
  ({ pages, drafts, beyond }: Setup): View<{ readonly url: string }> =>
  ({ url }, style: Style) =>
    [
      `${style.bold('The site is at')} ${style.green(url)}`,
      style.dim(
        `${count(pages, 'page')}${drafts ? ', drafts in place of what is published' : ''}; pages change as files are saved.`,
      ),
      ...(beyond ? [style.dim('Other machines can read it.')] : []),
      '',
      style.dim('Ctrl-C stops it.'),
    ].join('\n');
