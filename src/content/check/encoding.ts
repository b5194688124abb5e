import type { FilePath } from '../../model/ids.ts';
import { conflictLine } from '../page/conflict-markers.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';

/** What is wrong with the encoding of a file, whatever its text says. */
export function checkEncoding(file: FilePath, text: string): Finding[] {
  const findings: Finding[] = [];
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
        message: 'Lines of this file end in CR LF; they are sent with LF.',
        fix: { kind: 'with-lf' },
      }),
    );
  }
  return findings;
}

/** A merge of this tool that somebody has to resolve. */
export function checkConflict(file: FilePath, text: string): Finding[] {
  const line = conflictLine(text);
  if (line === undefined) return [];
  const message = 'Both sides of a conflict stand here between markers: this file is not pushed.';
  const hint =
    'Keep what you want of both, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`.';
  return [finding('conflict-markers', { file, line, message, hint })];
}
