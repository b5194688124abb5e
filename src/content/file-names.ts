/**
 * Names of files: those that every system can store or cannot distinguish, those that are reserved in
 * a content folder, with what people write instead, and those in an export.
 */
import type { FilePath } from '../model/ids.ts';
import { areAlmostSame, isSameButForOne } from '../model/text/nearest.ts';

/** The folder of changelogs, at the top of a content folder or an archive. */
export const CHANGELOGS_FOLDER = 'changelogs';

const RESERVED = new Set([CHANGELOGS_FOLDER, 'refs', 'assets']);

/**
 * A project's settings, at the base path. The platform does not sync a repository without this
 * file.
 */
export const PROJECT_FILE = 'developerhub.yaml';

/** The folder of synced blocks, at the base path. */
export const SYNCED_FOLDER = '_synced-blocks';

/** The id of the synced block at `path`, relative to the base path; undefined for other files. */
export const syncedBlockAt = (path: string): string | undefined =>
  /^_synced-blocks\/([^/]+)\.md$/.exec(path)?.[1];

const DATA = ['yaml', 'yml', 'json', 'jsonc', 'toml'];
/** The endings of copies, and of files whose own ending is lost. */
const OF_COPIES = /^(?:bak|backup|copy|old|orig|save|tmp|txt)$/i;
/** In shorter names, one letter more or less makes another word. */
const MIN_LETTERS = 3;

/**
 * Whether a file has one of these names as people write them, mistype them and copy them.
 * `settings.json` may be anything, and so may words that are near these without a `_`.
 */
function isNamedLike(path: string, names: readonly string[]): boolean {
  const [, mark = '', word = '', rest = ''] =
    /(?:^|\/)(?:[a-z]+ (?:of|von|de) )?(_*)([a-z]+)(?![a-z])([^/]*)$/i.exec(path) ?? [];
  const isNear = mark === '' ? areAlmostSame : isSameButForOne;
  const name = word.toLowerCase();
  if (word.length < MIN_LETTERS || !names.some((each) => each === name || isNear(each, name)))
    return false;
  if (mark === '') return /^(?:[^a-z.]|copy)*\.ya?ml$/i.test(rest);
  const endings = (rest.match(/\.[a-z]+\d?/gi) ?? []).map((ending) => ending.slice(1));
  return (
    endings.every((ending) => OF_COPIES.test(ending)) ||
    endings.some((ending) => DATA.some((each) => isSameButForOne(each, ending)))
  );
}

/** Whether the file has a name that people give settings, `_settings.yaml` included. */
export const isLikeSettings = (path: string): boolean => isNamedLike(path, ['settings', 'setting']);

/** The same of navigations. */
export const isLikeNavigation = (path: string): boolean => isNamedLike(path, ['nav', 'navigation']);

/** The same of settings beside any definition: `api.settings.yaml`. */
export const isLikeReferenceSettings = (name: string): boolean =>
  isLikeSettings(/\.([^./]+)\.(?:ya?ml|json)$/i.exec(name)?.[1]?.concat('.yaml') ?? '');

/** Settings beside a definition: `refs/api.settings.yaml` for `refs/api.yaml`. */
export const settingsFileOf = (definition: string): FilePath =>
  definition.replace(/\.[^./]+$/, '.settings.yaml') as FilePath;

/**
 * Whether a file may be meant to hide a definition, and nobody reads it: settings beside it under
 * another name, or those of a folder around it, unless they are in place.
 *
 * @param isInPlace whether a file is in the folder of a version or a documentation itself, or at the
 * top of a content folder
 */
export function isUnreadSettingsOf(
  definition: string,
  file: string,
  isInPlace: (file: FilePath) => boolean,
): boolean {
  if (file === definition || file === settingsFileOf(definition)) return false;
  const at = file.lastIndexOf('/') + 1;
  if (!definition.startsWith(file.slice(0, at))) return false;
  if (isLikeSettings(file)) return !isInPlace(file as FilePath);
  const stem = definition.replace(/\.[^./]+$/, '');
  const rest = file.slice(stem.length);
  return (
    foldPath(file.slice(0, stem.length)) === foldPath(stem) &&
    isLikeSettings(rest.replace(/^(?:\.(?:ya?ml|json))?[\s._-]+/i, '_'))
  );
}

/** Whether the name is reserved for folders at the top of a content folder or a version. */
export const isReserved = (name: string): boolean => name.startsWith('_') || RESERVED.has(name);

/**
 * A form that is equal for two paths if they name the same file on some system: ignores case and
 * Unicode form.
 */
export const foldPath = (path: string): string => path.normalize('NFC').toLowerCase().toUpperCase();

/** Names that Windows reserves for devices, whatever the extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

const UNSAFE = /[/\\:*?"<>|\p{Cc}]/gu;

/** Characters that change how the rest of a name is shown. */
const DECEPTIVE = /[\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}]/gu;

const UNSAFE_END = /[. ]$/;

/** In bytes: the limit of common file systems, minus room for a number and an extension. */
const MAX_NAME_BYTES = 200;

function cut(name: string): string {
  let end = name.length;
  while (Buffer.byteLength(name.slice(0, end)) > MAX_NAME_BYTES) end = Math.floor(end * 0.9);
  return name.slice(0, end).replace(/[\ud800-\udbff]$/, '');
}

/**
 * `text` as a file or folder name. Characters that a system refuses or that mislead become `_`:
 * slashes, `: * ? " < > |`, control and bidi characters, a final dot or space, a first dot or dash.
 */
export function safeName(text: string): string {
  const name = cut(text.normalize('NFC').replace(UNSAFE, '_').replace(DECEPTIVE, '_'))
    .replace(UNSAFE_END, '_')
    .replace(/^[.-]/, '_');
  if (name === '') return '_';
  return DEVICE.test(name) ? `_${name}` : name;
}

/** Whether Windows can store a file or folder called `name`. */
export const isPortableName = (name: string): boolean =>
  name.search(UNSAFE) === -1 && !UNSAFE_END.test(name) && !DEVICE.test(name);

/**
 * Why a file may not have this name, which comes from another person's input. Returns undefined if
 * it may.
 */
export function unfitName(name: string): string | undefined {
  // `.git` contains hooks, shells run other dot files when they start, and a leading dash begins an
  // option.
  if (name.startsWith('.')) return 'the name begins with a dot';
  if (name.startsWith('-')) return 'the name begins with a dash';
  if (name.search(DECEPTIVE) !== -1) return 'the name has control characters';
  if (!isPortableName(name)) return 'it is not a valid file name on Windows';
  return Buffer.byteLength(name) > 255 ? 'the name is too long' : undefined;
}

/** Whether a page with this slug can have a file of that name in the repository layout. */
export const isFileSlug = (slug: string): boolean =>
  isSafeName(`${slug}.md`) && !slug.startsWith('_');

/** Whether every system can store `name` unchanged, and it does not mislead anybody. */
export const isSafeName = (name: string): boolean => safeName(name) === name;

/** The parts of a file name in an export. */
export interface ArchiveName {
  /** `null`: no number; such files are last. */
  readonly number: number | null;
  /**
   * The text after the number: the title, in which characters that are not allowed in a path are
   * replaced.
   */
  readonly name: string;
}

const NUMBERED = /^(\d{1,9}) ([^]+)$/;

/** Parses a file name; `null` if it is not that of a page file. */
export function parseArchiveName(fileName: string): ArchiveName | null {
  if (!fileName.endsWith('.md')) return null;
  const stem = fileName.slice(0, -'.md'.length).normalize('NFC');
  const match = NUMBERED.exec(stem);
  return match ? { number: Number(match[1]), name: match[2] ?? '' } : { number: null, name: stem };
}

/** The name of a file in an export. */
export const archiveFile = (number: number, title: string): string =>
  `${number} ${safeName(title)}.md`;
