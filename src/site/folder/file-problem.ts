import type { Unreadable } from '../../content/folder/read-text.ts';
import { unreadyReason } from '../../content/page/unready.ts';
import type { Unready } from '../../content/page/unready.ts';
import type { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';

/** Why a file cannot be read, or shown, as it is meant. Lines and columns count from 1. */
export interface FileProblem {
  readonly file: FilePath;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}

/** Of a file that is malformed. */
export const problemOf = ({ message, place }: Failure, file: FilePath): FileProblem => ({
  file,
  line: place?.line ?? null,
  column: null,
  message,
});

/** Of a file without a text. */
export const unreadProblem = (file: FilePath, { problem }: Unreadable): FileProblem => ({
  file,
  line: null,
  column: null,
  message: `This file ${problem}.`,
});

/** Of a page file that a push leaves out. */
export const unreadyProblem = (file: FilePath, { rule, line }: Unready): FileProblem => ({
  file,
  line,
  column: 1,
  message:
    rule === 'bad-header' ? 'The header is not closed.' : `This file ${unreadyReason({ rule })}.`,
});
