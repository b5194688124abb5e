import type { Context } from '../../context.ts';
import { isRuleCode, RULES } from '../../content/check/rules.ts';
import type { RuleCode } from '../../content/check/rules.ts';
import { isRuleName, DEFINITION_RULES } from '../../definitions/rules/rules.ts';
import { Failure } from '../../model/failure.ts';
import { nearest } from '../../model/text/nearest.ts';
import type { ExplainedRule, RuleExample } from './document.ts';
import { ruleSettings } from '../shared/page-folders/rule-settings.ts';
import type { Style } from '../../ui/style.ts';
import type { View } from '../../ui/ui.ts';
import { wrap } from '../../ui/width.ts';

/**
 * Prints all rules of pages, or one rule with all its details. Rejects with `usage` if it does not
 * exist.
 */
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
  return new Failure('usage', `There is no page rule "${name}".`, {
    hint: near === undefined || isRuleName(name) ? others : `Did you mean ${near}?`,
  });
}

/** One row per rule. */
const ruleListView: View<readonly ExplainedRule[]> = (rules, style) =>
  style.table(
    rules.map(({ rule, severity, setting, says }) => [
      rule,
      painted(setting ?? severity, style),
      says,
    ]),
    { head: ['RULE', 'SEVERITY', 'WHAT'] },
  );

/** A rule with its reason, an example, and how to turn it off. */
const explainedView: View<readonly ExplainedRule[]> = (rules, style) =>
  rules.map((rule) => explained(rule, style).join('\n')).join('\n\n');

const MAX_COLUMNS = 80;

function explained(
  { rule, severity, setting, says, why, wrong, right }: ExplainedRule,
  style: Style,
): string[] {
  const prose = (text: string): string[] =>
    wrap(text.split(' '), Math.min(style.width, MAX_COLUMNS), 0);
  const set = setting === null ? '' : ` (set to ${painted(setting, style)} in the configuration)`;
  return [
    style.bold(rule),
    `Severity: ${painted(severity, style)}${set}`,
    '',
    ...prose(says),
    ...prose(why),
    ...exampleLines('Wrong:', wrong, style),
    ...exampleLines('Right:', right, style),
    '',
    ...prose('To switch it off, write in docs-cli.config.yml:'),
    '',
    '    checks:',
    `      ${rule}: off`,
    ...(OF_DEFINITIONS.has(rule) ? [] : ignoring(rule, prose)),
  ];
}

/** Rules of definitions, whose findings are ignored in a separate file. */
const OF_DEFINITIONS: ReadonlySet<string> = new Set(['bad-definition', 'definition-warning']);

const ignoring = (rule: string, prose: (text: string) => string[]): string[] => [
  '',
  ...prose(
    'To ignore it in one paragraph, list or table, put this line before it. Readers do not see the line:',
  ),
  '',
  `    [//]: # (docs-check-ignore ${rule})`,
  '',
  ...prose('In a settings file, write a comment on the same line or on the line before it:'),
  '',
  `    # docs-check-ignore ${rule}`,
  '',
  ...prose('`docs-check-ignore-file` ignores it in the whole file.'),
];

/** The limit for lines of an example. */
const MAX_LINES = 14;

function exampleLines(head: string, example: RuleExample | null, style: Style): string[] {
  if (example === null) return [];
  if (typeof example === 'string') return ['', head, '', ...indented(example, style)];
  const files = Object.entries(example).filter(([, text]) => text !== '');
  const blocks = files.map(([path, text]) => [`\n${head} ${path}\n`, indented(text, style)]);
  return blocks.flat(2);
}

/** The text, indented, with escapes for invisible characters. */
function indented(text: string, style: Style): string[] {
  const lines = text
    .replaceAll('\0', '\\0')
    .replaceAll('\u{feff}', '\\ufeff')
    .replaceAll('\r', '\\r')
    .trimEnd()
    .split('\n');
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), '…'] : lines;
  return shown.map((line) => style.dim(`    ${style.text(line)}`).trimEnd());
}

function painted(severity: string, style: Style): string {
  if (severity === 'error') return style.red(severity);
  return severity === 'warning' ? style.yellow(severity) : style.dim(severity);
}
