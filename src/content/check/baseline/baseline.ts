/**
 * The findings that a project accepts. An entry has file, rule, text of the line and place in that
 * text, so that edits elsewhere change nothing. Entries are sorted, one per line, so that branches
 * can be merged. Pure.
 */
import { createHash } from 'node:crypto';
import { byCodeUnit } from '../../../model/order.ts';
import type { CheckFinding } from '../finding.ts';

/** How many times each finding is in the baseline. Keys are lines of the file. */
export type Baseline = ReadonlyMap<string, number>;

const HEAD = `# Findings that docs check does not report: file, rule, digest of the line and the place in it.
# Written by docs check --write-baseline; if a line is deleted, its finding is reported again.
`;

/** Returns a function that makes the line for a finding in a line with this text. */
function lineWriter(): (finding: CheckFinding, text: string) => string {
  const digestOf = digester();
  return ({ place: { file, column }, rule }, text) =>
    `${JSON.stringify(file)} ${rule} ${digestOf(text, column)}`;
}

/**
 * Returns a function that digests a line's trimmed text and a column, because a line may have
 * several findings. Consecutive findings in one line share work: a line of a definition may have
 * megabytes.
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

/** Parses the text of a baseline. Ignores lines that are not an entry. */
export function parseBaseline(text: string): Baseline {
  const known = new Map<string, number>();
  for (const line of text.split(/\r?\n/)) {
    if (ENTRY.test(line)) known.set(line, (known.get(line) ?? 0) + 1);
  }
  return known;
}

/** The text of the line that a finding is about. */
export type LineText = (finding: CheckFinding) => string;

/** The text of a baseline that has all these findings. */
export function printBaseline(findings: readonly CheckFinding[], textOf: LineText): string {
  const lineOf = lineWriter();
  const lines = findings.map((each) => `${lineOf(each, textOf(each))}\n`);
  return `${HEAD}${lines.toSorted(byCodeUnit).join('')}`;
}

/** The result of comparing findings with a baseline. */
export interface Compared {
  readonly fresh: readonly CheckFinding[];
  readonly known: number;
  /** The number of entries without a finding, in files that were checked completely. */
  readonly gone: number;
}

/** @param isWhole whether `findings` contains all findings of a file */
export function compareBaseline(
  findings: readonly CheckFinding[],
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

/**
 * The text of the baseline with new paths for moved files. `placeAfter` returns undefined for files
 * that do not move.
 */
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
