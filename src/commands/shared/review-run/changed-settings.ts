/** Settings of versions and documentations, and navigations, that changed. */
import { fileIn } from '../../../content/folder/list-folder.ts';
import { PROJECT_FILE } from '../../../content/file-names.ts';
import { parseSettings } from '../../../content/settings/settings-file.ts';
import type { FilePath } from '../../../model/ids.ts';
import { Failure } from '../../../model/failure.ts';
import { byCodeUnit } from '../../../model/order.ts';
import type { SettingsPair } from '../../../site/review/compare-settings.ts';
import type { FolderOfTexts } from '../../../content/folder/folder-of-texts.ts';

/** The settings files that differ, by name. */
export async function changedSettings(
  old: readonly FolderOfTexts[],
  next: readonly FolderOfTexts[],
): Promise<SettingsPair[]> {
  const [before, after] = [settingsIn(old), settingsIn(next)];
  const files = [...new Set([...before.keys(), ...after.keys()])].toSorted(byCodeUnit);
  const pairs: SettingsPair[] = [];
  for (const file of files) {
    const [was, is] = [before.get(file) ?? null, after.get(file) ?? null];
    if (was === is) continue;
    const isSame =
      was !== null && is !== null && (await meaning(was, file)) === (await meaning(is, file));
    pairs.push({ file, old: was, new: is, isSame });
  }
  return pairs;
}

function settingsIn(folders: readonly FolderOfTexts[]): Map<FilePath, string> {
  const found = new Map<FilePath, string>();
  for (const { folder, files, settingsTexts, read } of folders) {
    for (const [path, text] of settingsTexts) found.set(fileIn(folder.path, path), text);
    const project = files.includes(PROJECT_FILE) ? read(PROJECT_FILE) : null;
    if (project && 'text' in project) found.set(fileIn(folder.path, PROJECT_FILE), project.text);
  }
  return found;
}

/** Equal for two texts that set the same values. A malformed text is compared literally. */
async function meaning(text: string, file: FilePath): Promise<string> {
  try {
    return JSON.stringify(await parseSettings(text, file));
  } catch (error) {
    if (error instanceof Failure) return text;
    throw error;
  }
}
