/** What each change means to clients: ADR 71 gives the reasons. There is one table, so that no two places can disagree. */
import type { Direction, Severity } from './changes.ts';
import type { Variance } from './finding.ts';
import { ACCESS_RULES } from './rules/access.ts';
import { ANSWER_RULES, CALL_RULES } from './rules/calls.ts';
import type { ClientRule } from './rules/rule.ts';
import { PROPERTY_RULES, SHAPE_RULES, VALUE_RULES } from './rules/schemas.ts';

export const DIFF_RULES = {
  ...CALL_RULES,
  ...ANSWER_RULES,
  ...ACCESS_RULES,
  ...PROPERTY_RULES,
  ...VALUE_RULES,
  ...SHAPE_RULES,
} as const satisfies Record<string, ClientRule>;

export type RuleName = keyof typeof DIFF_RULES;

/**
 * Without a direction, the severity for requests counts; rules used without a direction have the same severity for both. Inside `not`, the
 * directions are swapped. If nobody can say how a subschema affects the whole, the worse severity counts.
 */
export function severityOf(
  name: RuleName,
  direction: Direction | null,
  variance: Variance = 'same',
): Severity {
  const { request, response }: ClientRule = DIFF_RULES[name];
  if (variance === 'any') return worse(request, response);
  return ((direction ?? 'request') === 'request') === (variance === 'same') ? request : response;
}

const worse = (a: Severity, b: Severity): Severity => (rank(a) > rank(b) ? a : b);

const rank = (severity: Severity): number =>
  severity === 'breaking' ? 2 : severity === 'risky' ? 1 : 0;
