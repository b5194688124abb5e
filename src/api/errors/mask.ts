/** Makes text from a server fit to be shown. */

/** Replaces the key wherever a text holds it. */
export type Mask = (text: string) => string;

const MASKED = '***';

/** Makes the mask of a key: it hides the key as it is, as it looks inside a URL, and inside JSON. Without a key it hides nothing. */
export function maskOf(key: string | undefined): Mask {
  if (key === undefined || key === '') return (text) => text;
  // The longest first: the key itself may be a part of the other two.
  const forms = [encodeURIComponent(key), JSON.stringify(key).slice(1, -1), key]
    .filter((form, index, all) => all.indexOf(form) === index)
    .toSorted((a, b) => b.length - a.length);
  return (text) => {
    let masked = text;
    for (const form of forms) masked = masked.replaceAll(form, MASKED);
    return masked;
  };
}

/** The same for bytes. They are copied only if they hold the key. */
export function maskBytes(bytes: Buffer, key: string | undefined): Buffer {
  if (key === undefined || key === '' || !bytes.includes(key)) return bytes;
  // latin1 maps every byte to one character and back, so the rest of the bytes stays as it is.
  const hidden = bytes.toString('latin1').replaceAll(Buffer.from(key).toString('latin1'), MASKED);
  return Buffer.from(hidden, 'latin1');
}

const LONGEST = 300;

/** One line for people: without control and direction characters, shortened. */
export function oneLine(text: string): string {
  // Cut first: cleaning looks at every character, and a hostile text may be of any size.
  const clean = text
    .slice(0, LONGEST * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST - 1)}…` : clean;
}
