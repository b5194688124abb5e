/**
 * Page files that are unfinished, or whose content is not the text of a page. They are not sent.
 */
import { conflictLine } from './conflict-markers.ts';
import type { PageFile } from './page-file.ts';
import { beginsAsHeader } from './page-header.ts';

/** Why a page file is not sent. */
export interface Unready {
  readonly rule: 'conflict-markers' | 'bad-header' | NoTextRule;
  /** From 1. */
  readonly line: number;
}

/** Why a file does not contain the text of a page. */
export type NoTextRule = 'binary-file' | 'lfs-pointer' | 'empty-file';

/** Why the file is not sent. `file`: the parsed text. Returns undefined if the file may be sent. */
export function unreadyOf(text: string, file: PageFile): Unready | undefined {
  const noText = noTextOf(text);
  if (noText) return noText;
  const conflict = conflictLine(text);
  if (conflict !== undefined) return { rule: 'conflict-markers', line: conflict };
  return isHeaderOpen(text, file) ? { rule: 'bad-header', line: 1 } : undefined;
}

/**
 * Why the file has no page text; undefined if it may have one. An empty file has none: to send it
 * would empty the page. A page that is empty on purpose has a header.
 */
export function noTextOf(text: string): (Unready & { readonly rule: NoTextRule }) | undefined {
  const at = text.indexOf('\0');
  if (at !== -1) return { rule: 'binary-file', line: text.slice(0, at).split('\n').length };
  if (LFS_POINTER.test(text)) return { rule: 'lfs-pointer', line: 1 };
  return text.trim() === '' ? { rule: 'empty-file', line: 1 } : undefined;
}

/** The first line of a Git LFS pointer (its specification, "The Pointer"). */
const LFS_POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\r?\n/;

/** The reason, as the continuation of a sentence that begins with the file's name. */
export const unreadyReason = ({ rule }: Pick<Unready, 'rule'>): string => REASONS[rule];

const REASONS: Readonly<Record<Unready['rule'], string>> = {
  'binary-file': 'has NUL bytes and is not text: save it as UTF-8',
  'lfs-pointer': 'is a Git LFS pointer: run git lfs pull',
  'empty-file': 'is empty: write the page, or delete the file',
  'conflict-markers': 'has conflict markers (<<<<<<<): resolve the conflict and delete the markers',
  'bad-header': 'has a header that is not closed: put a line of --- after its last key',
};

/** Whether files with a finding of this rule are not sent. */
export const isUnreadyRule = (rule = ''): boolean => Object.hasOwn(REASONS, rule);

/**
 * Whether a header is not closed, or is closed only by a thematic break further down in the text.
 */
export const isHeaderOpen = (text: string, { bom, header }: PageFile): boolean =>
  header === null
    ? beginsAsHeader(text, bom.length)
    : header.entries.some(({ value }) => TEXT_AFTER_BLANK.test(value));

const TEXT_AFTER_BLANK = /\n[ \t\r]*\n[^]*\S/;
