import { count } from '../../ui/count.ts';
import type { Style } from '../../ui/style.ts';
import type { Built } from './document.ts';

/** What was built, and where. */
export function builtView({ folder, pages, files, removed }: Built, style: Style): string {
  const gone = removed === 0 ? '' : `, ${count(removed, 'file')} of an earlier build removed`;
  return `${style.green('✔')} ${count(pages, 'page')} in ${count(files, 'file')}: ${style.text(folder)}${gone}`;
}
