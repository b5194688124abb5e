/**
 * Names of files: those that every system can store or cannot distinguish, those that are reserved in
 * a content folder, and those in an export.
 */

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
