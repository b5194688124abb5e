import type { CheckReport, ShownFinding } from '../documents/check.ts';
import { count } from '../count.ts';
import type { Style } from '../style.ts';
import type { View } from '../ui.ts';
import { markdownCell } from '../markdown/cell.ts';

export const checkView: View<CheckReport> = (report, style) => {
  const { findings, fixed } = report;
  const lines = findings.map((each) => findingLine(each, style));
  const done = fixed.map(
    (each) => `${place(each, style)} ${style.green('fixed')} ${code(each, style)}`,
  );
  return [...done, ...lines, ...(lines.length > 0 ? [''] : []), totals(report, style)].join('\n');
};

function findingLine(each: ShownFinding, style: Style): string {
  const mark = each.severity === 'error' ? style.red('error') : style.yellow('warning');
  const line = `${place(each, style)} ${mark} ${style.text(each.message)} ${code(each, style)}`;
  return each.hint === null ? line : `${line}\n    ${style.dim(style.text(each.hint))}`;
}

const place = ({ file, line, column }: ShownFinding, style: Style): string =>
  `${style.text(file)}:${line}:${column}`;

const code = (each: ShownFinding, style: Style): string => style.dim(`[${each.code}]`);

function totals({ findings, pages, errors, warnings, fixed }: CheckReport, style: Style): string {
  const fixable = findings.filter((each) => each.fixable).length;
  if (findings.length === 0) {
    const rest = fixed.length > 0 ? `, ${fixed.length} fixed` : '';
    return `${style.green('✔')} ${count(pages, 'page')} checked, no problems${rest}`;
  }
  const hint = fixable > 0 ? `; docs check --fix fixes ${fixable}` : '';
  const found = `${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  return style.bold(`${count(pages, 'page')}: ${found}`) + style.dim(hint);
}

/** More are in the log. */
const MOST = 30;

/** For the job's summary on GitHub. */
export function checkSummary({ findings, pages, errors, warnings }: CheckReport): string {
  const rows = findings
    .slice(0, MOST)
    .map(
      ({ file, line, severity, message }) =>
        `| ${markdownCell(`${file}:${line}`)} | ${severity} | ${markdownCell(message)} |`,
    );
  return [
    `### docs check: ${count(errors, 'error')}, ${count(warnings, 'warning')} in ${count(pages, 'page')}`,
    '',
    '| where | | what |',
    '| --- | --- | --- |',
    ...rows,
    ...(findings.length > MOST ? ['', `… and ${findings.length - MOST} more`] : []),
  ].join('\n');
}
