/** How a reference is shown to readers: sent with its definition. No request reads these settings. */
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import {
  unreadHold,
  settingsHold,
  settingsFlag,
  isFlag,
  parseSettings,
  settingsMap,
  settingsText,
} from '../../../content/settings/settings-file.ts';
import type { SettingsMap } from '../../../content/settings/settings-file.ts';
import { settingsFileOf } from '../../../content/file-names.ts';
import { filesAround } from '../../../content/folder/list-folder.ts';
import { isInPlace } from '../../../content/layouts/layouts.ts';
import type { Context } from '../../../context.ts';
import { Failure } from '../../../model/failure.ts';
import type { FilePath } from '../../../model/ids.ts';
import type { ReferenceSettings } from '../../../api/resources/references.ts';
import { isFile, readInput } from '../../shared/named-files/input.ts';
import { shown } from '../../shared/definition-files/wanted-definitions.ts';

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

/** The content of a settings file. */
export interface SettingsBeside {
  readonly settings: ReferenceSettings;
  /** The name of the file, if the reference is not to be published. */
  readonly heldBy: string | null;
}

/**
 * The settings in `<name>.settings.yaml` beside a definition `<name>.yaml`, in any folder. Rejects
 * with `content` if the file is malformed. The same file under a name that nobody reads, or settings
 * of a whole folder of definitions, only hold the reference back.
 *
 * @param file absolute path of the definition
 */
export async function settingsBeside(context: Context, file: string): Promise<SettingsBeside> {
  const path = settingsFileOf(file);
  const name = shown(context, path) as FilePath;
  const read = async (each: FilePath): Promise<SettingsMap> => {
    if (each === file || !(await isFile(each))) return {};
    const text = (await readInput(context, each, 'settings')).toString('utf8');
    const at = shown(context, each) as FilePath;
    return settingsMap(await parseSettings(text, at), at);
  };
  const map = await read(path);
  const given = (key: string): boolean | undefined => {
    const value = settingsText(map, key);
    if (value === null) return undefined;
    if (isFlag(value)) return settingsFlag(map, key);
    throw new Failure('content', `\`${key}\` must be true or false, not "${value}".`, {
      hint: 'Correct the file',
      place: { file: name },
    });
  };
  const settings = givenSettings({
    tryItOut: given('showTryItOut'),
    allowDownload: given('downloadable'),
    expandable: given('expandable'),
  });
  if (settingsHold(map) !== null) return { settings, heldBy: name };
  const { root, contents } = await context.folder();
  const inProject = relative(root, file).replaceAll('\\', '/') as FilePath;
  // Of a definition outside of the project, only its own folder counts.
  const isOutside = isAbsolute(inProject) || inProject.startsWith('../');
  const from = isOutside ? dirname(file) : root;
  const at = isOutside ? (basename(file) as FilePath) : inProject;
  const unread = await unreadHold(
    at,
    filesAround(from, at),
    (each) => !isOutside && isInPlace(each, contents),
    (each) => read(resolve(from, each) as FilePath),
  );
  return { settings, heldBy: unread === null ? null : shown(context, resolve(from, unread)) };
}
