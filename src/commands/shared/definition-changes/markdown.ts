/** A comparison as Markdown, for comments on pull requests, and as HTML made from it. */
import { listOf, grouped } from '../../../model/text/sentences.ts';
import { createHash } from 'node:crypto';
import { SEVERITIES } from '../../../definitions/diff/rules.ts';
import { escapeHtml } from '../../../content/darkdown/write/html.ts';
import { cleanLine } from '../../../model/text/clean.ts';
import { cutText } from '../../../ui/width.ts';
import { markdownCode, markdownText } from '../../../ui/markdown.ts';
import {
  acceptedOf,
  inventory,
  changeRows,
  phrasesIn,
  rulesIn,
  changeSections,
  TITLES,
  type ChangeRow,
  type ChangeSection,
  type SectionKind,
} from './rows.ts';
import type { DiffReport } from './document.ts';
import { forReaders } from './for-readers.ts';

const SIGNS: Readonly<Record<SectionKind, string>> = {
  breaking: '❌',
  accepted: '☑️',
  risky: '⚠️',
  safe: '✅',
};

/** In UTF-16 units. GitHub accepts comments of 65,536 characters, and people add text. */
const MAX_LENGTH = 60_000;
/** Reserved for each following section, so that it can say how much it leaves out. */
const SECTION_LENGTH = 500;
/** The length of one name, before escaping. */
const NAME_LENGTH = 120;
/** The length of one phrase or message, before escaping. */
const PHRASE_LENGTH = 300;
/** The most operations of a row to list; others are counted. */
const MAX_OPERATIONS = 3;
/** The most lines below one title of what readers are told; others are counted. */
const MAX_READER_LINES = 10;
/** The most top-level parts to list; others are counted. */
const MAX_PARTS = 10;

/** How much is listed. */
interface Extent {
  readonly length: number;
  /** Each change has a row of its own. */
  readonly each: boolean;
}

/** At most `length`. Leaves out breaking changes last, the totals never. Folds safe changes. */
export const diffMarkdown = (diff: DiffReport, length = MAX_LENGTH): string =>
  markdownOf(diff, { length, each: false });

function markdownOf(diff: DiffReport, extent: Extent): string {
  const parts = [head(diff, extent.length)];
  let left = extent.length - (parts[0]?.length ?? 0);
  let isFull = false;
  const sections = changeSections(diff.changes);
  for (const [at, section] of sections.entries()) {
    const reserved = (sections.length - at - 1) * SECTION_LENGTH;
    const most = isFull ? 0 : left - reserved;
    const { text, isWhole } = sectionText(section, { ...extent, length: most });
    parts.push(text);
    left -= text.length;
    // A less severe change is never listed if a more severe one was left out.
    isFull ||= !isWhole;
  }
  return parts.join('');
}

function head(
  { changes, counts, operations, schemas, elsewhere, ...sides }: DiffReport,
  length: number,
): string {
  const title = `### API changes: ${code(sides.old)} → ${code(sides.new)}`;
  const totals = SEVERITIES.filter((severity) => counts[severity] > 0).map(
    (severity) =>
      `- **${grouped(counts[severity])} ${severity}**${severity === 'breaking' ? acceptedOf(changes) : ''}: ${rulesIn(changes, severity)}`,
  );
  const lines = [
    ...(totals.length === 0 ? ['No changes that clients notice.'] : totals),
    `- operations: ${inventory(operations)}`,
    `- schemas: ${inventory(schemas)}`,
    ...(elsewhere.length === 0
      ? []
      : [`- also different: ${listOf(elsewhere.map(code), MAX_PARTS)}`]),
  ];
  return `${title}\n\n${readerLines(changes, length / 4)}${lines.join('\n')}`;
}

/** What readers are told, as far as it fits in `length`. */
function readerLines(changes: DiffReport['changes'], length: number): string {
  let left = length;
  return forReaders(changes)
    .map((part) => {
      const shown: string[] = [];
      for (const line of part.lines.slice(0, MAX_READER_LINES)) {
        const item = `- ${prose(line)}`;
        left -= item.length;
        if (left < 0) break;
        shown.push(item);
      }
      const more = part.lines.length - shown.length;
      if (more > 0)
        shown.push(`- ${shown.length === 0 ? grouped(more) : `… and ${grouped(more)} more`}`);
      return `**${part.title}**\n\n${shown.join('\n')}\n\n`;
    })
    .join('');
}

function sectionText(
  section: ChangeSection,
  { length, each }: Extent,
): { readonly text: string; readonly isWhole: boolean } {
  const { kind, changes } = section;
  const title = `${SIGNS[kind]} ${TITLES[kind]} (${grouped(changes.length)})`;
  const [open, close] =
    kind === 'safe'
      ? [`\n\n<details><summary>${title}</summary>\n\n`, '\n\n</details>']
      : [`\n\n#### ${title}\n\n`, ''];
  const header = '| where | what | operations |\n| --- | --- | --- |';
  const rows = changeRows(section, each);
  const shown: string[] = [];
  let left = length - open.length - close.length - header.length - moreRow(rows).length;
  for (const row of rows) {
    const text = `\n${rowText(row)}`;
    if (text.length > left) break;
    left -= text.length;
    shown.push(text);
  }
  const rest = rows.slice(shown.length);
  const isWhole = rest.length === 0;
  const text = `${open}${header}${shown.join('')}${isWhole ? '' : moreRow(rest)}${close}`;
  return { text, isWhole };
}

function moreRow(rows: readonly ChangeRow[]): string {
  const changes = rows.reduce((sum, row) => sum + row.changes, 0);
  const where = `${grouped(rows.length)} schemas and operations`;
  return `\n| … | ${grouped(changes)} more changes of ${where} | |`;
}

function rowText(row: ChangeRow): string {
  const { part, direction, places, rule, operations } = row;
  const side = direction === null ? '' : ` (${direction})`;
  const where = [`${code(part)}${side}`, ...places.map(code)].join('<br>');
  const what = phrasesIn(row, prose).join('<br>');
  const named = rule === null ? '' : ` <sub>${rule}</sub>`;
  return `| ${where} | ${what}${named} | ${listOf(operations.map(code), MAX_OPERATIONS)} |`;
}

/** A phrase with names in backticks. */
const prose = (text: string): string =>
  cutText(text, PHRASE_LENGTH)
    .split('`')
    .map((part, at) => (at % 2 === 1 && part !== '' ? code(part) : markdownText(part)))
    .join('');

const code = (text: string): string => markdownCode(cutText(text, NAME_LENGTH));

/** A part of a document, below a heading of the third level. It lists every change. */
export async function diffBody(diff: DiffReport): Promise<string> {
  const { default: MarkdownIt } = await import('markdown-it');
  // The printer escapes whatever others wrote: the only HTML is its own.
  const markdown = new MarkdownIt({ html: true });
  return markdown.render(markdownOf(diff, { length: Infinity, each: true }));
}

/** A whole document. It lists every change, runs no code and loads nothing. */
export async function diffHtml(diff: DiffReport): Promise<string> {
  const body = await diffBody(diff);
  const title = cleanLine(`API changes: ${diff.old} → ${diff.new}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body.replaceAll(/<(\/?)h([34])>/g, (_, end: string, level: string) => `<${end}h${Number(level) - 2}>`)}</main>
</body>
</html>
`;
}

/** Light and dark, for screens and for print. Contrast is 4.5:1 or more: WCAG 2.2, 1.4.3. */
const STYLE = `
:root { color-scheme: light dark; --text: #1f2328; --soft: #57606a; --page: #fff; --line: #d0d7de; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9da7b3; --page: #0d1117; --line: #3d444d; } }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; color: var(--text); background: var(--page); font: 1rem/1.5 system-ui, sans-serif; }
code { font: 0.875em ui-monospace, monospace; overflow-wrap: anywhere; }
sub { color: var(--soft); vertical-align: baseline; }
summary { margin: 2rem 0 0.75rem; cursor: pointer; font-size: 1.25rem; font-weight: 600; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
th, td { padding: 0.375rem 0.75rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--soft); }
@media print { tr { break-inside: avoid; } }
`;

/** Allows only the style of this document: no scripts, images, links or forms. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;
