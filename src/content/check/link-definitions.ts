/**
 * Link definitions inside conditionals whose links are outside: readers of the links get what the
 * gate should hide.
 */
import { placed } from '../../system/findings/place.ts';
import type { FilePath } from '../../model/ids.ts';
import { GATE } from '../darkdown/read/vocabulary.ts';
import { lineIn, type CheckedBody } from './linkable-pages.ts';
import { finding, quoted, type CheckFinding } from './finding.ts';

/** Loads markdown-it for pages that may have such a definition. */
export async function checkGatedDefinitions(
  file: FilePath,
  body: CheckedBody,
): Promise<CheckFinding[]> {
  const { source } = body.document;
  if (!source.includes(']:') || !source.includes(GATE)) return [];
  const { gatedDefinitions } = await import('../darkdown/markdown/definitions.ts');
  const found = gatedDefinitions(body.document).map(({ start, label }) => ({
    offset: start,
    label,
  }));
  return placed(source, found).map(({ line, column, label }) =>
    finding('gated-definition', {
      file,
      line: lineIn(body, line),
      column,
      message: `The conditional does not hide this definition of ${quoted(label.toLowerCase())}: a link outside uses it.`,
      hint: 'Move the definition out of the conditional, or write the address at each link inside',
    }),
  );
}
