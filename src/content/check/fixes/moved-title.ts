import type { PageFile } from '../../page/page-file.ts';
import type { Edit, Fix } from '../finding.ts';

/** A heading of plain text, which can become a title unchanged. */
const HEADING = /^# +([^\n\r\t\\[\]{}<>*_`&%|~$]{1,200}?)(?: +#+)?[ \t]*\r?(?:\n|$)/;

/**
 * The level-1 heading at the beginning of a page; null if there is none or it is not plain text.
 */
export const leadingTitle = ({ sections: [{ source }] }: PageFile): string | null =>
  HEADING.exec(source)?.[1]?.trim() || null;

/** The fix that moves that heading into the header. Null without one, or with two sections. */
export function movedTitle(page: PageFile): Fix | null {
  const title = leadingTitle(page);
  const { header, eol, sections } = page;
  const [{ source, line }] = sections;
  const [heading = ''] = HEADING.exec(source) ?? [];
  // Each section may have its own heading, but a page has only one title.
  if (title === null || sections.length > 1) return null;
  const blank = /^(?:[ \t]*\r?\n)*/.exec(source.slice(heading.length))?.[0] ?? '';
  const removed = { line, column: 1, length: heading.length + blank.length, text: '' };
  if (header === null) {
    const { lead } = sections[0];
    const text = `---${eol}title: ${title}${eol}---${eol}${lead === '' ? eol : ''}`;
    return { kind: 'edits', edits: [{ line: 1, column: 1, length: 0, text }, removed] };
  }
  const empty = header.entries.find(({ key }) => key === 'title');
  const written: Edit = empty
    ? { line: empty.line, column: 1, length: empty.source.length, text: `title: ${title}${eol}` }
    : { line: 2, column: 1, length: 0, text: `title: ${title}${eol}` };
  return { kind: 'edits', edits: [written, removed] };
}
