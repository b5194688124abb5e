/** Files in the state folder: the log, read line by line, and texts for people to find. */
import { mkdir, open, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../../content/digest.ts';
import { bytesOfText, writeNew } from '../../system/files/write.ts';
import type { FilePath } from '../../model/ids.ts';
import { APPEND_OWN, READ_OWN, requireOwn } from '../../system/files/own.ts';
import { fileFailure, isMissing } from '../../model/file-trouble.ts';
import type { Project } from '../../model/project.ts';
import type { LogFile, OpenLog } from '../deps.ts';
import { readLines } from './json-lines.ts';
import type { FileLine } from './json-lines.ts';

/** The path of a state file. Each lock, so each profile, has its own. */
export const statePath = ({ root, stateFolder, lockFile }: Project, kind: 'log' | 'run'): string =>
  join(root, stateFolder, `${lockFile}.${kind}`);

/** The path of the log that belongs to a project's lock. */
export const logPath = (project: Project): string => statePath(project, 'log');

/**
 * Creates the state folder, and makes git ignore it. Rejects with `config` if it is a link or
 * behind one, and with `failed` if it cannot be written.
 */
export async function makeStateFolder({ root, stateFolder }: Project): Promise<void> {
  const folder = join(root, stateFolder);
  requireOwn(root, folder, 'folder');
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  } catch (error) {
    throw stateFailure(stateFolder, error);
  }
}

/** The failure if the state folder cannot be written. */
export const stateFailure = (stateFolder: string, error: unknown): unknown =>
  fileFailure(
    error,
    'failed',
    `The folder "${stateFolder}" cannot be written`,
    'docs keeps its log there: make it a folder that you can write to',
  ) ?? error;

/**
 * Opens the log and passes it to `use`. Resolves to `none` if there is no log. Rejects with
 * `config` if a link is in the way.
 */
export async function withLog<T>(
  project: Project,
  none: T,
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const path = logPath(project);
  requireOwn(project.root, path);
  let file: FileHandle | undefined;
  try {
    file = await open(path, READ_OWN);
    return await use(file);
  } catch (error) {
    if (isMissing(error)) return none;
    throw error;
  } finally {
    await file?.close();
  }
}

/** Longer than any text that a platform accepts, so that a foreign file cannot fill the memory. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

/** The lines from byte `from` on, read on demand. Skips text after the last line end. */
export function* logLines({ fd }: FileHandle, from = 0): Generator<FileLine> {
  for (const line of readLines(fd, MAX_LINE_BYTES, from)) if (line.isEnded) yield line;
}

const LINE_END = 10;

/** Opens the log; the first append creates it, in a folder that exists. Does not follow a link. */
export const openLogFile: OpenLog = (path) => Promise.resolve(new SyncedFile(path));

class SyncedFile implements LogFile {
  readonly #path: string;
  #handle: FileHandle | undefined;
  /** The file may end with an incomplete line. */
  #isTorn = false;

  constructor(path: string) {
    this.#path = path;
  }

  async append(text: string): Promise<void> {
    try {
      const handle = (this.#handle ??= await this.#open());
      await handle.appendFile(this.#isTorn ? `\n${text}` : text);
      await handle.datasync();
      this.#isTorn = false;
    } catch (error) {
      this.#isTorn = true;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  async #open(): Promise<FileHandle> {
    const handle = await open(this.#path, APPEND_OWN);
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    this.#isTorn = size > 0 && buffer[0] !== LINE_END;
    return handle;
  }
}

/**
 * Keeps a text that a conflict or a pull would lose, under its digest, for people to find. Nothing
 * removes it. Resolves to its path for people. Rejects with `config` if a link is in the way.
 */
export async function keepLost(project: Project, text: string): Promise<FilePath> {
  const digest = digestOf(text);
  const file = `${project.stateFolder}/objects/${digest.slice(0, 2)}/${digest}` as FilePath;
  requireOwn(project.root, `${project.root}/${file}`);
  await writeNew(project, file, bytesOfText(text), { synced: false });
  return file;
}
