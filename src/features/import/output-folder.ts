/** The folder that an import writes. It knows by a list which files are its own: others, and changed ones, are never replaced. */
import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { placeIn } from '../../files/limit.ts';
import { readOwnText } from '../../files/own.ts';
import { bytesOfText, replaceWhole } from '../../files/write.ts';
import { Failure } from '../../model/failure.ts';
import { fileFailure, isMissing } from '../../model/file-trouble.ts';

/** Hidden, so that it is not content. */
const MANIFEST = '.docs-import.json';

const MADE_BY = 'docs import';

/** Digests of files, by path. */
type Digests = ReadonlyMap<string, string>;

/** What became of the files. */
export interface WriteCounts {
  written: number;
  unchanged: number;
  removed: number;
  readonly kept: string[];
}

const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** Opens the folder; rejects with `usage` if it holds anything that no import made, unless `force` is given. */
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
  const before = names.includes(MANIFEST) ? digestsIn(path) : null;
  if (names.length > 0 && before === null && !force) {
    throw new Failure('usage', `${shown} is not empty, and was not created by docs import.`, {
      hint: `${hint}; --force writes next to what is there`,
    });
  }
  return new OutputFolder(path, shown, before ?? new Map(), force);
}

/** `null`: it is not such a file. Names that lead elsewhere are not ours. */
function digestsIn(folder: string): Digests | null {
  try {
    const found: unknown = JSON.parse(readOwnText(join(folder, MANIFEST)));
    if (typeof found !== 'object' || found === null || !('madeBy' in found) || !('files' in found))
      return null;
    const { madeBy, files } = found;
    if (madeBy !== MADE_BY || typeof files !== 'object' || files === null) return null;
    return new Map(
      Object.entries(files).filter(
        (entry): entry is [string, string] =>
          typeof entry[1] === 'string' && !/(?:^|\/)\.\.?(?:\/|$)|^\/|\\|\0/.test(entry[0]),
      ),
    );
  } catch {
    return null;
  }
}

/** Writes, replaces and removes the files of one import. */
export class OutputFolder {
  readonly #root: string;
  readonly #shown: string;
  readonly #before: Digests;
  readonly #force: boolean;
  readonly #now = new Map<string, string>();
  readonly #outcome: WriteCounts = { written: 0, unchanged: 0, removed: 0, kept: [] };
  #isMarked = false;

  constructor(root: string, shown: string, before: Digests, force: boolean) {
    this.#root = root;
    this.#shown = shown;
    this.#before = before;
    this.#force = force;
  }

  /** A file whose content is this, unless somebody else made or changed it. */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    const digest = digestOf(content);
    const there = await this.#digestAt(path);
    const known = this.#before.get(path);
    if (there === digest) {
      this.#now.set(path, digest);
      this.#outcome.unchanged += 1;
      return;
    }
    if (there !== null && there !== known && !this.#force) {
      // Remembered as it was made, so that the next import knows that it was changed.
      if (known !== undefined) this.#now.set(path, known);
      this.#outcome.kept.push(path);
      return;
    }
    await this.#mark(new Map([...this.#before, ...this.#now]));
    this.#now.set(path, digest);
    await this.#replace(path, content);
    this.#outcome.written += 1;
  }

  /** Removes what an earlier import made, this one did not, and nobody changed. */
  async finish(): Promise<WriteCounts> {
    for (const [path, digest] of this.#before) {
      if (this.#now.has(path)) continue;
      const there = await this.#digestAt(path);
      if (there === digest) {
        await this.#remove(path);
        this.#outcome.removed += 1;
      } else if (there !== null && !this.#outcome.kept.includes(path))
        this.#outcome.kept.push(path);
    }
    this.#isMarked = false;
    await this.#mark(this.#now);
    return this.#outcome;
  }

  /** Says whose folder it is before anything is in it: an import that is ended can be done again. */
  async #mark(digests: Digests): Promise<void> {
    if (this.#isMarked) return;
    this.#isMarked = true;
    const files = Object.fromEntries([...digests].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    await this.#replace(MANIFEST, `${JSON.stringify({ madeBy: MADE_BY, files }, null, 2)}\n`);
  }

  async #digestAt(path: string): Promise<string | null> {
    try {
      const place = placeIn(this.#root, path);
      if (!('real' in place)) return null;
      return digestOf(await readFile(place.real));
    } catch (error) {
      if (isMissing(error)) return null;
      throw fileFailure(error, 'content', `${this.#shown}/${path} cannot be read`) ?? error;
    }
  }

  async #replace(path: string, content: string | Uint8Array): Promise<void> {
    try {
      await mkdir(this.#root, { recursive: true });
      const parent = placeIn(this.#root, dirname(path));
      // What is behind a link out of the folder is refused when the file is written.
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

  /** The file, and the folders above it that are empty then. */
  async #remove(path: string): Promise<void> {
    const place = placeIn(this.#root, path);
    if (!('real' in place) || !(await lstat(place.real)).isFile()) return;
    await rm(place.real);
    try {
      for (let at = dirname(path); at !== '.'; at = dirname(at)) await rmdir(join(this.#root, at));
    } catch {
      // Something is in it: it stays.
    }
  }
}
