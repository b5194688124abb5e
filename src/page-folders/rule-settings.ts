import type { Context } from '../context.ts';
import { isRuleCode, RULES } from '../content/check/rules.ts';
import type { RuleSettings } from '../content/check/baseline/graded.ts';
import { isRuleName } from '../definitions/rules/rules.ts';
import { Failure } from '../model/failure.ts';

/** The settings of rules in the configuration. Rejects with `config` if it names a rule that does not exist. */
export async function ruleSettings(context: Context): Promise<RuleSettings> {
  const { checks } = await context.config();
  const foreign = Object.keys(checks.value).filter(
    (name) => !isRuleCode(name) && !isRuleName(name),
  );
  if (foreign.length > 0) await requireLibraryRules(foreign);
  return checks.value;
}

/** Rejects unless the library of definition rules has all of these. Loads the library, which takes long. */
async function requireLibraryRules(names: readonly string[]): Promise<void> {
  const { requireKnownRules, RulesetError } = await import('../definitions/ruleset.ts');
  try {
    await requireKnownRules(names, Object.keys(RULES));
  } catch (error) {
    if (!(error instanceof RulesetError)) throw error;
    throw new Failure('config', `A rule in the configuration cannot be set: ${error.message}`, {
      hint: 'docs check --rules lists the rules of pages, docs ref rules --check those of definitions',
      cause: error,
    });
  }
}
