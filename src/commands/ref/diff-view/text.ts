import type { DiffReport } from '../document.ts';
import type { DefinitionChange, Severity } from '../../../definitions/diff/changes.ts';
import type { PlacedChange } from '../../../definitions/places/change-places.ts';
import { count, grouped } from '../../../ui/count.ts';
import type { Style } from '../../../ui/style.ts';
import type { View } from '../../../ui/ui.ts';
import { placeOfChange, placesOfChange } from './places-of-change.ts';
import { groupChanges, otherOperations, type ChangeGroup } from './groups.ts';
import { firstOf, inventory, rulesIn } from './totals.ts';
import { changePhrases } from './words.ts';

const SEVERITIES = ['breaking', 'risky', 'safe'] as const;

const TITLES: Readonly<Record<Severity, string>> = {
  breaking: 'Breaks clients',
  risky: 'May break clients',
  safe: 'Safe',
};

/** The most names of operations to list; others are counted. */
const MOST_OPERATIONS = 3;
/** The most lines of one severity; others are counted. */
const MOST_LINES = 30;
/** The most rules to list for one schema; others are counted. */
const MOST_PHRASES = 4;

/** The totals, then the changes: one line per schema and operation; with `all` one line per change, including safe ones. */
export const definitionDiffView =
  (all: boolean): View<DiffReport> =>
  (diff, style) => {
    const parts = SEVERITIES.filter(
      (severity) => diff.counts[severity] > 0 && (all || severity !== 'safe'),
    ).map((severity) => {
      const changes = diff.changes.filter((each) => each.severity === severity);
      const lines = all
        ? changes.map((change) => changeLines(change, style))
        : summaryLines(changes, style);
      return [paint(severity, TITLES[severity], style), ...lines].join('\n');
    });
    return [head(diff, all, style), ...parts].join('\n\n');
  };

function head(diff: DiffReport, all: boolean, style: Style): string {
  const { changes, counts, operations, schemas, elsewhere } = diff;
  const totalOf = (severity: Severity): string => {
    const total = paint(severity, `${grouped(counts[severity])} ${severity}`, style);
    if (counts[severity] === 0) return total;
    const hidden = severity === 'safe' && !all ? style.dim(' (--all lists them)') : '';
    return `${total}: ${rulesIn(changes, severity)}${hidden}`;
  };
  const lines = changes.length === 0 ? ['0 breaking, 0 risky, 0 safe'] : SEVERITIES.map(totalOf);
  lines.push(`operations: ${inventory(operations)}`, `schemas: ${inventory(schemas)}`);
  if (elsewhere.length > 0) lines.push(`also different: ${style.text(elsewhere.join(', '))}`);
  const names = `${style.bold(style.text(diff.old))} → ${style.bold(style.text(diff.new))}`;
  return `${names}\n\n${lines.join('\n')}`;
}

function paint(severity: Severity, text: string, style: Style): string {
  switch (severity) {
    case 'breaking':
      return style.red(text);
    case 'risky':
      return style.yellow(text);
    case 'safe':
      return style.green(text);
    default:
      return severity satisfies never;
  }
}

function summaryLines(changes: readonly PlacedChange[], style: Style): string[] {
  const groups = groupChanges(changes);
  const shown = groups.length > MOST_LINES + 1 ? groups.slice(0, MOST_LINES) : groups;
  const lines = shown.map((group) => groupLine(group, style));
  const left = groups.slice(shown.length);
  if (left.length === 0) return lines;
  const more = left.reduce((sum, group) => sum + group.changes.length, 0);
  const where = `${grouped(left.length)} more schemas and operations`;
  return [...lines, style.dim(`  … and ${count(more, 'change')} of ${where} (--all lists them)`)];
}

function groupLine(group: ChangeGroup<PlacedChange>, style: Style): string {
  const { owner, direction, changes } = group;
  const phrases = changePhrases(group);
  const shown = phrases.slice(0, MOST_PHRASES).map(style.text);
  if (phrases.length > shown.length) {
    shown.push(`changes of ${phrases.length - shown.length} more rules`);
  }
  const [{ rule }] = changes;
  const place = placeOfChange(changes[0]);
  const at = place === undefined ? '' : style.dim(` (${style.text(place)})`);
  const named = phrases.length === 1 ? ` ${style.dim(`[${rule}]`)}` : '';
  const others = otherOperations(owner, changes);
  const where = others.length === 0 ? '' : style.dim(`, in ${firstOf(others.map(style.text), 2)}`);
  return `  ${style.bold(style.text(owner))}${side(direction, style)}: ${shown.join('; ')}${named}${where}${at}`;
}

const side = (direction: DefinitionChange['direction'], style: Style): string =>
  direction === null ? '' : ` ${style.dim(`(${direction})`)}`;

function changeLines(change: PlacedChange, style: Style): string {
  const { subject, message, rule, direction } = change;
  const first = `  ${style.bold(style.text(subject))}${side(direction, style)}: ${style.text(message)} ${style.dim(`[${rule}]`)}`;
  const others = otherOperations(subject, [change]);
  const where = [
    ...placesOfChange(change),
    ...(others.length === 0 ? [] : [`in ${firstOf(others, MOST_OPERATIONS)}`]),
  ];
  return [first, ...where.map((line) => `    ${style.dim(style.text(line))}`)].join('\n');
}
