/** Which URLs a page may carry. */

const SAFE_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'ftp']);
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp)[;,]/i;

/** Longer than any scheme; a URL's beginning tells what it is. */
const HEAD = 40;

/** How a browser sees the beginning of a URL: spaces and control characters around and inside the scheme do not count. */
function headOf(url: string): string {
  let head = '';
  for (let at = 0; at < url.length && head.length < HEAD; at += 1) {
    const code = url.charCodeAt(at);
    if (code > 32 && (code < 127 || code > 159)) head += url.charAt(at);
  }
  return head;
}

/** Relative, or of a scheme that cannot run anything. */
export function isSafeLink(url: string): boolean {
  const head = headOf(url);
  const colon = head.search(/[:/?#]/);
  if (head[colon] !== ':') return head.length < HEAD || colon !== -1 || !url.includes(':');
  return SAFE_SCHEMES.has(head.slice(0, colon).toLowerCase());
}

/** The same, and pictures that the page itself carries. */
export const isSafeImage = (url: string): boolean => IMAGE.test(headOf(url)) || isSafeLink(url);

/** Early pages escape URLs in tables twice, `https:\/\/`: no URL has a backslash before a slash. */
export const repairUrl = (url: string): string =>
  url.includes('\\/') ? url.replaceAll('\\/', '/') : url;
