/**
 * Reports changed files below the content folders, even if folders are removed and created again.
 */
import { posix } from 'node:path';
import { isHiddenPath } from '../../system/files/path.ts';
import { misnamedSettingsOf, settingsFileOf } from '../../content/settings/settings-file.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
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
  const watches = new FolderWatches(
    project.root,
    wantedIn(project, also),
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
    close: () => {
      clearTimeout(timer);
      clearTimeout(goneTimer);
      watches.close();
    },
  };
}

/** Which paths to watch. Also watches the parents of folders and files that do not exist yet. */
function wantedIn({ contents, references }: Project, also: readonly FilePath[]): WatchedAs {
  const folders = contents.map(({ path }) => tidy(path));
  const files = [
    ...references.flatMap(({ file }) => [file, settingsFileOf(file), ...misnamedSettingsOf(file)]),
    ...also,
  ].map(tidy);
  const isOnWay = (path: string): boolean =>
    path === '' ||
    folders.includes(path) ||
    [...folders, ...files].some((target) => target.startsWith(`${path}/`));
  const isContent = (path: string): boolean =>
    files.includes(path) ||
    folders.some(
      (folder) =>
        (folder === '' || path.startsWith(`${folder}/`)) &&
        !isHiddenPath(path.slice(folder.length)),
    );
  return (path) => (isOnWay(path) ? 'way' : isContent(path) ? 'content' : null);
}

const tidy = (path: string): string => {
  const normal = posix.normalize(path).replace(/\/$/, '');
  return normal === '.' ? '' : normal;
};
