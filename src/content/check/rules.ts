/** The one table of the rules of `docs check`. Output formats and documentation come from it. */
import { FILE_RULES } from './rules/of-files.ts';
import { HEADER_RULES } from './rules/of-headers.ts';
import { TEXT_RULES } from './rules/of-texts.ts';
import type { Rule } from './rules/rule.ts';

/**
 * Error: readers notice it, or a page cannot be pushed as meant. Warning: something may be read
 * in another way than meant. `GET /version/{id}/broken-links` has some of the names, with `_`.
 */
export const RULES = {
  ...FILE_RULES,
  ...HEADER_RULES,
  ...TEXT_RULES,
} as const satisfies Record<string, Rule>;

export type RuleCode = keyof typeof RULES;

export const isRuleCode = (name: string): name is RuleCode => Object.hasOwn(RULES, name);
