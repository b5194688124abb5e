/** How a reference is shown to readers: sent with its definition. No request reads these settings. */
import { dirname, basename } from 'node:path';
import {
  settingsFlag,
  isFlag,
  parseSettings,
  settingsFileOf,
  settingsMap,
  settingsText,
} from '../../../content/settings/settings-file.ts';
import type { Context } from '../../../context.ts';
import { Failure } from '../../../model/failure.ts';
import type { FilePath } from '../../../model/ids.ts';
import type { ReferenceSettings } from '../../../api/resources/references.ts';
import { isFile, readInput } from '../../../named-files/input.ts';
import { shown } from '../../../definition-files/wanted-definitions.ts';

/** The settings by the names of the command's options. */
export interface ReferenceSettingOptions {
  readonly tryItOut?: boolean | undefined;
  readonly allowDownload?: boolean | undefined;
  readonly expandable?: boolean | undefined;
}

/** The settings from the options. */
export const givenSettings = ({
  tryItOut,
  allowDownload,
  expandable,
}: ReferenceSettingOptions): ReferenceSettings => ({
  ...(tryItOut === undefined ? {} : { tryItOut }),
  ...(allowDownload === undefined ? {} : { allowDownload }),
  ...(expandable === undefined ? {} : { expandable }),
});

/**
 * The settings in `refs/<slug>.settings.yaml` beside a definition `refs/<slug>.yaml`; none for
 * definitions elsewhere. Rejects with `content` if the file is malformed.
 *
 * @param file absolute path of the definition
 */
export async function settingsBeside(context: Context, file: string): Promise<ReferenceSettings> {
  const folder = dirname(file);
  if (basename(folder) !== 'refs') return {};
  const path = settingsFileOf(file);
  if (path === file || !(await isFile(path))) return {};
  const name = shown(context, path) as FilePath;
  const text = (await readInput(context, path, 'settings')).toString('utf8');
  const map = settingsMap(await parseSettings(text, name), name);
  const given = (key: string): boolean | undefined => {
    const value = settingsText(map, key);
    if (value === null) return undefined;
    if (isFlag(value)) return settingsFlag(map, key, undefined);
    throw new Failure('content', `\`${key}\` must be true or false, not "${value}".`, {
      hint: 'Correct the file',
      place: { file: name },
    });
  };
  return givenSettings({
    tryItOut: given('showTryItOut'),
    allowDownload: given('downloadable'),
    expandable: given('expandable'),
  });
}
