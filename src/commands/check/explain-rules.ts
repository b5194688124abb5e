import type { Context } from '../../context.ts';
import { isRuleCode, RULES } from '../../content/check/rules.ts';
import type { RuleCode } from '../../content/check/rules.ts';
import { isRuleName, DEFINITION_RULES } from '../../definitions/rules/rules.ts';
import { Failure } from '../../model/failure.ts';
import { nearest } from '../../model/text/nearest.ts';
import type { ExplainedRule } from './document.ts';
import { explainedView, ruleListView } from './rules.view.ts';
import { ruleSettings } from '../../page-folders/rule-settings.ts';

/** Prints the rules of pages, or all about the one of that name. Rejects with `not-found` if there is none. */
export async function explainRules(context: Context, name: string | undefined): Promise<void> {
  const settings = await ruleSettings(context);
  const explained = (rule: RuleCode): ExplainedRule => {
    const { severity, ...told } = RULES[rule];
    return { rule, severity, setting: settings[rule] ?? null, ...told };
  };
  if (name === undefined) {
    const all = (Object.keys(RULES) as RuleCode[]).map(explained);
    await context.ui.result(all, ruleListView, { long: true });
  } else if (isRuleCode(name)) {
    await context.ui.result([explained(name)], explainedView);
  } else throw unknownRule(name);
}

function unknownRule(name: string): Failure {
  const near = nearest(name, Object.keys(RULES));
  const elsewhere =
    isRuleName(name) ||
    nearest(
      name,
      DEFINITION_RULES.map((rule) => rule.name),
    ) !== undefined;
  const others = elsewhere
    ? `docs ref rules --check ${name} explains rules of definitions`
    : 'docs check --rules lists them';
  return new Failure('not-found', `There is no page rule "${name}".`, {
    hint: near === undefined || isRuleName(name) ? others : `Did you mean ${near}?`,
  });
}
