import type { Context } from '../../context.ts';
import { DIFF_RULES } from '../../definitions/diff/rules.ts';
import { DEFINITION_RULES } from '../../definitions/rules/rules.ts';
import { Failure } from '../../model/failure.ts';
import type { ListedRule } from './document.ts';
import type { Style } from '../../ui/style.ts';
import type { View } from '../../ui/ui.ts';

/** Prints the rules of one kind, or the rule with that name, of either kind. Rejects with `usage` if there is none. */
export async function showRules(
  { ui }: Context,
  name: string | undefined,
  { check }: { readonly check: boolean },
): Promise<void> {
  if (name === undefined) {
    await ui.result(check ? checkRules() : diffRules(), rulesView, { long: true });
    return;
  }
  const all = check ? [...checkRules(), ...diffRules()] : [...diffRules(), ...checkRules()];
  const found = all.find(({ rule }) => rule === name);
  if (found === undefined) {
    throw new Failure('usage', `There is no rule "${name}".`, {
      hint: 'docs ref rules lists those of ref diff, docs ref rules --check those of ref check',
    });
  }
  await ui.result([found], ruleView);
}

const diffRules = (): ListedRule[] =>
  Object.entries(DIFF_RULES).map(([rule, { request, response, says, why }]) => ({
    rule,
    of: 'diff',
    request,
    response,
    severity: null,
    says,
    why,
  }));

const checkRules = (): ListedRule[] =>
  DEFINITION_RULES.map(({ name: rule, severity, why }) => ({
    rule,
    of: 'check',
    request: null,
    response: null,
    severity,
    says: null,
    why: `${why}.`,
  }));

/** One row per rule. */
const rulesView: View<readonly ListedRule[]> = (rules, style) => {
  const rows = rules.map(({ rule, request, response, severity, says, why }) =>
    severity === null
      ? [rule, painted(request ?? '', style), painted(response ?? '', style), says ?? why]
      : [rule, painted(severity, style), why],
  );
  const compared = rules.some(({ of }) => of === 'diff');
  return style.table(rows, {
    head: compared ? ['RULE', 'REQUEST', 'RESPONSE', 'WHAT'] : ['RULE', 'SEVERITY', 'WHY'],
  });
};

/** One rule with its reason. */
const ruleView: View<readonly ListedRule[]> = (rules, style) =>
  rules
    .map(({ rule, request, response, severity, says, why }) =>
      [
        style.bold(rule),
        ...(says === null ? [] : [says]),
        '',
        ...(severity === null
          ? [
              `where clients write it: ${painted(request ?? '', style)}`,
              `where clients read it:  ${painted(response ?? '', style)}`,
            ]
          : [`severity: ${painted(severity, style)}`]),
        '',
        why,
      ].join('\n'),
    )
    .join('\n\n');

function painted(severity: string, style: Style): string {
  if (severity === 'breaking' || severity === 'error') return style.red(severity);
  return severity === 'safe' ? style.green(severity) : style.yellow(severity);
}
