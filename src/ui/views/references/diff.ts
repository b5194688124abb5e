import type { DiffReport } from '../../documents/references.ts';
import type {
  DefinitionChange,
  DefinitionDiff,
  Severity,
} from '../../../content/openapi/diff/changes.ts';
import type { Style } from '../../style.ts';
import type { View } from '../../ui.ts';

const TITLES: Readonly<Record<Severity, string>> = {
  breaking: 'Breaks clients',
  risky: 'May break clients',
  safe: 'Safe',
};

/** More names of operations are counted, not listed. */
const MOST_OPERATIONS = 3;

/** The changes, worst first; safe ones only with `all`. */
export const definitionDiffView =
  (all: boolean): View<DiffReport> =>
  (diff, style) => {
    const { changes, counts } = diff;
    const head = `${style.bold(style.text(diff.old))} → ${style.bold(style.text(diff.new))}`;
    const sections = (['breaking', 'risky', 'safe'] as const)
      .filter((severity) => counts[severity] > 0 && (all || severity !== 'safe'))
      .map((severity) =>
        section(
          severity,
          changes.filter((each) => each.severity === severity),
          style,
        ),
      );
    return [head, ...sections, summary(diff, all)].join('\n\n');
  };

function section(severity: Severity, changes: readonly DefinitionChange[], style: Style): string {
  const title = paint(severity, `${TITLES[severity]} (${changes.length})`, style);
  return [title, ...changes.map((change) => changeLines(change, style))].join('\n');
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

function changeLines(change: DefinitionChange, style: Style): string {
  const { subject, message, rule, direction, operations } = change;
  const side = direction === null ? '' : ` ${style.dim(`(${direction})`)}`;
  const first = `  ${style.bold(style.text(subject))}${side}: ${style.text(message)} ${style.dim(`[${rule}]`)}`;
  const others = operations.filter((name) => name !== subject && !subject.startsWith(`${name} `));
  const where = [
    ...places(change),
    ...(others.length === 0 ? [] : [`in ${listOperations(others)}`]),
  ];
  return [first, ...where.map((line) => `    ${style.dim(style.text(line))}`)].join('\n');
}

/** Both pointers, or the one that they are. */
function places({ oldPointer, newPointer }: DefinitionChange): string[] {
  if (oldPointer === newPointer && oldPointer !== null) return [oldPointer];
  return [
    ...(oldPointer === null ? [] : [`old ${oldPointer}`]),
    ...(newPointer === null ? [] : [`new ${newPointer}`]),
  ];
}

/** `GET /a, GET /b and 7 more`. */
export function listOperations(names: readonly string[]): string {
  const shown = names.slice(0, MOST_OPERATIONS).join(', ');
  const left = names.length - MOST_OPERATIONS;
  return left > 0 ? `${shown} and ${left} more` : shown;
}

function summary({ counts, operations, schemas, elsewhere }: DiffReport, all: boolean): string {
  const hidden = counts.safe > 0 && !all ? ' (--all lists the safe ones)' : '';
  const lines = [
    `${counts.breaking} breaking, ${counts.risky} risky, ${counts.safe} safe${hidden}`,
    `operations: ${inventory(operations)}`,
    `schemas: ${inventory(schemas)}`,
  ];
  if (elsewhere.length > 0) lines.push(`also different: ${elsewhere.join(', ')}`);
  return lines.join('\n');
}

export const inventory = ({ added, removed, changed }: DefinitionDiff['operations']): string =>
  `${added.length} added, ${removed.length} removed, ${changed.length} changed`;
