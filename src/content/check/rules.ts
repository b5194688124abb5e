/** What `docs check` looks for: the one table of its rules, from which output formats and documentation are made. */
import { FILE_RULES } from './rules/of-files.ts';
import { HEADER_RULES } from './rules/of-headers.ts';
import { TEXT_RULES } from './rules/of-texts.ts';
import type { Rule } from './rules/rule.ts';

/**
 * An error is something that readers would notice, or that keeps a page from being pushed as its file means it. A warning is something that is read in
 * another way than its writer may think. The platform writes the names of those that it has as well with `_` (`GET /version/{id}/broken-links`).
 */
export const RULES = {
  ...FILE_RULES,
  ...HEADER_RULES,
  ...TEXT_RULES,
} as const satisfies Record<string, Rule>;

export type RuleCode = keyof typeof RULES;

export const isRuleCode = (name: string): name is RuleCode => Object.hasOwn(RULES, name);
