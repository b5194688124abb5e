import type { DefinitionCheckReport, CheckedFile } from '../../documents/references.ts';
import type { Problem } from '../../../content/openapi/problem.ts';
import type { Style } from '../../style.ts';
import type { View } from '../../ui.ts';

/** More of one file are counted, not listed. */
const MOST = 50;

export const definitionsView: View<DefinitionCheckReport> = ({ files }, style) =>
  files.map((file) => fileView(file, style)).join('\n');

function fileView({ file, problems, specification, bundled }: CheckedFile, style: Style): string {
  const name = style.text(file);
  const what = `OpenAPI ${style.text(specification ?? '')}${bundled ? ', several files as one' : ''}`;
  const lines = problems.slice(0, MOST).map((problem) => problemLine(problem, style));
  if (problems.length > MOST)
    lines.push(style.dim(`  … and ${problems.length - MOST} more in ${name}`));
  if (specification !== null) lines.push(`${style.green('✔')} ${name} ${style.dim(what)}`);
  return lines.join('\n');
}

function problemLine(
  { severity, rule, message, file, line, column }: Problem,
  style: Style,
): string {
  const mark = severity === 'error' ? style.red('error') : style.yellow('warning');
  return `${style.text(file)}:${line}:${column} ${mark} ${style.text(message)} ${style.dim(`[${style.text(rule)}]`)}`;
}
