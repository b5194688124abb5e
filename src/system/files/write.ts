/**
 * The only way in which files are written: completely or not at all, inside a folder and never
 * through a link out of it. Errors of the system become a `Failure` that names the file as the user
 * knows it.
 */
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../model/failure.ts';
import { fileCode, fileReason } from '../../model/file-trouble.ts';
import { placeIn } from './path.ts';
import { ownProblem } from './own.ts';
import { temporaryName } from './temporary.ts';

/** Where files may be written. A `Project` is one. */
export interface Home {
  /** Absolute. Nothing outside of it is written. */
  readonly root: string;
  /** Where incomplete files are, relative to `root`. Null or missing: beside their destination. */
  readonly stateFolder: string | null;
}

/** Home and name of a file by its absolute path. The user chose it, so it may be anywhere. */
export const alone = (path: string): readonly [Home, string] => [
  { root: dirname(path), stateFolder: null },
  basename(path),
];

export interface WriteOptions {
  /** Checked immediately before the file is replaced, because no system can replace a file conditionally. */
  readonly when?: () => boolean;
  /** Leave the file alone if it already has this content. */
  readonly leavesSame?: boolean;
  /** The mode of a new file, before the process's mask is applied. An existing file keeps its own. */
  readonly mode?: number;
  /** False: a crash of the machine, though not of the process, may lose it. */
  readonly synced?: boolean;
}

export type FileContent = () => Iterable<Uint8Array>;

export const bytesOfText =
  (text: string | Uint8Array): FileContent =>
  () => [Buffer.from(text)];

/**
 * Replaces the content of `file`, which is relative to the home's root. Resolves to false if `when`
 * returned false. Keeps the file's permissions. If the file is a link inside the root, replaces
 * what it leads to. Rejects with `content` if the file cannot be written.
 */
export function replaceWhole(
  home: Home,
  file: string,
  content: FileContent,
  options: WriteOptions = {},
): Promise<boolean> {
  return naming(file, async () => {
    const target = placed(home, file);
    return inTemporary(home, target, async (temporary) => {
      if (await fill(temporary, target, content, options)) return true;
      if (options.when?.() === false) return false;
      await rename(temporary, target);
      return true;
    });
  });
}

/** Creates a file, with its folders. Resolves to false if the name is taken. Rejects as `replaceWhole`. */
export function writeNew(
  home: Home,
  file: string,
  content: FileContent,
  options: Pick<WriteOptions, 'synced' | 'mode'> = {},
): Promise<boolean> {
  return naming(file, async () => {
    const target = placed(home, file);
    await mkdir(dirname(target), { recursive: true });
    return inTemporary(home, target, async (temporary) => {
      await fill(temporary, null, content, options);
      return giveName(temporary, target);
    });
  });
}

/** Gives a file this content, whether it exists or not. Rejects as `replaceWhole`. */
export async function writeEither(home: Home, file: string, content: FileContent): Promise<void> {
  if (await writeNew(home, file, content)) return;
  await replaceWhole(home, file, content, { leavesSame: true });
}

/**
 * Renames a file, creating folders. Resolves to false if the name is taken. Rejects as
 * `replaceWhole`.
 */
export function moveNew(home: Home, from: string, to: string): Promise<boolean> {
  return naming(from, async () => {
    const [before, after] = [join(dirname(placed(home, from)), basename(from)), placed(home, to)];
    await mkdir(dirname(after), { recursive: true });
    if (await giveName(before, after)) {
      await rm(before, { force: true });
      return true;
    }
    // It may be the same file: names may ignore case, or a killed process left it with both names.
    const [one, other] = await Promise.all([stat(before), stat(after).catch(() => undefined)]);
    const isOneFile = one.ino === other?.ino && one.dev === other.dev;
    if (!isOneFile || (await areBothListed(before, after))) return false;
    await rename(before, after);
    return true;
  });
}

/**
 * Renames a folder, creating folders. Resolves to false if the name is taken. Rejects as
 * `replaceWhole`.
 */
export function moveFolder(home: Home, from: string, to: string): Promise<boolean> {
  return naming(from, async () => {
    const [before, after] = [join(dirname(placed(home, from)), basename(from)), placed(home, to)];
    const [one, other] = await Promise.all([stat(before), stat(after).catch(() => undefined)]);
    // It may be the same folder, on a system where names may differ in case.
    if (other && !(one.ino === other.ino && one.dev === other.dev)) return false;
    await mkdir(dirname(after), { recursive: true });
    // A rename never replaces a file, or a folder that is not empty, by a folder.
    await rename(before, after);
    return true;
  });
}

/** Whether they are two entries of one folder. A single entry may match names that differ only in case. */
async function areBothListed(one: string, other: string): Promise<boolean> {
  if (one === other || dirname(one) !== dirname(other)) return false;
  const names = new Set(await readdir(dirname(one)));
  return names.has(basename(one)) && names.has(basename(other));
}

function placed({ root }: Home, file: string): string {
  const place = placeIn(root, file);
  if ('real' in place) return place.real;
  throw new Failure('content', `"${file}" was not written: it ${place.problem}.`, {
    hint: 'Find out where the link came from, and remove it',
  });
}

/** Passes `use` a new path, and afterwards removes the file at this path if it still exists. */
async function inTemporary<T>(
  { root, stateFolder }: Home,
  target: string,
  use: (temporary: string) => Promise<T>,
): Promise<T> {
  const folder = stateFolder === null ? null : await temporaryFolder(root, stateFolder);
  if (folder === null) return inFolder(dirname(target), use);
  try {
    return await inFolder(folder, use);
  } catch (error) {
    // The state folder is not writable, or on another file system, and no file can be moved from
    // it.
    if (!ELSEWHERE.has(fileCode(error))) throw error;
    return inFolder(dirname(target), use);
  }
}

const ELSEWHERE: ReadonlySet<string> = new Set(['EXDEV', 'ENOENT', 'EACCES', 'EPERM', 'EROFS']);

async function inFolder<T>(folder: string, use: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = join(folder, temporaryName());
  try {
    return await use(temporary);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Where files are until they are complete. */
export const temporaryFolderOf = (root: string, stateFolder: string): string =>
  join(root, stateFolder, 'tmp');

async function temporaryFolder(root: string, stateFolder: string): Promise<string | null> {
  const folder = temporaryFolderOf(root, stateFolder);
  try {
    if (ownProblem(root, folder, 'folder') !== null) return null;
    await mkdir(folder);
    return folder;
  } catch (error) {
    return fileCode(error) === 'EEXIST' ? folder : null;
  }
}

/** Writes the content to `path`. Resolves to whether `target` has it already and may stay. */
async function fill(
  path: string,
  target: string | null,
  content: FileContent,
  { leavesSame = false, mode = 0o666, synced = true }: WriteOptions,
): Promise<boolean> {
  const before = target === null ? undefined : await stat(target).catch(() => undefined);
  const file = await open(path, 'wx', mode);
  let there: FileHandle | undefined;
  try {
    if (leavesSame && target && before?.isFile() === true) there = await open(target, 'r');
    let isSame = there !== undefined;
    let size = 0;
    for (const bytes of content()) {
      await file.writeFile(bytes);
      isSame &&= there !== undefined && (await readAt(there, size, bytes.length)).equals(bytes);
      size += bytes.length;
    }
    if (isSame && before?.size === size) return true;
    if (before) await takeOver(file, before);
    if (synced) await file.sync();
    return false;
  } finally {
    await there?.close();
    await file.close();
  }
}

/** Copies the old file's permissions and, if this process may, its owner. */
async function takeOver(
  file: FileHandle,
  { mode, uid, gid }: { readonly mode: number; readonly uid: number; readonly gid: number },
): Promise<void> {
  const own = await file.stat();
  if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid).catch(() => undefined);
  if (own.mode !== mode) await file.chmod(mode & 0o7777).catch(() => undefined);
}

/** Reads from a position; fewer than `length` bytes at the end of the file. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}

/** Gives the file at `from` the second name `to`. Resolves to false if that name is taken. */
async function giveName(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (fileCode(error) === 'EEXIST') return false;
    if (!NO_LINKS.has(fileCode(error))) throw error;
    return takeName(from, to);
  }
}

/** Errors of file systems without hard links: FAT, exFAT, some shared folders. */
const NO_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
]);

/** As `giveName`, for such file systems. The file exists and is empty for a moment. */
async function takeName(from: string, to: string): Promise<boolean> {
  try {
    await (await open(to, 'wx')).close();
  } catch (error) {
    if (fileCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}

async function naming<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw writeFailure(file, error);
  }
}

/** The system's error in writing `file`, as a `Failure`. Returns any other error unchanged. */
export function writeFailure(file: string, error: unknown): unknown {
  if (error instanceof Failure || !(error instanceof Error && 'syscall' in error)) return error;
  const reason = fileReason(error) ?? `the system says ${fileCode(error)}`;
  return new Failure('content', `"${file}" cannot be written: ${reason}.`, {
    hint: 'Remove what is in its way, then run the same command again',
    cause: error,
  });
}
