/** File names that every system can store, and names that some system cannot distinguish. */

/** Equal for two paths that are the same file on some system: folds case and Unicode forms. */
export const foldPath = (path: string): string => path.normalize('NFC').toLowerCase().toUpperCase();

/** Names that Windows reserves for devices, whatever the extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

const UNSAFE = /[/\\:*?"<>|\p{Cc}]/gu;

const UNSAFE_END = /[. ]$/;

/** The longest name that common file systems store, in bytes, with room for a number and an extension. */
const LONGEST_NAME = 200;

function cut(name: string): string {
  let end = name.length;
  while (Buffer.byteLength(name.slice(0, end)) > LONGEST_NAME) end = Math.floor(end * 0.9);
  return name.slice(0, end).replace(/[\ud800-\udbff]$/, '');
}

/**
 * `text` as a file or folder name. What some system refuses becomes `_`: slashes, `\ : * ? " < > |`, control characters, a dot or space at the end, a dot
 * at the beginning. A device's name gets a `_` in front.
 */
export function safeName(text: string): string {
  const name = cut(text.normalize('NFC').replace(UNSAFE, '_'))
    .replace(UNSAFE_END, '_')
    .replace(/^\./, '_');
  if (name === '') return '_';
  return DEVICE.test(name) ? `_${name}` : name;
}

/** Whether Windows can store a file or folder called `name`. */
export const isPortableName = (name: string): boolean =>
  name.search(UNSAFE) === -1 && !UNSAFE_END.test(name) && !DEVICE.test(name);

/** Whether every system can store `name` as it is. */
export const isSafeName = (name: string): boolean => safeName(name) === name;
