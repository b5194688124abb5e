import type { Change } from '../model/change.ts';
import type { Note } from '../model/local.ts';
import { count, grouped } from '../ui/count.ts';
import type { Style } from '../ui/style.ts';
import { wrap } from '../ui/width.ts';

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

/** Settings in the files that the API cannot write, with the number of pages, the most frequent first. Empty if there are none. */
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
    .map(([note, noted], at) => {
      const comma = at < pages.size - 1 ? ',' : '';
      return `${NAMES[note]} (${grouped(noted)})${comma}`;
    });
  const total = changes.filter((change) => 'notes' in change && change.notes.length > 0).length;
  const heading = `Not sent for ${count(total, 'page')}: set in the editor, not through the API`;
  return [style.bold(heading), ...wrap(parts, Math.min(style.width, 80), 2).map(style.dim)].join(
    '\n',
  );
}
