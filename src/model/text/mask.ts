/** Hides a key in texts that others wrote. */

/** Replaces the key wherever a text contains it. */
export type Mask = (text: string) => string;

/** What stands in place of the key. */
export const MASKED = '***';

/**
 * Creates the mask of a key. It hides the key as it is and as servers and proxies echo what they
 * were sent: in URLs, JSON and HTML, and at the beginning of what is packed as Base64.
 */
export function maskOf(key: string): Mask {
  if (key === '') return (text) => text;
  // Replace the longest form first, because the plain key may be a part of the others.
  const forms = [
    encodeURIComponent(key),
    JSON.stringify(key).slice(1, -1),
    key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    ...packed(key),
    key,
  ]
    .filter((form, index, all) => all.indexOf(form) === index)
    .toSorted((a, b) => b.length - a.length);
  return (text) => {
    let masked = text;
    for (const form of forms) masked = masked.replaceAll(form, MASKED);
    return masked;
  };
}

/** Each three bytes become four characters; what follows may change those of the last bytes. */
function packed(key: string): readonly string[] {
  const whole = key.slice(0, key.length - (key.length % 3));
  return /^[ -~]{9,}$/.test(whole) ? [btoa(whole)] : [];
}
