import type { DiffReport } from '../../../documents/references.ts';
import type { DefinitionChange, Severity } from '../../../../content/openapi/diff/changes.ts';
import { cleanLine } from '../../../clean.ts';
import { firstOf, inventory } from './totals.ts';

const TITLES: Readonly<Record<Severity, string>> = {
  breaking: '❌ Breaks clients',
  risky: '⚠️ May break clients',
  safe: '✅ Safe',
};

/** A comment may have 65,536 characters on GitHub: more changes than this are counted. */
const MOST_CHANGES = 100;

/** The comparison as Markdown, for a comment on a pull request. Safe changes are folded away. */
export function diffMarkdown(diff: DiffReport): string {
  const { changes, counts, operations, schemas } = diff;
  const of = (severity: Severity): DefinitionChange[] =>
    changes.filter((change) => change.severity === severity);
  const parts = [
    `### API changes: ${code(diff.old)} → ${code(diff.new)}`,
    changes.length === 0
      ? 'Nothing that clients notice.'
      : `**${counts.breaking} breaking**, ${counts.risky} risky, ${counts.safe} safe · ` +
        `operations: ${inventory(operations)} · schemas: ${inventory(schemas)}`,
    ...(['breaking', 'risky'] as const)
      .filter((severity) => counts[severity] > 0)
      .map((severity) => `#### ${TITLES[severity]}\n\n${table(of(severity))}`),
    ...(counts.safe > 0
      ? [
          `<details><summary>${TITLES.safe} (${counts.safe})</summary>\n\n${table(of('safe'))}\n\n</details>`,
        ]
      : []),
  ];
  return parts.join('\n\n');
}

function table(changes: readonly DefinitionChange[]): string {
  const rows = changes.slice(0, MOST_CHANGES).map(row);
  const more = changes.length - rows.length;
  return [
    '| where | what | operations |',
    '| --- | --- | --- |',
    ...rows,
    ...(more > 0 ? [`| … | ${more} more | |`] : []),
  ].join('\n');
}

function row({ subject, message, direction, operations, rule }: DefinitionChange): string {
  const side = direction === null ? '' : ` (${direction})`;
  const names = operations.length === 0 ? '' : escape(firstOf(operations, 3));
  return `| ${code(subject)}${side} | ${escape(message)} <sub>${rule}</sub> | ${names} |`;
}

/** Text of others in a cell: no markup, no mention, no link, no new line. */
const escape = (text: string): string =>
  cleanLine(text)
    .replace(/[\\*_[\]<>|#~&]/g, (mark) => `&#${mark.codePointAt(0)};`)
    .replaceAll('@', '@\u200b');

/** Code spans end at a backtick and cells at a bar. */
const code = (text: string): string =>
  `\`${cleanLine(text).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
