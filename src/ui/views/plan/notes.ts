import { widthOf } from '../../width.ts';
import type { Change } from '../../../model/change.ts';
import type { Note } from '../../../model/local.ts';
import { count } from '../../count.ts';
import type { Style } from '../../style.ts';

const NAMES: Readonly<Record<Note, string>> = {
  listed: 'listed',
  hidden: 'hidden',
  audience: 'audience',
  description: 'description',
  index_title: 'index title',
  keywords: 'keywords',
  tags: 'tags',
  parent: 'parent page',
  order: 'order',
  category: 'category',
  images: 'images',
};

/** What the files say and the API cannot write, each with how many pages say it, the most frequent first. Empty: nothing. */
export function notesSection(changes: readonly Change[], style: Style): string {
  const pages = new Map<Note, number>();
  for (const change of changes) {
    for (const note of 'notes' in change ? change.notes : []) {
      pages.set(note, (pages.get(note) ?? 0) + 1);
    }
  }
  if (pages.size === 0) return '';
  const parts = [...pages]
    .toSorted(([, a], [, b]) => b - a)
    .map(([note, noted]) => `${NAMES[note]} (${noted.toLocaleString('en-US')})`);
  const total = changes.filter((change) => 'notes' in change && change.notes.length > 0).length;
  const heading = `Not sent for ${count(total, 'page')}: set in the editor, not through the API`;
  return [style.bold(heading), ...wrap(parts, Math.min(style.width, 80)).map(style.dim)].join('\n');
}

/** Comma-separated, in lines of at most `width` columns, indented by two. */
function wrap(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const [at, part] of parts.entries()) {
    const text = at < parts.length - 1 ? `${part},` : part;
    if (line !== '' && widthOf(line) + 3 + widthOf(text) > width) {
      lines.push(`  ${line}`);
      line = text;
    } else {
      line = line === '' ? text : `${line} ${text}`;
    }
  }
  return [...lines, `  ${line}`];
}
