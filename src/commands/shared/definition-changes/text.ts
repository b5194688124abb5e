import { listOf, count, grouped } from '../../../model/text/sentences.ts';
import { SEVERITIES, type Direction, type Severity } from '../../../definitions/diff/rules.ts';
import type { Style } from '../../../ui/style.ts';
import type { View } from '../../../ui/ui.ts';
import {
  acceptedOf,
  inventory,
  newOperations,
  changeRows,
  phrasesIn,
  rulesIn,
  changeSections,
  TITLES,
  type ChangeRow,
  type SectionKind,
} from './rows.ts';
import type { DiffReport } from './document.ts';

/** The most lines of one severity; others are counted. */
const MAX_LINES = 30;

/** Totals, then a line per schema and operation; with `all` per change, with its places. */
export const definitionDiffView =
  (all: boolean): View<DiffReport> =>
  (diff, style) => {
    const shown = changeSections(diff.changes).filter(({ kind }) => all || kind !== 'safe');
    const parts = shown.map((section) => {
      const rows = changeRows(section, all);
      const lines = all ? rows.map((row) => changeLines(row, style)) : summaryLines(rows, style);
      return [paint(section.kind, TITLES[section.kind], style), ...lines].join('\n');
    });
    return [head(diff, all, style), ...parts].join('\n\n');
  };

function head(diff: DiffReport, all: boolean, style: Style): string {
  const { changes, counts, operations, schemas, elsewhere } = diff;
  const totalOf = (severity: Severity): string => {
    const total = paint(severity, `${grouped(counts[severity])} ${severity}`, style);
    if (counts[severity] === 0) return total;
    const hidden = severity === 'safe' && !all ? style.dim(' (--all lists them)') : '';
    const accepted = severity === 'breaking' ? acceptedOf(changes) : '';
    return `${total}${accepted}: ${rulesIn(changes, severity)}${hidden}`;
  };
  const lines = changes.length === 0 ? ['0 breaking, 0 risky, 0 safe'] : SEVERITIES.map(totalOf);
  const added = newOperations(operations, style.text);
  lines.push(`operations: ${inventory(operations)}${added}`, `schemas: ${inventory(schemas)}`);
  if (elsewhere.length > 0) lines.push(`also different: ${style.text(elsewhere.join(', '))}`);
  const names = `${style.bold(style.text(diff.old))} → ${style.bold(style.text(diff.new))}`;
  return `${names}\n\n${lines.join('\n')}`;
}

function paint(kind: SectionKind, text: string, style: Style): string {
  if (kind === 'breaking') return style.red(text);
  return kind === 'safe' ? style.green(text) : style.yellow(text);
}

function summaryLines(rows: readonly ChangeRow[], style: Style): string[] {
  const shown = rows.length > MAX_LINES + 1 ? rows.slice(0, MAX_LINES) : rows;
  const lines = shown.map((row) => summaryLine(row, style));
  const left = rows.slice(shown.length);
  if (left.length === 0) return lines;
  const more = left.reduce((sum, { changes }) => sum + changes, 0);
  const where = `${grouped(left.length)} more schemas and operations`;
  return [...lines, style.dim(`  … and ${count(more, 'change')} of ${where} (--all lists them)`)];
}

function summaryLine(row: ChangeRow, style: Style): string {
  const { rule, operations, places } = row;
  const phrases = phrasesIn(row, style.text).join('; ');
  const named = rule === null ? '' : ` ${style.dim(`[${rule}]`)}`;
  const where =
    operations.length === 0 ? '' : style.dim(`, in ${listOf(operations.map(style.text), 2)}`);
  const at = places.map((place) => style.dim(` (${style.text(place)})`)).join('');
  return `${partText(row, style)}: ${phrases}${named}${where}${at}`;
}

function changeLines(row: ChangeRow, style: Style): string {
  const { phrases, rule, places, operations } = row;
  const first = `${partText(row, style)}: ${style.text(phrases.join('; '))} ${style.dim(`[${rule}]`)}`;
  const where = operations.length === 0 ? places : [...places, `in ${listOf(operations, 3)}`];
  return [first, ...where.map((line) => `    ${style.dim(style.text(line))}`)].join('\n');
}

const partText = (
  { part, direction }: { readonly part: string; readonly direction: Direction | null },
  style: Style,
): string =>
  `  ${style.bold(style.text(part))}${direction === null ? '' : ` ${style.dim(`(${direction})`)}`}`;
