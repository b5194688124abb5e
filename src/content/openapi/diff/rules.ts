/** What each change means to clients: ADR 71 gives the reasons. One table, so that nothing is judged in two places. */
import type { Direction, Severity } from './changes.ts';
import type { Variance } from './finding.ts';
import { ACCESS_RULES } from './rules/access.ts';
import { ANSWER_RULES, CALL_RULES } from './rules/calls.ts';
import type { ClientRule } from './rules/rule.ts';
import { PROPERTY_RULES, SHAPE_RULES, VALUE_RULES } from './rules/schemas.ts';

/** All rules by name, with what each says of a change. */
export const RULES = {
  ...CALL_RULES,
  ...ANSWER_RULES,
  ...ACCESS_RULES,
  ...PROPERTY_RULES,
  ...VALUE_RULES,
  ...SHAPE_RULES,
} as const satisfies Record<string, ClientRule>;

/** The name of a rule. */
export type RuleName = keyof typeof RULES;

/**
 * Without a direction the worse of the two counts; the rules used so have one severity for both. Inside `not` the sides
 * change places; where nobody can say how a schema counts for the whole, the worse of both holds.
 */
export function severityOf(
  name: RuleName,
  direction: Direction | null,
  variance: Variance = 'same',
): Severity {
  const { request, response }: ClientRule = RULES[name];
  if (variance === 'any') return worse(request, response);
  return ((direction ?? 'request') === 'request') === (variance === 'same') ? request : response;
}

const worse = (a: Severity, b: Severity): Severity => (rank(a) > rank(b) ? a : b);

const rank = (severity: Severity): number =>
  severity === 'breaking' ? 2 : severity === 'risky' ? 1 : 0;
