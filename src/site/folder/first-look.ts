/** What files were like when they were first looked at: until their changes are heard, nothing else tells that they changed. */
import type { Stats } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { statOf } from '../../content/folder/read-text.ts';
import type { Unreadable } from '../../content/folder/read-text.ts';
import type { FilePath } from '../../model/ids.ts';

/** Of `Stats` only this: with all of it, 10,000 files take 7 MB more. */
type Look = Pick<Stats, 'mtimeMs' | 'ctimeMs' | 'size' | 'ino'> | null;

/** No clock is asked: a file that is moved here keeps its times, and a shared folder has the times of another machine. */
const isSame = (before: Look, now: Look): boolean =>
  before === null || now === null
    ? before === now
    : before.mtimeMs === now.mtimeMs &&
      before.ctimeMs === now.ctimeMs &&
      before.size === now.size &&
      before.ino === now.ino;

const lookOf = (stats: Stats | Unreadable | null): Look => {
  if (stats === null || 'problem' in stats) return null;
  const { mtimeMs, ctimeMs, size, ino } = stats;
  return { mtimeMs, ctimeMs, size, ino };
};

/** Files between two moments at which others get a turn. */
const FILES_A_TURN = 500;

export class FirstLook {
  readonly #root: string;
  readonly #looks = new Map<FilePath, Look>();

  constructor(root: string) {
    this.#root = root;
  }

  /** To be called before the file is read. */
  at(file: FilePath): void {
    if (!this.#looks.has(file)) this.seen(file, statOf(`${this.#root}/${file}`));
  }

  /** The same, with stat data that were taken before the file is read. */
  seen(file: FilePath, stats: Stats | Unreadable | null): void {
    if (!this.#looks.has(file)) this.#looks.set(file, lookOf(stats));
  }

  /** The files that are not what they were. */
  async changed(): Promise<readonly FilePath[]> {
    const changed: FilePath[] = [];
    let looked = 0;
    for (const [file, before] of this.#looks) {
      const now = lookOf(statOf(`${this.#root}/${file}`));
      if (!isSame(before, now)) changed.push(file);
      looked += 1;
      if (looked % FILES_A_TURN === 0) await turn();
    }
    return changed;
  }
}
