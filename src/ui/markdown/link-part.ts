/** A name as a part of a URL that stays one in Markdown, where brackets would end a link. Half a surrogate pair becomes U+FFFD. */
export const linkPart = (part: string): string =>
  encodeURIComponent(Buffer.from(part).toString()).replaceAll(
    /[()!'*~]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
