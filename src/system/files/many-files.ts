/**
 * Writes many files below one folder, as needed for a whole site. Each is written completely or not
 * at all, and never through a link out of the folder.
 */
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { placeIn } from './path.ts';
import { temporaryName } from './temporary.ts';
import { bytesOfText, replaceWhole, writeFailure } from './write.ts';

/**
 * Writes files one after another and synchronously: on a local disk, creating a file takes a
 * fraction of the time that the same steps take as promises. Looks up only once where a folder
 * leads, so no folder may be replaced by a link meanwhile.
 */
export class ManyFiles {
  readonly #root: string;
  /** Real paths of existing folders, by their path below the root. */
  readonly #folders = new Map<string, string>();

  /** @param root absolute; must exist */
  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Writes `content` to `file`, which is relative to the root, and creates the folders above it.
   * Leaves a file with the same content alone. Rejects with `content` if the file cannot be
   * written.
   *
   * @param replaces throws if a file with these other bytes must stay
   */
  async write(
    file: string,
    content: string | Uint8Array,
    replaces: (there: Uint8Array) => void = () => undefined,
  ): Promise<void> {
    const folder = this.#folderOf(dirname(file), file);
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const path = folder === null ? null : join(folder, basename(file));
    const there = path === null ? null : this.#otherAt(path, bytes, file);
    if (there !== undefined) {
      if (there instanceof Uint8Array) replaces(there);
      const home = { root: this.#root, stateFolder: null };
      await replaceWhole(home, file, bytesOfText(bytes), { leavesSame: true, synced: false });
    }
  }

  /**
   * Creates the file if nothing exists at the path. Undefined if the file now has this content.
   * Else what exists there, which needs care to replace: a file's bytes, or null for anything else.
   */
  #otherAt(path: string, bytes: Uint8Array, file: string): Buffer | null | undefined {
    const temporary = join(dirname(path), temporaryName());
    try {
      const there = lstatSync(path, { throwIfNoEntry: false });
      if (there !== undefined) {
        if (!there.isFile()) return null;
        const found = readFileSync(path);
        return found.equals(bytes) ? undefined : found;
      }
      // Fails if anything has the temporary name, even a link. The rename does not follow links either.
      writeFileSync(temporary, bytes, { flag: 'wx' });
      renameSync(temporary, path);
      return undefined;
    } catch (error) {
      rmSync(temporary, { force: true });
      throw writeFailure(file, error);
    }
  }

  /** `null`: a link leads out of the root. `replaceWhole` reports it. */
  #folderOf(folder: string, file: string): string | null {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    try {
      const place = placeIn(this.#root, folder);
      if (!('real' in place)) return null;
      mkdirSync(place.real, { recursive: true });
      this.#folders.set(folder, place.real);
      return place.real;
    } catch (error) {
      throw writeFailure(file, error);
    }
  }
}
