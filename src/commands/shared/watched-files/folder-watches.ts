/**
 * Watches folders one by one. A folder that is replaced by another one with its name is watched
 * again.
 */
import { lstatSync, readdirSync, statSync, watch } from 'node:fs';
import type { Dirent, FSWatcher, Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { placeIn } from '../../../system/files/path.ts';
import { fileCode, isMissing } from '../../../model/file-trouble.ts';

interface Watched {
  readonly watcher: FSWatcher;
  readonly stats: Stats;
}

/**
 * The kind of a path: `content`, or a folder on the `way` to content, which may be a symbolic link
 * inside the project; null if it is not watched. Links in content are not followed to folders.
 */
export type WatchedAs = (path: string) => 'content' | 'way' | null;

/** Paths are relative to the project, with `/`. The path of the project itself is empty. */
export class FolderWatches {
  readonly #root: string;
  readonly #wanted: WatchedAs;
  readonly #heard: (path: string) => void;
  readonly #failed: (error: unknown) => void;
  readonly #watched = new Map<string, Watched>();
  readonly #above: FSWatcher | undefined;
  #hasFailed = false;

  /**
   * Watches nothing until `begin` is called.
   *
   * @param heard called with each path that the system reports; the caller then calls `look`, at
   * once or later
   *
   * @param failed called once if the system does not allow a readable folder to be watched
   */
  constructor(
    root: string,
    wanted: WatchedAs,
    heard: (path: string) => void,
    failed: (error: unknown) => void,
  ) {
    this.#root = root;
    this.#wanted = wanted;
    this.#heard = heard;
    this.#failed = failed;
    // Only the parent folder reports that the project itself was replaced.
    this.#above = this.#watch(dirname(root), (name) => {
      if (name === null || name === basename(root)) heard('');
    });
  }

  /** Whether anything is at a path, even a broken symbolic link. */
  isThere(path: string): boolean {
    return this.#statsAt(path) !== null;
  }

  /** Watches the whole project. The caller must read the existing content afterwards. */
  begin(): void {
    this.#follow('', null);
  }

  /** Watches new folders at these paths. Returns new and changed paths: the given ones, and all paths in new folders. */
  look(paths: ReadonlySet<string>): Set<string> {
    const found = new Set<string>();
    for (const path of paths) this.#lookAt(path, found);
    found.delete('');
    return found;
  }

  close(): void {
    this.#above?.close();
    this.#drop('');
  }

  #lookAt(path: string, found: Set<string>): void {
    if (this.#wanted(path) === null) return;
    const before = this.#watched.get(path);
    const now = this.#folderAt(path);
    if (before && now && isSame(before.stats, now)) {
      if (before.stats.mode !== now.mode) found.add(path);
      this.#watched.set(path, { watcher: before.watcher, stats: now });
      return;
    }
    found.add(path);
    this.#drop(path);
    if (now) this.#follow(path, found);
  }

  /** @param found receives all paths in the folder */
  #follow(path: string, found: Set<string> | null): void {
    const pending = [path];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      // Watching starts before reading, so that no change is missed in between.
      if (!this.#begin(at)) continue;
      for (const entry of this.#entries(at)) {
        if (found === null && entry.isFile()) continue;
        const below = at === '' ? entry.name : `${at}/${entry.name}`;
        if (this.#wanted(below) === null) continue;
        found?.add(below);
        if (!entry.isFile()) pending.push(below);
      }
    }
  }

  /** Starts to watch a folder. Returns false if there is no folder. */
  #begin(path: string): boolean {
    for (;;) {
      const before = this.#folderAt(path);
      if (!before) return false;
      const watcher = this.#watch(this.#pathOf(path), (name) => {
        // The system lost events, so everything in the folder may have changed.
        if (name === null) this.#drop(path);
        this.#heard(name === null ? path : path === '' ? name : `${path}/${name}`);
      });
      if (!watcher) return false;
      watcher.on('error', () => {
        this.#drop(path);
      });
      const stats = this.#folderAt(path);
      if (stats && isSame(before, stats)) {
        this.#watched.set(path, { watcher, stats });
        return true;
      }
      // The folder was replaced meanwhile.
      watcher.close();
    }
  }

  #watch(path: string, heard: (name: string | null) => void): FSWatcher | undefined {
    try {
      const watcher = watch(path, (_, name) => {
        heard(name);
      });
      // On some systems, this means that the folder itself was removed, which the watch of its
      // parent folder reports.
      return watcher.on('error', () => undefined);
    } catch (error) {
      const isClosed = ['EACCES', 'EPERM'].includes(fileCode(error));
      if (!isClosed && !isMissing(error) && !this.#hasFailed) {
        this.#hasFailed = true;
        this.#failed(error);
      }
      return undefined;
    }
  }

  #drop(path: string): void {
    const inside = path === '' ? '' : `${path}/`;
    for (const [each, { watcher }] of this.#watched) {
      if (each !== path && !each.startsWith(inside)) continue;
      watcher.close();
      this.#watched.delete(each);
    }
  }

  #entries(path: string): readonly Dirent[] {
    try {
      return readdirSync(this.#pathOf(path), { withFileTypes: true });
    } catch {
      return [];
    }
  }

  #folderAt(path: string): Stats | null {
    const stats = this.#statsAt(path);
    if (!stats?.isSymbolicLink()) return stats?.isDirectory() ? stats : null;
    if (this.#wanted(path) !== 'way') return null;
    try {
      const place = placeIn(this.#root, path);
      const target = 'real' in place ? statSync(place.real) : null;
      return target?.isDirectory() ? target : null;
    } catch {
      return null;
    }
  }

  #statsAt(path: string): Stats | null {
    try {
      return lstatSync(this.#pathOf(path), { throwIfNoEntry: false }) ?? null;
    } catch {
      return null;
    }
  }

  #pathOf(path: string): string {
    return path === '' ? this.#root : `${this.#root}/${path}`;
  }
}

const isSame = (a: Stats, b: Stats): boolean => a.ino === b.ino && a.dev === b.dev;
