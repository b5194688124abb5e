/**
 * Settings files of the layouts, YAML or JSON: how they are read, and which settings hide a version, a
 * documentation, a reference or a changelog. Errors contain the position in the file.
 */
import { posix } from 'node:path';
import { jsonStop } from '../darkdown/read/json.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import { inputKindOf, sizeProblem } from '../../model/input-limits.ts';
import type { SettingsValue } from '../../system/yaml/placed-yaml.ts';
import { PROJECT_FILE, isUnreadSettingsOf } from '../file-names.ts';
import { saidIn, verdictOf } from './reader-keys.ts';
import type { KeyVerdict } from './reader-keys.ts';

export type SettingsMap = { readonly [key: string]: SettingsValue };

const malformed = (
  file: FilePath,
  line: number | undefined,
  message: string,
  cause?: unknown,
): Failure =>
  new Failure('content', message, {
    hint: 'Correct the file, or restore it from version control',
    cause,
    place: { file, line },
  });

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** JSON or YAML, by extension. Throws `Failure('content')` with file and line if malformed. */
export async function parseSettings(text: string, file: FilePath): Promise<SettingsValue> {
  const problem = sizeProblem(inputKindOf(file), text.length);
  if (problem !== undefined) throw malformed(file, undefined, `${problem}.`);
  const unmarked = text.replace(/^\u{feff}/u, '');
  return file.endsWith('.json') ? parseJson(unmarked, file) : parseYaml(unmarked, file);
}

function parseJson(text: string, file: FilePath): SettingsValue {
  try {
    return JSON.parse(text, (_, value: unknown) =>
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ) as SettingsValue;
  } catch (error) {
    throw malformed(file, lineOf(text, jsonStop(text)), 'this is not valid JSON.', error);
  }
}

async function parseYaml(text: string, file: FilePath): Promise<SettingsValue> {
  const { placedYaml } = await import('../../system/yaml/placed-yaml.ts');
  const yaml = await placedYaml(text);
  if ('message' in yaml) throw malformed(file, yaml.line, yaml.message);
  return yaml.value;
}

/** A value as a map; an empty one is an empty map. Null if it is something else. */
export function mapOf(value: SettingsValue | undefined): SettingsMap | null {
  if (value === undefined || value === null || value === '') return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as SettingsMap) : null;
}

/**
 * The top level as a map; an empty file is an empty map. Throws `Failure('content')` for any other
 * value, and for a merge key, which nobody follows.
 */
export function settingsMap(value: SettingsValue | undefined, file: FilePath): SettingsMap {
  const map = mapOf(value);
  if (map === null) throw malformed(file, 1, 'this must be a list of `key: value` lines.');
  if (Object.hasOwn(map, '<<')) throw malformed(file, 1, 'settings under `<<` are not read here.');
  return map;
}

/** Used instead of settings that cannot be read, because these may say that something is hidden. */
export const HIDDEN: SettingsMap = { published: 'false' };

/**
 * The settings in a text, or ones that hide if it is malformed. Does not report that, because
 * `readFolder` does.
 */
export async function settingsOrHidden(text: string, file: FilePath): Promise<SettingsMap> {
  try {
    return settingsMap(await parseSettings(text, file), file);
  } catch (error) {
    if (error instanceof Failure) return HIDDEN;
    throw error;
  }
}

/** Whether a value is one that a flag may have. */
export const isFlag = (value: SettingsValue): boolean =>
  typeof value === 'string' && /^(?:true|false)$/i.test(value);

/** Whether the flag under `key` is `true`, in any case. Any other value, or none, is false. */
export function settingsFlag(map: SettingsMap, key: string): boolean {
  const value = Object.hasOwn(map, key) ? map[key] : null;
  return typeof value === 'string' && value.toLowerCase() === 'true';
}

/** The text under `key`. Returns null if there is none, or if it is not a text. */
export function settingsText(map: SettingsMap, key: string): string | null {
  const value = Object.hasOwn(map, key) ? map[key] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * Why a version, a documentation, a reference or a changelog with these settings is not for
 * readers: the setting, as in the file. Null if readers may see it. Of the values of `published`,
 * only `true` publishes.
 */
export function settingsHold(settings: SettingsMap, file = ''): string | null {
  const key = holdingKey(settings, file);
  return key === null ? null : saidIn(key, textOfSetting(settings[key] ?? null));
}

/**
 * The file that was meant to hide a reference and that nobody reads. Null if there is none.
 *
 * @param files that may be meant, in any folders; see `isUnreadSettingsOf`
 *
 * @param settings what a file says
 */
export async function unreadHold(
  definition: string,
  files: Iterable<FilePath>,
  isInPlace: (file: FilePath) => boolean,
  settings: (file: FilePath) => Promise<SettingsMap>,
): Promise<FilePath | null> {
  for (const file of files) {
    if (!isUnreadSettingsOf(definition, file, isInPlace)) continue;
    if (settingsHold(await settings(file)) !== null) return file;
  }
  return null;
}

/** The first key that holds it back. Null if none does, or if it is a definition. */
export function holdingKey(settings: SettingsMap, file = ''): string | null {
  if (['openapi', 'swagger'].some((key) => Object.hasOwn(settings, key))) return null;
  const holds = Object.entries(settings).find(([key, value]) => {
    const verdict = settingVerdict(key, value, file);
    return verdict !== null && verdict !== 'open';
  });
  return holds?.[0] ?? null;
}

/** Settings of the project below which any key may be. */
const OF_ANY_KEYS: ReadonlySet<string> = new Set(['navigation', 'settings', 'variables']);

/** The meaning of one setting for readers; null if it has none. `file`: matters for the project's. */
export function settingVerdict(
  key: string,
  value: SettingsValue,
  file = '',
): KeyVerdict['says'] | null {
  if (OF_ANY_KEYS.has(key) && posix.basename(file) === PROJECT_FILE) return null;
  const says = verdictOf(key, textOfSetting(value))?.says ?? null;
  const isTrue = typeof value === 'string' && value.toLowerCase() === 'true';
  return key === 'published' && says === 'open' && !isTrue ? 'unclear' : says;
}

/** A value as the text that is judged: lists and maps in the form of JSON. */
export const textOfSetting = (value: SettingsValue): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
