/** The default rules for definitions. Names that Redocly's linter also has mean the same there. */
import { DOCUMENT_RULES } from './document.ts';
import { IDENTIFIER_RULES, REFERENCE_RULES } from './references.ts';
import { IGNORED_RULES } from './ignored.ts';
import { MESSAGE_RULES } from './messages.ts';
import { PARAMETER_RULES } from './parameters.ts';
import { PATH_RULES } from './paths.ts';
import type { DefinitionRule } from './rule.ts';
import { SCHEMA_RULES } from './schemas.ts';
import { STRUCTURE_RULES } from './structure.ts';

export const DEFINITION_RULES: readonly DefinitionRule[] = [
  ...STRUCTURE_RULES,
  ...REFERENCE_RULES,
  ...DOCUMENT_RULES,
  ...PATH_RULES,
  ...PARAMETER_RULES,
  ...MESSAGE_RULES,
  ...SCHEMA_RULES,
  ...IDENTIFIER_RULES,
  ...IGNORED_RULES,
];

const BY_NAME: ReadonlyMap<string, DefinitionRule> = new Map(
  DEFINITION_RULES.map((rule) => [rule.name, rule]),
);

export const isRuleName = (name: string): boolean => BY_NAME.has(name);
