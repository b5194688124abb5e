import type { ChangeKind } from '../../../model/change.ts';
import type { Style } from '../../style.ts';

interface PageDiff {
  readonly key: string;
  readonly kind: ChangeKind;
  readonly file: string | null;
  readonly fields: readonly string[];
  readonly diff: string | null;
  readonly theirs: string | null;
}

/** Diffs as git prints them, a heading for each page. */
export function diffView(pages: readonly PageDiff[], style: Style): string {
  if (pages.length === 0) return 'Nothing differs.';
  return pages.map((page) => onePage(page, style)).join('\n\n');
}

function onePage({ key, kind, fields, diff, theirs }: PageDiff, style: Style): string {
  const what = fields.length === 0 ? kind : `${kind}: ${fields.join(', ')}`;
  const heading = `${style.bold(style.text(key))}  ${style.dim(what)}`;
  const others =
    theirs === null ? [] : ['since last in common, on the platform:', coloured(theirs, style)];
  const body = diff === null ? 'the texts share too little to compare' : coloured(diff, style);
  return [heading, ...others, ...(body === '' ? [] : [body])].join('\n');
}

const coloured = (diff: string, style: Style): string =>
  style
    .block(diff)
    .trimEnd()
    .split('\n')
    .map((line) => {
      if (line.startsWith('+')) return style.green(line);
      if (line.startsWith('-')) return style.red(line);
      return line.startsWith('@@') ? style.cyan(line) : line;
    })
    .join('\n');
