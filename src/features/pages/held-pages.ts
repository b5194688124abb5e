/** Pages that are not published without being asked for, because their files say that some readers should not find them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import type { PageId } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import { willBeListed } from '../../model/sides.ts';
import { explainHeld, readLastShared, scanFolder } from '../../sync/reader.ts';

/**
 * The reasons to hold pages back, by id, as far as this folder has their files. Reads no files unless the folder is known to contain pages:
 * they may be anybody's.
 */
export async function findHeldPages(
  context: Context,
  pages: readonly Page[],
): Promise<ReadonlyMap<PageId, string>> {
  const held = new Map<PageId, string>();
  const listed = pages.filter((page) => willBeListed(page.listed, page.contentPublished ?? null));
  if (listed.length === 0) return held;
  const [config, project] = await Promise.all([context.config(), context.project()]);
  const isProject = config.file !== null || existsSync(join(project.root, project.lockFile));
  if (!isProject) return held;
  const { signal } = context.host;
  const [local, lock] = await Promise.all([
    scanFolder(project, { signal }),
    readLastShared(project),
  ]);
  const keys = new Map([...lock.pages.values()].map(({ id, key }) => [id, key]));
  const byPath = new Map([...local.pages.values()].map((page) => [page.key as string, page]));
  for (const { id, path } of listed) {
    const file = byPath.get(keys.get(id) ?? '') ?? byPath.get(path.replace(/^\//, ''));
    if (file?.restricted) held.set(id, await explainHeld(file.restricted));
  }
  return held;
}
