/** What a line of Markdown begins or continues, judged by its own characters. */
import { SPACE, TAB } from './characters.ts';

/** What the closing fence has to match. */
export interface FenceMark {
  readonly mark: string;
  readonly length: number;
}

export const isSpaceOrTab = (code: number): boolean => code === SPACE || code === TAB;

/** The fence that begins at `at`, whatever comes before it on the line. */
export function fenceAt(text: string, at: number, end: number): FenceMark | undefined {
  const mark = text[at];
  if (mark !== '`' && mark !== '~') return undefined;
  let after = at;
  while (after < end && text[after] === mark) after += 1;
  if (after - at < 3) return undefined;
  if (mark === '`') {
    const tick = text.indexOf('`', after);
    if (tick !== -1 && tick < end) return undefined;
  }
  return { mark, length: after - at };
}

/** Whether the rest of the line, from `at`, closes the fence. */
export function closesFence(
  { mark, length }: FenceMark,
  text: string,
  at: number,
  end: number,
): boolean {
  let after = at;
  while (after < end && text[after] === mark) after += 1;
  if (after - at < length) return false;
  while (after < end && isSpaceOrTab(text.charCodeAt(after))) after += 1;
  return after === end || (text[after] === '\r' && after + 1 === end);
}

/** A line that is a heading, judged by its first characters. */
export const HEADING = /^#{1,6}(?:[ \t\r]|$)/;
/** A line that turns the paragraph above into a heading. */
export const UNDERLINE = /^(?:=+|-+)[ \t\r]*$/;
/** A horizontal rule. */
export const RULE = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\r?$/;
/** The marker of a list item; the number of an ordered one is the first group. */
export const MARKER = /^(?:[-*+]|(\d{1,9})[.)])(?=[ \t\r]|$)/;

/** Characters that may begin something other than a paragraph. Most lines begin with a letter. */
export const MAY_BEGIN: ReadonlySet<number> = new Set(
  Array.from('`~>#=*+-_|:0123456789', (char) => char.charCodeAt(0)),
);

/** The cells of a table's row, approximately: escaped bars are dropped. */
export const cellsOf = (row: string): string[] =>
  row.trim().replaceAll('\\|', '').replace(/^\|/, '').replace(/\|$/, '').split('|');

/** Whether the line turns the line `above` into the head of a table. */
export function isTableRule(line: string, above: string): boolean {
  if (!above.includes('|') || !/^(?!-[ \t])[-:|][-:| \t\r]*$/.test(line)) return false;
  const rules = cellsOf(line);
  return (
    rules.length === cellsOf(above).length && rules.every((rule) => /^:?-+:?$/.test(rule.trim()))
  );
}

/** Marks of quotes before a row of a table that is not its first. */
const BEFORE_ROW = /^[\s>]*/;

/** The row of a table without the marks before it. */
export const rowIn = (line: string): string => line.replace(BEFORE_ROW, '').trimEnd();
