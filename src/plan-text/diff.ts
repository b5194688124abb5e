import type { PageDiff } from './document.ts';
import { colouredDiff } from '../ui/diff.ts';
import type { Style } from '../ui/style.ts';

/** Diffs in git's format, with a heading for each page. */
export function diffView(pages: readonly PageDiff[], style: Style): string {
  if (pages.length === 0) return 'No differences.';
  return pages.map((page) => onePage(page, style)).join('\n\n');
}

function onePage({ key, kind, fields, diff, theirs, ours }: PageDiff, style: Style): string {
  const what = fields.length === 0 ? kind : `${kind}: ${fields.join(', ')}`;
  const heading = `${style.bold(style.text(key))}  ${style.dim(what)}`;
  const parts =
    theirs === null || ours === null
      ? [shown(diff, style)]
      : ['On the platform:', shown(theirs, style), 'In the file:', shown(ours, style)];
  return [heading, ...parts.filter((part) => part !== '')].join('\n');
}

const shown = (diff: string | null, style: Style): string =>
  diff === null ? 'the texts have too little in common to compare' : colouredDiff(diff, style);
