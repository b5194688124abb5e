/** The URLs that are allowed on a page. */

const SAFE_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'ftp']);
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp)[;,]/i;

/** Longer than any scheme. Only the beginning of a URL is examined. */
const HEAD = 40;

/** The beginning of a URL as browsers read it: without spaces and control characters. */
function headOf(url: string): string {
  let head = '';
  for (let at = 0; at < url.length && head.length < HEAD; at += 1) {
    const code = url.charCodeAt(at);
    if (code > 32 && (code < 127 || code > 159)) head += url.charAt(at);
  }
  return head;
}

/** Whether it is relative, or has a scheme that cannot run code. */
export function isSafeLink(url: string): boolean {
  const head = headOf(url);
  const colon = head.search(/[:/?#]/);
  if (head[colon] !== ':') return head.length < HEAD || colon !== -1 || !url.includes(':');
  return SAFE_SCHEMES.has(head.slice(0, colon).toLowerCase());
}

/** The same, or a picture that the page itself contains. */
export const isSafeImage = (url: string): boolean => IMAGE.test(headOf(url)) || isSafeLink(url);

/**
 * Early pages escape URLs in tables twice: `https:\/\/`. Valid URLs have no backslash before a
 * slash.
 */
export const repairUrl = (url: string): string =>
  url.includes('\\/') ? url.replaceAll('\\/', '/') : url;
