/** Error codes of the file system (errno(3)) that are no fault of the tool, in words that go after a colon. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'access is denied',
  EDQUOT: 'there is no room left on the disk',
  EEXIST: 'something is there already',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'there is no room left on the disk',
  ENOTDIR: 'a part of the path is no folder',
  EPERM: 'access is denied',
  EROFS: 'the disk is read-only',
};

/** Why a file could not be used; `undefined` where the error is another one, such as a bug of ours. */
export function fileReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  return Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
}
