/**
 * Reports changed files below the content folders, even if folders are removed and created again.
 */
import { posix } from 'node:path';
import { isHiddenPath } from '../../../system/files/path.ts';
import { isUnreadSettingsOf, settingsFileOf } from '../../../content/file-names.ts';
import type { FilePath } from '../../../model/ids.ts';
import type { Project } from '../../../model/project.ts';
import { FolderWatches } from './folder-watches.ts';
import type { WatchedAs } from './folder-watches.ts';

/** Files saved within this time are one change, because editors save in several steps. */
const TOGETHER_MS = 12;

/**
 * Some programs delete a file before they write it again. A file that is missing for less than this
 * time is not reported as deleted.
 */
const GONE_MS = 100;

export interface Watching {
  /** Also watches this file. */
  add(file: FilePath): void;
  close(): void;
}

/**
 * Reports every change after this function has returned.
 *
 * @param changed called with paths relative to the project: files, and folders that were created,
 * deleted or changed their mode
 *
 * @param failed called once if the system does not allow all folders to be watched
 *
 * @param also files to watch that are not content
 */
export function watchFiles(
  project: Project,
  changed: (paths: ReadonlySet<FilePath>) => void,
  failed: (error: unknown) => void,
  also: readonly FilePath[] = [],
): Watching {
  let due = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const gone = new Set<string>();
  let goneTimer: NodeJS.Timeout | undefined;
  const wanted = new Wanted(project, also);
  const watches = new FolderWatches(
    project.root,
    (path) => wanted.as(path),
    (path) => {
      due.add(path);
      timer ??= setTimeout(take, TOGETHER_MS);
    },
    failed,
  );
  function take(): void {
    timer = undefined;
    const paths = due;
    due = new Set();
    for (const path of paths) {
      if (watches.isThere(path)) {
        gone.delete(path);
        continue;
      }
      paths.delete(path);
      gone.add(path);
      goneTimer ??= setTimeout(takeGone, GONE_MS);
    }
    tell(paths);
  }
  function takeGone(): void {
    goneTimer = undefined;
    const paths = new Set(gone);
    gone.clear();
    tell(paths);
  }
  function tell(paths: ReadonlySet<string>): void {
    const found = watches.look(paths);
    if (found.size > 0) changed(found as ReadonlySet<string> as ReadonlySet<FilePath>);
  }
  watches.begin();
  return {
    add: (file) => {
      const way = wanted.add(file);
      if (way.length > 0) watches.look(new Set(way));
    },
    close: () => {
      clearTimeout(timer);
      clearTimeout(goneTimer);
      watches.close();
    },
  };
}

/** Which paths to watch. Also watches the parents of folders and files that do not exist yet. */
class Wanted {
  readonly #folders: readonly string[];
  readonly #files = new Set<string>();
  readonly #definitions: readonly string[];
  /** The folders on the way to folders and files. */
  readonly #way = new Set<string>(['']);

  constructor({ contents, references }: Project, also: readonly FilePath[]) {
    this.#folders = contents.map(({ path }) => tidy(path));
    for (const folder of this.#folders) this.#addWay(folder).add(folder);
    this.#definitions = references.map(({ file }) => tidy(file));
    for (const file of this.#definitions)
      for (const each of [file, settingsFileOf(file)]) this.add(each as FilePath);
    for (const file of also) this.add(file);
  }

  /** Adds a file. Returns the folders on the way to it; none if it was wanted before. */
  add(file: FilePath): readonly string[] {
    const path = tidy(file);
    if (this.#files.has(path)) return [];
    this.#files.add(path);
    this.#addWay(path);
    return waysTo(path);
  }

  #addWay(path: string): Set<string> {
    for (const each of waysTo(path)) this.#way.add(each);
    return this.#way;
  }

  as(path: string): ReturnType<WatchedAs> {
    if (this.#way.has(path)) return 'way';
    const isContent =
      this.#files.has(path) ||
      this.#definitions.some((file) => isUnreadSettingsOf(file, path, () => false)) ||
      this.#folders.some(
        (folder) =>
          (folder === '' || path.startsWith(`${folder}/`)) &&
          !isHiddenPath(path.slice(folder.length)),
      );
    return isContent ? 'content' : null;
  }
}

/** The folders that a path leads through, the outermost first. */
const waysTo = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, depth, parts) => parts.slice(0, depth + 1).join('/'));

const tidy = (path: string): string => {
  const normal = posix.normalize(path).replace(/\/$/, '');
  return normal === '.' ? '' : normal;
};
