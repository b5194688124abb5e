import { placed } from '../../../system/findings/place.ts';
import type { Break } from '../../darkdown/tag-lines.ts';
import type { Fix } from '../finding.ts';
import { lineIn } from '../linkable-pages.ts';
import type { CheckedBody } from '../linkable-pages.ts';

/**
 * The fix that adds missing line breaks around tags, as `docs fmt` does. Null if none are missing.
 */
export function lineBreaks(breaks: readonly Break[], body: CheckedBody): Fix | null {
  if (breaks.length === 0) return null;
  const found = placed(
    body.document.source,
    breaks.map(({ start, end, text }) => ({ offset: start, length: end - start, text })),
  );
  const edits = found.map(({ line, column, length, text }) => ({
    line: lineIn(body, line),
    column,
    length,
    text,
  }));
  return { kind: 'edits', edits };
}
