/** Hears of changed files below the content folders. Loads the library that does. */
import { join, relative, sep } from 'node:path';
import { placeIn } from '../../files/limit.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';

/** Files that are saved together, or in several steps, are one change. */
const TOGETHER_MS = 12;

export interface Watching {
  /** Resolves once every change from then on is heard. What changed before is not. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** @param changed called with paths relative to the project */
export async function watchFiles(
  { root, contents, references }: Project,
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
    ignoreInitial: true,
    ignored: (path) => {
      const name = relative(top, path);
      return name.split(sep).some((part) => part.startsWith('.') || part === 'node_modules');
    },
  });
  let due = new Set<FilePath>();
  let timer: NodeJS.Timeout | undefined;
  const take = (path: string): void => {
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
  // What cannot be watched is told by nobody: the page can still be loaded again.
  watcher.on('error', () => undefined);
  const ready = new Promise<void>((resolve) => {
    watcher.on('ready', resolve);
  });
  return {
    ready,
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
