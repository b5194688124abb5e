/**
 * The one way in which files are written: whole or not at all, inside a folder and never through a link out of it. What the system
 * refuses becomes a `Failure` that names the file as the user knows it.
 */
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../model/failure.ts';
import { fileCode, fileReason } from '../model/file-trouble.ts';
import { placeIn } from './limit.ts';
import { isOneFile } from './one-file.ts';
import { ownProblem } from './own.ts';
import { temporaryName } from './temporary.ts';

/** Where a file lies: `Project` is one. */
export interface Home {
  /** Absolute: nothing outside is written. */
  readonly root: string;
  /** Where files lie until they are whole, relative to `root`; null, or not there: beside what they are going to be. */
  readonly stateFolder: string | null;
}

/** A file by its absolute path: who named it may lead it anywhere. */
export const alone = (path: string): readonly [Home, string] => [
  { root: dirname(path), stateFolder: null },
  basename(path),
];

export interface WriteOptions {
  /** Asked last thing before the file is replaced: no system replaces a file on condition. */
  readonly when?: () => boolean;
  /** A file that holds this content already is left alone. */
  readonly leavesSame?: boolean;
  /** Of a new file; the process's mask counts. A file that is there keeps its own. */
  readonly mode?: number;
  /** False: a crash of the machine, not of the process, may lose it. */
  readonly synced?: boolean;
}

export type Content = () => Iterable<Uint8Array>;

export const bytesOfText =
  (text: string | Uint8Array): Content =>
  () => [Buffer.from(text)];

/**
 * Makes `content` what `file`, relative to the home's root, holds; resolves to whether it did: `when` may have said no. Keeps the file's permissions. Where
 * the file is a link inside the root, what it leads to is replaced. Rejects with `content` if the file cannot be written.
 */
export function replaceWhole(
  home: Home,
  file: string,
  content: Content,
  options: WriteOptions = {},
): Promise<boolean> {
  return naming(file, async () => {
    const target = placed(home, file);
    return inTemporary(home, target, async (temporary) => {
      const isSame = await fill(temporary, target, content, options);
      if (isSame || options.when?.() === false) return isSame;
      await rename(temporary, target);
      return true;
    });
  });
}

/** Makes a file, with its folders; resolves to false if anything has the name already. Rejects as `replaceWhole`. */
export function writeNew(
  home: Home,
  file: string,
  content: Content,
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

/** Gives a file another name; resolves to false if something else has that already. Rejects as `replaceWhole`. */
export function moveNew(home: Home, from: string, to: string): Promise<boolean> {
  return naming(from, async () => {
    const [before, after] = [join(dirname(placed(home, from)), basename(from)), placed(home, to)];
    if (await giveName(before, after)) {
      await rm(before, { force: true });
      return true;
    }
    // One file to this system, as names that differ in case may be.
    const [one, other] = await Promise.all([stat(before), stat(after).catch(() => undefined)]);
    if (one.ino !== other?.ino || one.dev !== other.dev) return false;
    await rename(before, after);
    // Two names of one file, as a process that was killed may have left it here: nothing was renamed.
    if (await areBothListed(before, after)) await rm(before);
    return true;
  });
}

/** Takes `second` away where it is one more name of the file `file` in the same folder, and nothing else. Rejects as `replaceWhole`. */
export function dropSecondName(home: Home, file: string, second: string): Promise<void> {
  return naming(second, async () => {
    if (!isOneFile(home.root, file, second)) return;
    const [first, other] = [placed(home, file), placed(home, second)];
    if (await areBothListed(first, other)) await rm(other);
  });
}

/** Whether they are two entries of one folder: one entry may answer to names that differ in case. */
async function areBothListed(one: string, other: string): Promise<boolean> {
  if (one === other || dirname(one) !== dirname(other)) return false;
  const names = new Set(await readdir(dirname(one)));
  return names.has(basename(one)) && names.has(basename(other));
}

function placed({ root }: Home, file: string): string {
  const place = placeIn(root, file);
  if ('real' in place) return place.real;
  throw new Failure('content', `${file} is not written: it ${place.problem}.`, {
    hint: 'Look at where the link came from, and remove it',
  });
}

/** Gives `use` the path of a file that is not there yet, and takes away what is left of it. */
async function inTemporary<T>(
  { root, stateFolder }: Home,
  target: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = stateFolder === null ? null : await temporaryFolder(root, stateFolder);
  if (folder === null) return inFolder(dirname(target), use);
  try {
    return await inFolder(folder, use);
  } catch (error) {
    // Another file system, to which nothing can be moved; or a folder that may not be written.
    if (!ELSEWHERE.has(fileCode(error))) throw error;
    return inFolder(dirname(target), use);
  }
}

const ELSEWHERE: ReadonlySet<string> = new Set(['EXDEV', 'ENOENT', 'EACCES', 'EPERM', 'EROFS']);

async function inFolder<T>(folder: string, use: (path: string) => Promise<T>): Promise<T> {
  const path = join(folder, temporaryName());
  try {
    return await use(path);
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Where files lie until they are whole. */
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

/** Writes the content to `path`, and resolves to whether `target` holds the same and may be left alone. */
async function fill(
  path: string,
  target: string | null,
  content: Content,
  { leavesSame = false, mode = 0o666, synced = true }: WriteOptions,
): Promise<boolean> {
  const before = target === null ? undefined : await stat(target).catch(() => undefined);
  const file = await open(path, 'wx', mode);
  let there: FileHandle | undefined;
  try {
    if (leavesSame && target && before) there = await open(target, 'r');
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

/** The permissions and, as far as this process may, the owner of the file before. */
async function takeOver(
  file: FileHandle,
  { mode, uid, gid }: { readonly mode: number; readonly uid: number; readonly gid: number },
): Promise<void> {
  const own = await file.stat();
  if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid).catch(() => undefined);
  if (own.mode !== mode) await file.chmod(mode & 0o7777).catch(() => undefined);
}

/** What is there; less than `length` where the file ends. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}

/** Gives the file at `from` the name `to` as well; resolves to false if something has it. */
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

/** What file systems without hard links say: FAT, exFAT, some shared folders. */
const NO_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
]);

/** The same there: for a moment the file is there and empty. */
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
    if (error instanceof Failure || !(error instanceof Error && 'syscall' in error)) throw error;
    const reason = fileReason(error) ?? `the system says ${fileCode(error)}`;
    throw new Failure('content', `${file} cannot be written: ${reason}.`, {
      hint: 'Make way for it, then run the same command again',
      cause: error,
    });
  }
}
