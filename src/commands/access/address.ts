const LOCAL = /^[^\s@"(),:;<>[\\\]\p{C}\uFFFD]{1,64}$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;

/**
 * Whether the text is one email address (RFC 5321's plain form, with RFC 6531's letters; no quoted local part, no IP literal). The replacement
 * character, which stands for a letter that some program could not read, is not allowed.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  if (!LOCAL.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return false;
  const labels = text.slice(at + 1).split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label));
}

/** The identity of an address: real mail systems ignore letter case. */
export const addressKey = (email: string): string => email.normalize('NFC').toLowerCase();

/** The parts of a text that could be addresses, for a text that is not exactly one address. */
export function addressesIn(text: string): readonly string[] {
  const words = text.split(/[\s"(),:;<>[\]|]+/);
  const unquoted = words.flatMap((word) => word.split("'"));
  return [...words, ...unquoted].filter((word) => word.includes('@'));
}
