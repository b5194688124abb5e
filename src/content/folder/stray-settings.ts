/** What settings that nobody reads hold back. */
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import { UNKNOWN_ABOVE } from '../../model/local.ts';
import type { Unreadable } from '../../system/files/read.ts';
import type { SettingsValue } from '../../system/yaml/placed-yaml.ts';
import { settingsHold, settingsMap } from '../settings/settings-file.ts';

type ReadSettings = () => Promise<{ readonly value: SettingsValue } | Unreadable | null>;

/** The setting that holds back, as in the file. Null: nothing. A malformed file may hold back. */
export async function strayHold(file: FilePath, read: ReadSettings): Promise<string | null> {
  try {
    const found = await read();
    if (found === null) return null;
    return 'problem' in found ? UNKNOWN_ABOVE : settingsHold(settingsMap(found.value, file));
  } catch (error) {
    if (error instanceof Failure) return UNKNOWN_ABOVE;
    throw error;
  }
}
