import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { APPEND_OWN, READ_OWN, requireOwn } from '../../files/own.ts';
import { temporaryName } from '../../files/temporary.ts';
import { fileFailure, isMissing } from '../../model/file-trouble.ts';
import type { Project } from '../../model/project.ts';
import type { JournalFile } from './journal.ts';

/** Opens the file at a path as a journal. */
export type OpenJournal = (path: string) => Promise<JournalFile>;

/** Where the state of a lock is kept. Each profile has its own. */
export const statePath = (
  { root, stateFolder, lockFile }: Project,
  kind: 'journal' | 'run',
): string => join(root, stateFolder, `${lockFile}.${kind}`);

/** The path of the journal that belongs to a project's lock. */
export const journalPath = (project: Project): string => statePath(project, 'journal');

/**
 * Creates the folder for the tool's state, and makes git ignore it. Rejects with `config` if it is a link or
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
    'docs keeps its journal there: make it a folder that you can write to',
  ) ?? error;

/** Reads the journal of an earlier run; empty if there is none. Rejects with `config` if it is a link or behind one. */
export async function readJournalFile(project: Project): Promise<string> {
  const path = journalPath(project);
  requireOwn(project.root, path);
  try {
    return await readFile(path, { encoding: 'utf8', flag: READ_OWN });
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

/** Opens the journal for appending. Its folder must exist. Does not follow a link. */
export const openJournalFile: OpenJournal = async (path) =>
  new SyncedFile(path, await open(path, APPEND_OWN));

class SyncedFile implements JournalFile {
  readonly #path: string;
  #handle: FileHandle;
  /** The file may end in an incomplete line. */
  #isTorn = false;

  constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  async append(text: string): Promise<void> {
    try {
      await this.#handle.appendFile(this.#isTorn ? `\n${text}` : text);
      await this.#handle.datasync();
      this.#isTorn = false;
    } catch (error) {
      this.#isTorn = true;
      throw error;
    }
  }

  async restart(text: string): Promise<void> {
    if (text === '') {
      await this.#handle.truncate(0);
    } else {
      const whole = join(dirname(this.#path), temporaryName());
      try {
        await writeSynced(whole, text);
        // Windows cannot replace an open file.
        await this.#handle.close();
        try {
          await rename(whole, this.#path);
        } finally {
          this.#handle = await open(this.#path, APPEND_OWN);
        }
      } finally {
        await rm(whole, { force: true });
      }
    }
    this.#isTorn = false;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
}
