/** Names in the export layout: `<n> <Title>.md`. */
import { safeName } from '../folder/file-names.ts';

/** What the name of a file in an export says. */
export interface ArchiveName {
  /** `null`: not numbered, which sorts last. */
  readonly number: number | null;
  /** What follows the number: the title, with characters that a path cannot hold replaced. */
  readonly name: string;
}

const NUMBERED = /^(\d{1,9}) ([^]+)$/;

/** Takes a file name apart; `null` if it is no page file. */
export function parseArchiveName(fileName: string): ArchiveName | null {
  if (!fileName.endsWith('.md')) return null;
  const stem = fileName.slice(0, -'.md'.length).normalize('NFC');
  const match = NUMBERED.exec(stem);
  return match ? { number: Number(match[1]), name: match[2] ?? '' } : { number: null, name: stem };
}

/** The name of a file in an export. */
export const archiveFile = (number: number, title: string): string =>
  `${number} ${safeName(title)}.md`;
