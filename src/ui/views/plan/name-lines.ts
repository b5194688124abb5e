/** Names of pages and files, one a line. */
import type { Style } from '../../style.ts';

/** More names than this are counted, and the first few shown. */
const MOST = 20;
const FIRST = 5;

/** A line for each name, or for the first few and how many are left. `every`: for each, however many. */
export function nameLines(
  names: ReadonlySet<string>,
  style: Style,
  paint: (name: string) => string,
  every = false,
): string[] {
  const shown = [...names].slice(0, isLong(names) && !every ? FIRST : undefined);
  const lines = shown.map((name) => `  ${paint(style.text(name))}`);
  const left = names.size - shown.length;
  return left === 0 ? lines : [...lines, style.dim(`  … and ${left} more`)];
}

/** Whether not all names are shown. */
export const isLong = ({ size }: ReadonlySet<string>): boolean => size > MOST;
