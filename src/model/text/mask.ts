/** Hides a key in texts that others wrote. */

/** Replaces the key wherever a text contains it. */
export type Mask = (text: string) => string;

/** What stands in place of the key. */
export const MASKED = '***';

/**
 * Creates the mask of a key. It hides the key as it is, however its signs are escaped (in URLs,
 * JSON, HTML and Markdown, by a server, a proxy or this tool), and at the beginning of what is
 * packed as Base64.
 */
export function maskOf(key: string): Mask {
  if (key === '') return (text) => text;
  const forms = new RegExp([key, ...packed(key)].map(inAnyForm).join('|'), 'gu');
  return (text) => text.replaceAll(forms, MASKED);
}

/** A pattern of a text, each of its signs as it is or escaped. Nobody escapes letters and digits. */
const inAnyForm = (text: string): string => text.replaceAll(/[^a-z\d]/giu, signInAnyForm);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

function signInAnyForm(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const hex = anyCase(code.toString(16));
  const entity = ENTITIES[sign];
  const percent = Buffer.from(sign)
    .toString('hex')
    .replaceAll(/../g, (byte) => `%${anyCase(byte)}`);
  return `(?:${[
    ...(entity === undefined ? [] : [`&${entity};`]),
    `&#0*${code};`,
    `&#[xX]0*${hex};`,
    String.raw`\\u0*${hex}`,
    percent,
    // Last, because the others may begin with it. This tool's Markdown has spaces without width
    // around some signs.
    String.raw`\\?\u200b?\u{${code.toString(16)}}\u200b?`,
  ].join('|')})`;
}

const anyCase = (hex: string): string =>
  hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** Each three bytes become four characters; what follows may change those of the last bytes. */
function packed(key: string): readonly string[] {
  const whole = key.slice(0, key.length - (key.length % 3));
  return /^[ -~]{9,}$/.test(whole) ? [btoa(whole)] : [];
}
