import { didYouMean } from '../../../model/text/nearest.ts';
import { placeOfSetting } from '../../../config/setting-place.ts';
import type { Context } from '../../../context.ts';
import type { RuleSettings } from '../../../content/check/baseline/graded.ts';
import { Failure } from '../../../model/failure.ts';

/** The settings of rules in the configuration. Rejects with `config` if a rule does not exist. */
export async function ruleSettings(context: Context): Promise<RuleSettings> {
  const { checks } = await context.config();
  // Most projects change no rule, and rules take long to load.
  if (Object.keys(checks.value).length === 0) return checks.value;
  const { isRuleCode, RULES } = await import('../../../content/check/rules.ts');
  const { isRuleName } = await import('../../../definitions/rules/rules.ts');
  const foreign = Object.keys(checks.value).filter(
    (name) => !isRuleCode(name) && !isRuleName(name),
  );
  if (foreign.length === 0) return checks.value;
  const { DIFF_RULES } = await import('../../../definitions/diff/rules.ts');
  const compares = foreign.find((name) => Object.hasOwn(DIFF_RULES, name));
  if (compares !== undefined) {
    const path = ['checks', compares];
    throw new Failure(
      'config',
      `"${compares}" is a rule of docs ref diff: it cannot be set here.`,
      {
        hint: 'Remove it; docs ref diff --fail-on says which changes fail',
        place: await placeOfSetting(checks, { path, isKey: true, from: context.host.cwd }),
      },
    );
  }
  // The names may also be rules of the library.
  const { unknownRule } = await import('../../../definitions/ruleset.ts');
  const unknown = await unknownRule(foreign, Object.keys(RULES));
  if (unknown === undefined) return checks.value;
  const { name, near } = unknown;
  const from = context.host.cwd;
  throw new Failure('config', `There is no rule "${name}".`, {
    hint: didYouMean(
      near,
      'docs check --rules lists the rules of pages, docs ref rules --check those of definitions',
    ),
    place: await placeOfSetting(checks, { path: ['checks', name], isKey: true, from }),
  });
}
