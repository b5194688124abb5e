/** Tags of blocks that share a line with text. The platform treats them as text. */
import { sharedLines } from '../../darkdown/tag-lines.ts';
import { placed } from '../../../system/findings/place.ts';
import type { FilePath } from '../../../model/ids.ts';
import { finding } from '../finding.ts';
import type { CheckFinding } from '../finding.ts';
import { lineBreaks } from '../fixes/line-breaks.ts';
import { lineIn } from '../linkable-pages.ts';
import type { CheckedBody } from '../linkable-pages.ts';

export function checkSameLineTags(file: FilePath, body: CheckedBody): CheckFinding[] {
  const shared = sharedLines(body.document);
  return placed(body.document.source, shared).map(({ name, breaks, line, column }) =>
    finding('same-line-tag', {
      file,
      line: lineIn(body, line),
      column,
      message: `A tag of this {% ${name} %} shares its line with text: the platform would show a paragraph.`,
      hint: 'Write each tag of a block on a line of its own',
      fix: lineBreaks(breaks, body),
    }),
  );
}
