/** Text that others wrote, in Markdown: for comments, tables, links and the summaries of jobs. */
import type { ListedFinding } from '../system/findings/finding.ts';
import { cleanLine } from '../model/text/clean.ts';
import { grouped } from '../model/text/sentences.ts';

/**
 * Code in Markdown. Not as a code span: a backtick would end it, and a backslash before a bar would
 * end its cell.
 */
export const markdownCode = (text: string): string => `<code>${markdownText(text)}</code>`;

/** `text` is Markdown already, and the address has no brackets and spaces; without one it is `text` alone. */
export const markdownLink = (text: string, address: string | null): string =>
  address === null ? text : `[${text}](${address})`;

/** Removes the effect of markup, mentions, links, line breaks and cell ends. */
export const markdownText = (text: string): string =>
  cleanLine(text)
    .replaceAll(
      /[\\`*[\]<>|#~&!$%^]|(?<![a-z\d])_|_(?![a-z\d])|:(?![\d ])/gi,
      (mark) => `&#${mark.codePointAt(0)};`,
    )
    .replaceAll(/(?<=www)\./gi, '&#46;')
    .replaceAll('@', '\u200b@\u200b');

/** Text that others wrote, for a cell of a Markdown table: no markup, no line break. */
export const markdownCell = (text: string): string =>
  text.replace(/[\p{Cc}]/gu, ' ').replace(/[|<>&`[\]\\]/g, (char) => `&#${char.charCodeAt(0)};`);

/**
 * A name, encoded for a URL. Also encodes brackets, which would end a link. Half of a surrogate
 * pair becomes U+FFFD.
 */
export const linkPart = (part: string): string =>
  encodeURIComponent(Buffer.from(part).toString()).replaceAll(
    /[()!'*~]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The most findings to list, and their characters: a comment has room for a review as well. The log has the others. */
const MAX_FINDINGS = 30;
const MAX_LENGTH = 4_000;

/** The findings of a check, errors first, for the job's summary on GitHub and for comments. Files are named as on the forge. */
export function findingsSummary(title: string, findings: readonly ListedFinding[]): string {
  const rows: string[] = [];
  let room = MAX_LENGTH;
  const sorted = findings.toSorted(
    (a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'),
  );
  for (const { place, severity, message } of sorted.slice(0, MAX_FINDINGS)) {
    const row = `| ${markdownText(`${place.file}:${place.line}`)} | ${severity} | ${markdownText(message)} |`;
    room -= row.length;
    if (room < 0) break;
    rows.push(row);
  }
  const left = findings.length - rows.length;
  return [
    `### ${title}`,
    '',
    '| where | | what |',
    '| --- | --- | --- |',
    ...rows,
    ...(left > 0 ? ['', `… and ${grouped(left)} more`] : []),
  ].join('\n');
}
