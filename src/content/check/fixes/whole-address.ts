/** Addresses of other sites that browsers would resolve as something else. Pure. */

/** The problem of an address, and the address that was meant. */
export interface WholeAddress {
  readonly why: string;
  readonly whole: string;
}

/** Endings of host names that file names do not have. */
const HOST =
  /^(?:www(?:\.[a-z\d-]+)+\.[a-z]{2,}|(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:com|org|net|io|dev|edu|gov|ai|app|co|info|cloud|tech))(?::\d+)?(?=\/|$)/i;
const HOST_WITH_PATH =
  /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:de|eu|uk|fr|ch|at|nl|ca|jp|cn|me|xyz|site|online|page)\/./i;
const MAIL = /^[\w.+-]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)+$/i;
const ONE_SLASH = /^(https?):\/?(?=[a-z\d])/i;

/**
 * The problem of an address; null if it has none. `isFile`: whether it is a relative path for
 * browsers, and no file is at that path.
 */
export function wholeAddress(target: string, isFile: boolean): WholeAddress | null {
  if (target.length > 2000) return null;
  if (!isFile) {
    const scheme = ONE_SLASH.exec(target);
    if (!scheme) return null;
    const whole = `${scheme[1]}://${target.slice(scheme[0].length)}`;
    return { why: 'two slashes are missing after the scheme', whole };
  }
  if (MAIL.test(target)) return { why: '`mailto:` is missing', whole: `mailto:${target}` };
  if (!HOST.test(target) && !HOST_WITH_PATH.test(target)) return null;
  return { why: 'its scheme is missing', whole: `https://${target}` };
}
