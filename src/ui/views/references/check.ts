import type { DefinitionCheckReport, CheckedFile } from '../../documents/references.ts';
import type { Problem } from '../../../definitions/problem.ts';
import type { Style } from '../../style.ts';
import type { View } from '../../ui.ts';

/** If one rule has more findings in a file than this, they are counted instead of listed. */
const MOST_OF_A_RULE = 5;
/** In that case, this many are still listed. */
const LISTED = 3;

export const definitionsView: View<DefinitionCheckReport> = ({ files }, style) =>
  files.map((file) => fileView(file, style)).join('\n');

function fileView({ file, problems, specification, bundled }: CheckedFile, style: Style): string {
  const name = style.text(file);
  const what = `OpenAPI ${style.text(specification ?? '')}${bundled ? ', several files as one' : ''}`;
  const lines = groupsOf(problems).flatMap((group) => groupLines(group, style));
  if (specification !== null) lines.push(`${style.green('✔')} ${name} ${style.dim(what)}`);
  return lines.join('\n');
}

/** By rule: errors first, otherwise in the order of their first finding. */
function groupsOf(problems: readonly Problem[]): (readonly Problem[])[] {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems) {
    const key = `${problem.severity} ${problem.rule}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [problem]);
    else group.push(problem);
  }
  const all = [...groups.values()];
  const isError = ([first]: readonly Problem[]): boolean => first?.severity === 'error';
  return [...all.filter(isError), ...all.filter((group) => !isError(group))];
}

function groupLines(group: readonly Problem[], style: Style): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const listed = group.length > MOST_OF_A_RULE ? group.slice(0, LISTED) : group;
  const lines = listed.map((problem) => problemLine(problem, style));
  if (listed.length < group.length) {
    const more = (group.length - listed.length).toLocaleString('en');
    lines.push(style.dim(`  … and ${more} more of ${style.text(first.rule)}`));
  }
  if (first.why !== null) lines.push(style.dim(`  ${style.text(first.why)}`));
  return lines;
}

function problemLine(
  { severity, rule, message, file, line, column }: Problem,
  style: Style,
): string {
  const mark = severity === 'error' ? style.red('error') : style.yellow('warning');
  return `${style.text(file)}:${line}:${column} ${mark} ${style.text(message)} ${style.dim(`[${style.text(rule)}]`)}`;
}

/** How to allow the findings: the settings to write, and an option for this run only. */
export const wayOutView = ({ rules, setting, once }: WayOut, style: Style): string =>
  [
    ...(rules.length === 0
      ? []
      : [
          `To let ${rules.length === 1 ? 'it' : 'them'} pass, write in docs-cli.config.yml:`,
          'checks:',
          ...rules.map((rule) => `  ${style.text(rule)}: ${setting}`),
        ]),
    once,
  ].join('\n');

/** The content of the advice after a refusal. */
export interface WayOut {
  /** The rules of the findings that settings can change. */
  readonly rules: readonly string[];
  readonly setting: 'warning' | 'off';
  /** A sentence. */
  readonly once: string;
}
