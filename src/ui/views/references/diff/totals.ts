/** How much changed, in a few lines: what a person reads first. */
import type {
  DefinitionChange,
  DefinitionDiff,
  Direction,
  Severity,
} from '../../../../content/openapi/diff/changes.ts';
import { grouped } from '../../../count.ts';

/** More rules are counted together. */
const MOST_RULES = 6;

const SIDES: Readonly<Record<Direction, string>> = {
  request: ' in requests',
  response: ' in responses',
};

/** `944 null-allowed in responses, 660 enum-value-removed in requests and 75 of 4 others`: the most frequent first. */
export function rulesIn(changes: readonly DefinitionChange[], severity: Severity): string {
  const counts = new Map<string, number>();
  for (const change of changes) {
    if (change.severity !== severity) continue;
    const rule = `${change.rule}${change.direction === null ? '' : SIDES[change.direction]}`;
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  const named = sorted.length > MOST_RULES + 1 ? sorted.slice(0, MOST_RULES) : sorted;
  const others = sorted.slice(named.length);
  const words = named.map(([rule, count]) => `${grouped(count)} ${rule}`).join(', ');
  if (others.length === 0) return words;
  const rest = others.reduce((sum, [, count]) => sum + count, 0);
  return `${words} and ${grouped(rest)} of ${others.length} other rules`;
}

/** `1 added, 0 removed, 2 changed`. */
export const inventory = ({ added, removed, changed }: DefinitionDiff['operations']): string =>
  `${grouped(added.length)} added, ${grouped(removed.length)} removed, ${grouped(changed.length)} changed`;

/** `GET /a, GET /b and 7 more`. */
export function firstOf(names: readonly string[], most: number): string {
  const left = names.length - most;
  return left > 0
    ? `${names.slice(0, most).join(', ')} and ${grouped(left)} more`
    : names.join(', ');
}
