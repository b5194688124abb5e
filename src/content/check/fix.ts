/** Fixes what can be fixed without changing what readers see. Pure. */
import type { Edit, Finding } from './finding.ts';

/** The file's text with the fixes of `findings`, which are all about this file. An edit that overlaps an earlier one is left out. */
export function fixText(text: string, findings: readonly Finding[]): string {
  const edits = findings.flatMap(({ fix }) => (fix?.kind === 'edits' ? fix.edits : []));
  const fixed = withEdits(text, edits);
  const has = (kind: string): boolean => findings.some(({ fix }) => fix?.kind === kind);
  const unmarked = has('without-bom') ? fixed.replace(/^\u{feff}/u, '') : fixed;
  return has('with-lf') ? unmarked.replaceAll('\r\n', '\n') : unmarked;
}

function withEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const starts = lineStarts(text);
  const parts: string[] = [];
  let at = 0;
  const placed = edits.map((edit) => ({
    ...edit,
    start: (starts[edit.line - 1] ?? text.length) + edit.column - 1,
  }));
  for (const { start, length, text: put } of placed.toSorted((a, b) => a.start - b.start)) {
    if (start < at || start + length > text.length) continue;
    parts.push(text.slice(at, start), put);
    at = start + length;
  }
  return parts.join('') + text.slice(at);
}

/** The offset at which each line begins. A byte order mark is not part of the first line. */
function lineStarts(text: string): number[] {
  const starts = [text.startsWith('\u{feff}') ? 1 : 0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
