/** What the pages of a content folder share, from the texts of its files: synced blocks and variables. */
import { syncedBody, variablesOf } from '../../../content/folder/shared-content.ts';
import { PROJECT_FILE, syncedBlockAt } from '../../../content/file-names.ts';
import { mapOf, settingsOrHidden } from '../../../content/settings/settings-file.ts';
import type { FilePath } from '../../../model/ids.ts';
import type { FolderOfTexts } from '../../../content/folder/folder-of-texts.ts';

/** Null: the folder has none, so they are only on the platform. */
export interface SharedTexts {
  /** Bodies by id. */
  readonly synced: ReadonlyMap<string, string> | null;
  /** Values by name. */
  readonly variables: ReadonlyMap<string, string> | null;
}

/** Files that cannot be read, or are malformed, count as missing: others report them. */
export async function sharedTexts({ files, read }: FolderOfTexts): Promise<SharedTexts> {
  const synced = new Map<string, string>();
  let variables: SharedTexts['variables'] = null;
  for (const path of files) {
    const id = path === PROJECT_FILE ? null : syncedBlockAt(path);
    const found = id === undefined ? null : read(path);
    if (id === undefined || found === null || 'problem' in found) continue;
    if (id === null) {
      const settings = await settingsOrHidden(found.text, path as FilePath);
      const isSet = Boolean(settings['variables']) && mapOf(settings['variables']) !== null;
      if (isSet) variables = variablesOf(settings);
    } else synced.set(id, syncedBody(found.text));
  }
  return { synced: synced.size === 0 ? null : synced, variables };
}
