/** Creates the files of pages that have none. */
import type { Announce } from '../../files/write.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import type { Pull } from '../../model/change.ts';
import { AGAIN } from '../journal/ledger.ts';
import { lookAt } from '../look.ts';
import { lineOfNewFile } from '../lock/pulled-line.ts';
import type { NewFile } from '../snapshot/new-files.ts';
import { newPageOf, writeNewFile } from './new-file.ts';
import { headWithDigest } from '../lock/stored-page.ts';
import type { PullScene } from './scene.ts';
import { listNoted, noteUnlisted } from './unlisted.ts';

/**
 * Creates the files. `each` processes the changes. Lists the created files in `_nav.yaml`, even if the run is
 * stopped.
 */
export async function makeFiles(
  changes: readonly Pull[],
  pages: PageMap,
  scene: PullScene,
  each: EachPull,
): Promise<void> {
  const { state } = scene;
  const { ledger } = scene.books;
  const { project } = scene.deps;
  const made = new Set<Pull>();
  const files = changes.flatMap(({ key }) => state.newFiles.get(key) ?? []);
  await noteUnlisted(
    project,
    files.filter(isToList).map(({ file }) => file),
  );
  try {
    await each(changes, async (change) => {
      const file = state.newFiles.get(change.key);
      if (file && (await makeFile(change, file, pages, scene))) made.add(change);
    });
  } finally {
    const unlisted = await listNoted(project);
    for (const change of changes) {
      if (!made.has(change)) continue;
      const file = state.newFiles.get(change.key)?.file;
      const failure = file && unlisted.get(file);
      if (failure) ledger.fail(change, failure);
      else ledger.apply(change);
    }
  }
}

/** Processes each change, and records those that fail. */
export type EachPull = (
  changes: readonly Pull[],
  write: (change: Pull) => Promise<void>,
) => Promise<void>;

const isToList = ({ destination }: NewFile): boolean => destination.kind === 'repository';

/** Returns whether the file was created. If not, the ledger says why. */
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
  const { books, dates, deps } = scene;
  const made = newPageOf(change.key, page, file, pages);
  const line = lineOfNewFile(change.key, page, file.updated, made);
  const put = (announce: Announce) => writeNewFile(made.text, file, deps.project, announce);
  await books.arrive(line, file.was ?? change.key, put, headWithDigest(page));
  dates.learn(page.created, page.updated, false);
  return true;
}

const GONE = 'It was removed on the platform since the plan was made.';
