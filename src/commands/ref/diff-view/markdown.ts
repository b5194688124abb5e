import type { DiffReport } from '../document.ts';
import type { Severity } from '../../../definitions/diff/changes.ts';
import type { PlacedChange } from '../../../definitions/places/change-places.ts';
import { grouped } from '../../../ui/count.ts';
import { cutText } from '../../../ui/cut-text.ts';
import { markdownCode, markdownText } from '../../../ui/markdown/text.ts';
import { groupChanges, otherOperations, type ChangeGroup } from './groups.ts';
import { placeOfChange } from './places-of-change.ts';
import { firstOf, inventory, rulesIn } from './totals.ts';
import { changePhrases } from './words.ts';

const SEVERITIES = ['breaking', 'risky', 'safe'] as const;

const TITLES: Readonly<Record<Severity, string>> = {
  breaking: '❌ Breaks clients',
  risky: '⚠️ May break clients',
  safe: '✅ Safe',
};

/** The most UTF-16 units in total: GitHub accepts comments of 65,536 characters, and people add text of their own. */
const MOST_LENGTH = 60_000;
/** Reserved for each following section, so that it can say how much it leaves out. */
const SECTION_LENGTH = 500;
/** The length of one name, before escaping. */
const NAME_LENGTH = 120;
/** The length of one phrase or message, before escaping. */
const PHRASE_LENGTH = 300;
/** The most phrases and operations to list; others are counted. */
const MOST_PHRASES = 4;
const MOST_OPERATIONS = 3;
/** The most top-level parts to list; others are counted. */
const MOST_PARTS = 10;

/**
 * The comparison as Markdown, for a comment on a pull request: at most 60,000 characters. Breaking changes are left out last, the totals
 * never. Safe changes are folded.
 */
export function diffMarkdown(diff: DiffReport): string {
  const parts = [head(diff)];
  let left = MOST_LENGTH - (parts[0]?.length ?? 0);
  let isFull = false;
  const severities = SEVERITIES.filter((severity) => diff.counts[severity] > 0);
  for (const [at, severity] of severities.entries()) {
    const reserved = (severities.length - at - 1) * SECTION_LENGTH;
    const changes = diff.changes.filter((change) => change.severity === severity);
    const { text, isWhole } = section(severity, changes, isFull ? 0 : left - reserved);
    parts.push(text);
    left -= text.length;
    // A less severe change is never listed if a more severe one was left out.
    isFull ||= !isWhole;
  }
  return parts.join('');
}

function head({ changes, counts, operations, schemas, elsewhere, ...sides }: DiffReport): string {
  const title = `### API changes: ${code(sides.old)} → ${code(sides.new)}`;
  const totals = SEVERITIES.filter((severity) => counts[severity] > 0).map(
    (severity) => `- **${grouped(counts[severity])} ${severity}**: ${rulesIn(changes, severity)}`,
  );
  const lines = [
    ...(totals.length === 0 ? ['No changes that clients notice.'] : totals),
    `- operations: ${inventory(operations)}`,
    `- schemas: ${inventory(schemas)}`,
    ...(elsewhere.length === 0
      ? []
      : [`- also different: ${firstOf(elsewhere.map(code), MOST_PARTS)}`]),
  ];
  return `${title}\n\n${lines.join('\n')}`;
}

function section(
  severity: Severity,
  changes: readonly PlacedChange[],
  most: number,
): { readonly text: string; readonly isWhole: boolean } {
  const title = `${TITLES[severity]} (${grouped(changes.length)})`;
  const [open, close] =
    severity === 'safe'
      ? [`\n\n<details><summary>${title}</summary>\n\n`, '\n\n</details>']
      : [`\n\n#### ${title}\n\n`, ''];
  const header = '| where | what | operations |\n| --- | --- | --- |';
  const groups = groupChanges(changes);
  const rows: string[] = [];
  let left = most - open.length - close.length - header.length - moreRow(groups).length;
  for (const group of groups) {
    const text = `\n${row(group)}`;
    if (text.length > left) break;
    left -= text.length;
    rows.push(text);
  }
  const rest = groups.slice(rows.length);
  const isWhole = rest.length === 0;
  const text = `${open}${header}${rows.join('')}${isWhole ? '' : moreRow(rest)}${close}`;
  return { text, isWhole };
}

function moreRow(groups: readonly ChangeGroup[]): string {
  const changes = groups.reduce((sum, group) => sum + group.changes.length, 0);
  const where = `${grouped(groups.length)} schemas and operations`;
  return `\n| … | ${grouped(changes)} more changes of ${where} | |`;
}

function row(group: ChangeGroup<PlacedChange>): string {
  const { owner, direction, changes } = group;
  const [first] = changes;
  const place = placeOfChange(first);
  const side = direction === null ? '' : ` (${direction})`;
  const where = `${code(owner)}${side}${place === undefined ? '' : `<br>${code(place)}`}`;
  const phrases = changePhrases(group);
  const what = phrases.slice(0, MOST_PHRASES).map(prose);
  const left = phrases.length - what.length;
  if (left > 0) what.push(`changes of ${left} more rules`);
  const rule = phrases.length === 1 ? ` <sub>${first.rule}</sub>` : '';
  const operations = otherOperations(owner, changes);
  const names = operations.slice(0, MOST_OPERATIONS).map(code).join(', ');
  const others = operations.length - MOST_OPERATIONS;
  const more = others > 0 ? ` and ${grouped(others)} more` : '';
  return `| ${where} | ${what.join('<br>')}${rule} | ${names}${more} |`;
}

/** A phrase with names in backticks. */
const prose = (text: string): string =>
  cutText(text, PHRASE_LENGTH)
    .split('`')
    .map((part, at) => (at % 2 === 1 && part !== '' ? code(part) : markdownText(part)))
    .join('');

const code = (text: string): string => markdownCode(cutText(text, NAME_LENGTH));
