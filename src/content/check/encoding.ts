import type { FilePath } from '../../model/ids.ts';
import { parsePageFile } from '../page/page-file.ts';
import { conflictLine, noTextOf, strayMarkers } from '../page/unready.ts';
import type { NoTextRule } from '../page/unready.ts';
import { finding } from './finding.ts';
import type { CheckFinding } from './finding.ts';

/** Problems of the encoding of a file, independent of its content. */
export function checkEncoding(file: FilePath, text: string): CheckFinding[] {
  const findings: CheckFinding[] = [];
  if (text.startsWith('\u{feff}')) {
    findings.push(
      finding('bom', {
        file,
        message: 'The file begins with a byte order mark, which is not sent.',
        fix: { kind: 'without-bom' },
      }),
    );
  }
  const at = text.indexOf('\r\n');
  if (at !== -1) {
    findings.push(
      finding('crlf', {
        file,
        line: text.slice(0, at).split('\n').length,
        column: at - text.lastIndexOf('\n', at - 1),
        message: 'The lines of this file end in CR LF; they are sent with LF.',
        fix: { kind: 'with-lf' },
      }),
    );
  }
  return findings;
}

/** A conflict that a merge left in the file and that somebody must resolve. */
export function checkConflict(file: FilePath, text: string): CheckFinding[] {
  const line = conflictLine(text);
  if (line === undefined) return [];
  const message = 'There are conflict markers here: this file is not pushed.';
  const hint =
    'Keep what you want from both sides, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`';
  return [finding('conflict-markers', { file, line, message, hint })];
}

/** Lines that were meant to begin a section, and do not. */
export const checkStraySections = (
  file: FilePath,
  text: string,
  page = parsePageFile(text),
): CheckFinding[] =>
  strayMarkers(text, page).map(({ line, marker }) =>
    finding('stray-section', {
      file,
      line,
      message: `\`${marker}\` does not begin a section here: readers would see it, and what follows.`,
      hint: /^\w/.test(marker) ? MEND_MARKER : MOVE_MARKER,
    }),
  );

const MOVE_MARKER =
  'Close the header with `---draft`, and write `---published` later, once. If it is text, write `\\---draft`';
/** As a formatter breaks it. */
const MEND_MARKER =
  'Close the header with `---draft` or `---published`. If it is text, begin with another word';

/** A file that does not contain the text of a page. */
export function checkNoText(file: FilePath, text: string): CheckFinding[] {
  const found = noTextOf(text);
  if (!found) return [];
  return [finding(found.rule, { file, line: found.line, ...NO_TEXT[found.rule] })];
}

const NO_TEXT: Readonly<Record<NoTextRule, { readonly message: string; readonly hint: string }>> = {
  'binary-file': {
    message: 'This file has NUL bytes, so it is not text: it is not pushed.',
    hint: 'Save it as UTF-8',
  },
  'lfs-pointer': {
    message: 'This file is a Git LFS pointer: it is not pushed.',
    hint: 'Run `git lfs pull`',
  },
  'empty-file': {
    message: 'This file is empty: it is not pushed.',
    hint: 'Write the page, or delete the file',
  },
};
