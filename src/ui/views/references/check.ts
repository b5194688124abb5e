import type { DefinitionCheckReport, CheckedFile } from '../../documents/references.ts';
import type { Problem } from '../../../content/openapi/problem.ts';
import type { Style } from '../../style.ts';
import type { View } from '../../ui.ts';

/** More of one rule in one file are counted, not listed. */
const MOST = 5;
/** Of those, how many are listed nevertheless. */
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

/** By rule, errors first, else in the order in which the rules turn up. */
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
  const listed = group.length > MOST ? group.slice(0, LISTED) : group;
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

/** How what was found can pass: the lines to write, and what lets it pass once. */
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

/** What is told of a refusal. */
export interface WayOut {
  /** The rules that refused and can be set. */
  readonly rules: readonly string[];
  readonly setting: 'warning' | 'off';
  /** A sentence. */
  readonly once: string;
}
