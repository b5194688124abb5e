import { Failure, type FailureCode } from './failure.ts';

/** Also the reason for `ENXIO`, the system's error for opening a socket. */
const NOT_REGULAR = 'it is a pipe, a device or a socket';

/** Explanations of file-system errors (errno(3)) that are not bugs of the tool. They follow a colon. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'access is denied',
  EBUSY: 'another program uses it',
  EDQUOT: 'there is no room left on the disk',
  EFBIG: 'it would be larger than files may be',
  EEXIST: 'something already exists there',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  ELOOP: 'its links form a loop',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'there is no room left on the disk',
  ENOTDIR: 'a part of the path is not a folder',
  ENXIO: NOT_REGULAR,
  EPERM: 'access is denied',
  EROFS: 'the disk is read-only',
};

/** Why a file is not read: it is not a regular one (`EFTYPE`), or larger than allowed (`EFBIG`). */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile';
  readonly code: 'EFTYPE' | 'EFBIG';

  constructor(code: RefusedFile['code'], reason = NOT_REGULAR) {
    super(reason);
    this.code = code;
  }
}

/** Whether the file, or a folder on its path, does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** The system's code for the error (errno(3)), for lists without room for more. */
export const fileCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

/** Why a file could not be used. `undefined` for other errors, such as bugs. */
export function fileReason(error: unknown): string | undefined {
  if (error instanceof RefusedFile) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  return Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
}

/**
 * A failure that starts with `what`, such as `plan.json cannot be read`, and continues with the
 * reason. `undefined` if `error` is not about a file.
 */
export function fileFailure(
  error: unknown,
  code: FailureCode,
  what: string,
  hint?: string,
): Failure | undefined {
  const reason = fileReason(error);
  return reason === undefined
    ? undefined
    : new Failure(code, `${what}: ${reason}.`, { hint, cause: error });
}
