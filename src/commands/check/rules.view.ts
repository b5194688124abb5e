import type { ExplainedRule, RuleExample } from './document.ts';
import type { Style } from '../../ui/style.ts';
import type { View } from '../../ui/ui.ts';
import { wrap } from '../../ui/wrap.ts';

/** One row per rule. */
export const ruleListView: View<readonly ExplainedRule[]> = (rules, style) =>
  style.table(
    rules.map(({ rule, severity, setting, says }) => [
      rule,
      painted(setting ?? severity, style),
      says,
    ]),
    { head: ['RULE', 'SEVERITY', 'WHAT'] },
  );

/** A rule with its reason, an example, and how to turn it off. */
export const explainedView: View<readonly ExplainedRule[]> = (rules, style) =>
  rules.map((rule) => explained(rule, style).join('\n')).join('\n\n');

const MOST_COLUMNS = 80;

function explained(
  { rule, severity, setting, says, why, wrong, right }: ExplainedRule,
  style: Style,
): string[] {
  const prose = (text: string): string[] =>
    wrap(text.split(' '), Math.min(style.width, MOST_COLUMNS), 0);
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

/** Definitions have a separate file for ignored findings. */
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

/** Longer examples are cut. */
const MOST_LINES = 14;

function exampleLines(head: string, example: RuleExample | null, style: Style): string[] {
  if (example === null) return [];
  if (typeof example === 'string') return ['', head, '', ...indented(example, style)];
  const files = Object.entries(example).filter(([, text]) => text !== '');
  const blocks = files.map(([path, text]) => [`\n${head} ${path}\n`, indented(text, style)]);
  return blocks.flat(2);
}

/** Invisible characters are written as escapes. */
function indented(text: string, style: Style): string[] {
  const lines = text
    .replaceAll('\0', '\\0')
    .replaceAll('\u{feff}', '\\ufeff')
    .replaceAll('\r', '\\r')
    .trimEnd()
    .split('\n');
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
  return shown.map((line) => style.dim(`    ${style.text(line)}`).trimEnd());
}

function painted(severity: string, style: Style): string {
  if (severity === 'error') return style.red(severity);
  return severity === 'warning' ? style.yellow(severity) : style.dim(severity);
}
