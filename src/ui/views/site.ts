import { count } from '../count.ts';
import type { Built } from '../documents/build.ts';
import type { Style } from '../style.ts';
import type { View } from '../ui.ts';

interface Setup {
  readonly pages: number;
  readonly drafts: boolean;
  /** Whether other machines can reach the site. */
  readonly beyond: boolean;
}

/** The address of the site, and what it shows. */
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

/** What was built, and where. */
export function builtView({ folder, pages, files, removed }: Built, style: Style): string {
  const gone = removed === 0 ? '' : `, ${count(removed, 'file')} of an earlier build removed`;
  return `${style.green('✔')} ${count(pages, 'page')} in ${count(files, 'file')}: ${style.text(folder)}${gone}`;
}
