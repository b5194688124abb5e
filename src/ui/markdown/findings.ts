import { grouped } from '../count.ts';
import { markdownCell } from './cell.ts';

/** A finding of a check, with its file named as on the forge. */
interface SummarizedFinding {
  readonly file: string;
  readonly line: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** The most findings to list. The log has the others. */
const MOST_FINDINGS = 30;

/** The findings of a check, for the job's summary on GitHub. */
export function findingsSummary(title: string, findings: readonly SummarizedFinding[]): string {
  const rows = findings
    .slice(0, MOST_FINDINGS)
    .map(
      ({ file, line, severity, message }) =>
        `| ${markdownCell(`${file}:${line}`)} | ${severity} | ${markdownCell(message)} |`,
    );
  const left = findings.length - MOST_FINDINGS;
  return [
    `### ${title}`,
    '',
    '| where | | what |',
    '| --- | --- | --- |',
    ...rows,
    ...(left > 0 ? ['', `… and ${grouped(left)} more`] : []),
  ].join('\n');
}
