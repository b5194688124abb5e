/** The totals of a comparison, which come first. */
import type {
  DefinitionChange,
  DefinitionDiff,
  Direction,
  Severity,
} from '../../../definitions/diff/changes.ts';
import { grouped } from '../../../ui/count.ts';

/** The most rules to name; others are counted together. */
const MOST_RULES = 6;

const SIDES: Readonly<Record<Direction, string>> = {
  request: ' in requests',
  response: ' in responses',
};

interface RuleCount {
  readonly rule: string;
  readonly direction: Direction | null;
  readonly count: number;
}

/** The number of changes for each rule and direction, the most frequent first. */
export function ruleCounts(changes: readonly DefinitionChange[], severity: Severity): RuleCount[] {
  const counts = new Map<string, RuleCount>();
  for (const { rule, direction, severity: own } of changes) {
    if (own !== severity) continue;
    const key = `${rule} ${direction}`;
    counts.set(key, { rule, direction, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}

/** `944 null-allowed in responses, 660 enum-value-removed in requests and 75 of 4 other rules`: the most frequent first. */
export function rulesIn(changes: readonly DefinitionChange[], severity: Severity): string {
  const counts = ruleCounts(changes, severity);
  const named = counts.length > MOST_RULES + 1 ? counts.slice(0, MOST_RULES) : counts;
  const others = counts.slice(named.length);
  const words = named
    .map(({ rule, direction, count }) => {
      const side = direction === null ? '' : SIDES[direction];
      return `${grouped(count)} ${rule}${side}`;
    })
    .join(', ');
  if (others.length === 0) return words;
  const rest = others.reduce((sum, { count }) => sum + count, 0);
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
