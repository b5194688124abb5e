import type { FmtReport } from './document.ts';
import { colouredDiff } from '../../ui/diff/coloured-diff.ts';
import { count } from '../../ui/count.ts';
import type { View } from '../../ui/ui.ts';

export const fmtView: View<FmtReport> = ({ files, pages, written }, style) => {
  const changed = files.filter(({ reason }) => reason === null);
  const lines = changed.map(({ file, diff }) =>
    diff === null || diff === '' ? style.text(file) : colouredDiff(diff, style),
  );
  const left = files.length - changed.length;
  const done = written ? 'rewritten' : 'to be rewritten';
  const total =
    changed.length === 0
      ? `${style.green('✔')} ${count(pages - left, 'page')} in canonical form`
      : `${changed.length} of ${count(pages, 'page')} ${done}`;
  const rest = left === 0 ? '' : `, ${left} left as ${left === 1 ? 'it is' : 'they are'}`;
  return [...lines, `${total}${rest}`].join('\n');
};
