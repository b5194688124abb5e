/** Watches folders one by one: a folder that is replaced by another one of its name is watched again. */
import { lstatSync, readdirSync, statSync, watch } from 'node:fs';
import type { Dirent, FSWatcher, Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { placeIn } from '../../system/files/limit.ts';
import { fileCode, isMissing } from '../../model/file-trouble.ts';

interface Watched {
  readonly watcher: FSWatcher;
  readonly stats: Stats;
}

/**
 * What a path is to who watches: `content`, or a folder on the `way` to it, which may be a link
 * inside the project; `null`: nothing. Links in content lead to no folder that is read.
 */
export type WatchedAs = (path: string) => 'content' | 'way' | null;

/** Paths are relative to the project, with `/`; the project itself is the empty one. */
export class FolderWatches {
  readonly #root: string;
  readonly #wanted: WatchedAs;
  readonly #heard: (path: string) => void;
  readonly #failed: (error: unknown) => void;
  readonly #watched = new Map<string, Watched>();
  readonly #above: FSWatcher | undefined;
  #hasFailed = false;

  /**
   * Nothing is watched until `begin` is called.
   *
   * @param heard called with each path of which the system says anything: who is told calls `look`,
   * which may be later
   * @param failed called once if the system does not let a folder be watched that can be read
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

  /** Whether there is anything at a path, if only a link to nothing. */
  isThere(path: string): boolean {
    return this.#statsAt(path) !== null;
  }

  /** Watches the whole project. What is there already is read by whoever asks for this. */
  begin(): void {
    this.#follow('', null);
  }

  /** Watches the folders that are new at these paths. Returns what is new or changed: the paths, and all that came with a folder. */
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

  /** @param found takes all that is in the folder */
  #follow(path: string, found: Set<string> | null): void {
    const pending = [path];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      // First watched, then read: nothing can come in between.
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

  /** Returns whether there is a folder, which is watched now. */
  #begin(path: string): boolean {
    for (;;) {
      const before = this.#folderAt(path);
      if (!before) return false;
      const watcher = this.#watch(this.#pathOf(path), (name) => {
        // The system lost count: everything in it may have changed.
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
      // Another folder took its place meanwhile.
      watcher.close();
    }
  }

  #watch(path: string, heard: (name: string | null) => void): FSWatcher | undefined {
    try {
      const watcher = watch(path, (_, name) => {
        heard(name);
      });
      // On some systems the folder itself was removed, which is heard above it.
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
