/** Pulled drafts that HEAD has in its files and not in its lock. */
import { digestOf } from '../../content/digest.ts';
import type { LocalPage } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { readBlobs } from '../../system/git/blobs.ts';
import { filesOf } from '../../system/git/commit-files.ts';
import type { SyncDeps } from '../deps.ts';
import type { Folder } from '../folder/found-folder.ts';
import { textsAsSent } from '../folder/scan-links.ts';
import { parseLock } from '../record/lock.ts';

/**
 * Those of the pages whose line has a `foreignDraft` that a clone of HEAD takes for the text of a
 * person. None without git or a commit.
 */
export async function draftsWithoutLock(
  drafts: readonly { readonly local: LocalPage; readonly base: BasePage }[],
  { texts: { pages } }: Folder,
  { project, machine }: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<readonly LocalPage[]> {
  const place = { root: project.root, ...machine };
  const wanted = [project.lockFile, ...drafts.map(({ local }) => local.file)];
  const committed = (await filesOf(place, 'HEAD', wanted)) ?? [];
  const blobs = new Set(committed.map(({ blob }) => blob));
  const byBlob = new Map<string, string | null>();
  for await (const { blob, text } of readBlobs(place, [...blobs])) byBlob.set(blob, text);
  const textOf = new Map<string, string | null | undefined>(
    committed.map(({ file, blob }) => [file, byBlob.get(blob)]),
  );
  const lock = textOf.has(project.lockFile) ? textOf.get(project.lockFile) : '';
  // A partial clone may lack its text.
  if (typeof lock !== 'string') return [];
  const { foreignDrafts } = parseLock(lock.split('\n'), project.lockFile);
  return drafts.flatMap(({ local, base: { foreignDraft } }) => {
    const text = textOf.get(local.file) ?? null;
    if (text === null || foreignDraft === undefined || foreignDrafts.has(foreignDraft)) return [];
    const { draft, published } = textsAsSent(text, local, pages);
    const isThere = [draft, published].some(
      (body) => body !== null && digestOf(body) === foreignDraft,
    );
    return isThere ? local : [];
  });
}
