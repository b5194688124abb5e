/** Which settings hide a version, a documentation, a reference or a changelog. */
import type { SettingsValue } from '../../system/yaml/placed-yaml.ts';
import { type KeyVerdict, saidIn, verdictOf } from './reader-keys.ts';
import type { FilePath } from '../../model/ids.ts';
import { misnamedSettingsOf } from './settings-file.ts';
import type { SettingsMap } from './settings-file.ts';

/**
 * Why a version, a documentation, a reference or a changelog with these settings is not for
 * readers: the setting, as in the file. Null if readers may see it. Of the values of `published`,
 * only `true` publishes.
 */
export function settingsHold(settings: SettingsMap): string | null {
  const key = holdingKey(settings);
  return key === null ? null : saidIn(key, textOf(settings[key] ?? null));
}

/**
 * The file that was meant to hide a reference, under a name that nobody reads. Null if there is none.
 *
 * @param settings what a file says; empty if it does not exist
 */
export async function misnamedHold(
  definition: string,
  settings: (file: FilePath) => Promise<SettingsMap>,
): Promise<FilePath | null> {
  for (const file of misnamedSettingsOf(definition)) {
    if (file !== definition && settingsHold(await settings(file)) !== null) return file;
  }
  return null;
}

/** The first key that holds it back. Null if none does. */
export function holdingKey(settings: SettingsMap): string | null {
  const holds = Object.entries(settings).find(([key, value]) => {
    const verdict = settingVerdict(key, value);
    return verdict !== null && verdict !== 'open';
  });
  return holds?.[0] ?? null;
}

/** The meaning of one setting for readers; null if it has none. */
export function settingVerdict(key: string, value: SettingsValue): KeyVerdict['says'] | null {
  const says = verdictOf(key, textOf(value))?.says ?? null;
  const isTrue = typeof value === 'string' && value.toLowerCase() === 'true';
  return key === 'published' && says === 'open' && !isTrue ? 'unclear' : says;
}

const textOf = (value: SettingsValue): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
