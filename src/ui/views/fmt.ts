import type { FmtReport } from '../documents/fmt.ts';
import { colouredDiff } from '../coloured-diff.ts';
import { count } from '../count.ts';
import type { View } from '../ui.ts';

export const fmtView: View<FmtReport> = ({ files, pages, written }, style) => {
  const changed = files.filter(({ reason }) => reason === null);
  const lines = changed.map(({ file, diff }) =>
    diff === null || diff === '' ? style.text(file) : colouredDiff(diff, style),
  );
  const done = written ? 'rewritten' : 'to be rewritten';
  const total =
    changed.length === 0
      ? `${style.green('✔')} ${count(pages, 'page')} in canonical form`
      : `${changed.length} of ${count(pages, 'page')} ${done}`;
  return [...lines, total].join('\n');
};
