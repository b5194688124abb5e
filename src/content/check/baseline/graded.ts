import type { RuleSetting } from '../../../model/project.ts';
import type { CheckFinding } from '../finding.ts';

/** The settings of rules in the configuration, by name. */
export type RuleSettings = Readonly<Record<string, RuleSetting>>;

/** The findings with the severities from the settings, without those of rules that are off. */
export function graded(findings: readonly CheckFinding[], settings: RuleSettings): CheckFinding[] {
  return findings.flatMap((each) => {
    const severity = Object.hasOwn(settings, each.rule) ? settings[each.rule] : undefined;
    if (severity === 'off') return [];
    return severity === undefined || severity === each.severity ? [each] : [{ ...each, severity }];
  });
}
