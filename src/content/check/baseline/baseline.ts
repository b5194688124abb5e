/**
 * What a project knows of and lives with: findings that a run does not tell. A finding is known by its file, its rule, the text of its line and the
 * place in that text, so that edits elsewhere in the file change nothing. As text it is a line a finding, sorted, so that branches merge. Pure.
 */
import { createHash } from 'node:crypto';
import { byCodeUnit } from '../../../model/order.ts';
import type { Finding } from '../finding.ts';

/** How often each finding is known. Keys are lines of the file. */
export type Baseline = ReadonlyMap<string, number>;

const HEAD = `# Findings that docs check does not report: file, rule, digest of the line and the place in it.
# Written by docs check --write-baseline; if a line is deleted, its finding is reported again.
`;

/** Writes the line of a finding about a line with this text. */
function lineWriter(): (finding: Finding, text: string) => string {
  const digestOf = digester();
  return ({ file, code, column }, text) =>
    `${JSON.stringify(file)} ${code} ${digestOf(text, column)}`;
}

/**
 * Spaces at both ends do not count. The place does: the line may have more to find, such as a second link. A line is read once for all that
 * is found in it: that of a definition may have megabytes.
 */
function digester(): (text: string, column: number) => string {
  let last: string | undefined;
  let digest = createHash('sha256');
  return (text, column) => {
    if (text !== last) digest = createHash('sha256').update(`${text.trim()}\n`);
    last = text;
    const indent = text.length - text.trimStart().length;
    const place = Math.max(0, column - 1 - indent);
    return digest.copy().update(String(place)).digest('hex').slice(0, 12);
  };
}

const ENTRY = /^("(?:[^"\\]|\\.)*") \S+ [0-9a-f]{12}$/;

/** Reads a file of known findings; lines that are not one are left out. */
export function parseBaseline(text: string): Baseline {
  const known = new Map<string, number>();
  for (const line of text.split(/\r?\n/)) {
    if (ENTRY.test(line)) known.set(line, (known.get(line) ?? 0) + 1);
  }
  return known;
}

/** The text of the line that a finding is about. */
export type LineText = (finding: Finding) => string;

/** A file in which all of these are known. */
export function printBaseline(findings: readonly Finding[], textOf: LineText): string {
  const lineOf = lineWriter();
  const lines = findings.map((each) => `${lineOf(each, textOf(each))}\n`);
  return `${HEAD}${lines.toSorted(byCodeUnit).join('')}`;
}

/** Findings sorted by what is known. */
export interface Compared {
  readonly fresh: readonly Finding[];
  readonly known: number;
  /** Entries of files that were looked at, of which nothing was found. */
  readonly gone: number;
}

/** @param isWhole whether all that there is to find about a file is among the findings */
export function compareBaseline(
  findings: readonly Finding[],
  baseline: Baseline,
  textOf: LineText,
  isWhole: (file: string) => boolean,
): Compared {
  const left = new Map(baseline);
  const lineOf = lineWriter();
  const fresh = findings.filter((each) => {
    const line = lineOf(each, textOf(each));
    const count = left.get(line) ?? 0;
    if (count === 0) return true;
    left.set(line, count - 1);
    return false;
  });
  let gone = 0;
  for (const [line, count] of left) if (count > 0 && isWhole(fileOf(line))) gone += count;
  return { fresh, known: findings.length - fresh.length, gone };
}

/** The text of a baseline with the entries of files that moved. `placeAfter`: where a file is; undefined if it stayed. */
export function withMovedEntries(
  text: string,
  placeAfter: (file: string) => string | undefined,
): string {
  let hasMoved = false;
  const entries = [...parseBaseline(text)].flatMap(([line, count]) => {
    const to = placeAfter(fileOf(line));
    const name = ENTRY.exec(line)?.[1] ?? '';
    hasMoved ||= to !== undefined;
    const now = to === undefined ? line : JSON.stringify(to) + line.slice(name.length);
    return Array.from({ length: count }, () => `${now}\n`);
  });
  return hasMoved ? `${HEAD}${entries.toSorted(byCodeUnit).join('')}` : text;
}

function fileOf(line: string): string {
  try {
    return String(JSON.parse(ENTRY.exec(line)?.[1] ?? '""'));
  } catch {
    return '';
  }
}
