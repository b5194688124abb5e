import type { ListedRule } from '../../documents/references.ts';
import type { Style } from '../../style.ts';
import type { View } from '../../ui.ts';

/** One row per rule. */
export const rulesView: View<readonly ListedRule[]> = (rules, style) => {
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
export const ruleView: View<readonly ListedRule[]> = (rules, style) =>
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
