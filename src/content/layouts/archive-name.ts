/** Names in the export layout: `<n> <Title>.md`. */
import { safeName } from '../file-names.ts';

/** The parts of a file name in an export. */
export interface ArchiveName {
  /** `null`: no number; such files are last. */
  readonly number: number | null;
  /**
   * The text after the number: the title, in which characters that are not allowed in a path are
   * replaced.
   */
  readonly name: string;
}

const NUMBERED = /^(\d{1,9}) ([^]+)$/;

/** Parses a file name; `null` if it is not that of a page file. */
export function parseArchiveName(fileName: string): ArchiveName | null {
  if (!fileName.endsWith('.md')) return null;
  const stem = fileName.slice(0, -'.md'.length).normalize('NFC');
  const match = NUMBERED.exec(stem);
  return match ? { number: Number(match[1]), name: match[2] ?? '' } : { number: null, name: stem };
}

/** The name of a file in an export. */
export const archiveFile = (number: number, title: string): string =>
  `${number} ${safeName(title)}.md`;
