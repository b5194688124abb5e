import { count, grouped } from '../../model/text/sentences.ts';
import type { Style } from '../../ui/style.ts';
import type { Built } from './document.ts';

/** The result of a build, and where it is. */
export function builtView(built: Built, style: Style): string {
  const { folder, pages, files, removed } = built;
  const gone = removed === 0 ? '' : `, ${count(removed, 'file')} of an earlier build removed`;
  return `${style.green('✔')} ${count(pages, 'page')} in ${count(files, 'file')}: ${style.text(folder)}${gone}${balanceView(built)}`;
}

/** `12 page files: 9 shown, 2 held back (1 hidden, 1 a draft), 1 left out`, if not all are shown. */
function balanceView({ pages, found, heldBack, leftOut }: Built): string {
  if (found === pages) return '';
  const held = heldBack.reduce((sum, each) => sum + each.pages, 0);
  const why = heldBack.map((each) => `${grouped(each.pages)} ${each.why}`).join(', ');
  const parts = [
    `${grouped(pages)} shown`,
    ...(held === 0 ? [] : [`${grouped(held)} held back (${why})`]),
    ...(leftOut === 0 ? [] : [`${grouped(leftOut)} left out (see above)`]),
  ];
  return `\n${count(found, 'page file')}: ${parts.join(', ')}`;
}
