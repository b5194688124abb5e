/** Markup of other tools. The platform shows its source to readers. */
import { foreignMarkupIn } from '../../darkdown/read/foreign-markup.ts';
import { placed } from '../../../system/findings/place.ts';
import type { FilePath } from '../../../model/ids.ts';
import { lineIn } from '../linkable-pages.ts';
import { CALLOUT_TYPES } from '../../darkdown/read/vocabulary.ts';
import { CALLOUT_NAMES } from './values.ts';
import { finding, quoted } from '../finding.ts';
import type { CheckFinding } from '../finding.ts';
import type { CheckedBody } from '../linkable-pages.ts';

/** One finding for each occurrence, or only for the first of a kind that pages contain often. */
export function checkForeignMarkup(file: FilePath, body: CheckedBody): CheckFinding[] {
  const told = new Set<string>();
  const found = foreignMarkupIn(body.document).filter(({ markup, once, offset }) => {
    if (once === null) return true;
    // Brackets are a footnote only if its text is below.
    if (once === 'notes' && body.document.source[offset + markup.length] !== ':') return false;
    if (told.has(once)) return false;
    told.add(once);
    return true;
  });
  return placed(body.document.source, found).map(({ line, column, markup, hint }) => {
    const message = `${quoted(markup)} is another tool's markup: readers see it as text.`;
    const place = { file, line: lineIn(body, line), column };
    return finding('foreign-markup', { ...place, message, hint: hint ?? callout(markup) });
  });
}

/** The hint with the callout that corresponds to the name in another tool. */
const callout = (markup: string): string => {
  const name = /[a-z]+/i.exec(markup)?.[0].toLowerCase() ?? '';
  const type = CALLOUT_NAMES.get(name) ?? (CALLOUT_TYPES.includes(name) ? name : 'info');
  return `Write it as \`{% callout type="${type}" %}\` … \`{% /callout %}\``;
};
