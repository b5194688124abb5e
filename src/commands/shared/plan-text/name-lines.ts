/** Names of pages and files, one per line. */
import type { Style } from '../../../ui/style.ts';
import { grouped } from '../../../model/text/sentences.ts';

/** If there are more names than this, only the first few are shown and the others counted. */
const MAX_NAMES = 20;
const FIRST = 5;

/** All names, or the first few and how many are left. */
export function firstNames(names: ReadonlySet<string>) {
  const shown = [...names].slice(0, isLong(names) ? FIRST : undefined);
  return { shown, left: names.size - shown.length };
}

/** A line for each name, or for the first few and the number of others. `every`: all names. */
export function nameLines(
  names: ReadonlySet<string>,
  style: Style,
  paint: (name: string) => string,
  every = false,
): string[] {
  const { shown, left } = every ? { shown: [...names], left: 0 } : firstNames(names);
  const lines = shown.map((name) => `  ${paint(style.text(name))}`);
  return left === 0 ? lines : [...lines, style.dim(`  … and ${grouped(left)} more`)];
}

/** Whether some names are not shown. */
export const isLong = ({ size }: ReadonlySet<string>): boolean => size > MAX_NAMES;
