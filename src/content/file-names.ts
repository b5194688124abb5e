/** File names that every system can store, and names that some system cannot distinguish. */

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
