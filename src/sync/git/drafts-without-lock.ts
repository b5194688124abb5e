/** Pulled drafts that HEAD has in its files and not in its lock. */
import { digestOf } from '../../content/digest.ts';
import type { LocalPage } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { groupBy } from '../../model/group-by.ts';
import { committedText, readBlobs } from '../../system/git/blobs.ts';
import { filesOf } from '../../system/git/commit-files.ts';
import type { SyncDeps } from '../deps.ts';
import type { Folder } from '../folder/found-folder.ts';
import { textsAsSent } from '../folder/scan-links.ts';
import { parseLock } from '../record/lock.ts';

/**
 * Those of the pages whose line has a `foreignDraft` that a clone of HEAD takes for the text of a
 * person. None without git or a commit, or if this clone lacks the texts.
 */
export async function draftsWithoutLock(
  drafts: readonly { readonly local: LocalPage; readonly base: BasePage | undefined }[],
  { texts: { pages } }: Folder,
  { project: { root, lockFile }, machine }: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<readonly LocalPage[]> {
  const place = { root, ...machine };
  const lock = await committedText(place, lockFile);
  if (lock === null) return [];
  const { foreignDrafts } = parseLock((lock ?? '').split('\n'), lockFile);
  const unknown = new Map(
    drafts.flatMap(({ local, base: { foreignDraft } = {} }) =>
      foreignDraft === undefined || foreignDrafts.has(foreignDraft)
        ? []
        : [[local.file, { local, foreignDraft }]],
    ),
  );
  if (unknown.size === 0) return [];
  const committed = (await filesOf(place, 'HEAD', [...unknown.keys()])) ?? [];
  const files = groupBy(committed, ({ blob }) => blob);
  const found: LocalPage[] = [];
  for await (const { blob, text } of readBlobs(place, [...files.keys()])) {
    for (const { file } of files.get(blob) ?? []) {
      const draft = unknown.get(file);
      if (text === null || !draft) continue;
      const texts = Object.values(textsAsSent(text, draft.local, pages));
      if (texts.some((body) => body !== null && digestOf(body) === draft.foreignDraft))
        found.push(draft.local);
    }
  }
  return found;
}
