/**
 * The table of all rules of `docs check`. Output formats and documentation are generated from it.
 */
import { FILE_RULES } from './rules/of-files.ts';
import { HEADER_RULES } from './rules/of-headers.ts';
import { TEXT_RULES } from './rules/of-texts.ts';
import type { Rule } from './rules/rule.ts';

/**
 * Error: readers notice it, or a page cannot be pushed as intended. Warning: something may be read
 * in another way than intended. Some of the names are those of `GET /version/{id}/broken-links`,
 * with `-` for `_`.
 */
export const RULES = {
  ...FILE_RULES,
  ...HEADER_RULES,
  ...TEXT_RULES,
} as const satisfies Record<string, Rule>;

export type RuleCode = keyof typeof RULES;

export const isRuleCode = (name: string): name is RuleCode => Object.hasOwn(RULES, name);
