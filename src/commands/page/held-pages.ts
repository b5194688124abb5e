/** Pages that are not published without being asked for, because their files say that some readers should not find them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import type { PageId } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import { willBeListed } from '../../model/sides.ts';
import { explainHeld, readLastShared, scanFolder } from '../../sync/reader.ts';

/** What files of this folder say about pages that are about to be published, by id. */
interface FileFacts {
  /** Why the page is held back. Left out: it is not. */
  readonly held?: string;
  /** The file has a draft only: it is not meant for readers yet. */
  readonly isDraft: boolean;
}

/**
 * What this folder has of pages that are about to be published, as far as it has their files. Reads no files unless the folder is known to
 * contain pages: they may be anybody's.
 */
export async function factsOfPages(
  context: Context,
  pages: readonly Page[],
): Promise<ReadonlyMap<PageId, FileFacts>> {
  const facts = new Map<PageId, FileFacts>();
  if (pages.length === 0) return facts;
  const [config, project] = await Promise.all([context.config(), context.project()]);
  const isProject = config.file !== null || existsSync(join(project.root, project.lockFile));
  if (!isProject) return facts;
  const { signal } = context.host;
  const [local, lock] = await Promise.all([
    scanFolder(project, { signal }),
    readLastShared(project),
  ]);
  const keys = new Map([...lock.pages.values()].map(({ id, key }) => [id, key]));
  const byPath = new Map([...local.pages.values()].map((page) => [page.key as string, page]));
  for (const { id, path, listed, contentPublished } of pages) {
    const file = byPath.get(keys.get(id) ?? '') ?? byPath.get(path.replace(/^\//, ''));
    if (!file) continue;
    const isHeld = file.restricted && willBeListed(listed, contentPublished ?? null);
    const held = isHeld ? { held: await explainHeld(file.restricted) } : {};
    facts.set(id, { ...held, isDraft: file.published === null });
  }
  return facts;
}
