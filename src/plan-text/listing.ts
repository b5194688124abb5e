import { widthOf, wrap } from '../ui/width.ts';
import type { Style } from '../ui/style.ts';

export interface ListingRow {
  readonly name: string;
  readonly detail: string;
}

/** Names longer than this do not widen the column of names. */
const WIDEST = 48;

/** Names with details beside them, or below if there is no room. Names are never cut, so that they can be copied. */
export function listing(
  rows: readonly ListingRow[],
  style: Style,
  paint: (name: string) => string,
): string {
  const widths = rows.map(({ name }) => widthOf(name));
  const column = Math.max(0, ...widths.filter((width) => width <= WIDEST));
  return rows
    .map(({ name, detail }, at) => {
      if (detail === '') return `  ${paint(name)}`;
      const width = widths[at] ?? 0;
      const gap = ' '.repeat(Math.max(0, column - width) + 2);
      const fits = 2 + width + gap.length + widthOf(detail) <= Math.min(style.width, 120);
      if (fits) return `  ${paint(name)}${gap}${detail}`;
      return [`  ${paint(name)}`, ...wrap(detail.split(' '), style.width, 6)].join('\n');
    })
    .join('\n');
}
