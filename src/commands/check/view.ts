import { listOf, count, grouped } from '../../model/text/sentences.ts';
import type { CheckReport, ShownFinding } from './document.ts';
import type { Style } from '../../ui/style.ts';
import type { View } from '../../ui/ui.ts';
import { groupBy } from '../../model/group-by.ts';
import type { ListedFinding } from '../../system/findings/finding.ts';
import { findingsSummary } from '../../ui/markdown.ts';
import { wrap, wrapLines } from '../../ui/width.ts';

/** Facts about the end of a run that the report does not contain. */
export interface CheckEnding {
  /** If the run fails, the failure states the totals. */
  readonly fails: boolean;
  /** The name of the baseline that was written; null if none was. */
  readonly written: string | null;
  /** Whether files were named. */
  readonly isNamed: boolean;
}

/** Findings by file, in the order of the report: place, severity, message, rule. */
export const checkView =
  (ending: CheckEnding): View<CheckReport> =>
  (report, style) => {
    const fixed = filesOf(report.fixed).map((own) => fileView(own, style, style.green('fixed')));
    const found = filesOf(report.findings).map((own) => fileView(own, style));
    const closing = closingLines(report, ending, style);
    return [
      ...(report.findings.length > FEW ? [rulesView(report.findings, style)] : []),
      ...fixed,
      ...found,
      ...(closing.length > 0 ? [wrapLines(closing.join('\n'), style.width, 2)] : []),
    ].join('\n\n');
  };

/** More findings than this do not fit on a screen: a list of their rules comes first. */
const FEW = 50;

/** How many findings each rule has, the most frequent first, and how many of them `--fix` fixes. */
function rulesView(findings: readonly ShownFinding[], style: Style): string {
  const byRule = [...groupBy(findings, ({ code }) => code)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const fixable = numberFixable(findings);
  const fixes = fixable > 0 ? `; docs check --fix fixes ${grouped(fixable)}` : '';
  const rows = byRule.map(([rule, own]) => {
    const fixed = numberFixable(own);
    const part = fixed === own.length ? 'all' : grouped(fixed);
    return [style.text(rule), grouped(own.length), fixed > 0 ? `--fix fixes ${part}` : ''];
  });
  const heading = `${count(findings.length, 'finding')} by rule`;
  return `${style.bold(heading)}${style.dim(fixes)}\n${style.table(rows, { right: [1] })}`;
}

const numberFixable = (findings: readonly ShownFinding[]): number =>
  findings.filter(({ fixable }) => fixable).length;

const filesOf = (findings: readonly ShownFinding[]): (readonly ShownFinding[])[] => [
  ...groupBy(findings, ({ file }) => file).values(),
];

const GAP = '  ';
const MARK_WIDTH = 'warning'.length;

/** @param instead text instead of severity and message: for a fixed finding the rule is enough */
function fileView(findings: readonly ShownFinding[], style: Style, instead?: string): string {
  const places = findings.map(({ line, column }) => `${line}:${column}`);
  const longest = places.reduce((most, { length }) => Math.max(most, length), 0);
  const lines = findings.map((each, index) => {
    const place = (places[index] ?? '').padEnd(longest);
    const rule = style.dim(each.code);
    if (instead !== undefined) return `${GAP}${place}${GAP}${instead}${GAP}${rule}`;
    const indent = GAP.length + longest + GAP.length + MARK_WIDTH + GAP.length;
    const rest = ' '.repeat(MARK_WIDTH - each.severity.length);
    const mark = each.severity === 'error' ? style.red('error') : style.yellow('warning');
    const message = [...wordsOf(each.message, indent, style), ` ${rule}`];
    const [first = '', ...more] = wrapped(message, indent, style);
    const hint =
      each.hint === null ? [] : wrapped(wordsOf(each.hint, indent, style), indent, style);
    return [
      `${GAP}${place}${GAP}${mark}${rest}${GAP}${first.trimStart()}`,
      ...more,
      ...hint.map(style.dim),
    ].join('\n');
  });
  return [style.bold(style.text(findings[0]?.file ?? '')), ...lines].join('\n');
}

/** Wrapped lines. A space at the beginning of a word is kept only within a line. */
const wrapped = (words: readonly string[], indent: number, { width }: Style): string[] =>
  wrap(words, width, indent).map((line) => ' '.repeat(indent) + line.trimStart());

/** The words of a text, split where they are wider than the space after the indent. */
function wordsOf(text: string, indent: number, { text: clean, width }: Style): string[] {
  const most = Math.max(20, width - indent);
  return clean(text)
    .split(' ')
    .flatMap((word) => {
      if (word.length <= most) return [word];
      const parts: string[] = [];
      for (let at = 0; at < word.length; at += most) parts.push(word.slice(at, at + most));
      return parts;
    });
}

/**
 * Counts settings and navigations only if files were named, because they are always checked with
 * the pages.
 */
export function whatWasChecked(
  { pages, definitions, others }: CheckReport,
  isNamed: boolean,
): string {
  const parts = [
    ...(definitions > 0 ? [count(definitions, 'definition')] : []),
    ...(isNamed && others > 0 ? [count(others, 'other file')] : []),
  ];
  return listOf([...(pages > 0 || parts.length === 0 ? [count(pages, 'page')] : []), ...parts]);
}

function closingLines(
  report: CheckReport,
  { fails, written, isNamed }: CheckEnding,
  style: Style,
): string[] {
  const { findings, errors, warnings, fixed, baseline, external } = report;
  if (written !== null) {
    const known = count(baseline?.known ?? 0, 'finding');
    return [`${style.green('✔')} ${known} written to ${written}: later runs report only new ones`];
  }
  const lines: string[] = [];
  if (findings.length === 0) {
    const rest = fixed.length > 0 ? `, ${grouped(fixed.length)} fixed` : '';
    const none = baseline !== null && baseline.known > 0 ? 'no new problems' : 'no problems';
    lines.push(`${style.green('✔')} ${whatWasChecked(report, isNamed)} checked, ${none}${rest}`);
  } else if (!fails) {
    const fixable = numberFixable(findings);
    const hint = fixable > 0 ? `; docs check --fix fixes ${fixable}` : '';
    const found = `${count(errors, 'error')}, ${count(warnings, 'warning')}`;
    lines.push(style.bold(`${whatWasChecked(report, isNamed)}: ${found}`) + style.dim(hint));
  }
  if (external !== null) lines.push(style.dim(externalLine(external)));
  if (baseline !== null && baseline.known > 0) {
    lines.push(
      style.dim(`${baseline.known} more in the baseline: docs check --no-baseline shows them`),
    );
  }
  if (baseline !== null && baseline.gone > 0) {
    const gone = `${baseline.gone} in the baseline no longer ${baseline.gone === 1 ? 'exists' : 'exist'}`;
    lines.push(
      style.dim(
        `${gone}: docs check --write-baseline removes ${baseline.gone === 1 ? 'it' : 'them'}`,
      ),
    );
  }
  return lines;
}

function externalLine({ links, known, unknown }: NonNullable<CheckReport['external']>): string {
  const all = `${count(links, 'link')} to other sites`;
  if (links > 0 && unknown === links) return `${all} ${UNCHECKED}`;
  return [
    all,
    ...(known > 0 ? [`${grouped(known)} known to be fine`] : []),
    ...(unknown > 0 ? [`${grouped(unknown)} ${UNCHECKED}`] : []),
  ].join(', ');
}

const UNCHECKED = 'could not be checked: no clear answer';

/** The totals, for the summary of a job on GitHub. */
export const checkSummary = (
  { pages, errors, warnings }: CheckReport,
  findings: readonly ListedFinding[],
): string =>
  findingsSummary(
    `docs check: ${count(errors, 'error')}, ${count(warnings, 'warning')} in ${count(pages, 'page')}`,
    findings,
  );
