/** A project's variables and synced blocks in the repository layout (manual, "Layouts"). */
import { lstatSync } from 'node:fs';
import { Failure } from '../../model/failure.ts';
import { isMissing } from '../../model/file-trouble.ts';
import type { FilePath } from '../../model/ids.ts';
import { listFiles } from './list-folder.ts';
import { readText } from '../../system/files/read.ts';
import { normalBody, parsePageFile } from '../page/page-file.ts';
import { restrictionsOf } from '../page/page-restriction.ts';
import { splitFrontMatter } from '../settings/front-matter.ts';
import { parseSettings, settingsMap, settingsText } from '../settings/settings-file.ts';
import type { SettingsMap } from '../settings/settings-file.ts';
import { PROJECT_FILE, SYNCED_FOLDER, syncedBlockAt } from '../file-names.ts';

/** What the pages of a project share. */
export interface SharedContent {
  /** The title of the project; `null` or left out: it has none. */
  readonly title?: string | null;
  /** Values by name: `user.name` for the value of `name` under `user`. */
  readonly variables: ReadonlyMap<string, string>;
  /** Bodies of darkdown, by id. */
  readonly syncedBlocks: ReadonlyMap<string, string>;
}

/** Reads the shared content of `folder`. Throws `Failure('content')` if a file is malformed. */
export async function readSharedContent(folder: string): Promise<SharedContent> {
  const settings = textOf(folder, PROJECT_FILE);
  const value =
    settings === null ? undefined : await parseSettings(settings, PROJECT_FILE as FilePath);
  const syncedBlocks = new Map<string, string>();
  for (const name of namesIn(`${folder}/${SYNCED_FOLDER}`)) {
    const path = `${SYNCED_FOLDER}/${name}`;
    const id = syncedBlockAt(path);
    const text = id === undefined ? null : textOf(folder, path);
    if (id !== undefined && text !== null) syncedBlocks.set(id, syncedBody(text));
  }
  const map = settingsMap(value, PROJECT_FILE as FilePath);
  return { title: settingsText(map, 'title'), variables: variablesOf(map), syncedBlocks };
}

/** The values under `variables`, by the names that pages use. Lists are not values. */
export function variablesOf(settings: SettingsMap): Map<string, string> {
  const values = new Map<string, string>();
  collect(Object.hasOwn(settings, 'variables') ? settings['variables'] : null, '', values);
  return values;
}

function collect(
  value: SettingsMap[string] | undefined,
  name: string,
  values: Map<string, string>,
) {
  if (value === undefined || Array.isArray(value)) return;
  if (value === null || typeof value === 'string') {
    if (name !== '') values.set(name, value ?? '');
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    collect(inner, name === '' ? key : `${name}.${key}`, values);
  }
}

/** The body of a synced block's file, without its header; empty if that would hold back a page. */
export const syncedBody = (text: string): string =>
  restrictionsOf(parsePageFile(text)).reasons.length > 0
    ? ''
    : normalBody(splitFrontMatter(text).body);

function namesIn(folder: string): readonly string[] {
  try {
    if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return [];
    return listFiles(folder).files;
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The text of a file without its BOM; `null` if the file is missing or a symbolic link. */
function textOf(folder: string, file: string): string | null {
  const path = `${folder}/${file}`;
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const read = readText(path);
  if (read === null) return null;
  if ('problem' in read) {
    throw new Failure('content', `This file ${read.problem}.`, {
      place: { file },
    });
  }
  return read.text.replace(/^\u{feff}/u, '');
}
