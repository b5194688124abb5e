/** Page files that are visibly not finished, or not the text that somebody wrote. They are pages, and nothing of them is sent. */
import { conflictLine } from './conflict-markers.ts';
import type { PageFile } from './page-file.ts';
import { beginsAsHeader } from './page-header.ts';

/** What keeps a page file from being sent. */
export interface Unready {
  readonly rule: 'conflict-markers' | 'bad-header' | NoTextRule;
  /** From 1. */
  readonly line: number;
}

/** What a file is that holds no text of a page. */
export type NoTextRule = 'binary-file' | 'lfs-pointer' | 'empty-file';

/** `file`: the text, taken apart. Undefined: it may be sent. */
export function unreadyOf(text: string, file: PageFile): Unready | undefined {
  const noText = noTextOf(text);
  if (noText) return noText;
  const conflict = conflictLine(text);
  if (conflict !== undefined) return { rule: 'conflict-markers', line: conflict };
  return isHeaderOpen(text, file) ? { rule: 'bad-header', line: 1 } : undefined;
}

/** Undefined: the file may hold the text of a page. An empty file would empty its page, and a page without text has a header. */
export function noTextOf(text: string): (Unready & { readonly rule: NoTextRule }) | undefined {
  const at = text.indexOf('\0');
  if (at !== -1) return { rule: 'binary-file', line: text.slice(0, at).split('\n').length };
  if (LFS_POINTER.test(text)) return { rule: 'lfs-pointer', line: 1 };
  return text.trim() === '' ? { rule: 'empty-file', line: 1 } : undefined;
}

/** The first line of what git has of a file that Git LFS keeps (its specification, "The Pointer"). */
const LFS_POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\r?\n/;

/** What is said of the file, and reads on after its name. */
export const unreadyReason = ({ rule }: Pick<Unready, 'rule'>): string => REASONS[rule];

const REASONS: Readonly<Record<Unready['rule'], string>> = {
  'binary-file': 'holds NUL bytes and is not text: save it as UTF-8',
  'lfs-pointer': 'is a pointer of Git LFS: run git lfs pull',
  'empty-file': 'is empty: write the page, or delete the file',
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
