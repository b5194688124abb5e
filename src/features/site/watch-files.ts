/** Hears of changed files below the content folders. Loads the library that does. */
import type { Stats } from 'node:fs';
import { statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { placeIn } from '../../files/limit.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';

/** Files that are saved together, or in several steps, are one change. */
const TOGETHER_MS = 12;

/** File systems tell times of up to so long ago. */
const CLOCK_TICK_MS = 20;

export interface Watching {
  close(): Promise<void>;
}

/**
 * @param since what changed since then counts too, in milliseconds since 1970: files change while the folders are first looked at
 * @param changed called with paths relative to the project
 */
export async function watchFiles(
  { root, contents, references }: Project,
  since: number,
  changed: (files: ReadonlySet<FilePath>) => void,
): Promise<Watching> {
  const { watch } = await import('chokidar');
  const paths = [
    ...contents.map(({ path }) => path),
    ...references.map(({ file }) => file),
  ].flatMap((path) => {
    const place = placeIn(root, path);
    return 'real' in place ? [place.real] : [];
  });
  const home = placeIn(root, '.');
  const top = 'real' in home ? home.real : root;
  const watcher = watch(paths, {
    followSymlinks: false,
    alwaysStat: true,
    ignored: (path) => {
      const name = relative(top, path);
      return name.split(sep).some((part) => part.startsWith('.') || part === 'node_modules');
    },
  });
  let isReady = false;
  let due = new Set<FilePath>();
  let timer: NodeJS.Timeout | undefined;
  const isLater = (stats: Stats | undefined): boolean =>
    stats === undefined || Math.max(stats.mtimeMs, stats.ctimeMs) >= since - CLOCK_TICK_MS;
  const take = (path: string, stats?: Stats): void => {
    if (!isReady && !isLater(stats)) return;
    due.add(relative(top, path).split(sep).join('/') as FilePath);
    timer ??= setTimeout(() => {
      timer = undefined;
      const files = due;
      due = new Set();
      changed(files);
    }, TOGETHER_MS);
  };
  watcher.on('add', take).on('change', take).on('unlink', take);
  watcher.on('unlinkDir', (path) => {
    take(join(path, '.'));
  });
  watcher.on('ready', () => {
    // What changed after the watcher looked at it, and before it heard of changes.
    for (const [folder, names] of Object.entries(watcher.getWatched())) {
      for (const name of names) {
        const path = join(folder, name);
        const stats = statSync(path, { throwIfNoEntry: false });
        if (stats === undefined || stats.isFile()) take(path, stats);
      }
    }
    isReady = true;
  });
  // What cannot be watched is told by nobody: the page can still be loaded again.
  watcher.on('error', () => undefined);
  return {
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
