import type { Unreadable } from '../../system/files/read.ts';
import { unreadyReason } from '../../content/page/unready.ts';
import type { Unready } from '../../content/page/unready.ts';
import type { Finding } from '../../system/findings/finding.ts';
import type { Failure, FailurePlace } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';

/**
 * Why a file cannot be read, or not be shown as intended. Without a line, the problem is of the
 * whole file.
 */
export interface FileProblem extends Pick<Finding, 'message'> {
  readonly place: FailurePlace;
}

/** The problem of a malformed file. */
export const problemOf = ({ message, place }: Failure, file: FilePath): FileProblem => ({
  place: { file, line: place?.line },
  message,
});

/** The problem of a file whose text cannot be read. */
export const unreadProblem = (file: FilePath, { problem }: Unreadable): FileProblem => ({
  place: { file },
  message: `This file ${problem}.`,
});

/** The problem of settings that hide a reference and that nobody reads. */
export const unreadHoldProblem = (file: FilePath): FileProblem => ({
  place: { file },
  message: 'Nobody reads these settings. Here, the reference is hidden.',
});

/** The problem of a page file that a push leaves out. */
export const unreadyProblem = (file: FilePath, { rule, line }: Unready): FileProblem => ({
  place: { file, line, column: 1 },
  message:
    rule === 'bad-header' ? 'The header is not closed.' : `This file ${unreadyReason({ rule })}.`,
});
