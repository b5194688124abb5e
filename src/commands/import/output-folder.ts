/**
 * The folder that an import writes. A list has the files that imports wrote; other files, and
 * changed ones, are never replaced.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { placeIn } from '../../system/files/path.ts';
import { digestOfFile, printMade, readMade, removeMade } from '../../system/files/own-output.ts';
import type { MadeFiles } from '../../system/files/own-output.ts';
import { readRegular } from '../../system/files/read.ts';
import { bytesOfText, replaceWhole } from '../../system/files/write.ts';
import { Failure } from '../../model/failure.ts';
import { fileFailure, isMissing } from '../../model/file-trouble.ts';

/** The name begins with a dot, so that the file is not content. */
const MANIFEST = '.docs-import.json';

const MADE_BY = 'docs import';

/** The results of writing the files. */
export interface WriteCounts {
  written: number;
  unchanged: number;
  removed: number;
  /** Files of an earlier import that were deleted and are written again. */
  readonly restored: string[];
  readonly kept: string[];
}

/** Opens the folder. Rejects with `usage` if it contains files that no import wrote, unless `force` is set. */
export async function openOutput(
  path: string,
  shown: string,
  force: boolean,
): Promise<OutputFolder> {
  const hint = 'Name an empty folder, or one that does not exist';
  let names: readonly string[] = [];
  try {
    names = await readdir(path);
  } catch (error) {
    if (!isMissing(error)) {
      throw fileFailure(error, 'usage', `${shown} cannot be written`, hint) ?? error;
    }
  }
  const before = names.includes(MANIFEST) ? readMade(path, MANIFEST, MADE_BY) : null;
  if (names.length > 0 && before === null && !force) {
    throw new Failure('usage', `${shown} is not empty, and was not created by docs import.`, {
      hint: `${hint}; --force writes next to what is there`,
    });
  }
  return new OutputFolder(path, shown, before ?? new Map());
}

/** Writes, replaces and removes the files of one import. */
export class OutputFolder {
  readonly #root: string;
  readonly #shown: string;
  readonly #before: MadeFiles;
  readonly #now = new Map<string, string>();
  readonly #outcome: WriteCounts = { written: 0, unchanged: 0, removed: 0, restored: [], kept: [] };
  #isMarked = false;

  constructor(root: string, shown: string, before: MadeFiles) {
    this.#root = root;
    this.#shown = shown;
    this.#before = before;
  }

  /** Writes a file, unless a file at this path was not written by an import, or was changed. */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    const digest = digestOfFile(content);
    const there = this.#digestAt(path);
    const known = this.#before.get(path);
    if (there === digest) {
      this.#now.set(path, digest);
      this.#outcome.unchanged += 1;
      return;
    }
    if (there !== null && there !== known) {
      // Keeps the old digest, so that the next import notices the change, too.
      if (known !== undefined) this.#now.set(path, known);
      this.#outcome.kept.push(path);
      return;
    }
    await this.#mark(new Map([...this.#before, ...this.#now]));
    this.#now.set(path, digest);
    await this.#replace(path, content);
    this.#outcome.written += 1;
    if (there === null && known !== undefined) this.#outcome.restored.push(path);
  }

  /** Removes files that an earlier import wrote and this one did not, unless they were changed. */
  async finish(): Promise<WriteCounts> {
    for (const [path, digest] of this.#before) {
      if (this.#now.has(path)) continue;
      const outcome = await removeMade(this.#root, path, digest);
      if (outcome === 'removed') this.#outcome.removed += 1;
      else if (outcome === 'changed' && !this.#outcome.kept.includes(path))
        this.#outcome.kept.push(path);
    }
    this.#isMarked = false;
    await this.#mark(this.#now);
    return this.#outcome;
  }

  /**
   * Marks the folder before anything is written into it, so that an import that is stopped can be
   * repeated.
   */
  async #mark(digests: MadeFiles): Promise<void> {
    if (this.#isMarked) return;
    this.#isMarked = true;
    await this.#replace(MANIFEST, printMade(MADE_BY, digests));
  }

  #digestAt(path: string): string | null {
    try {
      const place = placeIn(this.#root, path);
      if (!('real' in place)) return null;
      return digestOfFile(readRegular(place.real, null));
    } catch (error) {
      if (isMissing(error)) return null;
      throw fileFailure(error, 'content', `${this.#shown}/${path} cannot be read`) ?? error;
    }
  }

  async #replace(path: string, content: string | Uint8Array): Promise<void> {
    try {
      await mkdir(this.#root, { recursive: true });
      const parent = placeIn(this.#root, dirname(path));
      // If a symbolic link leads out of the folder, writing the file is refused.
      if ('real' in parent) await mkdir(parent.real, { recursive: true });
    } catch (error) {
      throw (
        fileFailure(error, 'usage', `${this.#shown} cannot be written`, 'Name another folder') ??
        error
      );
    }
    const home = { root: this.#root, stateFolder: null };
    await replaceWhole(home, path, bytesOfText(content), { leavesSame: true, synced: false });
  }
}
