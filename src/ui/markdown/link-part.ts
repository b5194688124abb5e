/** A name, encoded as a part of a URL. Also encodes brackets, which would end a link in Markdown. Half a surrogate pair becomes U+FFFD. */
export const linkPart = (part: string): string =>
  encodeURIComponent(Buffer.from(part).toString()).replaceAll(
    /[()!'*~]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
