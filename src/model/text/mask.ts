/** Hides a key in texts that others wrote. */

/** Replaces the key wherever a text contains it. */
export type Mask = (text: string) => string;

/** What stands in place of the key. */
export const MASKED = '***';

/**
 * Creates the mask of a key. It hides the key as it is, however its characters are escaped (in
 * URLs, JSON, HTML, Markdown and mails, by a server, a proxy or this tool), in hexadecimal digits,
 * and in what is packed as Base64, also as Base64url (RFC 4648, 5).
 */
export function maskOf(key: string): Mask {
  if (key === '') return (text) => text;
  // The digits first: they may begin with the key.
  const others = packed(key);
  const plain = oneOf([
    anyCase(hexOf(key)),
    literal(key),
    ...others.map((text) => text.replaceAll('+', '[+-]').replaceAll('/', '[/_]')),
  ]);
  let escaped: RegExp | undefined;
  const inAnyForm = (): RegExp =>
    oneOf([
      anyCase(hexOf(key)),
      key.replaceAll(/[^]/gu, characterInAnyForm),
      // Of these only signs, because a pattern of all characters takes several times as long to compile.
      ...others.map((text) =>
        text.replaceAll(/[+/]/g, (sign) => `(?:[-_]|${characterInAnyForm(sign)})`),
      ),
    ]);
  // Most texts escape nothing, and the other pattern takes ten milliseconds to make and compile.
  return (text) => text.replaceAll(ESCAPE.test(text) ? (escaped ??= inAnyForm()) : plain, MASKED);
}

/** What each escaped form has. */
const ESCAPE = /[%=&\\\u200b]/;

const oneOf = (forms: readonly string[]): RegExp => new RegExp(forms.join('|'), 'gu');

const literal = (text: string): string =>
  text.replaceAll(/[^a-z\d]/giu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** A pattern of a character as it is or escaped, also twice: in JSON within JSON, for example. */
function characterInAnyForm(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = anyCase(code.toString(16));
  const entity = ENTITIES[character];
  const itself = String.raw`\u{${code.toString(16)}}`;
  return `(?:${[
    ...(entity === undefined ? [] : [`&${entity};`]),
    `&#(?:0*${code}|[xX]0*${hex});`,
    String.raw`\\\\?[ux]0*${hex}`,
    hexOf(character).replaceAll(/../g, (byte) => `[%=](?:25)*${anyCase(byte)}`),
    // Last, because the others may begin with it. This tool's Markdown has spaces without width
    // around some signs.
    /[a-z\d]/i.test(character) ? itself : String.raw`(?:\\\\\\|\\)?\u200b?${itself}\u200b?`,
  ].join('|')})`;
}

const hexOf = (text: string): string => Buffer.from(text).toString('hex');

const anyCase = (hex: string): string =>
  hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/**
 * Three bytes become four characters of six bits, so that the key has three forms: with none, one
 * or two bytes before it in its first three. Each has the characters that the key alone decides;
 * the first one ends where three bytes do.
 */
function packed(key: string): readonly string[] {
  if (!/^[ -~]{9,}$/.test(key)) return [];
  const { length } = key;
  return [
    btoa(key).slice(0, Math.floor(length / 3) * 4),
    btoa(` ${key}`).slice(2, Math.floor(((length + 1) * 8) / 6)),
    btoa(`  ${key}`).slice(3, Math.floor(((length + 2) * 8) / 6)),
  ];
}
