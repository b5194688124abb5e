/** The folder of a build: which files the build may replace, and which it removes. */
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { foldPath } from '../../content/file-names.ts';
import { ManyFiles } from '../../system/files/many-files.ts';
import {
  BUILT_SITE,
  digestOfFile,
  printMade,
  readMade,
  removeMade,
} from '../../system/files/own-output.ts';
import type { MadeFiles } from '../../system/files/own-output.ts';
import { isLeftOver } from '../../system/files/temporary.ts';
import { Failure } from '../../model/failure.ts';
import { fileFailure, isMissing } from '../../model/file-trouble.ts';

/** The list of the files that a build wrote, with digests. Only files with an unchanged digest are replaced or removed. */
const { list: MANIFEST, madeBy: MADE_BY } = BUILT_SITE;

/**
 * The files of an earlier build. Empty if the folder is empty or missing. Rejects with `usage` if
 * it contains anything else.
 */
export async function earlierFiles(folder: string, shown: string): Promise<MadeFiles> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return new Map();
    throw fileFailure(error, 'usage', `${shown} cannot be written`, 'Name another folder') ?? error;
  }
  if (names.length === 0) return new Map();
  const files = names.includes(MANIFEST) ? readMade(folder, MANIFEST, MADE_BY) : null;
  if (files !== null) return files;
  throw new Failure('usage', `${shown} is not empty, and was not created by docs build.`, {
    hint: 'Name an empty folder, or one that does not exist',
  });
}

export class BuildOutput {
  readonly #folder: string;
  readonly #shown: string;
  readonly #before: MadeFiles;
  readonly #files: ManyFiles;
  readonly #written = new Map<string, string>();
  /** Written paths, by their folded form (`foldPath`). */
  readonly #names = new Map<string, string>();

  /** @param shown the folder, as the user named it */
  constructor(folder: string, shown: string, before: MadeFiles) {
    this.#folder = folder;
    this.#shown = shown;
    this.#before = before;
    this.#files = new ManyFiles(folder);
  }

  get count(): number {
    return this.#written.size;
  }

  /**
   * Marks the folder before anything is written into it, so that a build that is stopped can be
   * repeated.
   */
  async begin(): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true });
    } catch (error) {
      throw (
        fileFailure(error, 'usage', `${this.#shown} cannot be written`, 'Name another folder') ??
        error
      );
    }
    await this.#mark(this.#before);
  }

  /** Whether there was an earlier build that did not write a file with this name. */
  isNew(path: string): boolean {
    return this.#before.size > 0 && !this.#before.has(path);
  }

  /**
   * Writes a file. Rejects with `content` if a file at this path was not written by a build, or was
   * changed since.
   */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    const other = this.#names.get(foldPath(path));
    if (other !== undefined) {
      throw new Failure('content', `${path} and ${other} would be the same file on some systems.`, {
        hint: 'Change the slug of one of the two pages',
      });
    }
    const bytes = Buffer.from(content);
    await this.#files.write(path, bytes, (there) => {
      if (this.#before.get(path) === digestOfFile(there)) return;
      throw new Failure(
        'content',
        `${this.#shown}/${path} is in the way: it is not as docs build wrote it.`,
        { hint: 'Move it away, or name another folder' },
      );
    });
    this.#names.set(foldPath(path), path);
    this.#written.set(path, digestOfFile(bytes));
  }

  /**
   * Call it instead of `finish` if the build ends early. The next build can then replace the files
   * of this one.
   */
  async stop(): Promise<void> {
    await this.#mark(new Map([...this.#before, ...this.#written]));
  }

  /**
   * Removes the files of an earlier build that this build did not write.
   *
   * @returns the number of removed files, and the names of those that stay because they were
   * changed
   */
  async finish(): Promise<{ readonly removed: number; readonly kept: readonly string[] }> {
    const kept: string[] = [];
    let removed = 0;
    const left = new Map(this.#written);
    for (const [name, digest] of this.#before) {
      if (name === MANIFEST || this.#isWritten(name)) continue;
      const outcome = await removeMade(this.#folder, name, digest);
      if (outcome === 'removed') removed += 1;
      else if (outcome === 'changed') {
        kept.push(name);
        // The next build must have it in the list, too.
        left.set(name, digest);
      }
    }
    this.#sweep();
    await this.#mark(left);
    return { removed, kept };
  }

  /**
   * Whether the file was written, even under a name that differs only in letter case, if the file
   * system treats both as one file.
   */
  #isWritten(name: string): boolean {
    const now = this.#names.get(foldPath(name));
    if (now === undefined || now === name) return now !== undefined;
    const fileAt = (path: string) =>
      lstatSync(join(this.#folder, path), { throwIfNoEntry: false })?.ino;
    return fileAt(name) === fileAt(now);
  }

  #mark(files: MadeFiles): Promise<void> {
    return this.#files.write(MANIFEST, printMade(MADE_BY, files));
  }

  /** Removes temporary files of a build that was killed. They would be deployed with the site. */
  #sweep(): void {
    const folders = new Set([...this.#written.keys()].map((path) => dirname(path)));
    for (const folder of folders) {
      for (const name of readdirSync(join(this.#folder, folder))) {
        if (isLeftOver(name, 0)) rmSync(join(this.#folder, folder, name), { force: true });
      }
    }
  }
}
