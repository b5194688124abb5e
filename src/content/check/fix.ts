/** Applies the fixes that are certainly right. Pure. */
import type { CheckFinding, Fix } from './finding.ts';

/** A file after its fixes. */
export interface Fixed {
  readonly text: string;
  /** The findings that were fixed. The fixes of the other findings would have overlapped these. */
  readonly done: readonly CheckFinding[];
}

/** A span of a text, and its replacement. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The text with the fixes of this file's `findings`. Each fix is applied completely or not at all.
 */
export function fixText(text: string, findings: readonly CheckFinding[]): Fixed {
  const starts = lineStarts(text);
  const made: Replacement[] = [];
  const done: CheckFinding[] = [];
  let fixed: (text: string) => string = (same) => same;
  for (const finding of findings) {
    const { fix } = finding;
    if (fix === null) continue;
    if (fix.kind === 'edits') {
      const wanted = replacements(fix, starts, text.length);
      if (
        wanted.some((each) => each.end > text.length || made.some((other) => meets(each, other)))
      ) {
        continue;
      }
      for (const each of wanted) made.push(each);
    } else if (fix.kind === 'without-bom') {
      const before = fixed;
      fixed = (each) => before(each).replace(/^\u{feff}/u, '');
    } else if (fix.kind === 'with-lf') {
      const before = fixed;
      fixed = (each) => before(each).replaceAll('\r\n', '\n');
    }
    done.push(finding);
  }
  return { text: fixed(withReplacements(text, made)), done };
}

const replacements = (
  { edits }: Fix & { readonly kind: 'edits' },
  starts: readonly number[],
  last: number,
): Replacement[] =>
  edits.map(({ line, column, length, text }) => {
    const start = (starts[line - 1] ?? last) + column - 1;
    return { start, end: start + length, text };
  });

/** Whether two spans share a character, are equal, or one is an insertion inside the other. */
const meets = (a: Replacement, b: Replacement): boolean =>
  a.start < b.end && b.start < a.end ? true : a.start === b.start && a.end === b.end;

function withReplacements(text: string, made: readonly Replacement[]): string {
  if (made.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: put } of made.toSorted(
    (a, b) => a.start - b.start || a.end - b.end,
  )) {
    parts.push(text.slice(at, start), put);
    at = end;
  }
  return parts.join('') + text.slice(at);
}

/** The offset at which each line begins. A byte order mark is not part of the first line. */
function lineStarts(text: string): number[] {
  const starts = [text.startsWith('\u{feff}') ? 1 : 0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
