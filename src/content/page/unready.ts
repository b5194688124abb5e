/** Page files that are visibly not finished. They are pages, and nothing of them is sent. */
import { conflictLine } from './conflict-markers.ts';
import type { PageFile } from './page-file.ts';
import { beginsAsHeader } from './page-header.ts';

/** What keeps a page file from being sent. */
export interface Unready {
  readonly rule: 'conflict-markers' | 'bad-header';
  /** From 1. */
  readonly line: number;
}

/** `file`: the text, taken apart. Undefined: it may be sent. */
export function unreadyOf(text: string, file: PageFile): Unready | undefined {
  const conflict = conflictLine(text);
  if (conflict !== undefined) return { rule: 'conflict-markers', line: conflict };
  return isHeaderOpen(text, file) ? { rule: 'bad-header', line: 1 } : undefined;
}

/** What is said of the file, and reads on after its name. */
export const unreadyReason = ({ rule }: Pick<Unready, 'rule'>): string => REASONS[rule];

const REASONS: Readonly<Record<Unready['rule'], string>> = {
  'conflict-markers':
    'holds both sides of a conflict between markers (<<<<<<<): settle it and delete the markers',
  'bad-header': 'has a header that is not closed: put a line of --- behind its last key',
};

/** A header without an end, or one that ends with a rule of the text: a value has text after a blank line. */
export const isHeaderOpen = (text: string, { bom, header }: PageFile): boolean =>
  header === null
    ? beginsAsHeader(text, bom.length)
    : header.entries.some(({ value }) => TEXT_AFTER_BLANK.test(value));

const TEXT_AFTER_BLANK = /\n[ \t\r]*\n[^]*\S/;
