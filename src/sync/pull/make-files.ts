/** Makes the files of pages that have none. */
import type { PageMap } from '../../content/links/link-targets.ts';
import type { Pull } from '../../model/change.ts';
import type { FilePath } from '../../model/ids.ts';
import { AGAIN } from '../journal/ledger.ts';
import { lookAt } from '../look.ts';
import { lineOfNewFile } from '../lock/pulled-line.ts';
import type { NewFile } from '../snapshot/new-files.ts';
import { writeNewFile } from './new-file.ts';
import { baseIn } from './scene.ts';
import type { PullScene } from './scene.ts';
import { listNoted, noteUnlisted } from './unlisted.ts';

/** A file that cannot be written fails its page, not the run. Files that are there are listed in `_nav.yaml`, also if the run is stopped. */
export async function makeFiles(
  changes: readonly Pull[],
  pages: PageMap,
  scene: PullScene,
): Promise<void> {
  const { state } = scene;
  const { ledger } = scene.books;
  const { project, signal } = scene.deps;
  const made = new Map<FilePath, Pull>();
  const files = changes.flatMap(({ key }) => state.newFiles.get(key) ?? []);
  await noteUnlisted(
    project,
    files.filter(isToList).map(({ file }) => file),
  );
  try {
    for (const change of changes) {
      signal.throwIfAborted();
      const file = state.newFiles.get(change.key);
      if (!file) continue;
      await ledger.attempt([change], async () => {
        if (await makeFile(change, file, pages, scene)) made.set(file.file, change);
      });
    }
  } finally {
    const unlisted = await listNoted(project);
    for (const [file, change] of made) {
      const failure = unlisted.get(file);
      if (failure) ledger.fail(change, failure);
      else ledger.apply(change);
    }
  }
}

const isToList = ({ destination }: NewFile): boolean => destination.kind === 'repository';

/** Whether it was made; else the ledger says why not. */
async function makeFile(
  change: Pull,
  file: NewFile,
  pages: PageMap,
  scene: PullScene,
): Promise<boolean> {
  const page = file.page ?? (await lookAt(file.id, scene.deps));
  if (!page) {
    scene.books.ledger.skip(change, GONE, AGAIN);
    return false;
  }
  const written = await writeNewFile(change.key, page, file, scene.deps.project, pages);
  const line = lineOfNewFile(change.key, page, file.updated, written);
  scene.dates.learn(page.created, page.updated, false);
  scene.books.learn(line, file.was ?? change.key, baseIn(page));
  return true;
}

const GONE = 'It was removed on the platform since the plan was made.';
