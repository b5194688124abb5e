import { colouredDiff } from '../coloured-diff.ts';
import { count } from '../count.ts';
import type { View } from '../ui.ts';

/** What `docs fmt --json` prints: `docs/json/fmt.schema.json`. */
export interface FmtReport {
  /** Pages that are not in canonical form. */
  readonly files: readonly FormattedFile[];
  /** How many pages were looked at. */
  readonly pages: number;
  /** Whether the files were written. */
  readonly written: boolean;
}

export interface FormattedFile {
  /** Relative to the project. */
  readonly file: string;
  /** Why the file stays as it is; `null`: it does not. */
  readonly reason: string | null;
  /** With `--diff`: a unified diff; `null` where there is none to show. */
  readonly diff: string | null;
}

export const fmtView: View<FmtReport> = ({ files, pages, written }, style) => {
  const changed = files.filter(({ reason }) => reason === null);
  const lines = changed.map(({ file, diff }) =>
    diff === null || diff === '' ? style.text(file) : colouredDiff(diff, style),
  );
  const done = written ? 'written anew' : 'to be written anew';
  const total =
    changed.length === 0
      ? `${style.green('✔')} ${count(pages, 'page')} in canonical form`
      : `${changed.length} of ${count(pages, 'page')} ${done}`;
  return [...lines, total].join('\n');
};
